#include "embedding/coordinate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;
using Rows = std::vector<float>;

SinusoidalOptions draw_columns(Draw& draw, std::size_t max_width) {
  return {.width = draw.size(1, max_width),
          .base = draw.pick({1.0, 10000.0, 1e9, draw.real(2, 1e6)}),
          .layout = draw.pick(
              {SinusoidalLayout::kInterleaved, SinusoidalLayout::kHalves}),
          .spacing = draw.pick(
              {SinusoidalSpacing::kPaper, SinusoidalSpacing::kEndpoint})};
}

std::vector<double> draw_positions(Draw& draw) {
  std::vector<double> positions(draw.size(1, 20));
  for (double& p : positions) {
    p = draw.coin() ? draw.real(-1000, 1000)
                    : static_cast<double>(draw.integer(0, 5000));
  }
  return positions;
}

Rows rows(const std::vector<double>& positions,
          const CoordinateOptions& options) {
  Rows out(positions.size() * options.columns.width, 7.0f);
  REQUIRE(coordinate(out, positions, options) == Status::kOk);
  return out;
}

}  // namespace

TEST_CASE("coordinate follows the formula of the Universal Transformer") {
  for_all(60, [](Draw& draw) {
    const double base = draw.real(2, 1e6);
    const std::size_t width = draw.size(1, 300);
    const double step = draw.coin() ? draw.real(-50, 50)
                                    : static_cast<double>(draw.size(1, 12));
    const auto positions = draw_positions(draw);
    const Rows out = rows(
        positions, {.columns = {.width = width, .base = base}, .step = step});
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::size_t column = k % width;
      const auto exponent = static_cast<long double>(column - column % 2) /
                            static_cast<long double>(width);
      const long double omega =
          std::pow(static_cast<long double>(base), -exponent);
      const auto wave = [&](double x) {
        return column % 2 == 0 ? std::sin(x * omega) : std::cos(x * omega);
      };
      const long double exact = wave(positions[k / width]) + wave(step);
      CHECK(std::fabs(static_cast<long double>(out[k]) - exact) <= 5.97e-8L);
    }
  });
}

TEST_CASE("coordinate has the columns of sinusoidal, rounded once") {
  for_all(60, [](Draw& draw) {
    const SinusoidalOptions columns = draw_columns(draw, 300);
    const double step = static_cast<double>(draw.integer(-99, 99));
    const auto positions = draw_positions(draw);
    const Rows sum = rows(positions, {.columns = columns, .step = step});
    Rows of_position(sum.size());
    Rows of_step(columns.width);
    REQUIRE(sinusoidal(of_position, positions, columns) == Status::kOk);
    REQUIRE(sinusoidal(of_step, std::vector{step}, columns) == Status::kOk);
    for (std::size_t k = 0; k < sum.size(); ++k) {
      const double both = static_cast<double>(of_position[k]) +
                          static_cast<double>(of_step[k % columns.width]);
      CHECK(std::fabs(static_cast<double>(sum[k]) - both) <= 1.2e-7);
    }
  });
}

TEST_CASE("coordinate treats position and step alike") {
  for_all(60, [](Draw& draw) {
    const SinusoidalOptions columns = draw_columns(draw, 64);
    const double p = draw.real(-0x1p31, 0x1p31);
    const double t = draw.real(-0x1p31, 0x1p31);
    CHECK(rows({p}, {columns, t}) == rows({t}, {columns, p}));
  });
}

TEST_CASE("coordinate refuses what its header excludes") {
  Rows out(4, 9.0f);
  const auto status = [&](double p, double step, SinusoidalOptions columns) {
    return coordinate(out, std::vector<double>{p}, {columns, step});
  };
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(status(1, 1, {.width = 0}) == Status::kBadArgument);
  CHECK(status(1, 1, {.width = 65537}) == Status::kBadArgument);
  CHECK(status(1, 1, {.width = 4, .base = 0.5}) == Status::kBadArgument);
  CHECK(status(1, nan, {.width = 4}) == Status::kBadArgument);
  CHECK(status(1, -infinity, {.width = 4}) == Status::kBadArgument);
  CHECK(status(1, 0x1p54, {.width = 4}) == Status::kBadArgument);
  CHECK(status(nan, 1, {.width = 4}) == Status::kBadArgument);
  CHECK(status(0x1p54, 1, {.width = 4}) == Status::kBadArgument);
  CHECK(status(1, 1, {.width = 3}) == Status::kBadShape);
  CHECK(out == Rows(4, 9.0f));
  CHECK(status(0x1p53, -0x1p53, {.width = 4}) == Status::kOk);
  CHECK(coordinate({}, {}, {{.width = 5}, 1}) == Status::kOk);
}

}  // namespace posenc::embedding
