// Layer normalization: Ba, Kiros and Hinton 2016 (arXiv 1607.06450).
//
//   y = (x - mean x) / sqrt(var x + epsilon) * gain + bias
//
// mean and variance (of all D, not D - 1) over the last axis, in float64; one
// rounding to float32. Shapes: x and y [rows, D], gain and bias [D] or empty
// (ones, zeros). A row of equal numbers has no deviation to divide by: it
// becomes the bias (zeros), with epsilon = 0 as with any other.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::transformer {

// y may be x. kBadShape: a span has another size, or width is 0.
// kBadArgument: epsilon is negative or not finite.
[[nodiscard]] Status layer_norm(std::span<float> y, std::span<const float> x,
                                std::span<const float> gain,
                                std::span<const float> bias, std::size_t width,
                                double epsilon) noexcept;

}  // namespace posenc::transformer
