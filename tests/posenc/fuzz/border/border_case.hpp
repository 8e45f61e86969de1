// A call across the border, made as src/posenc/js makes it: every array a block
// of the documented size, scratch of the size that its binding tells, address 0
// for what is absent.
//
// Sizes of arrays that could exist but are too much for a test are left out.
// With arrays that cannot exist, of which JavaScript has none, the call must
// refuse; it gets tiny blocks, so that reading or writing any would be seen.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "border.hpp"
#include "case.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using wasm::Address;
using wasm::Size;

// Any value of any enum, also one that has no name.
class AnyEnum {
 public:
  explicit AnyEnum(int value) : value_(value) {}
  template <class Enum>
  requires std::is_enum_v<Enum>
  operator Enum() const { return static_cast<Enum>(value_); }

 private:
  int value_;
};

// The offsets between queries and keys, as src/posenc/js counts them, as far as
// a word of the border holds them.
[[nodiscard]] inline Size offset_count(Size queries, Size keys) {
  const std::uint64_t both = plus(queries, keys);
  return static_cast<Size>(
      std::min<std::uint64_t>(both == 0 ? 0 : both - 1, 0xffffffffu));
}

class Border {
 public:
  explicit Border(Input& in) : in_(in), case_(in) { in.trust_lengths(); }

  template <class T>
  [[nodiscard]] Address read(Sizes sizes, Fill kind = Fill::kUnit,
                             std::uint64_t limit = 1) {
    return address(case_.read<T>(sizes, kind, limit));
  }
  // The same, or none.
  template <class T>
  [[nodiscard]] Address maybe(Sizes sizes) {
    return in_.flag() ? read<T>(sizes) : 0;
  }
  template <class T>
  [[nodiscard]] Address write(Sizes sizes) {
    return address(case_.write<T>(sizes));
  }
  template <class T>
  [[nodiscard]] Address update(Sizes sizes, Fill kind = Fill::kUnit) {
    return address(case_.update<T>(sizes, kind));
  }
  template <class T>
  [[nodiscard]] Address scratch(double count) {
    if (!(count >= 0)) fail("a size of scratch below 0");
    return address(case_.scratch<T>({number_of(count + 0.5)}));
  }
  // JavaScript makes no call with arrays that it could not allocate.
  [[nodiscard]] bool possible() const {
    return !case_.too_large() || case_.impossible();
  }
  [[nodiscard]] bool impossible() const { return case_.impossible(); }
  // Every array that can exist is there in full length, for calls that read
  // some before they have heard of all.
  [[nodiscard]] bool complete() const { return !case_.stunted(); }
  void leaves_some() { case_.leaves_some(); }

  template <class Call>
  Status run(Call call) {
    if (!possible()) return Status::kTooLarge;
    return case_.run(call);
  }

 private:
  template <class T>
  static Address address(std::span<T> span) {
    return reinterpret_cast<Address>(span.data());
  }

  Input& in_;
  Case case_;
};

// The tables of the other files.
std::span<const Target> analysis_targets();
std::span<const Target> attention_targets();
std::span<const Target> bias_targets();
std::span<const Target> convolution_targets();
std::span<const Target> embedding_targets();
std::span<const Target> formula_targets();
std::span<const Target> numeric_targets();
std::span<const Target> relative_targets();
std::span<const Target> rotary_targets();
std::span<const Target> table_targets();
std::span<const Target> transformer_targets();

}  // namespace posenc::fuzz

// Ends a file of bindings.
#define POSENC_FUZZ_BORDER(name, ...)                                   \
  std::span<const ::posenc::fuzz::Target> name() {                      \
    static constexpr ::posenc::fuzz::Target kTargets[] = {__VA_ARGS__}; \
    return kTargets;                                                    \
  }
