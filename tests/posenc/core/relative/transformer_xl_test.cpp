#include "relative/transformer_xl.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/call.hpp"

namespace posenc::relative {
namespace {

using namespace test;

struct Model {
  TransformerXlShape shape;
  std::vector<float> r, content, position, k, memory;

  Model(const Call& c, Random& random) : k(c.k) {
    const Shape& s = c.options.shape;
    shape = {.batch = s.batch,
             .heads = s.heads,
             .width = s.width,
             .keys = s.keys,
             .key_heads = s.key_heads,
             .rows = random.integer(1, s.keys + s.queries)};
    shape.first_distance = static_cast<std::int64_t>(shape.rows) - 1 -
                           static_cast<std::int64_t>(random.integer(0, 5));
    const std::size_t head = s.heads * s.width;
    r = random.floats(shape.rows * head);
    if (random.chance(0.5)) content = random.floats(head);
    if (random.chance(0.5)) position = random.floats(head);
    memory.resize(TransformerXl::memory_size(shape).size());
  }

  [[nodiscard]] Status check() const {
    return TransformerXl::check(shape, r, content, position, k, memory);
  }
};

TEST_CASE("keys are worth their content, distances their row") {
  Random random(41);
  for (int round = 0; round < 80; ++round) {
    CAPTURE(round);
    Call c = random_call(random, round);
    Model m(c, random);
    REQUIRE(m.check() == Status::kOk);
    TransformerXl scheme(m.shape, m.r, m.content, m.position, m.k, m.memory);
    const bool content = random.chance(0.8);
    const bool position = random.chance(0.8);
    if (!content || !position) scheme.choose(content, position);
    const std::size_t width = m.shape.width;
    const auto bias = [&](std::size_t b, std::size_t h, std::size_t i,
                          std::size_t j) {
      double sum = 0;
      if (content && !m.content.empty()) {
        sum += dot(&m.content[h * width], key_of(c, b, h, j), width);
      }
      const std::int64_t row = m.shape.first_distance - distance_of(c, i, j);
      if (position && row >= 0 &&
          row < static_cast<std::int64_t>(m.shape.rows)) {
        const float* const r =
            &m.r[(static_cast<std::size_t>(row) * m.shape.heads + h) * width];
        sum += dot(query_of(c, b, h, i), r, width);
        if (!m.position.empty()) sum += dot(&m.position[h * width], r, width);
      }
      return c.options.scale * sum;
    };
    check_against_formula(c, bias, numeric::score_term(scheme), kTermError);
  }
}

TEST_CASE("Transformer-XL's check tells each span that does not fit") {
  Random random(42);
  Call c({2, 4, 5, 4, 2, 3, 3}, random);
  Model good(c, random);
  good.content = random.floats(12);
  good.position = random.floats(12);
  const auto status = [&](auto change) {
    Model m = good;
    change(m);
    return m.check();
  };
  CHECK(status([](Model&) {}) == Status::kOk);
  CHECK(status([](Model& m) { m.r.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.k.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.content.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.position.push_back(0); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.memory.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.shape.key_heads = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.key_heads = 3; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) {
          m.shape.first_distance = std::numeric_limits<std::int64_t>::min();
        }) == Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.rows = SIZE_MAX; }) == Status::kTooLarge);
}

// The paper's own code: a zero before each row, reshaped, the first row off.
std::vector<float> reshaped(const std::vector<float>& x, std::size_t queries,
                            std::size_t rows) {
  std::vector<float> padded;
  for (std::size_t i = 0; i < queries; ++i) {
    padded.push_back(0);
    padded.insert(padded.end(), &x[i * rows], &x[i * rows] + rows);
  }
  return {padded.begin() + static_cast<std::ptrdiff_t>(queries), padded.end()};
}

TEST_CASE("rel_shift moves row i by one place per query") {
  const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<float> out(9);
  REQUIRE(rel_shift(out, x, 3, 3, 3, false) == Status::kOk);
  CHECK(out == std::vector<float>{3, 0, 0, 5, 6, 0, 7, 8, 9});
  REQUIRE(rel_shift(out, x, 3, 3, 3, true) == Status::kOk);
  CHECK(out == std::vector<float>{3, 0, 4, 5, 6, 0, 7, 8, 9});
  std::vector<float> back(9);
  REQUIRE(rel_unshift(back, out, 3, 3, 3, true) == Status::kOk);
  CHECK(back == std::vector<float>{0, 0, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("rel_unshift puts back what rel_shift reads, and zeros elsewhere") {
  for (std::size_t queries = 1; queries <= 9; ++queries) {
    for (std::size_t rows = 1; rows <= 7; ++rows) {
      for (std::size_t keys = 1; keys <= rows; ++keys) {
        for (const bool wrap : {false, true}) {
          CAPTURE(queries);
          CAPTURE(rows);
          CAPTURE(keys);
          CAPTURE(wrap);
          // Each cell has a number of its own, so that it can be followed.
          std::vector<float> x(queries * rows);
          for (std::size_t n = 0; n < x.size(); ++n) {
            x[n] = static_cast<float>(n + 1);
          }
          std::vector<float> shifted(queries * keys, NAN);
          REQUIRE(rel_shift(shifted, x, queries, rows, keys, wrap) ==
                  Status::kOk);
          const std::vector<float> whole = reshaped(x, queries, rows);
          for (std::size_t i = 0; i < queries; ++i) {
            for (std::size_t j = 0; j < keys; ++j) {
              const float cell = shifted[i * keys + j];
              const std::size_t column = j + queries - 1 - i;
              const float plain = column < rows ? x[i * rows + column] : 0;
              CHECK(cell == (wrap ? whole[i * rows + j] : plain));
            }
          }
          std::vector<float> back(queries * rows, NAN);
          REQUIRE(rel_unshift(back, shifted, queries, rows, keys, wrap) ==
                  Status::kOk);
          std::vector<float> expected(x.size(), 0);
          for (const float cell : shifted) {
            if (cell != 0) expected[static_cast<std::size_t>(cell) - 1] = cell;
          }
          CHECK(back == expected);
        }
      }
    }
  }
}

TEST_CASE("rel_shift and rel_unshift refuse sizes that do not fit") {
  std::vector<float> small(6);
  std::vector<float> large(8);
  CHECK(rel_shift(small, large, 2, 4, 3, false) == Status::kOk);
  CHECK(rel_shift(large, small, 2, 3, 4, false) == Status::kBadShape);
  CHECK(rel_shift(large, large, 2, 4, 3, false) == Status::kBadShape);
  CHECK(rel_shift(small, small, 2, 4, 3, false) == Status::kBadShape);
  CHECK(rel_shift(small, large, SIZE_MAX, 4, 3, false) == Status::kTooLarge);
  CHECK(rel_unshift(large, small, 2, 4, 3, false) == Status::kOk);
  CHECK(rel_unshift(small, large, 2, 3, 4, true) == Status::kBadShape);
  CHECK(rel_unshift(small, small, 2, 4, 3, true) == Status::kBadShape);
  CHECK(rel_unshift(large, large, 2, 4, 3, true) == Status::kBadShape);
  CHECK(rel_unshift(large, small, 2, SIZE_MAX, 3, true) == Status::kTooLarge);
}

TEST_CASE("rel_shift and rel_unshift do rows of no numbers at once") {
  for (const bool wrap : {false, true}) {
    CHECK(rel_shift({}, {}, SIZE_MAX, 0, 0, wrap) == Status::kOk);
    CHECK(rel_unshift({}, {}, SIZE_MAX, 0, 0, wrap) == Status::kOk);
  }
}

}  // namespace
}  // namespace posenc::relative
