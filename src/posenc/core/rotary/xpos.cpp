#include "rotary/xpos.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "rotary/tables.hpp"
#include "shape.hpp"

namespace posenc::rotary {
namespace {

double zeta_of(std::size_t pair, std::size_t pairs) noexcept {
  const double dim = 2.0 * static_cast<double>(pairs);
  return (2.0 * static_cast<double>(pair) + 0.4 * dim) / (1.4 * dim);
}

Status check(std::span<float> cos, std::span<float> sin, std::span<float> scale,
             std::span<const double> positions,
             std::span<const numeric::DoubleDouble> theta,
             const XposOptions& o) noexcept {
  if (!(o.scale_base >= 1 && o.scale_base <= kMaxRotaryPosition) ||
      !(o.attention_factor > 0 && o.attention_factor <= 0x1p64) ||
      !numeric::is_finite(o.centre)) {
    return Status::kBadArgument;
  }
  const bool near =
      std::all_of(positions.begin(), positions.end(), [&](double p) {
        return numeric::absolute(p) <= kMaxRotaryPosition &&
               numeric::absolute(p - o.centre) <= kMaxXposPower * o.scale_base;
      });
  const bool slow =
      std::all_of(theta.begin(), theta.end(), [](numeric::DoubleDouble t) {
        return numeric::absolute(t.hi) <= kMaxRotaryFrequency &&
               numeric::absolute(t.lo) <= kMaxRotaryFrequency;
      });
  if (!near || !slow) return Status::kBadArgument;
  if (sin.size() != cos.size() || scale.size() != cos.size()) {
    return Status::kBadShape;
  }
  return check_size<float>(cos.size(), positions.size(), theta.size());
}

}  // namespace

[[gnu::cold]] void xpos_scale(std::span<double> zeta) noexcept {
  for (std::size_t i = 0; i < zeta.size(); ++i) {
    zeta[i] = zeta_of(i, zeta.size());
  }
}

[[gnu::cold]] Status xpos_tables(std::span<float> cos, std::span<float> sin,
                                 std::span<float> scale,
                                 std::span<const double> positions,
                                 std::span<const numeric::DoubleDouble> theta,
                                 const XposOptions& o) noexcept {
  const Status status = check(cos, sin, scale, positions, theta, o);
  if (status != Status::kOk) return status;
  const std::size_t pairs = theta.size();
  const double sign = o.downscale ? -1 : 1;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double log = sign * numeric::log2(zeta_of(i, pairs)) / o.scale_base;
    for (std::size_t t = 0; t < positions.size(); ++t) {
      const double power = numeric::exp2((positions[t] - o.centre) * log);
      double s = 0;
      double c = 0;
      sincos_cell(positions[t], theta[i], &s, &c);
      const std::size_t at = t * pairs + i;
      cos[at] = static_cast<float>(c * power * o.attention_factor);
      sin[at] = static_cast<float>(s * power * o.attention_factor);
      scale[at] = static_cast<float>(power);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::rotary
