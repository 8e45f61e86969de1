#include "transformer/activation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <span>

namespace posenc::transformer {
namespace {

constexpr auto kNaN = std::numeric_limits<float>::quiet_NaN();

float one(float x, Activation activation) {
  float y = -1;
  CHECK(activate({&y, 1}, {&x, 1}, activation) == Status::kOk);
  return y;
}

TEST_CASE("activations follow their formulas") {
  for (int n = -1200; n <= 1200; ++n) {
    const float x = static_cast<float>(n) / 100;
    const double z = double{x};
    CHECK(one(x, Activation::kRelu) == (x > 0 ? x : 0));
    const double gelu = 0.5 * z * (1 + std::erf(z / std::sqrt(2.0)));
    CHECK(std::fabs(one(x, Activation::kGelu) - gelu) <=
          std::fabs(gelu) * 0x1p-23 + 2e-15);
    const double inner =
        std::sqrt(2 / std::acos(-1.0)) * (z + 0.044715 * z * z * z);
    const double by_tanh = 0.5 * z * (1 + std::tanh(inner));
    CHECK(std::fabs(one(x, Activation::kGeluTanh) - by_tanh) <=
          std::fabs(by_tanh) * 0x1p-23 + 2e-15);
  }
}

TEST_CASE("activations pass NaN on and hold at the ends") {
  const float big = std::numeric_limits<float>::max();
  for (int kind = 0; kind < 3; ++kind) {
    const auto activation = static_cast<Activation>(kind);
    CHECK(std::isnan(one(kNaN, activation)));
    CHECK(one(0, activation) == 0);
    CHECK(one(big, activation) == big);
    CHECK(one(-big, activation) == 0);
  }
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(one(-infinity, Activation::kRelu) == 0);
  CHECK(std::isnan(one(-infinity, Activation::kGelu)));
  CHECK(std::isnan(one(-infinity, Activation::kGeluTanh)));
}

TEST_CASE("activate works in place and refuses what does not fit") {
  float x[] = {-1, 2, -3};
  float y[] = {7, 7};
  CHECK(activate(y, x, Activation::kRelu) == Status::kBadShape);
  CHECK(activate(x, x, static_cast<Activation>(3)) == Status::kBadArgument);
  CHECK(activate(x, x, static_cast<Activation>(-1)) == Status::kBadArgument);
  CHECK(y[0] == 7);
  CHECK(x[0] == -1);
  CHECK(activate(x, x, Activation::kRelu) == Status::kOk);
  CHECK(x[0] == 0);
  CHECK(x[1] == 2);
  CHECK(x[2] == 0);
}

}  // namespace
}  // namespace posenc::transformer
