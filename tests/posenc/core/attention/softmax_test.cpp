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

TEST_CASE("the soft cap is c tanh(s / c) within 4 ulp of float32") {
  Random random(20);
  double small = 0;
  double large = 0;
  for (int i = 0; i < 100000; ++i) {
    const auto cap = static_cast<float>(std::exp(random.real(-3, 6)));
    const double reach = std::exp(random.real(-8, 3));
    float s[4];
    for (float& x : s) x = static_cast<float>(cap * random.real(-reach, reach));
    float found[4];
    std::copy_n(s, 4, found);
    attention::soft_cap(found, 4, cap);
    for (int j = 0; j < 4; ++j) {
      const double c = static_cast<double>(cap);
      const double want = c * std::tanh(static_cast<double>(s[j]) / c);
      const auto near = static_cast<float>(std::abs(want));
      const double ulp = static_cast<double>(
          std::nextafter(near, std::numeric_limits<float>::infinity()) - near);
      const double error = std::abs(static_cast<double>(found[j]) - want) / ulp;
      double& worst = std::abs(s[j] / cap) < 0.625f ? small : large;
      worst = std::max(worst, error);
    }
  }
  CHECK(small <= 2.5);
  CHECK(large <= 4);
  float edges[] = {0.0f, -std::numeric_limits<float>::infinity(), 3.0e38f,
                   std::numeric_limits<float>::quiet_NaN()};
  attention::soft_cap(edges, 4, 30.0f);
  CHECK(edges[0] == 0.0f);
  CHECK(edges[1] == -30.0f);
  CHECK(edges[2] == 30.0f);
  CHECK(std::isnan(edges[3]));
}

}  // namespace
}  // namespace posenc
