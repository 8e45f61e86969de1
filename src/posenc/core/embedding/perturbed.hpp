// Perturbed rows: sinusoidal ones plus a disturbance that training may change.
//
//   out = sinusoidal(0 .. T - 1) + delta          delta [T, D], out [T, D]
//
// A model starts from delta ~ N(0, std^2) (`learned` draws it) or from zeros
// and trains delta with everything else; the fixed part keeps the order of
// positions known from the first step.
//
// The definition is ours: surveys describe "a trainable vector added to the
// absolute encoding of each position" and give no formula.
//
// Errors: that of `sinusoidal` plus one rounding to float32.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct PerturbedOptions {
  std::size_t rows = 0;   // T
  std::size_t width = 0;  // D
  double base = 10000.0;  // 1 to 1e100
};

// out must not overlap delta.
//
// kBadShape: a span has another size. kBadArgument: as `sinusoidal`.
[[nodiscard]] Status perturbed(std::span<float> out,
                               std::span<const float> delta,
                               const PerturbedOptions& options) noexcept;

}  // namespace posenc::embedding
