#include "numeric/elementary.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle.hpp"
#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::exact_exp;
using testing::exact_log;
using testing::exact_log1p;
using testing::exact_log2;
using testing::exact_sincos;
using testing::ulp_error;
using testing::whole;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kSamples = 20000;

DoubleDouble exact_expm1(double x) {
  if (std::fabs(x) > 1e-3) {
    return subtract(exact_exp(whole(x)), whole(1));
  }
  DoubleDouble sum = whole(0);
  for (int n = 12; n > 0; --n) {
    sum = multiply(add(whole(1), sum), divide(whole(x), whole(n)));
  }
  return sum;
}

DoubleDouble exact_sin(double x) {
  DoubleDouble s;
  DoubleDouble c;
  exact_sincos(x, &s, &c);
  return s;
}

DoubleDouble exact_cos(double x) {
  DoubleDouble s;
  DoubleDouble c;
  exact_sincos(x, &s, &c);
  return c;
}

// One line of the table: a function, its exact value, a range, a bound.
struct Row {
  const char* name;
  double (*function)(double);
  DoubleDouble (*exact)(double);
  double low;
  double high;
  double max_ulp;
};

const Row kRows[] = {
    {"exp", exp, [](double x) { return exact_exp(whole(x)); }, -600, 600, 0.7},
    {"exp", exp, [](double x) { return exact_exp(whole(x)); }, -1, 1, 0.7},
    {"exp2", exp2, [](double x) { return exp2(whole(x)); }, -800, 800, 0.7},
    {"exp2", exp2, [](double x) { return exp2(whole(x)); }, -1, 1, 0.7},
    {"expm1", expm1, exact_expm1, -40, 300, 1.25},
    {"expm1", expm1, exact_expm1, -1, 1, 1.25},
    {"expm1", expm1, exact_expm1, -1e-9, 1e-9, 1.25},
    {"log", log, exact_log, 1e-300, 1e300, 0.85},
    {"log", log, exact_log, 0.3, 3, 0.85},
    {"log2", log2, exact_log2, 1e-300, 1e300, 0.505},
    {"log2", log2, exact_log2, 0.3, 3, 0.505},
    {"log1p", log1p, [](double x) { return exact_log1p(whole(x)); }, -0.999, 10,
     1.25},
    {"log1p", log1p, [](double x) { return exact_log1p(whole(x)); }, -1e-6,
     1e-6, 1.25},
    {"sin", sin, exact_sin, -4, 4, 0.82},
    {"sin", sin, exact_sin, -2147483648.0, 2147483648.0, 0.82},
    {"cos", cos, exact_cos, -4, 4, 0.82},
    {"cos", cos, exact_cos, -2147483648.0, 2147483648.0, 0.82},
};

}  // namespace

TEST_CASE("Elementary functions stay within their documented ulp") {
  for (const Row& row : kRows) {
    CAPTURE(row.name);
    CAPTURE(row.low);
    CAPTURE(row.high);
    Draw draw(2017);
    double worst = 0;
    double at = 0;
    for (int n = 0; n < kSamples; ++n) {
      // Half of the positive wide ranges on a logarithmic scale.
      const bool wide = row.low > 0 && row.high / row.low > 1e6 && n % 2 == 0;
      const double x =
          wide ? std::exp(draw.real(std::log(row.low), std::log(row.high)))
               : draw.real(row.low, row.high);
      const double error = ulp_error(row.function(x), row.exact(x));
      if (!(error <= worst)) {
        worst = error;
        at = x;
      }
    }
    CAPTURE(at);
    CHECK(worst <= row.max_ulp);
  }
}

TEST_CASE("pow stays within 0.75 ulp, large results included") {
  Draw draw(2017);
  double worst = 0;
  for (int n = 0; n < kSamples; ++n) {
    const double x =
        n % 2 == 0 ? draw.real(0.01, 100) : std::exp(draw.real(-600, 600));
    const double limit = 800 / (std::fabs(std::log2(x)) + 0.01);
    const double y = draw.real(-limit, limit);
    const DoubleDouble exact = exp2(multiply(exact_log2(x), whole(y)));
    worst = std::max(worst, ulp_error(pow(x, y), exact));
  }
  CHECK(worst <= 0.75);
}

TEST_CASE("sin and cos keep their digits next to their zeros") {
  Draw draw(2017);
  double worst = 0;
  for (int n = 0; n < kSamples; ++n) {
    const double k = std::floor(draw.real(0, 1e9));
    const double x = k * 1.5707963267948966;
    worst = std::max({worst, ulp_error(sin(x), exact_sin(x)),
                      ulp_error(cos(x), exact_cos(x))});
  }
  CHECK(worst <= 0.82);
  CHECK(sin(3.141592653589793) == 1.2246467991473532e-16);
  CHECK(cos(1.5707963267948966) == 6.123233995736766e-17);
}

TEST_CASE("Exact cases are exact") {
  CHECK(exp(0) == 1);
  CHECK(log(1) == 0);
  for (int n = -1074; n <= 1023; ++n) {
    const double power = std::ldexp(1.0, n);
    CHECK(exp2(n) == power);
    CHECK(log2(power) == n);
    CHECK(pow(2, n) == power);
  }
  CHECK(pow(3, 5) == 243);
  CHECK(pow(10, 22) == 1e22);
  CHECK(pow(0.25, 0.5) == 0.5);
  CHECK(pow(-2, 3) == -8);
  CHECK(pow(-2, -2) == 0.25);
  CHECK(expm1(0) == 0);
  CHECK(log1p(0) == 0);
  CHECK(sin(0) == 0);
  CHECK(cos(0) == 1);
}

TEST_CASE("Ends of the range: overflow, underflow, infinity, NaN") {
  CHECK(exp(709.78) < kInfinity);
  CHECK(exp(709.79) == kInfinity);
  CHECK(exp(kInfinity) == kInfinity);
  CHECK(exp(-kInfinity) == 0);
  CHECK(exp(-745.13) == std::numeric_limits<double>::denorm_min());
  CHECK(exp(-745.14) == 0);
  CHECK(exp2(1024) == kInfinity);
  CHECK(exp2(-1076) == 0);
  CHECK(expm1(-kInfinity) == -1);
  CHECK(expm1(kInfinity) == kInfinity);
  CHECK(log(0) == -kInfinity);
  CHECK(log(kInfinity) == kInfinity);
  CHECK(log2(0) == -kInfinity);
  CHECK(log2(kInfinity) == kInfinity);
  CHECK(log1p(kInfinity) == kInfinity);
  CHECK(log1p(-1) == -kInfinity);
  CHECK(log(5e-324) == doctest::Approx(-744.4400719213812).epsilon(1e-15));
  CHECK(log2(5e-324) == -1074);
  for (double x : {log(-1), log2(-1), log1p(-2), exp(kNaN), exp2(kNaN),
                   expm1(kNaN), log(kNaN), log2(kNaN), log1p(kNaN), sin(kNaN),
                   cos(kNaN), sin(kInfinity), cos(-kInfinity), pow(-2, 0.5),
                   pow(kNaN, 1), pow(2, kNaN)}) {
    CHECK(std::isnan(x));
  }
}

TEST_CASE("pow has the special cases of IEEE 754") {
  CHECK(pow(kNaN, 0) == 1);
  CHECK(pow(1, kNaN) == 1);
  CHECK(pow(0, 2) == 0);
  CHECK(pow(0, -1) == kInfinity);
  CHECK(pow(-0.0, -1) == -kInfinity);
  CHECK(pow(-0.0, 2) == 0);
  CHECK(pow(-1, kInfinity) == 1);
  CHECK(pow(-1, 9007199254740993.0) == 1);
  CHECK(pow(2, kInfinity) == kInfinity);
  CHECK(pow(2, -kInfinity) == 0);
  CHECK(pow(0.5, kInfinity) == 0);
  CHECK(pow(kInfinity, -2) == 0);
  CHECK(pow(-kInfinity, 3) == -kInfinity);
  CHECK(pow(-kInfinity, 2) == kInfinity);
  CHECK(pow(-kInfinity, 0.5) == kInfinity);
  CHECK(pow(-kInfinity, -0.5) == 0);
  CHECK(pow(10, 400) == kInfinity);
  CHECK(pow(-10, 401) == -kInfinity);
  CHECK(pow(10, -400) == 0);
  CHECK(pow(1.0000001, 1e300) == kInfinity);
  CHECK(pow(10, 308.3) == kInfinity);
  CHECK(pow(10, -324) == 0);
}

}  // namespace posenc::numeric
