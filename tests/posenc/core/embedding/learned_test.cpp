#include "embedding/learned.hpp"

#include <doctest/doctest.h>

#include <algorithm>
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

std::vector<std::int32_t> positions(Draw& draw, std::size_t count,
                                    std::int64_t low, std::int64_t high) {
  std::vector<std::int32_t> p(count);
  for (auto& x : p) x = static_cast<std::int32_t>(draw.integer(low, high));
  return p;
}

}  // namespace

TEST_CASE("learned draws the same numbers on every machine") {
  std::vector<float> table(512 * 64);
  REQUIRE(learned(table, {.std = 0.02, .seed = 7}) == Status::kOk);
  CHECK(testing::checksum(table) == 6715682483548025581u);
}

TEST_CASE("learned has mean 0 and the standard deviation asked for") {
  std::vector<float> table(200000);
  REQUIRE(learned(table, {.std = 0.5, .seed = 1}) == Status::kOk);
  double sum = 0;
  double squares = 0;
  for (const float x : table) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  const auto n = static_cast<double>(table.size());
  CHECK(std::fabs(sum / n) < 0.005);
  CHECK(std::sqrt(squares / n) == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("a longer table of the same seed begins with the shorter one") {
  for_all(50, [](Draw& draw) {
    const std::size_t width = draw.size(1, 9);
    const LearnedOptions options{.std = 0.1, .seed = draw.size(0, 1000)};
    std::vector<float> shorter(draw.size(0, 9) * width);
    std::vector<float> longer(shorter.size() + draw.size(0, 9) * width);
    REQUIRE(learned(shorter, options) == Status::kOk);
    REQUIRE(learned(longer, options) == Status::kOk);
    CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
  });
}

TEST_CASE("learned refuses a standard deviation that is none") {
  std::vector<float> table(4, 9.0f);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double std : {-1.0, infinity, std::nan("")}) {
    CHECK(learned(table, {.std = std}) == Status::kBadArgument);
    CHECK(table == std::vector<float>(4, 9.0f));
  }
  CHECK(learned(table, {.std = 0}) == Status::kOk);
  CHECK(table == std::vector<float>(4, 0.0f));
}

TEST_CASE("lookup of all positions in order is the table") {
  for_all(50, [](Draw& draw) {
    const std::size_t rows = draw.size(1, 20);
    const std::size_t width = draw.size(1, 20);
    const auto table = draw.floats(rows * width);
    std::vector<std::int32_t> all(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      all[r] = static_cast<std::int32_t>(r);
    }
    std::vector<float> out(table.size());
    REQUIRE(lookup(out, table, all, {.width = width}) == Status::kOk);
    CHECK(out == table);
  });
}

TEST_CASE("lookup past the table refuses, clamps or wraps") {
  const std::vector<float> table = {0, 1, 2};  // [3, 1]
  const std::vector<std::int32_t> at = {-4, -1, 0,         2,
                                        3,  7,  INT32_MIN, INT32_MAX};
  std::vector<float> out(at.size(), 9.0f);
  const std::vector<float> before = out;
  CHECK(lookup(out, table, at, {.width = 1}) == Status::kOutOfRange);
  CHECK(out == before);
  CHECK(lookup(out, table, at, {.width = 1, .overflow = Overflow::kClamp}) ==
        Status::kOk);
  CHECK(out == std::vector<float>{0, 0, 0, 2, 2, 2, 0, 2});
  CHECK(lookup(out, table, at, {.width = 1, .overflow = Overflow::kWrap}) ==
        Status::kOk);
  // -2^31 = 1 and 2^31 - 1 = 1 modulo 3.
  CHECK(out == std::vector<float>{2, 2, 0, 2, 0, 1, 1, 1});
}

TEST_CASE("lookup refuses tables and results that do not fit") {
  const std::vector<float> table = {0, 1, 2, 3};
  const std::vector<std::int32_t> at = {0};
  std::vector<float> out(2);
  CHECK(lookup(out, table, at, {.width = 0}) == Status::kBadArgument);
  CHECK(lookup(out, table, at, {.width = 3}) == Status::kBadArgument);
  CHECK(lookup(out, {}, at, {.width = 2}) == Status::kBadArgument);
  CHECK(lookup(out, table, at, {.width = 1}) == Status::kBadShape);
  // 2^31 rows, of which none is read.
  const std::span<const float> long_table(table.data(), std::size_t{1} << 31);
  CHECK(lookup(out, long_table, at, {.width = 1}) == Status::kBadArgument);
  CHECK(lookup(out, table, at,
               {.width = 2, .overflow = static_cast<Overflow>(3)}) ==
        Status::kBadArgument);
}

TEST_CASE("update descends on the rows looked up and leaves the others") {
  for_all(100, [](Draw& draw) {
    const std::size_t rows = draw.size(1, 12);
    const std::size_t width = draw.size(1, 130);
    const std::size_t count = draw.size(0, 20);
    const double rate = draw.real(-1, 1);
    const auto table = draw.floats(rows * width);
    const auto gradient = draw.floats(count * width);
    const auto at =
        positions(draw, count, 0, static_cast<std::int64_t>(rows) - 1);
    std::vector<std::int32_t> scratch(update_scratch_size(rows, count).size());
    std::vector<float> out(table.size());
    const UpdateOptions options{.width = width, .learning_rate = rate};
    REQUIRE(update(out, table, at, gradient, scratch, options) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto row = static_cast<std::int32_t>(i / width);
      double sum = 0;
      for (std::size_t t = 0; t < count; ++t) {
        if (at[t] == row) {
          sum += static_cast<double>(gradient[t * width + i % width]);
        }
      }
      const bool used = std::count(at.begin(), at.end(), row) > 0;
      const auto moved =
          static_cast<float>(static_cast<double>(table[i]) - rate * sum);
      CHECK(out[i] == (used ? moved : table[i]));
    }
    std::vector<float> in_place = table;
    REQUIRE(update(in_place, in_place, at, gradient, scratch, options) ==
            Status::kOk);
    CHECK(in_place == out);
  });
}

TEST_CASE("update refuses before it writes") {
  const std::vector<float> table = {0, 1, 2, 3};  // [2, 2]
  const std::vector<float> gradient = {1, 1};
  std::vector<float> out(4, 9.0f);
  std::vector<std::int32_t> scratch(3);
  const auto call = [&](std::vector<std::int32_t> at, UpdateOptions options) {
    return update(out, table, at, gradient, scratch, options);
  };
  CHECK(call({2}, {.width = 2}) == Status::kOutOfRange);
  CHECK(call({-1}, {.width = 2}) == Status::kOutOfRange);
  CHECK(call({0, 1}, {.width = 2}) == Status::kBadShape);
  CHECK(call({0}, {.width = 3}) == Status::kBadArgument);
  CHECK(call({0}, {.width = 2, .learning_rate = std::nan("")}) ==
        Status::kBadArgument);
  // 2^31 positions, of which none is read; on wasm32 there cannot be so many.
  const std::vector<std::int32_t> none(1);
  const std::size_t many = std::size_t{1} << 31;
  CHECK(update(out, table, {none.data(), many}, {gradient.data(), many},
               scratch, {.width = 1}) ==
        (sizeof(many) == 4 ? Status::kTooLarge : Status::kBadShape));
  scratch.resize(2);
  CHECK(call({0}, {.width = 2}) == Status::kBadShape);
  CHECK(out == std::vector<float>(4, 9.0f));
}

TEST_CASE("padded positions count real tokens and hold padding in place") {
  const std::vector<std::uint8_t> mask = {0, 0, 1, 1, 1,  //
                                          1, 0, 7, 0, 1};
  std::vector<std::int32_t> out(10);
  REQUIRE(padded_positions(out, mask, 5, 1) == Status::kOk);
  CHECK(out == std::vector<std::int32_t>{1, 1, 2, 3, 4, 2, 1, 3, 1, 4});
  REQUIRE(padded_positions(out, mask, 10, -1) == Status::kOk);
  CHECK(out == std::vector<std::int32_t>{-1, -1, 0, 1, 2, 3, -1, 4, -1, 5});
  CHECK(padded_positions(out, mask, 3, 1) == Status::kBadShape);
  CHECK(padded_positions(out, mask, 0, 1) == Status::kBadShape);
  CHECK(padded_positions(out, mask, 5, -2) == Status::kBadArgument);
  CHECK(padded_positions(out, mask, 5, INT32_MAX - 4) == Status::kBadArgument);
  CHECK(padded_positions(out, mask, 5, INT32_MAX - 5) == Status::kOk);
}

}  // namespace posenc::embedding
