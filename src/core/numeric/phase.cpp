#include "numeric/phase.hpp"

#include <array>

namespace posenc::numeric {
namespace {

// base^-(n step / period) for n step / period given as an exact fraction.
//
// With log2 base = whole + fraction, the exponent n step whole / period is a
// quotient of integers, of which only the remainder needs a rounding; so its
// error is relative to 1, not to log2 base.
struct GeometricBase {
  Log2 log;
  double step;
  double period;

  DoubleDouble operator()(std::size_t n) const noexcept {
    const double numerator = static_cast<double>(n) * step;
    const double whole_numerator = numerator * log.whole;
    double quotient = nearest(whole_numerator / period);
    const double rest = whole_numerator - quotient * period;
    const DoubleDouble fraction =
        divide(add({rest, 0.0}, multiply({numerator, 0.0}, log.fraction)),
               {period, 0.0});
    const DoubleDouble power = exp2(negate(fraction));
    const double unit = power_of_two(-static_cast<std::int32_t>(quotient));
    return {power.hi * unit, power.lo * unit};
  }
};

}  // namespace

void geometric_frequencies(std::span<Frequency> out, double base,
                           std::size_t first, std::size_t step,
                           std::size_t period) noexcept {
  const GeometricBase power{log2_parts(base), static_cast<double>(step),
                            static_cast<double>(period)};
  // A power costs thirty times a product, so only one in sixteen is a power:
  // omega_(16a + b) = omega_16a * omega_b.
  constexpr std::size_t kGroup = 16;
  std::array<DoubleDouble, kGroup> fine{};
  for (std::size_t b = 0; b < kGroup && b < out.size(); ++b) {
    fine[b] = multiply(power(b), kInverseTwoPi);
  }
  for (std::size_t i = 0; i < out.size(); i += kGroup) {
    const DoubleDouble coarse = power(first + i);
    for (std::size_t b = 0; b < kGroup && i + b < out.size(); ++b) {
      const DoubleDouble f = multiply(coarse, fine[b]);
      out[i + b] = {f.hi, f.lo};
    }
  }
}

}  // namespace posenc::numeric
