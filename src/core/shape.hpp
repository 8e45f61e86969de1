// Sizes of arrays, multiplied without overflow.
//
// A tensor of shape [B, T, D] is a span of B * T * D numbers. On wasm32 a
// std::size_t has 32 bits and no array may exceed half the address space, so
// three harmless looking sizes can wrap around to a small product. Every kernel
// therefore compares the length of its spans with `check_size`, which answers
// before anything is multiplied into an index:
//
//   if (const Status s = check_size<float>(out.size(), b, t, d);
//       s != Status::kOk) return s;
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "status.hpp"

namespace posenc {

// Writes the product of `sizes` to `*count` and returns true, or returns false
// and leaves `*count` alone when an array of that many T cannot exist.
// An empty product is 1.
template <class T, std::convertible_to<std::size_t>... Sizes>
[[nodiscard]] constexpr bool element_count(std::size_t* count,
                                           Sizes... sizes) noexcept {
  std::size_t product = 1;
  bool zero = false;
  bool overflow = false;
  for (const std::size_t size :
       {std::size_t{1}, static_cast<std::size_t>(sizes)...}) {
    zero = zero || size == 0;
    overflow = __builtin_mul_overflow(product, size, &product) || overflow;
  }
  // Nothing is nothing, however large the other sides are.
  if (zero) product = 0;
  if (overflow && !zero) return false;
  if (product > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) return false;
  *count = product;
  return true;
}

// kOk when an array of shape `sizes` holds exactly `length` elements of T,
// kTooLarge when no such array can exist, kBadShape otherwise.
template <class T, std::convertible_to<std::size_t>... Sizes>
[[nodiscard]] constexpr Status check_size(std::size_t length,
                                          Sizes... sizes) noexcept {
  std::size_t count = 0;
  if (!element_count<T>(&count, sizes...)) return Status::kTooLarge;
  return count == length ? Status::kOk : Status::kBadShape;
}

}  // namespace posenc
