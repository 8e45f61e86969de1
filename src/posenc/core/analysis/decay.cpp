#include "analysis/decay.hpp"

#include <algorithm>
#include <array>

#include "numeric/elementary.hpp"
#include "numeric/phase.hpp"
#include "numeric/phase_rows.hpp"

namespace posenc::analysis {
namespace {

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
  for (std::size_t first = 0; first < pairs; first += numeric::kTilePairs) {
    std::array<Frequency, numeric::kTilePairs> frequencies{};
    const std::size_t count = std::min(numeric::kTilePairs, pairs - first);
    omega.write({frequencies.data(), count}, first);
    numeric::add_cosines({frequencies.data(), count}, out);
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
