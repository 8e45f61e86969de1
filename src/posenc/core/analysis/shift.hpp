// Moving a sinusoidal row by k positions is a linear map that does not know
// where the row stands:
//
//   PE[p + k] = M(k) PE[p]
//
//   M(k) = one 2 x 2 block for each pair i       | cos w_i k   sin w_i k |
//                                                | -sin w_i k  cos w_i k |
//
// acting on (sine, cosine). Interleaved, the blocks stand on the diagonal; in
// halves they join column i with column n + i.
//
// Source: "Attention Is All You Need", section 3.5 (the claim); angle addition
// (the proof).
//
// Valid: even D from 2 to 65536, 1 <= base <= 1e100, |k| <= 2^53.
// Max error: 3e-8 absolute in M (one rounding to float32).
#pragma once

#include <cstddef>
#include <span>

#include "embedding/sinusoidal.hpp"
#include "status.hpp"

namespace posenc::analysis {

// out [D, D] = M(offset), row-major: out * row is the moved row.
[[nodiscard]] Status shift_matrix(
    std::span<float> out, double offset,
    const embedding::SinusoidalOptions& options) noexcept;

struct ShiftError {
  double max = 0;  // largest |rows[t + k] - M(k) rows[t]| of all cells
  double rms = 0;  // root of the mean square
};

// How far `rows` [T, D] are from moving by M(steps): zero but for rounding for
// sinusoidal rows, large for a learned table. Needs T > steps >= 1.
//
// kBadShape: rows have another size. kBadArgument: an option out of range.
[[nodiscard]] Status shift_error(
    ShiftError* error, std::span<const float> rows, std::size_t count,
    std::size_t steps, const embedding::SinusoidalOptions& options) noexcept;

}  // namespace posenc::analysis
