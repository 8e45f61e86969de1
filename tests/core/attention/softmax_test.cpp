#include "attention/softmax.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "random.hpp"

namespace posenc {
namespace {

using test::Random;

TEST_CASE("exp of scores: 1 at 0, 0 below 2^-64, 2 ulp between") {
  const auto exp = [](float x) {
    return attention::exp_nonpositive(numeric::F32x4(x)).get(0);
  };
  CHECK(exp(0.0f) == 1.0f);
  CHECK(exp(-44.3f) > 0.0f);
  CHECK(exp(-44.4f) == 0.0f);
  CHECK(exp(-1e30f) == 0.0f);
  CHECK(exp(-std::numeric_limits<float>::infinity()) == 0.0f);
  CHECK(std::isnan(exp(std::numeric_limits<float>::quiet_NaN())));
  Random random(19);
  double near = 0;
  double far = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto x = static_cast<float>(random.real(-1, 0));
    const auto y = static_cast<float>(random.real(-44.3, 0));
    const double ex = std::exp(static_cast<double>(x));
    const double ey = std::exp(static_cast<double>(y));
    near = std::max(near, std::abs(static_cast<double>(exp(x)) / ex - 1));
    far = std::max(far, std::abs(static_cast<double>(exp(y)) / ey - 1) /
                            (2 - static_cast<double>(y)));
  }
  CHECK(near <= 2.6 * 0x1p-24);
  CHECK(far <= 1.5 * 0x1p-24);
}

}  // namespace
}  // namespace posenc
