// Bit patterns of float64, rounding, and Horner's rule: what the exact kernels
// are made of. V is double or a SIMD batch of doubles.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace posenc::numeric {

// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer (ties to
// even) with two additions. Valid: |x| <= 2^51.
inline constexpr double kRoundingShift = 6755399441055744.0;

template <class V>
[[nodiscard]] constexpr V nearest(V x) noexcept {
  const V shift(kRoundingShift);
  return (x + shift) - shift;
}

[[nodiscard]] constexpr std::uint64_t to_bits(double x) noexcept {
  return std::bit_cast<std::uint64_t>(x);
}

[[nodiscard]] constexpr double from_bits(std::uint64_t bits) noexcept {
  return std::bit_cast<double>(bits);
}

// 2^n. Valid: -1022 <= n <= 1023.
[[nodiscard]] constexpr double power_of_two(std::int32_t n) noexcept {
  return from_bits(static_cast<std::uint64_t>(n + 1023) << 52);
}

// x * 2^n, rounded once. Valid: -2044 <= n <= 2046 and 1/2 <= |x| < 4, so that
// the first of the two steps is exact and only the second can be subnormal.
[[nodiscard]] constexpr double scale(double x, std::int32_t n) noexcept {
  const std::int32_t half = n / 2;
  return x * power_of_two(half) * power_of_two(n - half);
}

// True for NaN, without the C library.
[[nodiscard]] constexpr bool is_nan(double x) noexcept {
  return (to_bits(x) << 1) > (std::uint64_t{0x7ff} << 53);
}

[[nodiscard]] constexpr bool is_finite(double x) noexcept {
  return ((to_bits(x) >> 52) & 0x7ff) != 0x7ff;
}

[[nodiscard]] constexpr double absolute(double x) noexcept {
  return from_bits(to_bits(x) & ~(std::uint64_t{1} << 63));
}

// The sign of `sign` on the magnitude of x.
[[nodiscard]] constexpr double copy_sign(double x, double sign) noexcept {
  const std::uint64_t mask = std::uint64_t{1} << 63;
  return from_bits((to_bits(x) & ~mask) | (to_bits(sign) & mask));
}

// c[0] + c[1] x + c[2] x^2 + ... by Horner's rule.
template <std::size_t N>
[[nodiscard]] constexpr double polynomial(const double (&c)[N],
                                          double x) noexcept {
  double sum = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + c[i];
  return sum;
}

}  // namespace posenc::numeric
