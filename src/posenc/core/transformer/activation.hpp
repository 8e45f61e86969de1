// The functions between the two linear layers of a feed-forward network.
//
//   relu      max(x, 0)
//   gelu      x / 2 (1 + erf(x / sqrt 2))      Hendrycks and Gimpel 2016
//   geluTanh  x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
//                                              (arXiv 1606.08415; GPT-2)
//
// In float64 (relu is exact), one rounding to float32. A NaN gives NaN, and
// so does -infinity for gelu and geluTanh, as -infinity times 0 does in floats.
// Max error: 1 ulp, or 2e-15 where a large negative x makes next to nothing.
#pragma once

#include <span>

#include "status.hpp"

namespace posenc::transformer {

enum class Activation : int { kRelu = 0, kGelu = 1, kGeluTanh = 2 };

// y may be x. kBadShape: they differ in size. kBadArgument: no such activation.
[[nodiscard]] Status activate(std::span<float> y, std::span<const float> x,
                              Activation activation) noexcept;

}  // namespace posenc::transformer
