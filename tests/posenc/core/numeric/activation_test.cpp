#include "numeric/activation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "oracle.hpp"
#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::exact_erf;
using testing::exact_exp;
using testing::exact_log1p;
using testing::ulp_error;
using testing::whole;

DoubleDouble exact_sigmoid(double x) {
  return divide(whole(1), add(whole(1), exact_exp(whole(-x))));
}

DoubleDouble exact_softplus(double x) {
  return exact_log1p(exact_exp(whole(x)));
}

// tanh x = 1 - 2 / (e^2x + 1); by its series where that cancels.
DoubleDouble exact_tanh(double x) {
  if (std::fabs(x) < 1e-3) {
    const DoubleDouble z = multiply(whole(x), whole(x));
    DoubleDouble sum = divide(whole(-17), whole(315));
    sum = add(divide(whole(2), whole(15)), multiply(sum, z));
    sum = add(divide(whole(-1), whole(3)), multiply(sum, z));
    return multiply(whole(x), add(whole(1), multiply(sum, z)));
  }
  const DoubleDouble e = exact_exp(whole(2 * x));
  return divide(subtract(e, whole(1)), add(e, whole(1)));
}

struct Row {
  const char* name;
  double (*function)(double);
  DoubleDouble (*exact)(double);
  double low;
  double high;
  double max_ulp;
};

const Row kRows[] = {
    {"tanh", tanh, exact_tanh, -20, 20, 2.4},
    {"tanh", tanh, exact_tanh, -1, 1, 2.4},
    {"tanh", tanh, exact_tanh, -1e-3, 1e-3, 2.4},
    {"sigmoid", sigmoid, exact_sigmoid, -500, 50, 2.5},
    {"sigmoid", sigmoid, exact_sigmoid, -5, 5, 2.5},
    {"softplus", softplus, exact_softplus, -500, 50, 2},
    {"softplus", softplus, exact_softplus, -5, 5, 2},
    {"erf", erf, exact_erf, -6.5, 6.5, 1.3},
    {"erf", erf, exact_erf, -1.1, 1.1, 1.3},
    {"erf", erf, exact_erf, -1e-5, 1e-5, 1.3},
};

}  // namespace

TEST_CASE("Activations stay within their documented ulp") {
  for (const Row& row : kRows) {
    CAPTURE(row.name);
    CAPTURE(row.low);
    Draw draw(2017);
    double worst = 0;
    double at = 0;
    for (int n = 0; n < 10000; ++n) {
      const double x = draw.real(row.low, row.high);
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

TEST_CASE("Activations at zero, at infinity and for NaN") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(tanh(0) == 0);
  CHECK(std::signbit(tanh(-0.0)));
  CHECK(tanh(infinity) == 1);
  CHECK(tanh(-infinity) == -1);
  CHECK(sigmoid(0) == 0.5);
  CHECK(sigmoid(infinity) == 1);
  CHECK(sigmoid(-infinity) == 0);
  CHECK(softplus(0) == doctest::Approx(0.6931471805599453).epsilon(1e-15));
  CHECK(softplus(infinity) == infinity);
  CHECK(softplus(-infinity) == 0);
  CHECK(erf(0) == 0);
  CHECK(erf(infinity) == 1);
  CHECK(erf(-infinity) == -1);
  for (double x : {tanh(nan), sigmoid(nan), softplus(nan), erf(nan)}) {
    CHECK(std::isnan(x));
  }
}

TEST_CASE("Activations are odd, or mirror each other") {
  testing::for_all(1000, [](Draw& draw) {
    const double x = draw.real(-30, 30);
    CHECK(tanh(-x) == -tanh(x));
    CHECK(erf(-x) == -erf(x));
    CHECK(sigmoid(x) + sigmoid(-x) == doctest::Approx(1).epsilon(1e-15));
  });
}

}  // namespace posenc::numeric
