#include "relative/cope.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/call.hpp"
#include "attention/term_matrix.hpp"

namespace posenc::relative {
namespace {

using namespace test;

struct Model {
  CopeShape shape;
  std::vector<float> embeddings, gates, memory;

  Model(const Call& c, Random& random) {
    const Shape& s = c.options.shape;
    shape = {.batch = s.batch,
             .heads = s.heads,
             .width = s.width,
             .keys = s.keys,
             .gate_heads = s.key_heads,
             .positions = random.integer(1, 20),
             .tables = random.chance(0.5) ? 1 : s.heads,
             .factor = random.real(0.2, 2)};
    embeddings = random.floats(shape.tables * shape.positions * s.width);
    gates = random.chance(0.5) ? c.k : random.floats(c.k.size());
    memory.resize(Cope::memory_size(shape).size());
  }

  [[nodiscard]] Status check() const {
    return Cope::check(shape, embeddings, gates, memory);
  }
};

// p(i, j) of one query, for all keys.
std::vector<double> positions(const Call& c, const Model& m, std::size_t b,
                              std::size_t h, std::size_t i) {
  const CopeShape& s = m.shape;
  const std::size_t group = h / (s.heads / s.gate_heads);
  std::vector<double> p(s.keys);
  double sum = 0;
  for (std::size_t j = s.keys; j-- > 0;) {
    const float* const x =
        &m.gates[((b * s.keys + j) * s.gate_heads + group) * s.width];
    const double gate =
        c.options.scale * dot(query_of(c, b, h, i), x, s.width) +
        mask_of(c, b, h, i, j);
    sum += 1 / (1 + std::exp(-gate));
    p[j] = std::min(sum, static_cast<double>(s.positions - 1));
  }
  return p;
}

double term(const Call& c, const Model& m, std::size_t b, std::size_t h,
            std::size_t i, double p) {
  const CopeShape& s = m.shape;
  const auto n = static_cast<std::size_t>(p);
  const std::size_t next = std::min(n + 1, s.positions - 1);
  const float* const table =
      &m.embeddings[(s.tables > 1 ? h : 0) * s.positions * s.width];
  const float* const q = query_of(c, b, h, i);
  const double share = p - static_cast<double>(n);
  return s.factor * c.options.scale *
         ((1 - share) * dot(q, table + n * s.width, s.width) +
          share * dot(q, table + next * s.width, s.width));
}

TEST_CASE("keys that a query sees are counted from the last one back") {
  Random random(51);
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    Call c = random_call(random, round);
    Model m(c, random);
    REQUIRE(m.check() == Status::kOk);
    Cope scheme(m.shape, m.embeddings, m.gates, m.memory);
    // Cell by cell would count each row as often as it has keys.
    std::vector<double> all;
    const Shape& s = c.options.shape;
    for (std::size_t b = 0; b < s.batch; ++b) {
      for (std::size_t h = 0; h < s.heads; ++h) {
        for (std::size_t i = 0; i < s.queries; ++i) {
          for (const double p : positions(c, m, b, h, i)) {
            all.push_back(term(c, m, b, h, i, p));
          }
        }
      }
    }
    const auto bias = [&](std::size_t b, std::size_t h, std::size_t i,
                          std::size_t j) {
      return all[((b * s.heads + h) * s.queries + i) * s.keys + j];
    };
    check_against_formula(c, bias, numeric::score_term(scheme), 4 * kTermError);
  }
}

TEST_CASE("gates that a window hides are not counted, tiles of keys long") {
  // The window ends some tiles of 256 keys before the last one.
  Random random(54);
  Call c({1, 2, 900, 1, 1, 4, 4}, random);
  c.options.offset = 40;
  c.options.window = 30;
  Model m(c, random);
  m.shape.positions = 400;
  m.embeddings = random.floats(m.shape.tables * 400 * 4);
  m.memory.resize(Cope::memory_size(m.shape).size());
  REQUIRE(m.check() == Status::kOk);
  Cope scheme(m.shape, m.embeddings, m.gates, m.memory);
  std::vector<double> p[2] = {positions(c, m, 0, 0, 0),
                              positions(c, m, 0, 0, 1)};
  const auto bias = [&](std::size_t b, std::size_t h, std::size_t i,
                        std::size_t j) { return term(c, m, b, h, i, p[i][j]); };
  check_against_formula(c, bias, numeric::score_term(scheme), 4e-5);
}

TEST_CASE("open gates count keys: 1, 2, 3 from the last one back") {
  // q . x = 40: each gate is open. Positions end at N - 1 = 3.
  Random random(53);
  Call c({1, 2, 5, 1, 1, 1, 1}, random);
  c.options.offset = 3;
  c.options.causal = true;
  c.options.scale = 1;
  c.q = {40, 40};
  Model m(c, random);
  m.shape = {
      .heads = 1, .width = 1, .keys = 5, .gate_heads = 1, .positions = 4};
  m.embeddings = {0, 1, 2, 3};
  m.gates.assign(5, 1);
  m.memory.assign(4, NAN);
  REQUIRE(m.check() == Status::kOk);
  Cope scheme(m.shape, m.embeddings, m.gates, m.memory);
  scheme.tell_positions();
  const ScoreTerm term = numeric::score_term(scheme);
  std::vector<float> out(10);
  std::vector<float> scratch(
      attention::term_matrix_scratch_size(c.options, term).size());
  REQUIRE(attention::term_matrix(out, c.q, c.options, term, scratch) ==
          Status::kOk);
  CHECK(out == std::vector<float>{3, 3, 2, 1, 0,  //
                                  3, 3, 3, 2, 1});
}

TEST_CASE("a query that is not finite gives NaN and reads no other memory") {
  for (const float bad : {NAN, INFINITY}) {
    Random random(54);
    Call c({1, 3, 9, 1, 1, 4, 4}, random);
    c.q[5] = bad;
    Model m(c, random);
    Cope scheme(m.shape, m.embeddings, m.gates, m.memory);
    const auto out = c.fused(numeric::score_term(scheme));
    CHECK(std::isnan(out[4]));
    CHECK_FALSE(std::isnan(out[0]));
    CHECK_FALSE(std::isnan(out[8]));
  }
}

TEST_CASE("CoPE's check tells each span that does not fit") {
  Random random(55);
  Call c({2, 4, 5, 4, 2, 3, 3}, random);
  const Model good(c, random);
  const auto status = [&](auto change) {
    Model m = good;
    change(m);
    return m.check();
  };
  CHECK(status([](Model&) {}) == Status::kOk);
  CHECK(status([](Model& m) { m.embeddings.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.gates.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.memory.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Model& m) { m.shape.positions = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.gate_heads = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.gate_heads = 3; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.tables = 3; }) == Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.factor = INFINITY; }) ==
        Status::kBadArgument);
  CHECK(status([](Model& m) { m.shape.positions = SIZE_MAX; }) ==
        Status::kTooLarge);
}

TEST_CASE("CoPE of no width is refused, whatever the tables") {
  const CopeShape shape{.batch = 1,
                        .heads = SIZE_MAX,
                        .width = 0,
                        .keys = 1,
                        .gate_heads = 1,
                        .positions = SIZE_MAX,
                        .tables = SIZE_MAX};
  CHECK(Cope::check(shape, {}, {}, {}) == Status::kBadArgument);
}

}  // namespace
}  // namespace posenc::relative
