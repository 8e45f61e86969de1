#include "numeric/phase.hpp"

#include <algorithm>

namespace posenc::numeric {

GeometricFrequencies::GeometricFrequencies(double base, std::size_t step,
                                           double period) noexcept
    : log_(log2_parts(base)),
      step_(static_cast<double>(step)),
      period_(period) {
  for (std::size_t b = 0; b < kGroup; ++b) {
    fine_[b] = multiply(power(b), kInverseTwoPi);
  }
}

// With log2 base = whole + fraction, the exponent i step whole / period is a
// quotient of which only the remainder needs a rounding; so its error is
// relative to 1, not to log2 base.
[[gnu::noinline]] DoubleDouble GeometricFrequencies::power(
    std::size_t i) const noexcept {
  const double numerator = static_cast<double>(i) * step_;
  const double whole = numerator * log_.whole;
  const double quotient = nearest(whole / period_);
  // The product is within half a period of whole: their difference is exact.
  const auto product = two_prod(quotient, period_);
  const DoubleDouble rest{whole - product.hi, -product.lo};
  const DoubleDouble exponent = divide(
      add(rest, multiply({numerator, 0.0}, log_.fraction)), {period_, 0.0});
  const DoubleDouble mantissa = exp2(negate(exponent));
  const double unit = power_of_two(-static_cast<std::int32_t>(quotient));
  return {mantissa.hi * unit, mantissa.lo * unit};
}

void GeometricFrequencies::write(std::span<Frequency> out,
                                 std::size_t first) const noexcept {
  std::size_t i = first;
  while (i < first + out.size()) {
    // Groups start at multiples of 16, so that omega_i does not depend on
    // where a caller starts.
    const std::size_t group = i / kGroup * kGroup;
    const std::size_t end = std::min(group + kGroup, first + out.size());
    const DoubleDouble coarse = power(group);
    for (; i < end; ++i) {
      const DoubleDouble f = multiply(coarse, fine_[i - group]);
      out[i - first] = {f.hi, f.lo};
    }
  }
}

}  // namespace posenc::numeric
