#include "analysis/wavelengths.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace posenc::analysis {
namespace {

TEST_CASE("wavelengths run from 2 pi to almost 2 pi base") {
  std::vector<double> out(256);
  REQUIRE(wavelengths(out, {.width = 512}) == Status::kOk);
  CHECK(out.front() == 6.283185307179586);
  // Pair 255: the time scale is 9646.616199...
  CHECK(out.back() / 6.283185307179586 ==
        doctest::Approx(9646.61619911).epsilon(1e-12));
  for (std::size_t i = 1; i < 256; ++i) CHECK(out[i] > out[i - 1]);
}

TEST_CASE("end point wavelengths reach 2 pi base exactly") {
  std::vector<double> out(3);
  REQUIRE(
      wavelengths(out, {.width = 7,
                        .base = 100,
                        .layout = embedding::SinusoidalLayout::kHalves,
                        .spacing = embedding::SinusoidalSpacing::kEndpoint}) ==
      Status::kOk);
  CHECK(out[2] == doctest::Approx(628.3185307179586).epsilon(1e-15));
}

TEST_CASE("a width of one is a pair of its own that turns once in 2 pi") {
  double out = 0;
  REQUIRE(wavelengths({&out, 1}, {.width = 1}) == Status::kOk);
  CHECK(out == 6.283185307179586);
  // With halves and end point spacing it is the zero that an odd width ends on.
  CHECK(wavelengths({}, {.width = 1,
                         .layout = embedding::SinusoidalLayout::kHalves,
                         .spacing = embedding::SinusoidalSpacing::kEndpoint}) ==
        Status::kOk);
}

TEST_CASE("wavelengths refuse bad widths, bases and lengths") {
  std::vector<double> out(2, 1.0);
  CHECK(wavelengths(out, {.width = 0}) == Status::kBadArgument);
  CHECK(wavelengths(out, {.width = 4, .base = 0.5}) == Status::kBadArgument);
  CHECK(wavelengths(out, {.width = 8}) == Status::kBadShape);
  CHECK(out == std::vector<double>(2, 1.0));
}

}  // namespace
}  // namespace posenc::analysis
