#include "analysis/precision.hpp"

#include <cstddef>

#include "numeric/double_double.hpp"
#include "numeric/phase.hpp"

namespace posenc::analysis {
namespace {

// The larger one; NaN if either is.
double worst(double a, double b) noexcept { return b <= a ? a : b; }

// A float64 rounded to the format, by way of float32 as runtimes do.
double rounded(numeric::Format format, double x) noexcept {
  return numeric::round_to(format, static_cast<float>(x));
}

}  // namespace

Status precision(std::span<double> angle_error, std::span<double> value_error,
                 std::span<const double> positions,
                 std::span<const double> inverse_frequency,
                 numeric::Format format) noexcept {
  if (angle_error.size() != positions.size() ||
      value_error.size() != positions.size()) {
    return Status::kBadShape;
  }
  for (const double p : positions) {
    if (!numeric::is_position(p)) return Status::kBadArgument;
  }
  for (const double w : inverse_frequency) {
    if (!(w >= 0 && w <= 1.5707963267948966)) return Status::kBadArgument;
  }
  const numeric::Frequency radian = numeric::from_radians(1.0);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const double p = positions[t];
    const double low_p = rounded(format, p);
    double angle = 0;
    double value = 0;
    for (const double w : inverse_frequency) {
      // The product of two float32 is exact in float64.
      const double a = rounded(format, low_p * rounded(format, w));
      const numeric::DoubleDouble exact = numeric::two_prod(p, w);
      angle = worst(angle, numeric::absolute((a - exact.hi) - exact.lo));
      double exact_sine = 0;
      double exact_cosine = 0;
      numeric::sincos_phase(p, numeric::from_radians(w), &exact_sine,
                            &exact_cosine);
      double sine = numeric::from_bits(0x7ff8000000000000);
      double cosine = sine;
      if (numeric::is_position(a)) {
        numeric::sincos_phase(a, radian, &sine, &cosine);
      }
      value =
          worst(value, numeric::absolute(rounded(format, sine) - exact_sine));
      value = worst(value,
                    numeric::absolute(rounded(format, cosine) - exact_cosine));
    }
    angle_error[t] = angle;
    value_error[t] = value;
  }
  return Status::kOk;
}

}  // namespace posenc::analysis
