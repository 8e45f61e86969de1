// Each number of a sinusoidal table at its bound and one past it.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "embedding/sinusoidal.hpp"

namespace posenc::embedding {
namespace {

constexpr double kFarthest = 0x1p53;
const Status bad = Status::kBadArgument;

Status range(std::size_t rows, double offset,
             const SinusoidalOptions& options) {
  std::vector<float> out(rows * options.width);
  return sinusoidal_range(out, rows, offset, options);
}

}  // namespace

TEST_CASE("tables are 1 to 65536 wide, and of a base from 1") {
  CHECK(range(1, 0, {.width = 1}) == Status::kOk);
  CHECK(range(1, 0, {.width = 0}) == bad);
  CHECK(range(1, 0, {.width = 65536}) == Status::kOk);
  CHECK(range(1, 0, {.width = 65537}) == bad);
  CHECK(range(1, 0, {.width = 4, .base = 1}) == Status::kOk);
  CHECK(range(1, 0, {.width = 4, .base = std::nextafter(1.0, 0.0)}) == bad);
}

TEST_CASE("a table of base 1 has the same frequency in every column") {
  std::vector<float> out(12);
  REQUIRE(sinusoidal_range(out, 3, 0, {.width = 4, .base = 1}) == Status::kOk);
  for (std::size_t p = 0; p < 3; ++p) {
    const double angle = static_cast<double>(p);
    for (std::size_t i = 0; i < 4; i += 2) {
      CHECK(out[4 * p + i] == doctest::Approx(std::sin(angle)).epsilon(1e-6));
      CHECK(out[4 * p + i + 1] ==
            doctest::Approx(std::cos(angle)).epsilon(1e-6));
    }
  }
}

TEST_CASE("positions reach 2^53 on both sides") {
  std::vector<float> out(2);
  for (const double sign : {1.0, -1.0}) {
    const std::vector<double> last{sign * kFarthest};
    const std::vector<double> beyond{sign * (kFarthest + 2)};
    CHECK(sinusoidal(out, last, {.width = 2}) == Status::kOk);
    CHECK(sinusoidal(out, beyond, {.width = 2}) == bad);
    CHECK(sinusoidal_reference(out, last, {.width = 2}) == Status::kOk);
    CHECK(sinusoidal_reference(out, beyond, {.width = 2}) == bad);
  }
  CHECK(range(2, -kFarthest, {.width = 2}) == Status::kOk);
  CHECK(range(2, -kFarthest - 2, {.width = 2}) == bad);
  CHECK(range(2, kFarthest - 2, {.width = 2}) == Status::kOk);
  CHECK(range(2, kFarthest, {.width = 2}) == bad);
}

TEST_CASE("layouts and spacings are the first two words") {
  using Layout = SinusoidalLayout;
  using Spacing = SinusoidalSpacing;
  for (const int word : {0, 1}) {
    CHECK(range(1, 0, {.width = 4, .layout = static_cast<Layout>(word)}) ==
          Status::kOk);
    CHECK(range(1, 0, {.width = 4, .spacing = static_cast<Spacing>(word)}) ==
          Status::kOk);
  }
  for (const int word : {-1, 2}) {
    CHECK(range(1, 0, {.width = 4, .layout = static_cast<Layout>(word)}) ==
          bad);
    CHECK(range(1, 0, {.width = 4, .spacing = static_cast<Spacing>(word)}) ==
          bad);
  }
}

}  // namespace posenc::embedding
