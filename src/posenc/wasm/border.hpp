// What crosses the border to JavaScript: numbers only. Pointers arrive as
// addresses, sizes as counts of elements; JavaScript owns the memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "shape.hpp"
#include "status.hpp"

// A function that JavaScript calls by its name. Plain exports: with Embind the
// same functions cost 12 KB more to download, compressed, and a call twice as
// much, and numbers need none of what it does.
#define POSENC_EXPORT \
  extern "C" [[gnu::used]] __attribute__((visibility("default")))

namespace posenc::wasm {

using Address = std::uintptr_t;
using Size = std::uint32_t;

// What lies at an address. For C++ all are the same; the names tell
// tools/lib/border.mjs what JavaScript may give. Optional: 0 stands for none.
using Floats = Address;
using Doubles = Address;
using Ints = Address;
using Bytes = Address;
using OptionalFloats = Address;
using OptionalDoubles = Address;
using OptionalInts = Address;
using OptionalBytes = Address;

[[nodiscard]] constexpr int number(Status status) {
  return static_cast<int>(status);
}

// The integer part of x, the nearest number where Int does not hold it, 0 for
// NaN.
template <std::integral Int>
[[nodiscard]] constexpr Int integer(double x) {
#if defined(__wasm__)
  // One instruction each.
  if constexpr (sizeof(Int) == 8) {
    return __builtin_wasm_trunc_saturate_s_i64_f64(x);
  } else if constexpr (std::unsigned_integral<Int>) {
    return __builtin_wasm_trunc_saturate_u_i32_f64(x);
  } else {
    return __builtin_wasm_trunc_saturate_s_i32_f64(x);
  }
#else
  using Limits = std::numeric_limits<Int>;
  constexpr double kEnd = 2.0 * (std::uint64_t{1} << (Limits::digits - 1));
  if (x >= kEnd) return Limits::max();
  if (x <= static_cast<double>(Limits::min())) return Limits::min();
  return x == x ? static_cast<Int>(x) : Int{0};
#endif
}

// `count` numbers at `address`, if so many can exist: no span as yet.
template <class T>
struct Array {
  Address address;
  Count count;

  [[nodiscard]] constexpr bool exists() const { return count.exists<T>(); }
  // Valid: it exists.
  [[nodiscard]] std::span<T> span() const {
    return {reinterpret_cast<T*>(address), count.size()};
  }
};

// Numbers to write.
template <class T>
[[nodiscard]] constexpr Array<T> output(Address address, Count count) {
  return {address, count};
}

// Numbers to read.
template <class T>
[[nodiscard]] constexpr Array<const T> input(Address address, Count count) {
  return {address, count};
}

// The same where address 0 stands for none.
template <class T>
[[nodiscard]] constexpr Array<const T> optional_input(Address address,
                                                      Count count) {
  return {address, address == 0 ? Count() : count};
}

// kernel(spans ...) of arrays; kTooLarge, before any span is made, when one of
// them cannot exist.
template <class Kernel, class... T>
[[gnu::always_inline]] inline int with(Kernel&& kernel,
                                       const Array<T>&... arrays) {
  if (!(arrays.exists() && ...)) return number(Status::kTooLarge);
  return number(kernel(arrays.span()...));
}

// What stands for a parameter of a kernel: an array for a span.
template <class Parameter>
struct Passed {
  using Type = Parameter;
  static constexpr bool exists(const Parameter& /*value*/) { return true; }
  static constexpr const Parameter& open(const Parameter& value) {
    return value;
  }
};
template <class T>
struct Passed<std::span<T>> {
  using Type = Array<T>;
  static constexpr bool exists(const Array<T>& array) { return array.exists(); }
  static std::span<T> open(const Array<T>& array) { return array.span(); }
};

// kernel(arguments ...) with arrays in place of spans; kTooLarge as above.
template <class... Parameters>
[[gnu::always_inline]] inline int call(
    Status (*kernel)(Parameters...) noexcept,
    const typename Passed<Parameters>::Type&... arguments) {
  if (!(Passed<Parameters>::exists(arguments) && ...)) {
    return number(Status::kTooLarge);
  }
  return number(kernel(Passed<Parameters>::open(arguments)...));
}

}  // namespace posenc::wasm
