#include "analysis/decay.hpp"

#include <algorithm>
#include <array>

#include "numeric/elementary.hpp"
#include "numeric/phase.hpp"
#include "numeric/simd.hpp"

namespace posenc::analysis {
namespace {

using numeric::F64x2;
using numeric::Frequency;

// Sums of y, x, x^2, xy over the points of a straight line y = b x + a.
struct Moments {
  double n = 0;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
};

// The abscissa in which a law is a straight line.
double abscissa(DecayLaw law, double k) noexcept {
  const bool reciprocal =
      law == DecayLaw::kReciprocal || law == DecayLaw::kShiftedReciprocal;
  return reciprocal ? 1 / k : numeric::log(k);
}

// Intercept and slope of the law.
struct Line {
  double intercept;
  double slope;
};

Line line(DecayLaw law, const Moments& m, double base) noexcept {
  if (law == DecayLaw::kReciprocal) return {0, m.xy / m.xx};
  if (law == DecayLaw::kLogTheory) {
    constexpr double kGamma = 0.5772156649015329;
    const double log_base = numeric::log(base);
    return {1 - kGamma / log_base, -1 / log_base};
  }
  const double slope = (m.n * m.xy - m.x * m.y) / (m.n * m.xx - m.x * m.x);
  return {(m.y - slope * m.x) / m.n, slope};
}

}  // namespace

Status decay(std::span<double> out, const DecayOptions& options) noexcept {
  const bool endpoint =
      options.spacing == embedding::SinusoidalSpacing::kEndpoint;
  if (!endpoint && options.spacing != embedding::SinusoidalSpacing::kPaper) {
    return Status::kBadArgument;
  }
  if (options.width < 2 || options.width > embedding::kMaxWidth ||
      !numeric::is_base(options.base)) {
    return Status::kBadArgument;
  }
  const std::size_t pairs = options.width / 2;
  const numeric::GeometricFrequencies omega(
      options.base, endpoint ? 1 : 2,
      endpoint ? std::max<std::size_t>(pairs, 2) - 1 : options.width);

  std::fill(out.begin(), out.end(), 0.0);
  constexpr std::size_t kGroup = 64;
  for (std::size_t first = 0; first < pairs; first += kGroup) {
    std::array<Frequency, kGroup> frequencies{};
    const std::size_t count = std::min(kGroup, pairs - first);
    omega.write({frequencies.data(), count}, first);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const F64x2 position(static_cast<double>(k));
      F64x2 sum(0.0);
      for (std::size_t j = 0; j + 2 <= count; j += 2) {
        const Frequency& f = frequencies[j];
        const Frequency& g = frequencies[j + 1];
        F64x2 sine;
        F64x2 cosine;
        numeric::sincos_phase(position, F64x2(f.hi, g.hi), F64x2(f.lo, g.lo),
                              &sine, &cosine);
        sum = sum + cosine;
      }
      double rest = 0;
      if (count % 2 == 1) {
        double sine = 0;
        numeric::sincos_phase(static_cast<double>(k), frequencies[count - 1],
                              &sine, &rest);
      }
      out[k] += (sum.get(0) + sum.get(1)) + rest;
    }
  }
  return Status::kOk;
}

Status fit_decay(std::span<const double> curve, DecayLaw law, double base,
                 DecayFit* fit) noexcept {
  const int number = static_cast<int>(law);
  if (number < 0 || number > static_cast<int>(DecayLaw::kLogTheory)) {
    return Status::kBadArgument;
  }
  if (curve.size() < 4) return Status::kBadShape;
  if (!std::all_of(curve.begin(), curve.end(), numeric::is_finite) ||
      !(curve[0] > 0)) {
    return Status::kBadArgument;
  }
  if (law == DecayLaw::kLogTheory && !(numeric::is_finite(base) && base > 1)) {
    return Status::kBadArgument;
  }

  Moments m;
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const double x = abscissa(law, static_cast<double>(k));
    const double y = curve[k] / curve[0];
    m.n += 1;
    m.x += x;
    m.y += y;
    m.xx += x * x;
    m.xy += x * y;
  }
  const Line law_line = line(law, m, base);
  const double mean = m.y / m.n;
  double residual = 0;
  double total = 0;
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const double y = curve[k] / curve[0];
    const double predicted =
        law_line.intercept +
        law_line.slope * abscissa(law, static_cast<double>(k));
    residual += (y - predicted) * (y - predicted);
    total += (y - mean) * (y - mean);
  }
  if (!(total > 0)) return Status::kBadArgument;
  const bool logarithm =
      law == DecayLaw::kLogarithm || law == DecayLaw::kLogTheory;
  fit->a = logarithm ? law_line.intercept : law_line.slope;
  fit->b = logarithm ? law_line.slope : law_line.intercept;
  fit->r_squared = 1 - residual / total;
  return Status::kOk;
}

}  // namespace posenc::analysis
