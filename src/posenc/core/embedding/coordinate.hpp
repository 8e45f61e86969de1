// Coordinate rows of the Universal Transformer, which applies one layer again
// and again: Dehghani et al. 2018, section 2.1. Before every step each token is
// told its position and how often the layer has run.
//
//   sin(omega_i p) + sin(omega_i t) and cos(omega_i p) + cos(omega_i t)
//
// for position p and step t; omega_i and the columns are those of `sinusoidal`.
//
//   interleaved   D = 6   | s0 c0 s1 c1 s2 c2 |   the paper
//   halves        D = 6   | s0 s1 s2 c0 c1 c2 |   tensor2tensor, with endpoint
//                                                 spacing
//
// Output: [T, D], row-major float32. The paper counts positions and steps from
// 1, tensor2tensor from 0: both come as the caller counts them. At step 0 the
// step adds 1 to each cosine and nothing to the sines.
//
// Valid: as `sinusoidal`; |step| <= 2^53, any fraction, any sign.
//
// Max error, base 2 to 1e9: 5.97e-8 for |position| and |step| up to 2^31, half
// an ulp of float32 below 2. Both angles are exact and the sum is one of
// float64, which is rounded once. A row for another step costs as much as the
// first.
#pragma once

#include <span>

#include "embedding/sinusoidal.hpp"
#include "status.hpp"

namespace posenc::embedding {

struct CoordinateOptions {
  SinusoidalOptions columns;
  double step = 0;  // t
};

// Rows for the given positions: out [positions.size(), D].
//
// kBadShape: out has another size. kBadArgument: an option, a position or the
// step lies outside the valid range. kTooLarge: the table cannot exist.
[[nodiscard]] Status coordinate(std::span<float> out,
                                std::span<const double> positions,
                                const CoordinateOptions& options) noexcept;

}  // namespace posenc::embedding
