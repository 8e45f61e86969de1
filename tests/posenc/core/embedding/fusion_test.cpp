#include "embedding/fusion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

}  // namespace

TEST_CASE("add scales tokens and adds the rows from the offset on") {
  const std::vector<float> tokens = {1, 2, 3, 4, 5, 6, 7, 8};  // [2, 2, 2]
  const std::vector<float> rows = {0, 0, 10, 20, 30, 40};      // [3, 2]
  std::vector<float> out(8);
  REQUIRE(add(out, tokens, rows,
              {.batch = 2,
               .length = 2,
               .width = 2,
               .token_scale = 2,
               .offset = 1}) == Status::kOk);
  CHECK(out == std::vector<float>{12, 24, 36, 48, 20, 32, 44, 56});
}

TEST_CASE("add agrees with its formula for random shapes, also in place") {
  for_all(200, [](Draw& draw) {
    const std::size_t batch = draw.size(0, 4);
    const std::size_t length = draw.size(0, 9);
    const std::size_t width = draw.size(1, 37);
    const std::size_t offset = draw.size(0, 5);
    const float scale = static_cast<float>(draw.real(-3, 3));
    const auto tokens = draw.floats(batch * length * width);
    const auto rows = draw.floats((offset + length + 2) * width);
    const AddOptions options{.batch = batch,
                             .length = length,
                             .width = width,
                             .token_scale = scale,
                             .offset = offset};
    std::vector<float> out(tokens.size());
    REQUIRE(add(out, tokens, rows, options) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const float product = scale * tokens[i];
      const float sum = product + rows[offset * width + i % (length * width)];
      CHECK(out[i] == sum);
    }
    std::vector<float> in_place = tokens;
    REQUIRE(add(in_place, in_place, rows, options) == Status::kOk);
    CHECK(in_place == out);
  });
}

TEST_CASE("concat puts each token's row behind it") {
  for_all(200, [](Draw& draw) {
    const ConcatOptions o{.batch = draw.size(0, 3),
                          .length = draw.size(0, 7),
                          .token_width = draw.size(0, 19),
                          .row_width = draw.size(0, 19)};
    const auto tokens = draw.floats(o.batch * o.length * o.token_width);
    const auto rows = draw.floats(o.length * o.row_width);
    const std::size_t width = o.token_width + o.row_width;
    std::vector<float> out(o.batch * o.length * width);
    REQUIRE(concat(out, tokens, rows, o) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t cell = i / width;
      const std::size_t column = i % width;
      const float expected =
          column < o.token_width
              ? tokens[cell * o.token_width + column]
              : rows[cell % o.length * o.row_width + column - o.token_width];
      CHECK(out[i] == expected);
    }
  });
}

TEST_CASE("Mismatched shapes are refused and nothing is written") {
  std::vector<float> out(12, 7.0f);
  const std::vector<float> tokens(12);
  const std::vector<float> rows(6);
  const auto status = [&](std::span<const float> t, std::span<const float> r,
                          AddOptions o) { return add(out, t, r, o); };
  CHECK(status(tokens, rows, {.batch = 2, .length = 2, .width = 4}) ==
        Status::kBadShape);
  CHECK(status(tokens, rows, {.batch = 2, .length = 3, .width = 3}) ==
        Status::kBadShape);
  CHECK(status({tokens.data(), 11}, rows,
               {.batch = 2, .length = 3, .width = 2}) == Status::kBadShape);
  CHECK(status(tokens, {rows.data(), 5},
               {.batch = 2, .length = 3, .width = 2}) == Status::kBadShape);
  CHECK(status(tokens, rows,
               {.batch = 2, .length = 3, .width = 2, .offset = 1}) ==
        Status::kOutOfRange);
  CHECK(status(tokens, rows,
               {.batch = 2, .length = 3, .width = 2, .offset = SIZE_MAX}) ==
        Status::kOutOfRange);
  CHECK(status(tokens, rows,
               {.batch = SIZE_MAX, .length = SIZE_MAX, .width = 2}) ==
        Status::kTooLarge);
  CHECK(concat(out, tokens, rows,
               {.batch = 2, .length = 3, .token_width = 2, .row_width = 1}) ==
        Status::kBadShape);
  CHECK(
      concat(
          out, tokens, rows,
          {.batch = 2, .length = 3, .token_width = SIZE_MAX, .row_width = 2}) ==
      Status::kTooLarge);
  CHECK(std::count(out.begin(), out.end(), 7.0f) == 12);
}

TEST_CASE("multiply scales every token by 1 + row, also in place") {
  for_all(50, [](Draw& draw) {
    const MultiplyOptions o{.batch = draw.size(0, 3),
                            .length = draw.size(0, 6),
                            .width = draw.size(1, 9)};
    const auto tokens = draw.floats(o.batch * o.length * o.width);
    const auto rows = draw.floats(o.length * o.width);
    std::vector<float> out(tokens.size());
    REQUIRE(multiply(out, tokens, rows, o) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double factor = 1.0 + static_cast<double>(rows[i % rows.size()]);
      CHECK(out[i] ==
            static_cast<float>(static_cast<double>(tokens[i]) * factor));
    }
    std::vector<float> in_place = tokens;
    REQUIRE(multiply(in_place, in_place, rows, o) == Status::kOk);
    CHECK(in_place == out);
  });
  std::vector<float> out(4, 9.0f);
  const std::vector<float> x(4);
  const MultiplyOptions o{.batch = 2, .length = 1, .width = 2};
  CHECK(multiply(out, x, x, o) == Status::kBadShape);
  CHECK(multiply(out, std::span(x).first(2), std::span(x).first(2), o) ==
        Status::kBadShape);
  CHECK(out == std::vector<float>(4, 9.0f));
}

TEST_CASE("texts of no numbers take no time, however many") {
  const std::vector<float> rows(6);
  CHECK(add({}, {}, rows, {.batch = SIZE_MAX, .width = 2}) == Status::kOk);
  CHECK(multiply({}, {}, {}, {.batch = SIZE_MAX, .width = 2}) == Status::kOk);
  CHECK(multiply({}, {}, {}, {.batch = SIZE_MAX, .length = SIZE_MAX}) ==
        Status::kOk);
  CHECK(concat({}, {}, {},
               {.batch = SIZE_MAX, .token_width = 2, .row_width = 1}) ==
        Status::kOk);
  CHECK(concat({}, {}, {}, {.batch = SIZE_MAX, .length = SIZE_MAX}) ==
        Status::kOk);
}

}  // namespace posenc::embedding
