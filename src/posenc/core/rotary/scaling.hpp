// Context extension: how rotary frequencies change for texts longer than the
// model was trained on.
//
// With theta_i = base^(-2i/d), i from 0, d the rotated width, s the
// factor and L the training length (original_max_seq_len):
//
//   linear       theta_i / s                 Position Interpolation: p -> p / s
//   dynamicLinear   linear with s = max(n / L, 1), n the present length
//   ntk          base' = base s^(d/(d-2)): theta_0 stays, the last one becomes
//                theta / s exactly
//   dynamic      ntk with s' = s max(n, L) / L - (s - 1)
//   ntkByParts   linear and ntk joined by a ramp between 1.25 and 0.75 turns
//                in L, and that with the unscaled by one between 16 and 2
//   yarn         theta_i / s where a pair makes less than beta_slow turns in L,
//                theta_i where it makes more than beta_fast, a ramp between
//   dynamicYarn  yarn with s = max(n / L, 1)
//   longrope     theta_i / lambda_i, lambda the short or the long list
//   dynamicLongrope   1 + (lambda_i - 1) (n - L) / (max_seq_len - L) for lambda
//                (n at least L; where lambda_i < 1, this line falls, and comes
//                to 0 at some n above max_seq_len, which is refused)
//   llama3       theta_i / s for wavelengths above L / low, theta_i below
//                L / high, a ramp in L / wavelength between
//   proportional base^(-2i/d) for the first floor(r d / 2) pairs, 0 for the
//                rest (they do not turn), all / s
//   riflex       theta_i, but pair k (counted from 1) makes `share` of a turn
//                in max_seq_len: share 2 pi / max_seq_len
//   dype         ntkByParts with its numbers of turns times kappa; kappa = 1 is
//                the YaRN of vision models
//
// The ramp of yarn and ntkByParts runs over the pair index from low to high,
//
//   pair(turns) = d ln(L / (2 pi turns)) / (2 ln base)
//   low  = max(floor(pair(beta_fast)), 0)
//   high = min(ceil(pair(beta_slow)), d - 1), + 0.001 if low == high
//
// where the upper clamp is d - 1 although there are d/2 pairs, as in every
// implementation; `truncate` = false leaves out floor and ceil (gpt-oss). dype
// clamps both ends to d/2, so that with kappa -> 0 nothing is scaled.
//
// Attention factor m, multiplied into cos and sin alike, so that a score gets
// its square. With g(s, k) = 1 for s <= 1, else 0.1 k ln s + 1:
//
//   yarn      g(s, mscale) / g(s, mscale_all_dim) if both are given and not 0,
//             else g(s, 1)
//   dype      g(s, 1)
//   longrope  sqrt(1 + ln s / ln L) for s > 1, else 1, s = max_seq_len / L; or
//             g(s, 1) by `magnitude`
//   others    1
//
// Sources: Chen et al. 2023 (linear), bloc97 and emozilla 2023 (ntk, dynamic,
// by parts), Peng et al. 2023 (YaRN), Ding et al. 2024 (LongRoPE), Llama 3.1,
// Gemma 4 (proportional), Zhao et al. 2025 (RIFLEx), Issachar et al. 2025
// (DyPE); conventions as in Hugging Face's modeling_rope_utils,
// jquesnelle/yarn, microsoft/LongRoPE, thu-ml/RIFLEx and guyyariv/DyPE.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/double_double.hpp"
#include "status.hpp"

namespace posenc::rotary {

enum class ScalingType : int {
  kNone = 0,
  kLinear = 1,
  kNtk = 2,
  kDynamic = 3,
  kYarn = 4,
  kLongrope = 5,
  kLlama3 = 6,
  kProportional = 7,
  kNtkByParts = 8,
  kDynamicLinear = 9,
  kDynamicYarn = 10,
  kDynamicLongrope = 11,
  kRiflex = 12,
  kDype = 13,
};

// LongRoPE's rule for the attention factor.
enum class Magnitude : int {
  kSu = 0,    // sqrt(1 + ln s / ln L)
  kYarn = 1,  // 0.1 ln s + 1
};

// Each type reads what its formula above names; 0 stands for "not given".
struct ScalingOptions {
  ScalingType type = ScalingType::kNone;
  double factor = 1;                // s, 1e-12 to 1e12
  double original_max_seq_len = 0;  // L, at least 1 (longrope: above 1)
  double max_seq_len = 0;           // dynamicLongrope: above L; riflex: >= 1
  double beta_fast = 32;            // above 0
  double beta_slow = 1;             // above 0
  bool truncate = true;
  double mscale = 0;
  double mscale_all_dim = 0;
  double attention_factor = 0;      // in place of the derived one
  double attention_multiplier = 1;  // times either of them
  double extrapolation_factor = 1;  // times the share that stays unscaled
  double ntk_factor = 1;            // ntkByParts: times the share of ntk
  double low_frequency_factor = 1;
  double high_frequency_factor = 4;  // at least the low one
  double partial_rotary_factor = 1;  // 0 to 1
  double k = 1;                      // riflex: a pair, counted from 1
  double share = 0.9;                // riflex: of a turn, above 0, at most 1
  double kappa = 1;                  // dype: above 0
  Magnitude magnitude = Magnitude::kSu;
  std::span<const double> rescale = {};  // lambda: d/2 numbers, 1e-12 to 1e12
};

// kBadArgument when an option that the type reads is out of its range, or what
// dynamicLongrope has for lambda at this length is not from 1e-12 to 1e12;
// kBadShape when `rescale` has another length than d/2.
//
// seq_len: n, the present length, at most 2^53; 0 when it is not known.
[[nodiscard]] Status check_scaling(const ScalingOptions& options, double base,
                                   std::size_t rotary_dim,
                                   double seq_len) noexcept;

// theta[i] = base^(-2i/period) in radians per position. Valid: 1 <= base <=
// 1e100, period >= 1. Max error: 2^-98 relative.
void powers(std::span<numeric::DoubleDouble> theta, double base,
            std::size_t period) noexcept;

// Replaces theta[i] = base^(-2i/d) by the scaled frequencies; the options must
// have been checked. Max error for the types linear, ntk, dynamic, longrope,
// proportional and riflex: 2^-97 relative; for those with a ramp, whose ends
// are products of float64, 2^-50.
void scale(std::span<numeric::DoubleDouble> theta, double base,
           std::size_t rotary_dim, const ScalingOptions& options,
           double seq_len) noexcept;

// The ramp of yarn and ntkByParts, over the index of a pair.
struct Ramp {
  double low;
  double high;

  // 0 below low, 1 above high.
  [[nodiscard]] double operator()(std::size_t i) const noexcept {
    const double place = (static_cast<double>(i) - low) / (high - low);
    return place < 0 ? 0 : place > 1 ? 1 : place;
  }
};

// From the pairs that make `fast` turns within L positions to those that make
// `slow`.
[[nodiscard, gnu::noinline]] Ramp ramp_between(double fast, double slow,
                                               double base,
                                               std::size_t rotary_dim,
                                               double length,
                                               bool truncate) noexcept;

// The attention factor of the options.
[[nodiscard]] double attention_factor(const ScalingOptions& options,
                                      double seq_len) noexcept;

// g(s, k) above: 0.1 k ln s + 1 for s > 1, else 1. Max error: 2 ulp.
[[nodiscard]] double yarn_mscale(double factor, double mscale) noexcept;

}  // namespace posenc::rotary
