// e^x in float32, four at a time: the exponential of softmax.
//
//   n = nearest(x / ln 2)     r = x - n ln 2     e^x = 2^n e^r
//
// Valid: every float32. Max error: 0.99 ulp, over all of them, subnormal
// results included. -infinity gives exactly 0 (a masked score takes no part),
// +infinity and everything above 88.73 infinity, NaN gives NaN and no other
// input does.
//
// A template over V = float or F32x4 that uses + - * and bit patterns only, so
// that one lane, four lanes, native and wasm give the same bits.
#pragma once

#include <bit>
#include <cstdint>

#include "numeric/simd.hpp"

namespace posenc::numeric {

namespace detail {

[[nodiscard]] inline std::int32_t float_bits(float x) noexcept {
  return std::bit_cast<std::int32_t>(x);
}
[[nodiscard]] inline I32x4 float_bits(F32x4 x) noexcept {
  return xsimd::bitwise_cast<std::int32_t>(x);
}
[[nodiscard]] inline float bits_float(std::int32_t x) noexcept {
  return std::bit_cast<float>(x);
}
[[nodiscard]] inline F32x4 bits_float(I32x4 x) noexcept {
  return xsimd::bitwise_cast<float>(x);
}
// a where a > b, otherwise (and for NaN) b.
[[nodiscard]] inline float larger(float a, float b) noexcept {
  return a > b ? a : b;
}
[[nodiscard]] inline F32x4 larger(F32x4 a, F32x4 b) noexcept {
  return xsimd::select(a > b, a, b);
}
[[nodiscard]] inline float smaller(float a, float b) noexcept {
  return a < b ? a : b;
}
[[nodiscard]] inline F32x4 smaller(F32x4 a, F32x4 b) noexcept {
  return xsimd::select(a < b, a, b);
}
// y, or x itself where x is NaN.
[[nodiscard]] inline float unless_nan(float x, float y) noexcept {
  return x == x ? y : x;
}
[[nodiscard]] inline F32x4 unless_nan(F32x4 x, F32x4 y) noexcept {
  return xsimd::select(x == x, y, x);
}

}  // namespace detail

template <class V>
[[nodiscard]] inline V exp_f32(V x) noexcept {
  // Beyond these bounds the result is 0 or infinity in any case.
  const V y = detail::smaller(detail::larger(x, V(-104.0f)), V(89.0f));
  const V shift(12582912.0f);  // 1.5 * 2^23: rounds, and leaves n in the bits
  const V shifted = y * V(1.44269504f) + shift;
  const V n = shifted - shift;
  // ln 2 in two parts; n times the first is exact.
  const V r = (y - n * V(0.693145751953125f)) - n * V(1.42860677e-6f);
  const V series =
      V(0.4999999403953552f) +
      r * (V(0.1666652113199234f) +
           r * (V(0.04166838899254799f) +
                r * (V(0.008368710055947304f) + r * V(0.001381461275741458f))));
  const V mantissa = V(1.0f) + (r + r * r * series);
  // 2^n in two factors, for n from -150 to 128.
  const auto k = detail::float_bits(shifted) - detail::float_bits(shift);
  const auto half = k >> 1;
  const auto first = (half + 127) << 23;
  const auto second = ((k - half) + 127) << 23;
  const V result =
      mantissa * detail::bits_float(first) * detail::bits_float(second);
  return detail::unless_nan(x, result);
}

}  // namespace posenc::numeric
