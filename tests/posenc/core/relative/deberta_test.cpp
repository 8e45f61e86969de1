#include "relative/deberta.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "attention/call.hpp"

namespace posenc::relative {
namespace {

using namespace test;

struct Model {
  DebertaShape shape;
  std::vector<float> key_rows, query_rows, k, memory;
  std::vector<std::int32_t> rows;

  Model(const Call& c, Random& random) : k(c.k) {
    const Shape& s = c.options.shape;
    shape = {.batch = s.batch,
             .heads = s.heads,
             .width = s.width,
             .queries = s.queries,
             .keys = s.keys,
             .key_heads = s.key_heads,
             .span = random.integer(1, 9)};
    const std::size_t size = 2 * shape.span * s.heads * s.width;
    if (random.chance(0.8)) key_rows = random.floats(size);
    if (random.chance(0.8)) query_rows = random.floats(size);
    rows.resize(s.queries + s.keys - 1);
    for (std::int32_t& row : rows) {
      row = static_cast<std::int32_t>(random.integer(0, 2 * shape.span - 1));
    }
    memory.resize(
        Deberta::memory_size(shape, !key_rows.empty(), !query_rows.empty())
            .size());
  }

  [[nodiscard]] Status check() const {
    return Deberta::check(shape, key_rows, query_rows, k, rows, memory);
  }
};

TEST_CASE("queries meet rows of the keys, keys rows of the queries") {
  Random random(61);
  for (int round = 0; round < 80; ++round) {
    CAPTURE(round);
    Call c = random_call(random, round);
    Model m(c, random);
    REQUIRE(m.check() == Status::kOk);
    Deberta scheme(m.shape, m.key_rows, m.query_rows, m.k, m.rows, m.memory);
    const auto bias = [&](std::size_t b, std::size_t h, std::size_t i,
                          std::size_t j) {
      const std::size_t width = m.shape.width;
      const auto row =
          static_cast<std::size_t>(m.rows[i + m.shape.keys - 1 - j]);
      const std::size_t at = (row * m.shape.heads + h) * width;
      double sum = 0;
      if (!m.key_rows.empty()) {
        sum += dot(query_of(c, b, h, i), &m.key_rows[at], width);
      }
      if (!m.query_rows.empty()) {
        sum += dot(key_of(c, b, h, j), &m.query_rows[at], width);
      }
      return c.options.scale * sum;
    };
    check_against_formula(c, bias, numeric::score_term(scheme), kTermError);
  }
}

TEST_CASE("DeBERTa's check tells each span that does not fit") {
  Random random(62);
  Call c({2, 4, 5, 4, 2, 3, 3}, random);
  Model good(c, random);
  const std::size_t size = 2 * good.shape.span * 12;
  good.key_rows = random.floats(size);
  good.query_rows = random.floats(size);
  good.memory.resize(Deberta::memory_size(good.shape, true, true).size());
  const auto status = [&](auto change) {
    Model m = good;
    change(m);
    return m.check();
  };
  CHECK(status([](Model&) {}) == Status::kOk);
  CHECK(status([](Model& m) { m.key_rows.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.query_rows.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.k.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.rows.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.memory.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.shape.key_heads = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.key_heads = 3; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.rows[3] = -1; }) == Status::kOutOfRange);
  CHECK(status([](Model& m) {
          m.rows.back() = static_cast<std::int32_t>(2 * m.shape.span);
        }) == Status::kOutOfRange);
  CHECK(status([](Model& m) {
          m.rows.back() = static_cast<std::int32_t>(2 * m.shape.span - 1);
        }) == Status::kOk);
  CHECK(status([](Model& m) { m.shape.span = SIZE_MAX; }) == Status::kTooLarge);
}

TEST_CASE("the memory of a million rows is told in full") {
  // 2048 keys and 2^21 rows of them: 2^32 products, and more.
  const DebertaShape shape{
      .heads = 1, .width = 1, .keys = 2048, .span = std::size_t{1} << 20};
  const double rows = 0x1p21;
  CHECK(Deberta::memory_size(shape, false, false).size() == 0);
  CHECK(Deberta::memory_size(shape, true, false).number() == rows);
  CHECK(Deberta::memory_size(shape, false, true).number() ==
        rows + 8 + 2048 * rows);
}

TEST_CASE("without a term DeBERTa makes no pointers past its memory") {
  // Such pointers wrap around the address space, which sanitizers tell.
  const std::size_t padded = numeric::kLeftPanel;
  const DebertaShape shape{.batch = 0,
                           .heads = 1,
                           .width = SIZE_MAX / (padded * sizeof(float)),
                           .queries = 1,
                           .keys = 1,
                           .key_heads = 1,
                           .span = padded / 2};
  std::vector<float> memory(1);
  const std::vector<std::int32_t> rows(1);
  REQUIRE(Deberta::check(shape, {}, {}, {}, rows, memory) == Status::kOk);
  const Deberta scheme(shape, {}, {}, {}, rows, memory);
  CHECK(scheme.state_size() == Count());
}

}  // namespace
}  // namespace posenc::relative
