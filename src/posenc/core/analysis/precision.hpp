// What computing rotary angles in a low precision costs.
//
// A runtime that keeps positions and inverse frequencies in `format` and
// multiplies them there gets the angle
//
//   a = round(round(p) * round(w))      in place of      p w
//
// and from it round(cos a), round(sin a). Reported for every position, over all
// frequencies: the largest |a - p w| (radians, not reduced), and the largest
// |round(cos a) - cos p w| or |round(sin a) - sin p w|.
//
// Valid: |p| <= 2^53, 0 <= w <= pi / 2. A position past the largest number of
// the format has an infinite angle, whose sine and cosine are NaN.
// Max error: 1e-15 absolute, or 1e-15 of the angle error.
#pragma once

#include <span>

#include "numeric/formats.hpp"
#include "status.hpp"

namespace posenc::analysis {

// angle_error, value_error and positions [P], inverse_frequency [n].
[[nodiscard]] Status precision(std::span<double> angle_error,
                               std::span<double> value_error,
                               std::span<const double> positions,
                               std::span<const double> inverse_frequency,
                               numeric::Format format) noexcept;

}  // namespace posenc::analysis
