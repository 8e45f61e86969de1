#include "embedding/fourier.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

constexpr double kPi = 3.141592653589793;

std::size_t width_of(const FourierOptions& o) {
  return 2 * o.coordinates * o.bands + (o.include_input ? o.coordinates : 0);
}

double frequency(const FourierOptions& o, std::size_t k) {
  const auto at = static_cast<double>(k);
  if (o.spacing == FourierSpacing::kOctaves) return std::exp2(at);
  if (o.bands == 1) return 1;
  return 1 + at * (o.max_frequency / 2 - 1) / static_cast<double>(o.bands - 1);
}

std::vector<double> reals(Draw& draw, std::size_t count, double size) {
  std::vector<double> x(count);
  for (double& y : x) y = draw.real(-size, size);
  return x;
}

}  // namespace

TEST_CASE("fourier follows its formula in the interleaved order") {
  for_all(80, [](Draw& draw) {
    const FourierOptions o{.rows = draw.size(1, 9),
                           .coordinates = draw.size(1, 4),
                           .bands = draw.size(1, 12),
                           .spacing = draw.pick({FourierSpacing::kOctaves,
                                                 FourierSpacing::kLinear}),
                           .max_frequency = draw.real(2, 300),
                           .include_input = draw.coin()};
    const auto coords = reals(draw, o.rows * o.coordinates, 2);
    const std::size_t width = width_of(o);
    std::vector<float> out(o.rows * width);
    REQUIRE(fourier(out, coords, o) == Status::kOk);
    const std::size_t skip = o.include_input ? o.coordinates : 0;
    for (std::size_t n = 0; n < o.rows; ++n) {
      for (std::size_t c = 0; c < o.coordinates; ++c) {
        const double x = coords[n * o.coordinates + c];
        if (skip > 0) CHECK(out[n * width + c] == static_cast<float>(x));
        for (std::size_t k = 0; k < o.bands; ++k) {
          const double angle = kPi * frequency(o, k) * x;
          const std::size_t at = n * width + skip + 2 * (c * o.bands + k);
          // The reference's angle is itself rounded: up to 2^12 pi here.
          CHECK(std::fabs(static_cast<double>(out[at]) - std::sin(angle)) <
                3e-8 + 1e-11);
          CHECK(std::fabs(static_cast<double>(out[at + 1]) - std::cos(angle)) <
                3e-8 + 1e-11);
        }
      }
    }
  });
}

TEST_CASE("the three orders are permutations of each other") {
  // Named by 100 * (sine 0, cosine 1) + 10 * coordinate + band.
  const auto order = [](FourierLayout layout) {
    FourierOptions o{.rows = 1, .coordinates = 2, .bands = 3, .layout = layout};
    const std::vector<double> coords = {0.31, -0.083};
    std::vector<float> out(12);
    REQUIRE(fourier(out, coords, o) == Status::kOk);
    std::vector<int> names;
    for (const float value : out) {
      int best = 0;
      double distance = 9;
      for (int name = 0; name < 12; ++name) {
        const double x = coords[static_cast<std::size_t>(name / 3 % 2)];
        const double angle = kPi * std::exp2(name % 3) * x;
        const double v = name / 6 == 0 ? std::sin(angle) : std::cos(angle);
        if (std::fabs(v - static_cast<double>(value)) < distance) {
          distance = std::fabs(v - static_cast<double>(value));
          best = 100 * (name / 6) + 10 * (name / 3 % 2) + name % 3;
        }
      }
      CHECK(distance < 1e-7);
      names.push_back(best);
    }
    return names;
  };
  using Names = std::vector<int>;
  CHECK(order(FourierLayout::kInterleaved) ==
        Names{0, 100, 1, 101, 2, 102, 10, 110, 11, 111, 12, 112});
  CHECK(order(FourierLayout::kHalves) ==
        Names{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112});
  CHECK(order(FourierLayout::kBands) ==
        Names{0, 10, 100, 110, 1, 11, 101, 111, 2, 12, 102, 112});
}

TEST_CASE("octaves of dyadic coordinates are exact at any band") {
  std::vector<float> out(60);
  const std::vector<double> x = {0.25};
  REQUIRE(fourier(out, x, {.rows = 1, .bands = 30}) == Status::kOk);
  CHECK(out[2] == 1.0f);   // sin(pi / 2)
  CHECK(out[3] == 0.0f);   // cos(pi / 2)
  CHECK(out[4] == 0.0f);   // sin(pi)
  CHECK(out[5] == -1.0f);  // cos(pi)
  for (std::size_t k = 3; k < 30; ++k) {
    CHECK(out[2 * k] == 0.0f);
    CHECK(out[2 * k + 1] == 1.0f);
  }
}

TEST_CASE("random features are the sines and cosines of 2 pi B x") {
  for_all(50, [](Draw& draw) {
    const RandomFourierOptions o{.rows = draw.size(1, 9),
                                 .coordinates = draw.size(1, 4),
                                 .features = draw.size(1, 20)};
    const auto coords = reals(draw, o.rows * o.coordinates, 1);
    const auto matrix = draw.floats(o.features * o.coordinates);
    std::vector<float> out(o.rows * o.features * 2);
    REQUIRE(random_fourier(out, coords, matrix, o) == Status::kOk);
    for (std::size_t n = 0; n < o.rows; ++n) {
      for (std::size_t m = 0; m < o.features; ++m) {
        double turns = 0;
        for (std::size_t c = 0; c < o.coordinates; ++c) {
          turns += static_cast<double>(matrix[m * o.coordinates + c]) *
                   coords[n * o.coordinates + c];
        }
        const float* const row = out.data() + n * o.features * 2;
        CHECK(std::fabs(static_cast<double>(row[m]) -
                        std::sin(2 * kPi * turns)) < 3.1e-8);
        CHECK(std::fabs(static_cast<double>(row[o.features + m]) -
                        std::cos(2 * kPi * turns)) < 3.1e-8);
      }
    }
  });
}

TEST_CASE("fourier leaves the same bits on every machine") {
  Draw draw(3);
  const auto coords = reals(draw, 200, 1);
  std::vector<float> out(100 * 2 * 2 * 8);
  REQUIRE(fourier(out, coords,
                  {.rows = 100,
                   .coordinates = 2,
                   .bands = 8,
                   .spacing = FourierSpacing::kLinear,
                   .max_frequency = 224}) == Status::kOk);
  CHECK(testing::checksum(out) == 7949846954866978105u);
}

TEST_CASE("fourier refuses what it cannot compute exactly") {
  std::vector<float> out(2, 9.0f);
  const auto status = [&](double x, FourierOptions options) {
    return fourier(out, std::vector<double>{x}, options);
  };
  const double nan = std::nan("");
  CHECK(status(2e6, {.rows = 1}) == Status::kBadArgument);
  CHECK(status(nan, {.rows = 1}) == Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .bands = 0}) == Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .bands = 31}) == Status::kBadArgument);
  const auto linear = FourierSpacing::kLinear;
  CHECK(status(1, {.rows = 1, .spacing = linear, .max_frequency = 1}) ==
        Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .spacing = linear, .max_frequency = nan}) ==
        Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .spacing = static_cast<FourierSpacing>(2)}) ==
        Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .layout = static_cast<FourierLayout>(3)}) ==
        Status::kBadArgument);
  CHECK(status(1, {.rows = 1, .bands = 2}) == Status::kBadShape);
  CHECK(status(1, {.rows = 2}) == Status::kBadShape);
  const auto random = [&](double x, std::vector<float> matrix) {
    return random_fourier(out, std::vector<double>{x}, matrix,
                          {.rows = 1, .features = matrix.size()});
  };
  const float most = 1073741824.0f;  // 2^30
  CHECK(random(1, {std::nextafter(most, 2 * most)}) == Status::kBadArgument);
  CHECK(random_fourier(out, std::vector<double>{1, 1},
                       std::vector<float>{1, most},
                       {.rows = 1, .coordinates = 2}) == Status::kBadArgument);
  CHECK(random(1, {std::numeric_limits<float>::infinity()}) ==
        Status::kBadArgument);
  CHECK(random(nan, {1}) == Status::kBadArgument);
  CHECK(random(1, {1, 1}) == Status::kBadShape);
  CHECK(out == std::vector<float>(2, 9.0f));
  CHECK(random(1048576, {most}) == Status::kOk);
}

TEST_CASE("rows without columns take no time, however many") {
  CHECK(fourier({}, {}, {.rows = SIZE_MAX, .coordinates = 0, .bands = 1}) ==
        Status::kOk);
  CHECK(random_fourier({}, {}, {},
                       {.rows = SIZE_MAX, .coordinates = 0, .features = 0}) ==
        Status::kOk);
}

}  // namespace posenc::embedding
