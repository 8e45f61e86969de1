// The numbers of one call, read from the bytes that libFuzzer makes.
//
// Most of them lie where a call succeeds, for what is refused at once reaches
// no kernel. A byte in front lets sizes, reals, enums and lengths go wild, each
// on its own; then about every fourth of them does.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace posenc::fuzz {

// Prints the call under test and what is wrong with it, and ends the process.
[[noreturn, gnu::format(printf, 1, 2)]] void fail(const char* what, ...);

// The name that `fail` prints.
void set_call(const char* name);

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size);

  [[nodiscard]] std::uint8_t byte() {
    return bytes_.ConsumeIntegral<uint8_t>();
  }
  [[nodiscard]] bool flag() { return (byte() & 1) != 0; }
  [[nodiscard]] std::uint32_t word() {
    return bytes_.ConsumeIntegral<std::uint32_t>();
  }
  [[nodiscard]] std::uint64_t bits() {
    return bytes_.ConsumeIntegral<std::uint64_t>();
  }

  // Usually 0 to `most`, rarely up to 27 times as much; wild: any.
  [[nodiscard]] std::size_t size(std::size_t most = 24);
  // Never more than `most`, where the work grows with many sizes; wild: any.
  [[nodiscard]] std::size_t few(std::size_t most);
  // Of 32 bits, as sizes cross the border.
  [[nodiscard]] std::uint32_t size32(std::size_t most = 24);
  [[nodiscard]] std::uint32_t few32(std::size_t most);
  // An enum of `count` values from 0; wild: any int.
  [[nodiscard]] int choice(int count);
  template <class Enum>
  [[nodiscard]] Enum choose(int count) {
    return static_cast<Enum>(choice(count));
  }
  // Between low and high, often one of them; wild: any float64.
  [[nodiscard]] double real(double low, double high);
  // From low to high; wild: any of 64 bits.
  [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high);
  // A float64 of any kind: the corners of every range, or random bits.
  [[nodiscard]] double any_real();

  // True now and then where lengths of spans may lie.
  [[nodiscard]] bool lies() { return lies_ && (byte() & 3) == 0; }
  // From here on lengths are right: across the border nobody tells them.
  void trust_lengths() { lies_ = false; }
  [[nodiscard]] bool wild_values() const { return wild_reals_; }
  // No number is wild and no length lies: a call may be held to its promises.
  [[nodiscard]] bool tame() const {
    return !wild_sizes_ && !wild_reals_ && !wild_enums_ && !lies_;
  }

 private:
  [[nodiscard]] std::size_t wild_size();

  FuzzedDataProvider bytes_;
  bool wild_sizes_ = false;
  bool wild_reals_ = false;
  bool wild_enums_ = false;
  bool lies_ = false;
};

// The reals that kernels stumble over.
[[nodiscard]] double corner(std::uint32_t which);

// Equal, or both NaN.
template <class T>
[[nodiscard]] bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

}  // namespace posenc::fuzz
