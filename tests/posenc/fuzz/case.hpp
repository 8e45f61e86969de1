// One call and its memory: every span in a block of its own, of exactly its
// size, between redzones of AddressSanitizer.
//
// `run` makes the call twice, with different bytes in the outputs and the
// scratch before it, and insists on what holds for all of the core:
//
//   - both calls answer the same, and no input has changed
//   - kOk: the outputs of both are the same bits, so everything was written
//     and nothing was made of what lay in them or in the scratch before
//   - any other status: nothing was written
//   - spans of another length than documented are never kOk
//
// A documented length that is too much for a test, or cannot exist, becomes a
// tiny block, which the call must refuse like every other wrong length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "input.hpp"
#include "numeric/double_double.hpp"
#include "numeric/phase.hpp"
#include "status.hpp"

namespace posenc::fuzz {

// More would take the time that other inputs need.
inline constexpr std::uint64_t kMostNumbers = 1 << 15;

// Sizes whose product, without wrapping, is a count of numbers.
using Sizes = std::initializer_list<std::uint64_t>;
[[nodiscard]] std::uint64_t product(Sizes sizes);
// a + b; the largest number in place of a wrapped sum.
[[nodiscard]] std::uint64_t plus(std::uint64_t a, std::uint64_t b);

enum class Fill {
  kUnit,      // -1 to 1
  kPositive,  // above 0, to 2
  kOrder,     // 0, 1, 2, ... from some integer on
  kPosition,  // all sorts of positions, up to 2^31
  kIndex,     // integers from 0 to below a limit
};

enum class Role : std::uint8_t {
  kInput,
  kOutput,
  kUpdated,
  kScratch,
};

class Case {
 public:
  explicit Case(Input& in) : in_(in) {}
  ~Case();
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  // What a call reads.
  template <class T>
  [[nodiscard]] std::span<const T> read(Sizes sizes, Fill kind = Fill::kUnit,
                                        std::uint64_t limit = 1) {
    const std::span<T> all = block<T>(Role::kInput, sizes);
    fill(all, kind, limit);
    return all;
  }
  // The same, or nothing, as in.flag() says.
  template <class T>
  [[nodiscard]] std::span<const T> maybe(Sizes sizes, Fill kind = Fill::kUnit) {
    if (!in_.flag()) return {};
    const Faults before = faults_;
    const std::span<const T> all = read<T>(sizes, kind);
    if (all.empty()) faults_ = before;  // absent
    return all;
  }
  // The same, but its length is an argument of its own and cannot be wrong.
  template <class T>
  [[nodiscard]] std::span<const T> list(std::uint64_t count,
                                        Fill kind = Fill::kUnit,
                                        std::uint64_t limit = 1) {
    const std::span<T> all = list_block<T>(Role::kInput, count);
    fill(all, kind, limit);
    return all;
  }
  // What it writes, all of it.
  template <class T>
  [[nodiscard]] std::span<T> write(Sizes sizes) {
    return block<T>(Role::kOutput, sizes);
  }
  template <class T>
  [[nodiscard]] std::span<T> write_list(std::uint64_t count) {
    return list_block<T>(Role::kOutput, count);
  }
  // What it reads and writes.
  template <class T>
  [[nodiscard]] std::span<T> update(Sizes sizes, Fill kind = Fill::kUnit,
                                    std::uint64_t limit = 1) {
    const std::span<T> all = block<T>(Role::kUpdated, sizes);
    fill(all, kind, limit);
    return all;
  }
  template <class T>
  [[nodiscard]] std::span<T> update_list(std::uint64_t count,
                                         Fill kind = Fill::kUnit) {
    const std::span<T> all = list_block<T>(Role::kUpdated, count);
    fill(all, kind, 1);
    return all;
  }
  template <class T>
  [[nodiscard]] std::span<T> scratch(Sizes sizes) {
    return block<T>(Role::kScratch, sizes);
  }

  // Some length is not what is documented.
  [[nodiscard]] bool lied() const { return faults_.lied; }
  // Some documented length is more than `kMostNumbers`.
  [[nodiscard]] bool too_large() const { return faults_.too_large; }
  // Some of these could exist, and the block that stands for it is smaller than
  // a caller's would be.
  [[nodiscard]] bool stunted() const { return faults_.stunted; }
  // Some documented length is too much for the address space.
  [[nodiscard]] bool impossible() const { return faults_.impossible; }
  // A call may leave some of its outputs alone.
  void leaves_some() { leaves_some_ = true; }
  // For calls that take some lengths besides the one that a test began with.
  void set_lied(bool lied) { faults_.lied = lied; }

  template <class Call>
  Status run(Call call) {
    prepare(0);
    const auto first = static_cast<Status>(call());
    settle(0, first);
    prepare(1);
    const auto second = static_cast<Status>(call());
    settle(1, second);
    if (first != second) fail("two calls answer differently");
    if (first == Status::kOk && faults_.lied)
      fail("took spans of another length");
    return first;
  }

 private:
  struct Block;
  struct Faults {
    bool lied = false;
    bool too_large = false;
    bool stunted = false;
    bool impossible = false;
  };

  template <class T>
  [[nodiscard]] std::span<T> block(Role role, Sizes sizes) {
    const std::size_t count = length(role, product(sizes), sizeof(T));
    return {static_cast<T*>(allocate(role, count, sizeof(T))), count};
  }
  template <class T>
  [[nodiscard]] std::span<T> list_block(Role role, std::uint64_t count) {
    const auto size =
        static_cast<std::size_t>(count < kMostNumbers ? count : kMostNumbers);
    return {static_cast<T*>(allocate(role, size, sizeof(T))), size};
  }
  std::size_t length(Role role, std::uint64_t documented, std::size_t bytes);
  void* allocate(Role role, std::size_t count, std::size_t bytes);
  void prepare(int pass);
  void settle(int pass, Status status);

  void fill(std::span<float> out, Fill kind, std::uint64_t limit);
  void fill(std::span<double> out, Fill kind, std::uint64_t limit);
  void fill(std::span<numeric::DoubleDouble> out, Fill kind, std::uint64_t);
  void fill(std::span<std::int32_t> out, Fill kind, std::uint64_t limit);
  void fill(std::span<std::uint32_t> out, Fill kind, std::uint64_t limit);
  void fill(std::span<std::uint8_t> out, Fill kind, std::uint64_t limit);
  template <class T>
  void fill_integers(std::span<T> out, Fill kind, std::uint64_t limit);

  static constexpr std::size_t kMostBlocks = 24;

  Input& in_;
  Block* blocks_[kMostBlocks] = {};
  std::size_t count_ = 0;
  Faults faults_;
  bool leaves_some_ = false;
};

// Fails unless a kernel answers as its reference does.
void expect_status(Status status, Status reference);

// Fails unless every number is finite and at most `bound` in magnitude.
template <class T>
void check_bound(std::span<T> numbers, double bound, const char* what) {
  for (const auto x : numbers) {
    if (!(static_cast<double>(x) <= bound &&
          static_cast<double>(x) >= -bound)) {
      fail("%s: %.9g", what, static_cast<double>(x));
    }
  }
}

// Fails unless a and b hold the same bits (all NaN are one).
template <class T>
void check_same(std::span<T> a, std::span<T> b) {
  if (a.size() != b.size()) fail("other lengths than the reference");
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) fail("other numbers than the reference");
  }
}

// Fails unless a and b agree to `absolute` + `relative` |b|.
void check_near(std::span<const float> a, std::span<const float> b,
                double absolute, double relative);

// The number of a count, as far as 64 bits hold it.
[[nodiscard]] inline std::uint64_t number_of(double count) {
  return count < 0x1p64 ? static_cast<std::uint64_t>(count) : ~std::uint64_t{0};
}
template <class Size>
[[nodiscard]] std::uint64_t number_of(const Size& size) {
  if constexpr (requires { size.number(); }) {
    return number_of(size.number());
  } else {
    return static_cast<std::uint64_t>(size);
  }
}

}  // namespace posenc::fuzz
