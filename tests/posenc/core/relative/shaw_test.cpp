#include "relative/shaw.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/call.hpp"

namespace posenc::relative {
namespace {

using namespace test;

TEST_CASE("shaw_indices clips the distance on both sides, as in the paper") {
  std::vector<std::int32_t> out(3 * 6);
  REQUIRE(shaw_indices(out, 3, 6, 1, 2) == Status::kOk);
  CHECK(out == std::vector<std::int32_t>{1, 2, 3, 4, 4, 4,  //
                                         0, 1, 2, 3, 4, 4,  //
                                         0, 0, 1, 2, 3, 4});
  REQUIRE(shaw_indices(out, 3, 6, 0, 0) == Status::kOk);
  CHECK(out == std::vector<std::int32_t>(18, 0));
}

TEST_CASE("far from the keys all distances are clipped, without overflow") {
  std::vector<std::int32_t> out(2);
  for (const std::size_t clip : {std::size_t{3}, kMaxClip}) {
    const auto last = static_cast<std::int32_t>(2 * clip);
    REQUIRE(shaw_indices(out, 1, 2, numeric::kMaxOffset, clip) == Status::kOk);
    CHECK(out == std::vector<std::int32_t>{0, 0});
    REQUIRE(shaw_indices(out, 1, 2, -numeric::kMaxOffset, clip) == Status::kOk);
    CHECK(out == std::vector<std::int32_t>{last, last});
  }
}

TEST_CASE("shaw_indices and shaw_values refuse what they cannot do") {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int32_t> out(2);
  CHECK(shaw_indices(out, 1, 3, 0, 1) == Status::kBadShape);
  CHECK(shaw_indices(out, SIZE_MAX, 2, 0, 1) == Status::kTooLarge);
  CHECK(shaw_indices(out, 1, 2, 0, kMaxClip + 1) == Status::kBadArgument);
  // At once: there is nothing to write.
  CHECK(shaw_indices({}, SIZE_MAX, 0, 0, 1) == Status::kOk);
  for (const std::int64_t offset :
       {numeric::kMaxOffset + 1, -numeric::kMaxOffset - 1, kLast, -kLast - 1}) {
    CHECK(shaw_indices(out, 1, 2, offset, 1) == Status::kBadArgument);
  }
  const ShawValuesShape good{1, 1, 2, 2, 1, 0};
  std::vector<float> values(2);
  const std::vector<float> weights(2);
  const std::vector<float> table(6);
  const auto status = [&](auto change) {
    ShawValuesShape shape = good;
    change(shape);
    return shaw_values(values, weights, table, shape);
  };
  CHECK(status([](auto&) {}) == Status::kOk);
  CHECK(status([](auto& s) { s.matrices = 2; }) == Status::kBadShape);
  CHECK(status([](auto& s) { s.keys = 3; }) == Status::kBadShape);
  CHECK(status([](auto& s) { s.clip = 2; }) == Status::kBadShape);
  CHECK(status([](auto& s) { s.clip = SIZE_MAX; }) == Status::kBadArgument);
  CHECK(status([](auto& s) { s.offset = kLast; }) == Status::kBadArgument);
}

// A table set, and its scheme.
struct Model {
  ShawShape shape;
  std::vector<float> keys, values, memory;

  Model(const Call& c, Random& random) {
    const Shape& s = c.options.shape;
    shape = {.heads = s.heads,
             .clip = random.integer(0, 9),
             .width = s.width,
             .value_width = s.value_width,
             .key_tables = random.chance(0.5) ? 1 : s.heads,
             .value_tables = random.chance(0.3)   ? 0
                             : random.chance(0.5) ? 1
                                                  : s.heads};
    keys = random.floats(shape.key_tables * shape.rows() * s.width);
    values = random.floats(shape.value_tables * shape.rows() * s.value_width);
    memory.resize(Shaw::memory_size(shape).size());
  }

  [[nodiscard]] Status check() const {
    return Shaw::check(shape, keys, values, memory);
  }
};

TEST_CASE("queries meet a row for each clipped distance, values another") {
  Random random(31);
  for (int round = 0; round < 80; ++round) {
    CAPTURE(round);
    Call c = random_call(random, round);
    Model m(c, random);
    REQUIRE(m.check() == Status::kOk);
    Shaw scheme(m.shape, m.keys, m.values, m.memory);
    const auto row = [&](std::size_t tables, std::size_t h, std::size_t i,
                         std::size_t j) {
      const auto clip = static_cast<std::int64_t>(m.shape.clip);
      const std::int64_t r = std::clamp(-distance_of(c, i, j), -clip, clip);
      return (tables > 1 ? h : 0) * m.shape.rows() +
             static_cast<std::size_t>(r + clip);
    };
    const auto bias = [&](std::size_t b, std::size_t h, std::size_t i,
                          std::size_t j) {
      const std::size_t at = row(m.shape.key_tables, h, i, j) * m.shape.width;
      return c.options.scale *
             dot(query_of(c, b, h, i), &m.keys[at], m.shape.width);
    };
    const auto added = [&](std::size_t h, std::size_t i, std::size_t j,
                           std::size_t e) {
      if (m.shape.value_tables == 0) return 0.0;
      const std::size_t at = row(m.shape.value_tables, h, i, j);
      return static_cast<double>(m.values[at * m.shape.value_width + e]);
    };
    check_against_formula(c, bias, numeric::score_term(scheme), kTermError,
                          added);
  }
}

TEST_CASE("shaw_values sums the rows of the values by weight") {
  Random random(32);
  for (int round = 0; round < 40; ++round) {
    const ShawValuesShape s{
        random.integer(1, 3),
        random.integer(1, 9),
        random.integer(1, 9),
        random.integer(1, 5),
        random.integer(0, 4),
        static_cast<std::int64_t>(random.integer(0, 9)) - 4};
    const auto weights = random.floats(s.matrices * s.queries * s.keys, 0, 1);
    const auto table = random.floats((2 * s.clip + 1) * s.value_width);
    std::vector<float> out(s.matrices * s.queries * s.value_width, NAN);
    REQUIRE(shaw_values(out, weights, table, s) == Status::kOk);
    std::vector<std::int32_t> rows(s.queries * s.keys);
    REQUIRE(shaw_indices(rows, s.queries, s.keys, s.offset, s.clip) ==
            Status::kOk);
    for (std::size_t x = 0; x < out.size(); ++x) {
      const std::size_t row = x / s.value_width;
      double expected = 0;
      for (std::size_t j = 0; j < s.keys; ++j) {
        const auto r =
            static_cast<std::size_t>(rows[row % s.queries * s.keys + j]);
        expected +=
            static_cast<double>(weights[row * s.keys + j]) *
            static_cast<double>(table[r * s.value_width + x % s.value_width]);
      }
      CHECK(out[x] == static_cast<float>(expected));
    }
  }
}

TEST_CASE("Shaw's check tells each span that does not fit") {
  Random random(33);
  Call c({1, 4, 5, 2, 2, 3, 3}, random);
  Model good(c, random);
  good.shape = {.heads = 2,
                .clip = 2,
                .width = 3,
                .value_width = 3,
                .key_tables = 2,
                .value_tables = 1};
  good.keys.resize(2 * 5 * 3);
  good.values.resize(5 * 3);
  good.memory.resize(2 * 8 * 3);
  const auto status = [&](auto change) {
    Model m = good;
    change(m);
    return m.check();
  };
  CHECK(status([](Model&) {}) == Status::kOk);
  CHECK(status([](Model& m) { m.keys.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.values.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.memory.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.shape.key_tables = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.key_tables = 3; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.value_tables = 3; }) ==
        Status::kBadArgument);
  // The widest would have its tables, which no memory of 32 bits holds.
  CHECK(status([](Model& m) { m.shape.clip = kMaxClip; }) ==
        (sizeof(std::size_t) > 4 ? Status::kBadShape : Status::kTooLarge));
  CHECK(status([](Model& m) { m.shape.clip = kMaxClip + 1; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.clip = SIZE_MAX; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.width = SIZE_MAX; }) ==
        Status::kTooLarge);
  CHECK(status([](Model& m) { m.shape.value_width = SIZE_MAX; }) ==
        Status::kTooLarge);
}

TEST_CASE("Shaw's keys of no width are refused, whatever the tables") {
  const ShawShape shape{.heads = SIZE_MAX,
                        .clip = kMaxClip,
                        .width = 0,
                        .value_width = 3,
                        .key_tables = SIZE_MAX};
  CHECK(Shaw::check(shape, {}, {}, {}) == Status::kBadArgument);
}

TEST_CASE("shaw_values of no width take no time, however many") {
  CHECK(shaw_values({}, {}, {}, {.matrices = SIZE_MAX, .queries = 3}) ==
        Status::kOk);
}

}  // namespace
}  // namespace posenc::relative
