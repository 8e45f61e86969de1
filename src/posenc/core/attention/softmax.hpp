// Running softmax of eight queries at once, one per lane, and the soft cap of
// scores before it.
//
//   m' = max(m, max_j s_j)      p_j = e^(s_j - m')      f = e^(m - m')
//   l' = f l + sum_j p_j        what was summed before counts f times as much
//
// At the end p_j / l is the softmax over all keys seen, whatever the blocks.
// Hidden keys have s = -infinity and p = 0; as long as nothing was seen,
// m = -infinity and l = 0.
#pragma once

#include <cstddef>

#include "numeric/simd.hpp"

namespace posenc::attention {

// e^x in float32 for x <= 0: exactly 1 at 0, NaN for NaN, and 0 below 2^-64.
// Beside a weight of 1, all weights that small together are less than rounding
// leaves of it; kept, their products with the values would be subnormal, which
// costs x86 a hundred cycles each (ALiBi's far keys: a quarter of all time).
// Max relative error: 2.3 * 2^-24 down to -1, 1.2 * (2 + |x|) * 2^-24 below:
// the share of |x| is what half an ulp of the score itself makes.
[[nodiscard]] inline numeric::F32x4 exp_nonpositive(numeric::F32x4 x) noexcept {
  using numeric::F32x4;
  // 2^y = 2^n 2^f with n the nearest integer: adding 1.5 * 2^23 rounds, and
  // leaves n in the low bits of the sum, ready to be moved to the exponent.
  const F32x4 shift(12582912.0f);
  const F32x4 y = x * F32x4(1.44269504f);
  const F32x4 shifted = y + shift;
  const F32x4 f = y - (shifted - shift);
  F32x4 p(1.534581242594868e-4f);
  p = numeric::multiply_add(p, f, F32x4(1.3399930903688073e-3f));
  p = numeric::multiply_add(p, f, F32x4(9.618489071726799e-3f));
  p = numeric::multiply_add(p, f, F32x4(5.550328642129898e-2f));
  p = numeric::multiply_add(p, f, F32x4(2.4022646248340607e-1f));
  p = numeric::multiply_add(p, f, F32x4(6.931471824645996e-1f));
  p = numeric::multiply_add(p, f, F32x4(1.0f));
  const numeric::I32x4 bits =
      xsimd::bitwise_cast<std::int32_t>(p) +
      (xsimd::bitwise_cast<std::int32_t>(shifted) << 23);
  return xsimd::select(y < F32x4(-64.0f), F32x4(0.0f),
                       xsimd::bitwise_cast<float>(bits));
}

// scores [count] become c tanh(s / c), count a multiple of 4; NaN stays NaN.
// Max error: 4 ulp, where e^-2|y| is largest; 2.5 ulp below 0.625.
void soft_cap(float* scores, std::size_t count, float cap) noexcept;

// Turns scores [count][8] into weights p, and moves maximum [8] and sum [8] on.
// factor [8] gets f; answers whether any f differs from 1.
bool running_softmax(float* scores, std::size_t count, float* maximum,
                     float* sum, float* factor) noexcept;

}  // namespace posenc::attention
