// Logarithmic rows: every column grows with the logarithm of the position, so
// early positions are told apart finely and late ones coarsely.
//
//   out[t, j] = ln(1 + p_t / tau_j) / ln(1 + (L - 1) / tau_j)
//   tau_j     = base^(j / (D - 1))                         from 1 to base
//
// Column 0 (tau = 1) is nearly flat after the first positions; the last one
// (tau = base) is nearly linear while p is below base. All rise from 0 at
// position 0 to 1 at position L - 1, strictly, so no two positions agree.
//
// The definition is ours: surveys name a "logarithmic position encoding"
// without giving a formula. This one keeps what they say of it (logarithms in
// place of sines), stays in [0, 1] and takes the time constants from a
// geometric series as the sinusoidal encoding takes its wavelengths.
//
//   out [T, D]
//
// Valid: p >= 0 (past L - 1 the values exceed 1), L >= 2, 1 <= D <= 65536,
// 1 <= base <= 1e12. D = 1 has tau = 1 only.
// Errors: float64, one rounding to float32.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct LogarithmicOptions {
  std::size_t width = 0;  // D
  double max_len = 2;     // L
  double base = 10000.0;
};

// kBadShape: out has another size. kBadArgument: an option or a position lies
// outside the valid range.
[[nodiscard]] Status logarithmic(std::span<float> out,
                                 std::span<const double> positions,
                                 const LogarithmicOptions& options) noexcept;

}  // namespace posenc::embedding
