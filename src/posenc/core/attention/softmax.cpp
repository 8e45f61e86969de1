#include "attention/softmax.hpp"

#include <limits>

namespace posenc::attention {

using numeric::F32x4;
using numeric::load;
using numeric::store;

// tanh y = y + y^3 P(y^2) below 0.625, (1 - e^-2|y|) / (1 + e^-2|y|) above:
// there 1 - e loses no digit that counts.
void soft_cap(float* scores, std::size_t count, float cap) noexcept {
  const F32x4 c(cap);
  const F32x4 one(1.0f);
  for (std::size_t j = 0; j < count; j += 4) {
    const F32x4 y = load(scores + j) / c;
    const F32x4 size = xsimd::abs(y);
    const F32x4 z = y * y;
    F32x4 p(-0.005704987328499556f);
    p = p * z + F32x4(0.0206390880048275f);
    p = p * z + F32x4(-0.05373971536755562f);
    p = p * z + F32x4(0.13331441581249237f);
    p = p * z + F32x4(-0.3333328068256378f);
    const F32x4 e = exp_nonpositive(F32x4(-2.0f) * size);
    const F32x4 large = (one - e) / (one + e);
    const F32x4 signed_large = xsimd::select(y < F32x4(0.0f), -large, large);
    const F32x4 tanh =
        xsimd::select(size < F32x4(0.625f), y + y * (z * p), signed_large);
    store(scores + j, c * tanh);
  }
}

bool running_softmax(float* scores, std::size_t count, float* maximum,
                     float* sum, float* factor) noexcept {
  const F32x4 old0 = load(maximum);
  const F32x4 old1 = load(maximum + 4);
  F32x4 max0 = old0;
  F32x4 max1 = old1;
  for (std::size_t j = 0; j < count; ++j) {
    max0 = xsimd::max(max0, load(scores + 8 * j));
    max1 = xsimd::max(max1, load(scores + 8 * j + 4));
  }
  store(maximum, max0);
  store(maximum + 4, max1);
  // A lane that has seen nothing subtracts 0: -infinity - -infinity is NaN.
  const F32x4 none(-std::numeric_limits<float>::infinity());
  const F32x4 base0 = xsimd::select(max0 == none, F32x4(0.0f), max0);
  const F32x4 base1 = xsimd::select(max1 == none, F32x4(0.0f), max1);
  F32x4 sum0(0.0f);
  F32x4 sum1(0.0f);
  for (std::size_t j = 0; j < count; ++j) {
    const F32x4 p0 = exp_nonpositive(load(scores + 8 * j) - base0);
    const F32x4 p1 = exp_nonpositive(load(scores + 8 * j + 4) - base1);
    store(scores + 8 * j, p0);
    store(scores + 8 * j + 4, p1);
    sum0 += p0;
    sum1 += p1;
  }
  const F32x4 f0 = exp_nonpositive(old0 - base0);
  const F32x4 f1 = exp_nonpositive(old1 - base1);
  store(factor, f0);
  store(factor + 4, f1);
  store(sum, load(sum) * f0 + sum0);
  store(sum + 4, load(sum + 4) * f1 + sum1);
  return xsimd::any((f0 < F32x4(1.0f)) | (f1 < F32x4(1.0f)));
}

}  // namespace posenc::attention
