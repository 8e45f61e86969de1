// xPos: rotary embedding whose scores fade with distance.
//
//   query   m zeta_i^(+e) R(p theta_i)        e = (p - centre) / scale_base
//   key     m zeta_i^(-e) R(p theta_i)        zeta_i = (2i + 0.4 d) / (1.4 d)
//
// so that pair i of a score carries zeta_i^((p_q - p_k) / scale_base), less
// than 1 for the past: far keys count less, in the fast pairs most. The centre
// cancels in a score; it only keeps the powers near 1:
//
//   torchscale   ceil(n / 2), n the number of keys so far
//   lucidrains   floor(n / 2)
//
// Tables of cos and sin that hold the scale already; rotary/apply.hpp turns
// with them (both implementations use the interleaved layout).
//
// Valid: |p - centre| <= 64 scale_base, where the largest power is 7e34.
//
// Max error: 1 ulp of float32 of the scale.
//
// Source: Sun et al. 2022, "A Length-Extrapolatable Transformer", section 3.2.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/double_double.hpp"
#include "status.hpp"

namespace posenc::rotary {

struct XposOptions {
  double scale_base = 512;  // positions per power, 1 to 2^31
  double centre = 0;
  bool downscale = false;       // a key: the scale's inverse
  double attention_factor = 1;  // m
};

inline constexpr double kMaxXposPower = 64;

// zeta[i], i = 0 .. d/2 - 1.
void xpos_scale(std::span<double> zeta) noexcept;

// cos, sin [T, d/2], and scale [T, d/2], the power of zeta by itself.
//
// kBadShape: a span has another length. kBadArgument: a number outside the
// valid range.
[[nodiscard]] Status xpos_tables(std::span<float> cos, std::span<float> sin,
                                 std::span<float> scale,
                                 std::span<const double> positions,
                                 std::span<const numeric::DoubleDouble> theta,
                                 const XposOptions& options) noexcept;

}  // namespace posenc::rotary
