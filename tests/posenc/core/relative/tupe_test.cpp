#include "relative/tupe.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "attention/call.hpp"

namespace posenc::relative {
namespace {

using namespace test;

struct Model {
  TupeShape shape;
  std::vector<float> queries, keys, memory;

  Model(const Call& c, Random& random) {
    const Shape& s = c.options.shape;
    shape = {.heads = s.heads,
             .width = random.integer(1, 9),
             .queries = s.queries,
             .keys = s.keys,
             .cls = random.chance(0.5),
             .scale = random.real(0.1, 1)};
    const std::size_t head = shape.heads * shape.width;
    queries = random.floats(shape.query_rows().size() * head);
    keys = random.floats(shape.key_rows().size() * head);
    memory.resize(Tupe::memory_size(shape).size());
  }

  [[nodiscard]] Status check() const {
    return Tupe::check(shape, queries, keys, memory);
  }

  // scale * pq_n . pk_m of one head
  [[nodiscard]] double product(std::size_t h, std::size_t n,
                               std::size_t m) const {
    const auto at = [&](std::size_t row) {
      return (row * shape.heads + h) * shape.width;
    };
    return shape.scale * dot(&queries[at(n)], &keys[at(m)], shape.width);
  }
};

TEST_CASE("positions have products of their own, the first token its own two") {
  Random random(71);
  for (int round = 0; round < 80; ++round) {
    CAPTURE(round);
    Call c = random_call(random, round);
    Model m(c, random);
    REQUIRE(m.check() == Status::kOk);
    Tupe scheme(m.shape, m.queries, m.keys, m.memory);
    const auto bias = [&](std::size_t h, std::size_t i, std::size_t j) {
      if (!m.shape.cls) return m.product(h, i, j);
      if (i == 0) return m.product(h, 0, 0);
      if (j == 0) return m.product(h, 1, 1);
      return m.product(h, i + 1, j + 1);
    };
    check_against_formula(c, bias, numeric::score_term(scheme), kTermError);
  }
}

TEST_CASE("TUPE's check tells each span that does not fit") {
  Random random(72);
  Call c({1, 4, 5, 2, 2, 3, 3}, random);
  for (const bool cls : {false, true}) {
    Model good(c, random);
    good.shape.cls = cls;
    const std::size_t head = 2 * good.shape.width;
    good.queries.resize((cls ? 5 : 4) * head);
    good.keys.resize((cls ? 6 : 5) * head);
    const auto status = [&](auto change) {
      Model m = good;
      change(m);
      return m.check();
    };
    CHECK(status([](Model&) {}) == Status::kOk);
    CHECK(status([](Model& m) { m.queries.pop_back(); }) == Status::kBadShape);
    CHECK(status([](Model& m) { m.keys.pop_back(); }) == Status::kBadShape);
    CHECK(status([](Model& m) { m.memory.pop_back(); }) == Status::kBadShape);
    CHECK(status([](Model& m) { m.shape.queries = 0; }) ==
          Status::kBadArgument);
    CHECK(status([](Model& m) { m.shape.keys = 0; }) == Status::kBadArgument);
    CHECK(status([](Model& m) { m.shape.scale = NAN; }) ==
          Status::kBadArgument);
    CHECK(status([](Model& m) { m.shape.width = SIZE_MAX; }) ==
          Status::kTooLarge);
    // One row more than the largest size: no wrapping around to none.
    CHECK(status([](Model& m) { m.shape.queries = SIZE_MAX; }) ==
          Status::kTooLarge);
    CHECK(status([](Model& m) { m.shape.keys = SIZE_MAX; }) ==
          Status::kTooLarge);
  }
}

}  // namespace
}  // namespace posenc::relative
