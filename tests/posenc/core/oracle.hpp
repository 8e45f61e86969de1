// What elementary functions are measured against: the same functions in 106
// bits, by the plainest series, on numeric/double_double.hpp, which in turn is
// held against 60 digits in numeric/double_double_test.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/double_double.hpp"

namespace posenc::testing {

using numeric::DoubleDouble;

inline DoubleDouble whole(double x) { return {x, 0.0}; }

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  return numeric::add(a, b);
}
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
  return numeric::subtract(a, b);
}
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  return numeric::multiply(a, b);
}
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  return numeric::divide(a, b);
}

// |got - exact| in units in the last place of a float64 of exact's size.
inline double ulp_error(double got, DoubleDouble exact) {
  int exponent = 0;
  std::frexp(exact.hi, &exponent);
  const double ulp = std::ldexp(1.0, std::max(exponent - 53, -1074));
  return std::fabs(((whole(got) - exact).hi) / ulp);
}

// Valid: |x| <= 600.
inline DoubleDouble exact_exp(DoubleDouble x) {
  return numeric::exp2(x * numeric::kInverseLn2);
}

inline DoubleDouble exact_log2(double x) {
  const numeric::Log2 parts = numeric::log2_parts(x);
  return whole(parts.whole) + parts.fraction;
}

inline DoubleDouble exact_log(double x) {
  return exact_log2(x) * numeric::kLn2;
}

// log(1 + y) for tiny y by series, otherwise by one Newton step from float64.
inline DoubleDouble exact_log1p(DoubleDouble y) {
  if (std::fabs(y.hi) < 1e-6) {
    DoubleDouble sum = whole(0);
    for (int n = 8; n > 0; --n) {
      sum = (whole(1) / whole(n) - sum) * y;
    }
    return sum;
  }
  const DoubleDouble x = whole(1) + y;
  const DoubleDouble head = exact_log(x.hi);
  return head + whole(x.lo) / whole(x.hi);
}

// sin x and cos x for |x| <= 2^31.
inline void exact_sincos(double x, DoubleDouble* sine, DoubleDouble* cosine) {
  // pi / 2 in three parts; the products are exact.
  const double k = std::nearbyint(x * 0.6366197723675814);
  const auto part = [&](double p) { return numeric::two_prod(k, p); };
  const DoubleDouble r =
      ((whole(x) - part(1.5707963267948966)) - part(6.123233995736766e-17)) -
      part(-1.4973849048591698e-33);
  const DoubleDouble z = r * r;
  DoubleDouble s = whole(0);
  DoubleDouble c = whole(0);
  for (int n = 30; n > 0; n -= 2) {
    // sin r / r = 1 - z/6 (1 - z/20 (...)), cos r = 1 - z/2 (1 - z/12 (...)).
    s = (whole(1) - s) * z / whole(n * (n + 1.0));
    c = (whole(1) - c) * z / whole(n * (n - 1.0));
  }
  s = (whole(1) - s) * r;
  c = whole(1) - c;
  const int quadrant = static_cast<int>(std::fmod(k, 4.0) + 4) % 4;
  if (quadrant % 2 == 1) std::swap(s, c);
  if (quadrant >= 2) s = numeric::negate(s);
  if (quadrant == 1 || quadrant == 2) c = numeric::negate(c);
  *sine = s;
  *cosine = c;
}

// erf x = 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1) / (2n+1)!!, all terms positive.
inline DoubleDouble exact_erf(double x) {
  const DoubleDouble square = whole(x) * whole(x);
  DoubleDouble term = whole(x);
  DoubleDouble sum = term;
  for (int n = 1; n < 400 && std::fabs(term.hi) > 1e-40; ++n) {
    term = term * square * whole(2) / whole(2 * n + 1.0);
    sum = sum + term;
  }
  const DoubleDouble two_over_root_pi{1.1283791670955126,
                                      1.533545961316588e-17};
  return two_over_root_pi * exact_exp(numeric::negate(square)) * sum;
}

}  // namespace posenc::testing
