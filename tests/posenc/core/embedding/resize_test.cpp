#include "embedding/resize.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using numeric::ResampleMethod;
using testing::Draw;
using testing::for_all;

ResizeOptions random_options(Draw& draw, Grid from, Grid to) {
  const auto method =
      draw.pick({ResampleMethod::kLinear, ResampleMethod::kCubic,
                 ResampleMethod::kNearest});
  const bool smooth = method != ResampleMethod::kNearest;
  const bool corners = smooth && draw.coin();
  return {.from = from,
          .to = to,
          .width = draw.size(1, 70),
          .prefix = draw.size(0, 2),
          .method = method,
          .align_corners = corners,
          .antialias = smooth && !corners && draw.coin()};
}

std::size_t size_of(const ResizeOptions& o, Grid grid) {
  return (o.prefix + grid.height * grid.width) * o.width;
}

}  // namespace

TEST_CASE("resizing to the same size is the identity, bit for bit") {
  for_all(100, [](Draw& draw) {
    const Grid grid{draw.size(1, 9), draw.size(1, 9)};
    const ResizeOptions options = random_options(draw, grid, grid);
    auto table = draw.floats(size_of(options, grid));
    table.front() = -0.0f;
    std::vector<float> out(table.size());
    REQUIRE(resize(out, table, options) == Status::kOk);
    CHECK(out == table);
    // Equal to 0, but not the same.
    CHECK(std::signbit(out.front()));
  });
}

TEST_CASE("a grid resizes as its columns and then its rows do") {
  for_all(60, [](Draw& draw) {
    const Grid from{draw.size(1, 7), draw.size(1, 7)};
    const Grid to{draw.size(1, 7), draw.size(1, 7)};
    ResizeOptions options = random_options(draw, from, to);
    options.prefix = 0;
    const std::size_t d = options.width;
    const auto table = draw.floats(size_of(options, from));
    std::vector<float> both(size_of(options, to));
    REQUIRE(resize(both, table, options) == Status::kOk);

    const Grid between{from.height, to.width};
    std::vector<float> half(size_of(options, between));
    ResizeOptions across = options;
    across.to = between;
    REQUIRE(resize(half, table, across) == Status::kOk);
    std::vector<float> whole(both.size());
    ResizeOptions down = options;
    down.from = between;
    REQUIRE(resize(whole, half, down) == Status::kOk);
    for (std::size_t i = 0; i < both.size(); ++i) {
      CHECK(std::fabs(both[i] - whole[i]) < 2e-6f);
    }
    // Every column of the table is resized for itself.
    const std::size_t column = draw.size(0, d - 1);
    std::vector<float> one;
    for (std::size_t i = column; i < table.size(); i += d) {
      one.push_back(table[i]);
    }
    options.width = 1;
    std::vector<float> alone(size_of(options, to));
    REQUIRE(resize(alone, one, options) == Status::kOk);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      CHECK(alone[i] == both[i * d + column]);
    }
  });
}

TEST_CASE("prefix rows pass through and the others do not see them") {
  for_all(60, [](Draw& draw) {
    const Grid from{1, draw.size(1, 9)};
    const Grid to{1, draw.size(1, 9)};
    ResizeOptions options = random_options(draw, from, to);
    options.prefix = 2;
    const auto table = draw.floats(size_of(options, from));
    std::vector<float> out(size_of(options, to));
    REQUIRE(resize(out, table, options) == Status::kOk);
    const auto behind = static_cast<std::ptrdiff_t>(2 * options.width);
    CHECK(std::equal(out.begin(), out.begin() + behind, table.begin()));
    options.prefix = 0;
    const std::vector<float> body(table.begin() + behind, table.end());
    std::vector<float> rest(size_of(options, to));
    REQUIRE(resize(rest, body, options) == Status::kOk);
    CHECK(std::equal(rest.begin(), rest.end(), out.begin() + behind));
  });
}

TEST_CASE("resize leaves the same bits on every machine") {
  std::vector<float> table(49 * 3);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<float>(i * i % 97) / 64.0f - 0.7f;
  }
  std::vector<float> out(25 * 3);
  REQUIRE(resize(out, table,
                 {.from = {7, 7},
                  .to = {5, 5},
                  .width = 3,
                  .method = ResampleMethod::kCubic,
                  .antialias = true}) == Status::kOk);
  CHECK(testing::checksum(out) == 7482996555575338039u);
}

TEST_CASE("resize refuses sizes that do not fit, and excluded options") {
  std::vector<float> out(6, 9.0f);
  const std::vector<float> table(4);
  const ResizeOptions good{.from = {1, 2}, .to = {1, 3}, .width = 2};
  CHECK(resize(out, table, good) == Status::kOk);
  const auto with = [&](auto change) {
    ResizeOptions options = good;
    change(options);
    return resize(out, table, options);
  };
  out.assign(6, 9.0f);
  CHECK(with([](auto& o) { o.width = 3; }) == Status::kBadShape);
  CHECK(with([](auto& o) { o.prefix = 1; }) == Status::kBadShape);
  CHECK(with([](auto& o) { o.to.width = 0; }) == Status::kBadArgument);
  CHECK(with([](auto& o) { o.from.height = 0; }) == Status::kBadArgument);
  CHECK(with([](auto& o) { o.method = static_cast<ResampleMethod>(9); }) ==
        Status::kBadArgument);
  CHECK(with([](auto& o) { o.prefix = static_cast<std::size_t>(-1); }) ==
        Status::kTooLarge);
  CHECK(out == std::vector<float>(6, 9.0f));
}

TEST_CASE("a table without columns is resized at once, whatever its grids") {
  constexpr std::size_t kSide = std::size_t{1} << 31;
  using enum ResampleMethod;
  for (const auto method : {kLinear, kCubic, kNearest}) {
    CHECK(resize({}, {},
                 {.from = {kSide, kSide},
                  .to = {kSide, kSide - 1},
                  .prefix = SIZE_MAX,
                  .method = method}) == Status::kOk);
  }
}

}  // namespace posenc::embedding
