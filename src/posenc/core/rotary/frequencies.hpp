// Inverse frequencies of rotary position embedding (RoPE).
//
//   theta_i = base^(-2i/d),   i = 0 .. ceil(d/2) - 1,   d = rotary_dim
//
// Pair i of a query or key at position p is turned by the angle p theta_i, so
// that a score depends on the offset of its two positions alone. d may be less
// than the head's width (partial rotary: GPT-NeoX, Phi): the other columns pass
// through unturned, and the exponent still counts to d. Where a config's
// fraction leaves d odd, the last pair is whole and d + 1 columns turn, as in
// Hugging Face's models.
//
// What a text longer than the training length does to theta is in scaling.hpp.
//
// Source: Su et al. 2021, "RoFormer", section 3.2.2.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/double_double.hpp"
#include "rotary/scaling.hpp"
#include "status.hpp"

namespace posenc::rotary {

inline constexpr std::size_t kMaxRotaryDim = 65536;

[[nodiscard]] constexpr std::size_t pair_count(
    std::size_t rotary_dim) noexcept {
  return (rotary_dim + 1) / 2;
}

// In what the frequencies are computed.
enum class Arithmetic : int {
  kExact = 0,    // to float64 and beyond
  kFloat32 = 1,  // as Hugging Face's models do, see float32.hpp
};

struct FrequencyOptions {
  std::size_t rotary_dim = 0;  // d, 2 to 65536
  double base = 10000;         // 1 to 1e100
  double seq_len = 0;          // n, the present length, to 2^53; 0: not known
  ScalingOptions scaling = {};
  Arithmetic arithmetic = Arithmetic::kExact;
};

// theta[i] in radians per position, as hi + lo: hi is the float64 nearest to
// the formula, lo what that rounding left off; theta [pair_count(d)].
//
// kBadArgument: d or an option is out of its range, or the scaling has no
// recipe in float32. kBadShape: theta or the rescale factors have another
// length.
[[nodiscard]] Status frequencies(std::span<numeric::DoubleDouble> theta,
                                 double* attention_factor,
                                 const FrequencyOptions& options) noexcept;

}  // namespace posenc::rotary
