#include "transformer/layer_norm.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "random.hpp"

namespace posenc::transformer {
namespace {

std::vector<float> run(const std::vector<float>& x, std::size_t width,
                       double epsilon, const std::vector<float>& gain = {},
                       const std::vector<float>& bias = {}) {
  std::vector<float> y(x.size(), NAN);
  REQUIRE(layer_norm(y, x, gain, bias, width, epsilon) == Status::kOk);
  return y;
}

TEST_CASE("two numbers become -1 and 1, whatever their size") {
  CHECK(run({1, 3, -4, 4, 5e30f, 7e30f}, 2, 0) ==
        std::vector<float>{-1, 1, -1, 1, -1, 1});
}

TEST_CASE("a row of equal numbers becomes the bias, without epsilon too") {
  for (const double epsilon : {0.0, 1e-5}) {
    for (const float x : {0.0f, 0.1f, -3e38f, 1e-45f}) {
      CAPTURE(x);
      CHECK(run({x, x, x}, 3, epsilon) == std::vector<float>{0, 0, 0});
      CHECK(run({x, x, x}, 3, epsilon, {5, 6, 7}, {1, 2, 3}) ==
            std::vector<float>{1, 2, 3});
    }
  }
}

TEST_CASE("rows have the mean of the bias and the deviation of the gain") {
  test::Random random(95);
  for (int round = 0; round < 50; ++round) {
    const std::size_t width = random.integer(2, 70);
    const std::size_t rows = random.integer(1, 5);
    const double epsilon = random.chance(0.5) ? 0 : random.real(1e-6, 1);
    const auto x = random.floats(rows * width, -9, 9);
    const auto gain = random.floats(width);
    const auto bias = random.floats(width);
    const auto y = run(x, width, epsilon, gain, bias);
    for (std::size_t r = 0; r < rows; ++r) {
      double mean = 0;
      double variance = 0;
      for (std::size_t j = 0; j < width; ++j) {
        mean += double{x[r * width + j]} / static_cast<double>(width);
      }
      for (std::size_t j = 0; j < width; ++j) {
        variance += std::pow(double{x[r * width + j]} - mean, 2) /
                    static_cast<double>(width);
      }
      for (std::size_t j = 0; j < width; ++j) {
        const double expected = (double{x[r * width + j]} - mean) /
                                    std::sqrt(variance + epsilon) *
                                    double{gain[j]} +
                                double{bias[j]};
        CHECK(std::abs(double{y[r * width + j]} - expected) <=
              0x1p-22 * (1 + std::abs(expected)));
      }
    }
  }
}

TEST_CASE("the result may take the place of the rows") {
  std::vector<float> x{1, 2, 4, 8, 3, 3};
  const auto apart = run(x, 3, 1e-5);
  REQUIRE(layer_norm(x, x, {}, {}, 3, 1e-5) == Status::kOk);
  CHECK(x == apart);
}

TEST_CASE("layer_norm refuses what does not fit") {
  std::vector<float> y(6);
  const std::vector<float> x(6);
  const std::vector<float> two(2);
  CHECK(layer_norm(y, x, {}, {}, 0, 0) == Status::kBadShape);
  CHECK(layer_norm(y, x, {}, {}, 4, 0) == Status::kBadShape);
  CHECK(layer_norm({y.data(), 3}, x, {}, {}, 3, 0) == Status::kBadShape);
  CHECK(layer_norm(y, x, two, {}, 3, 0) == Status::kBadShape);
  CHECK(layer_norm(y, x, {}, two, 3, 0) == Status::kBadShape);
  for (const double epsilon :
       {-1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    CHECK(layer_norm(y, x, {}, {}, 3, epsilon) == Status::kBadArgument);
  }
}

}  // namespace
}  // namespace posenc::transformer
