#include "rotary/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "numeric/phase.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;

[[nodiscard]] constexpr bool is_positive(double x) noexcept {
  return numeric::is_finite(x) && x > 0;
}

// What a frequency may be divided by and stay far from underflow.
[[nodiscard]] constexpr bool is_factor(double x) noexcept {
  return x >= 1e-12 && x <= 1e12;
}

[[nodiscard]] constexpr DoubleDouble wide(double x) noexcept {
  return {x, 0.0};
}

// Out of line, as each is hundreds of bytes wherever it is spelt out.
[[gnu::noinline]] DoubleDouble product(DoubleDouble a,
                                       DoubleDouble b) noexcept {
  return multiply(a, b);
}

[[gnu::noinline]] DoubleDouble quotient(DoubleDouble a, double b) noexcept {
  return divide(a, wide(b));
}

// s of the dynamic types: how many times the training length we are at.
double present_factor(const ScalingOptions& o, double seq_len) noexcept {
  return std::max(seq_len / o.original_max_seq_len, 1.0);
}

// The factor that a ramp or a division uses.
double effective_factor(const ScalingOptions& o, double seq_len) noexcept {
  const bool dynamic = o.type == ScalingType::kDynamicLinear ||
                       o.type == ScalingType::kDynamicYarn;
  return dynamic ? present_factor(o, seq_len) : o.factor;
}

// ntk: theta_i of base' = base s^(d/(d-2)) is theta_i s^(-2i/(d-2)). This is
// the second factor, from the logarithm of s.
[[gnu::noinline]] DoubleDouble ntk_share(const numeric::Log2& log,
                                         std::size_t i,
                                         std::size_t dim) noexcept {
  const DoubleDouble exponent =
      add(wide(static_cast<double>(log.whole)), log.fraction);
  const DoubleDouble share = quotient(wide(-2.0 * static_cast<double>(i)),
                                      static_cast<double>(dim) - 2.0);
  return exp2(product(exponent, share));
}

void scale_ntk(std::span<DoubleDouble> theta, std::size_t dim,
               double factor) noexcept {
  const numeric::Log2 log = numeric::log2_parts(factor);
  for (std::size_t i = 1; i < theta.size(); ++i) {
    theta[i] = product(theta[i], ntk_share(log, i, dim));
  }
}

// (1 - share) x + share y, exact at both ends.
[[gnu::noinline]] DoubleDouble mix(DoubleDouble x, DoubleDouble y,
                                   double share) noexcept {
  if (share == 0) return x;
  if (share == 1) return y;
  const DoubleDouble rest = numeric::two_sum(1.0, -share);
  return add(product(x, rest), product(y, wide(share)));
}

void scale_yarn(std::span<DoubleDouble> theta, double base, std::size_t dim,
                const ScalingOptions& o, double factor) noexcept {
  const Ramp ramp = ramp_between(o.beta_fast, o.beta_slow, base, dim,
                                 o.original_max_seq_len, o.truncate);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double unscaled = (1 - ramp(i)) * o.extrapolation_factor;
    theta[i] = mix(quotient(theta[i], factor), theta[i], unscaled);
  }
}

void scale_ntk_by_parts(std::span<DoubleDouble> theta, double base,
                        std::size_t dim, const ScalingOptions& o) noexcept {
  const bool is_dype = o.type == ScalingType::kDype;
  const auto ramp = [&](double fast, double slow) {
    if (!is_dype) {
      return ramp_between(fast, slow, base, dim, o.original_max_seq_len, true);
    }
    Ramp r = ramp_between(fast * o.kappa, slow * o.kappa, base, dim,
                          o.original_max_seq_len, true);
    r.high = std::min(r.high, static_cast<double>(dim / 2));
    // With few turns the whole ramp lies past the last pair.
    if (r.low >= r.high) r = {r.high, r.high + 0.001};
    return r;
  };
  const Ramp inner = ramp(1.25, 0.75);
  const Ramp outer = ramp(16, 2);
  const numeric::Log2 log = numeric::log2_parts(o.factor);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const DoubleDouble linear = quotient(theta[i], o.factor);
    const DoubleDouble ntk = product(theta[i], ntk_share(log, i, dim));
    const DoubleDouble scaled = mix(linear, ntk, (1 - inner(i)) * o.ntk_factor);
    const double unscaled = (1 - outer(i)) * o.extrapolation_factor;
    theta[i] = mix(scaled, theta[i], unscaled);
  }
}

// How much of lambda is used at this length: all of it at max_seq_len.
double longrope_share(const ScalingOptions& o, double seq_len) noexcept {
  if (o.type != ScalingType::kDynamicLongrope) return 1;
  const double n = seq_len == 0 ? o.max_seq_len : seq_len;
  return (std::max(n, o.original_max_seq_len) - o.original_max_seq_len) /
         (o.max_seq_len - o.original_max_seq_len);
}

double shared_lambda(double lambda, double share) noexcept {
  return share == 1 ? lambda : 1 + (lambda - 1) * share;
}

void scale_longrope(std::span<DoubleDouble> theta, const ScalingOptions& o,
                    double seq_len) noexcept {
  const double share = longrope_share(o, seq_len);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    theta[i] = quotient(theta[i], shared_lambda(o.rescale[i], share));
  }
}

void scale_llama3(std::span<DoubleDouble> theta,
                  const ScalingOptions& o) noexcept {
  const double low = o.low_frequency_factor;
  const double high = o.high_frequency_factor;
  for (DoubleDouble& t : theta) {
    // Turns within L positions, which is L / wavelength.
    const double turns = o.original_max_seq_len * t.hi / numeric::kTwoPi.hi;
    // Equal bounds (Llama 4 Scout) leave no ramp: do not divide by it.
    const double share = turns >= high  ? 1
                         : turns <= low ? 0
                                        : (turns - low) / (high - low);
    t = mix(quotient(t, o.factor), t, share);
  }
}

void scale_riflex(std::span<DoubleDouble> theta,
                  const ScalingOptions& o) noexcept {
  theta[static_cast<std::size_t>(o.k) - 1] =
      quotient(product(numeric::kTwoPi, wide(o.share)), o.max_seq_len);
}

void scale_proportional(std::span<DoubleDouble> theta, std::size_t dim,
                        const ScalingOptions& o) noexcept {
  const auto rotated = static_cast<std::size_t>(o.partial_rotary_factor *
                                                static_cast<double>(dim) / 2);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    theta[i] = i < rotated ? quotient(theta[i], o.factor) : DoubleDouble{0, 0};
  }
}

bool is_yarn(ScalingType type) noexcept {
  return type == ScalingType::kYarn || type == ScalingType::kDynamicYarn;
}

bool is_longrope(ScalingType type) noexcept {
  return type == ScalingType::kLongrope ||
         type == ScalingType::kDynamicLongrope;
}

bool ramp_is_valid(const ScalingOptions& o, double base) noexcept {
  return base > 1 && is_positive(o.beta_fast) && is_positive(o.beta_slow) &&
         numeric::is_finite(o.extrapolation_factor) &&
         numeric::is_finite(o.ntk_factor) && is_positive(o.kappa);
}

bool by_parts(ScalingType type) noexcept {
  return type == ScalingType::kNtkByParts || type == ScalingType::kDype;
}

bool riflex_is_valid(const ScalingOptions& o, std::size_t pairs) noexcept {
  return o.k >= 1 && o.k <= static_cast<double>(pairs) && o.share > 0 &&
         o.share <= 1 && o.max_seq_len >= 1 &&
         o.max_seq_len <= numeric::kMaxPosition;
}

bool needs_length(ScalingType type) noexcept {
  return type == ScalingType::kDynamic || type == ScalingType::kLlama3 ||
         by_parts(type) || type == ScalingType::kDynamicLinear ||
         is_yarn(type) || is_longrope(type);
}

}  // namespace

Ramp ramp_between(double fast, double slow, double base, std::size_t rotary_dim,
                  double length, bool truncate) noexcept {
  const double dim = static_cast<double>(rotary_dim);
  const auto pair = [&](double turns) {
    return dim * numeric::log(length / (turns * numeric::kTwoPi.hi)) /
           (2 * numeric::log(base));
  };
  double low = pair(fast);
  double high = pair(slow);
  if (truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, dim - 1);
  if (low == high) high += 0.001;
  return {low, high};
}

[[gnu::cold]] Status check_scaling(const ScalingOptions& o, double base,
                                   std::size_t rotary_dim,
                                   double seq_len) noexcept {
  using enum ScalingType;
  const int type = static_cast<int>(o.type);
  const bool fits =
      type >= 0 && type <= 13 && is_factor(o.factor) && seq_len >= 0 &&
      seq_len <= numeric::kMaxPosition &&
      numeric::is_finite(o.attention_factor) && o.attention_factor >= 0 &&
      is_positive(o.attention_multiplier) && numeric::is_finite(o.mscale) &&
      numeric::is_finite(o.mscale_all_dim);
  if (!fits) return Status::kBadArgument;
  if (needs_length(o.type) && !(numeric::is_finite(o.original_max_seq_len) &&
                                o.original_max_seq_len >= 1)) {
    return Status::kBadArgument;
  }
  const bool ntk = o.type == kNtk || o.type == kDynamic || by_parts(o.type);
  if (ntk && rotary_dim < 4) return Status::kBadArgument;
  if ((is_yarn(o.type) || by_parts(o.type)) && !ramp_is_valid(o, base)) {
    return Status::kBadArgument;
  }
  if (o.type == kLlama3 &&
      !(is_positive(o.low_frequency_factor) &&
        numeric::is_finite(o.high_frequency_factor) &&
        o.high_frequency_factor >= o.low_frequency_factor)) {
    return Status::kBadArgument;
  }
  if (o.type == kProportional &&
      !(o.partial_rotary_factor >= 0 && o.partial_rotary_factor <= 1)) {
    return Status::kBadArgument;
  }
  if (o.type == kRiflex && !riflex_is_valid(o, (rotary_dim + 1) / 2)) {
    return Status::kBadArgument;
  }
  if (!is_longrope(o.type)) return Status::kOk;
  if (o.original_max_seq_len <= 1 ||
      (o.type == kDynamicLongrope &&
       !(numeric::is_finite(o.max_seq_len) &&
         o.max_seq_len > o.original_max_seq_len))) {
    return Status::kBadArgument;
  }
  const double share = longrope_share(o, seq_len);
  for (const double lambda : o.rescale) {
    if (!is_factor(lambda) || !is_factor(shared_lambda(lambda, share))) {
      return Status::kBadArgument;
    }
  }
  return o.rescale.size() == (rotary_dim + 1) / 2 ? Status::kOk
                                                  : Status::kBadShape;
}

void powers(std::span<DoubleDouble> theta, double base,
            std::size_t period) noexcept {
  const numeric::GeometricFrequencies omega(base, 2, period);
  std::array<numeric::Frequency, 64> turns;
  for (std::size_t i = 0; i < theta.size(); i += turns.size()) {
    const std::size_t count = std::min(turns.size(), theta.size() - i);
    omega.write({turns.data(), count}, i);
    for (std::size_t j = 0; j < count; ++j) {
      theta[i + j] = product({turns[j].hi, turns[j].lo}, numeric::kTwoPi);
    }
  }
}

[[gnu::cold]] void scale(std::span<DoubleDouble> theta, double base,
                         std::size_t dim, const ScalingOptions& o,
                         double seq_len) noexcept {
  const double factor = effective_factor(o, seq_len);
  // never taken: another type, which has been refused
  switch (o.type) {
    case ScalingType::kNone:
      return;
    case ScalingType::kLinear:
    case ScalingType::kDynamicLinear:
      for (DoubleDouble& t : theta) t = quotient(t, factor);
      return;
    case ScalingType::kNtk:
      return scale_ntk(theta, dim, factor);
    case ScalingType::kDynamic:
      return scale_ntk(theta, dim,
                       factor * present_factor(o, seq_len) - (factor - 1));
    case ScalingType::kYarn:
    case ScalingType::kDynamicYarn:
      return scale_yarn(theta, base, dim, o, factor);
    case ScalingType::kLongrope:
    case ScalingType::kDynamicLongrope:
      return scale_longrope(theta, o, seq_len);
    case ScalingType::kLlama3:
      return scale_llama3(theta, o);
    case ScalingType::kProportional:
      return scale_proportional(theta, dim, o);
    case ScalingType::kRiflex:
      return scale_riflex(theta, o);
    case ScalingType::kNtkByParts:
    case ScalingType::kDype:
      return scale_ntk_by_parts(theta, base, dim, o);
  }
}

double attention_factor(const ScalingOptions& o, double seq_len) noexcept {
  const double s = effective_factor(o, seq_len);
  double factor = 1;
  if (o.attention_factor > 0) {
    factor = o.attention_factor;
  } else if (is_yarn(o.type) && o.mscale != 0 && o.mscale_all_dim != 0) {
    factor = yarn_mscale(s, o.mscale) / yarn_mscale(s, o.mscale_all_dim);
  } else if (is_yarn(o.type) || o.type == ScalingType::kDype ||
             (is_longrope(o.type) && o.magnitude == Magnitude::kYarn)) {
    factor = yarn_mscale(s, 1);
  } else if (is_longrope(o.type) && s > 1) {
    factor =
        std::sqrt(1 + numeric::log(s) / numeric::log(o.original_max_seq_len));
  }
  return factor * o.attention_multiplier;
}

double yarn_mscale(double factor, double mscale) noexcept {
  return factor <= 1 ? 1 : 0.1 * mscale * numeric::log(factor) + 1;
}

}  // namespace posenc::rotary
