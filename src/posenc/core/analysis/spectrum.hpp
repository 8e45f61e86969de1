// Principal components of a table's rows: the directions in which positions
// really spread, and how much each of them explains.
//
//   C = 1/T sum_t (r_t - m)(r_t - m)^T = V diag(lambda) V^T,   lambda falling
//
// C [D, D] is made tridiagonal by Householder reflections and then diagonal by
// QR steps with Wilkinson's shift (Golub and Van Loan, "Matrix Computations",
// 4th ed., algorithms 8.3.1 to 8.3.3), all in float64.
//
// Valid: T >= 1, 1 <= D <= 2048, finite rows. Max error of a variance: about
// D * 2^-53 of the largest.
#pragma once

#include <cstddef>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::analysis {

inline constexpr std::size_t kMaxSpectrumWidth = 2048;

// Numbers of float64 scratch that `spectrum` needs: two D x D matrices and
// four rows.
[[nodiscard]] constexpr Count spectrum_scratch_size(
    std::size_t width) noexcept {
  return 2u * Count(width) * width + 4u * Count(width);
}

// variances [D] (falling), components [K, D] (unit rows, the largest entry of
// each positive, so that the sign is the same on every machine) and projections
// [T, K] of the centred rows on them; K = components.size() / D <= D. With K =
// 0 the variances alone, the same to the bit, in a quarter of the time that D^3
// takes.
//
// kBadShape: a span has another size. kBadArgument: D out of range, or a row
// that is not finite.
[[nodiscard]] Status spectrum(std::span<double> variances,
                              std::span<float> components,
                              std::span<float> projections,
                              std::span<const float> rows, std::size_t width,
                              std::span<double> scratch) noexcept;

}  // namespace posenc::analysis
