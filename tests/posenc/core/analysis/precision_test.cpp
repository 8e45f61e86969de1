#include "analysis/precision.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace posenc::analysis {
namespace {

std::vector<double> frequencies() {
  std::vector<double> w(64);
  for (std::size_t i = 0; i < 64; ++i) {
    w[i] = std::pow(10000.0, -static_cast<double>(i) / 64);
  }
  return w;
}

TEST_CASE("float32 angles lose digits in proportion to the position") {
  const std::vector<double> positions{0, 1, 4096, 32768, 131072, 1048576};
  std::vector<double> angle(6);
  std::vector<double> value(6);
  REQUIRE(precision(angle, value, positions, frequencies(),
                    numeric::Format::kFloat32) == Status::kOk);
  CHECK(angle[0] == 0);
  CHECK(value[0] == 0);
  // Errors of cos and sin at these positions, of float32 frequencies with
  // float32 products: 2.4e-4, 1.9e-3, 7.6e-3, 6.0e-2.
  CHECK(value[2] == doctest::Approx(2.4e-4).epsilon(0.1));
  CHECK(value[3] == doctest::Approx(1.9e-3).epsilon(0.1));
  CHECK(value[4] == doctest::Approx(7.6e-3).epsilon(0.1));
  CHECK(value[5] == doctest::Approx(6.0e-2).epsilon(0.1));
}

TEST_CASE("bfloat16 positions are meaningless past 256") {
  const std::vector<double> positions{256, 257, 4096};
  std::vector<double> angle(3);
  std::vector<double> value(3);
  REQUIRE(precision(angle, value, positions, frequencies(),
                    numeric::Format::kBfloat16) == Status::kOk);
  CHECK(angle[1] >= 1.0);
  CHECK(value[2] > 1.5);
}

TEST_CASE("a position past float16 has an infinite angle and no value") {
  const std::vector<double> positions{70000};
  std::vector<double> angle(1);
  std::vector<double> value(1);
  REQUIRE(precision(angle, value, positions, frequencies(),
                    numeric::Format::kFloat16) == Status::kOk);
  CHECK(std::isinf(angle[0]));
  CHECK(std::isnan(value[0]));
}

TEST_CASE("precision refuses frequencies outside 0 ... pi / 2") {
  std::vector<double> angle(1, 3.0);
  std::vector<double> value(1);
  const std::vector<double> positions{1};
  const std::vector<double> fast{2.0};
  CHECK(precision(angle, value, positions, fast, numeric::Format::kFloat32) ==
        Status::kBadArgument);
  CHECK(precision({}, value, positions, fast, numeric::Format::kFloat32) ==
        Status::kBadShape);
  CHECK(angle[0] == 3.0);
}

}  // namespace
}  // namespace posenc::analysis
