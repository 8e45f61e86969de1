#include "embedding/hybrid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

std::vector<float> waves(std::size_t rows, std::size_t width, double base) {
  std::vector<float> out(rows * width);
  REQUIRE(sinusoidal_range(out, rows, 0.0, {.width = width, .base = base}) ==
          Status::kOk);
  return out;
}

}  // namespace

TEST_CASE("both parts of hybrid equal their sources") {
  for_all(80, [](Draw& draw) {
    const std::size_t rows = draw.size(1, 20);
    const std::size_t width = draw.size(2, 40);
    const std::size_t part = draw.size(1, width - 1);
    const double base = draw.real(1, 1e5);
    const auto table = draw.floats(rows * part);
    std::vector<float> scratch(rows * (width - part));
    std::vector<float> out(rows * width);
    REQUIRE(hybrid(out, table, scratch,
                   {.rows = rows,
                    .width = width,
                    .learned_width = part,
                    .base = base}) == Status::kOk);
    const auto rest = waves(rows, width - part, base);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t row = i / width;
      const std::size_t column = i % width;
      CHECK(out[i] == (column < part
                           ? table[row * part + column]
                           : rest[row * (width - part) + column - part]));
    }
  });
}

TEST_CASE("hybrid refuses widths that leave one part empty") {
  std::vector<float> out(6, 9.0f);
  std::vector<float> table(6);
  std::vector<float> scratch(6);
  const auto status = [&](HybridOptions options) {
    const std::size_t rest = options.width - options.learned_width;
    return hybrid(out, std::span(table).first(2 * options.learned_width),
                  std::span(scratch).first(std::min<std::size_t>(2 * rest, 6)),
                  options);
  };
  CHECK(status({.rows = 2, .width = 3, .learned_width = 0}) ==
        Status::kBadArgument);
  CHECK(status({.rows = 2, .width = 3, .learned_width = 3}) ==
        Status::kBadArgument);
  CHECK(status({.rows = 3, .width = 3, .learned_width = 1}) ==
        Status::kBadShape);
  CHECK(status({.rows = 2, .width = 3, .learned_width = 1, .base = 0.5}) ==
        Status::kBadArgument);
  const std::span<const float> cut = std::span(table).first(1);
  CHECK(hybrid(out, cut, std::span(scratch).first(4),
               {.rows = 2, .width = 3, .learned_width = 1}) ==
        Status::kBadShape);
  CHECK(out == std::vector<float>(6, 9.0f));
  CHECK(status({.rows = 2, .width = 3, .learned_width = 1}) == Status::kOk);
}

}  // namespace posenc::embedding
