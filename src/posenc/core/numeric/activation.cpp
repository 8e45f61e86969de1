#include "numeric/activation.hpp"

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"

namespace posenc::numeric {
namespace {

// erf(x) / x - 1 in x^2, |x| <= 1.
constexpr double kErfSmall[] = {
    0.1283791670955126,      -0.3761263890318375,     0.11283791670954857,
    -0.026866170645072896,   0.005223977624780862,    -0.0008548326978741898,
    0.00012055331036887833,  -1.4925593506594343e-05, 1.6460972812112485e-06,
    -1.6350025169288522e-07, 1.465787947780869e-08,   -1.1365664542981664e-09,
    5.945259346879412e-11};

// erfc(x) e^(x^2) in (x - 2) / (x + 2), 1 <= x <= 6.
constexpr double kErfLarge[] = {
    0.25539567631050575,    -0.42718584741395826,   0.2416581942424582,
    -0.07897858101587533,   0.0037328924051637552,  0.006997461763515878,
    -0.0008471431958227826, -0.0009819781249421921, 4.354936574584172e-05,
    0.00017436940391296637, 2.766619285850983e-05,  -2.731279680353968e-05,
    -1.459949137217367e-05, -1.6213683136498765e-06};

}  // namespace

double tanh(double x) noexcept {
  const double a = absolute(x);
  if (is_nan(x) || a < 1e-9) return x;  // x^3 / 3 is below the last bit
  if (a > 22) return copy_sign(1, x);
  const double t = expm1(2 * a);
  const double value = a < 1 ? t / (t + 2) : 1 - 2 / (t + 2);
  return copy_sign(value, x);
}

double sigmoid(double x) noexcept {
  // The exponential of a negative number cannot overflow.
  const double e = exp(-absolute(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

double softplus(double x) noexcept {
  const double rest = log1p(exp(-absolute(x)));
  return x > 0 ? x + rest : rest;
}

double erf(double x) noexcept {
  if (is_nan(x)) return x;
  const double a = absolute(x);
  const double square = x * x;
  if (a < 1) return x + x * polynomial(kErfSmall, square);
  if (a > 6) return copy_sign(1, x);
  const double t = (a - 2) / (a + 2);
  return copy_sign(1 - exp(-square) * polynomial(kErfLarge, t), x);
}

}  // namespace posenc::numeric
