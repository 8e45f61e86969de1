// Rotary frequencies as Hugging Face's models compute them: in float32, every
// operation rounded, by the lines of its modeling_rope_utils.
//
//   default       1 / base^(2i/d), the exponent and the power in float32
//   linear        that / s
//   dynamic       base' = base (s n/L - (s - 1))^(d/(d-2)) in float64
//   yarn          (1 - e) / (s p) + e / p, p = base^(2i/d), e = 1 - ramp
//   longrope      1 / (lambda_i p)
//   llama3        by the wavelength 2 pi / theta, with its ramp
//   proportional  the first floor(r d/2) pairs of `linear`, 0 for the rest
//
// Each operation is rounded to nearest. PyTorch's own power is not: of the 1508
// numbers in tests/across/golden that its version 1.13 computed so, 9 differ,
// by one unit in the last place of float32; its results depend on the
// processor, too.
//
// frequencies.hpp has them to float64 and beyond. The difference, up to 2^-23
// of a frequency, is multiplied by the position: 1.7e-3 in cos at 131071.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/double_double.hpp"
#include "rotary/scaling.hpp"
#include "status.hpp"

namespace posenc::rotary {

// theta[i], each a float32; the options must have been checked. kBadArgument:
// the scaling has no such recipe (ntk, ntkByParts, dynamicLinear, dynamicYarn,
// dynamicLongrope, an extrapolation factor), or float32 overflows in it.
[[nodiscard]] Status float32_frequencies(std::span<numeric::DoubleDouble> theta,
                                         double base, std::size_t rotary_dim,
                                         const ScalingOptions& options,
                                         double seq_len) noexcept;

}  // namespace posenc::rotary
