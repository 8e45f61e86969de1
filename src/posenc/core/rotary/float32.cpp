#include "rotary/float32.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/elementary.hpp"

namespace posenc::rotary {
namespace {

// One rounding: sums, products and quotients of two float32 in float64 are
// rounded to float32 as if they were exact.
double f(double x) noexcept {
  return static_cast<double>(static_cast<float>(x));
}

// base^(2i/d).
double power(double base, std::size_t i, std::size_t dim) noexcept {
  const double exponent =
      f(2 * static_cast<double>(i) / static_cast<double>(dim));
  return f(numeric::pow(f(base), exponent));
}

double yarn(double p, std::size_t i, const Ramp& ramp, double factor) noexcept {
  const double place = f(static_cast<double>(i) - f(ramp.low));
  const double share = std::clamp(f(place / f(ramp.high - ramp.low)), 0.0, 1.0);
  const double unscaled = f(1 - share);
  const double slow = f(1 / f(f(factor) * p));
  return f(f(slow * f(1 - unscaled)) + f(f(1 / p) * unscaled));
}

double llama3(double theta, const ScalingOptions& o) noexcept {
  const double low = o.low_frequency_factor;
  const double high = o.high_frequency_factor;
  const double wave = f(f(numeric::kTwoPi.hi) / theta);
  const double length = o.original_max_seq_len;
  const bool slow = wave > length / low;
  const double scaled = slow ? f(theta / f(o.factor)) : theta;
  if (slow || wave < length / high) return scaled;
  const double share = f(f(f(f(length) / wave) - f(low)) / f(high - low));
  const double part = f(f(f(1 - share) * scaled) / f(o.factor));
  return f(part + f(share * scaled));
}

}  // namespace

[[gnu::cold]] Status float32_frequencies(std::span<numeric::DoubleDouble> theta,
                                         double base, std::size_t dim,
                                         const ScalingOptions& o,
                                         double seq_len) noexcept {
  using enum ScalingType;
  const double d = static_cast<double>(dim);
  Ramp ramp{0, 1};
  double own = base;
  switch (o.type) {
    case kNone:
    case kLinear:
    case kLongrope:
    case kLlama3:
    case kProportional:
      break;
    case kDynamic: {
      const double times = std::max(seq_len / o.original_max_seq_len, 1.0);
      own = base * numeric::pow(o.factor * times - (o.factor - 1), d / (d - 2));
      break;
    }
    case kYarn:
      if (o.extrapolation_factor != 1) return Status::kBadArgument;
      ramp = ramp_between(o.beta_fast, o.beta_slow, base, dim,
                          o.original_max_seq_len, o.truncate);
      break;
    default:
      return Status::kBadArgument;
  }
  // The share is checked, and read, for one type alone.
  const double share = o.type == kProportional ? o.partial_rotary_factor : 1.0;
  const auto turning = static_cast<std::size_t>(share * d / 2);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double p = power(own, i, dim);
    const double plain = f(1 / p);
    double t = plain;
    switch (o.type) {
      case kLinear:
        t = f(plain / f(o.factor));
        break;
      case kYarn:
        t = yarn(p, i, ramp, o.factor);
        break;
      case kLongrope:
        t = f(1 / f(f(o.rescale[i]) * p));
        break;
      case kLlama3:
        t = llama3(plain, o);
        break;
      case kProportional:
        t = i < turning ? f(plain / f(o.factor)) : 0;
        break;
      default:
        break;
    }
    // Where float32 overflows on the way, models get what no angle can be.
    // never taken: overflow ends in 0 / 0, no factor is so small
    if (!(t >= 0) || !std::isfinite(t)) return Status::kBadArgument;
    theta[i] = {t, 0};
  }
  return Status::kOk;
}

}  // namespace posenc::rotary
