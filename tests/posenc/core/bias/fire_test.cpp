#include "bias/fire.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "random.hpp"

namespace posenc::bias {
namespace {

struct Perceptron {
  std::vector<float> hidden_weight;
  std::vector<float> hidden_bias;
  std::vector<float> output_weight;
  std::vector<float> output_bias;

  Perceptron(test::Random& random, std::size_t width, std::size_t heads)
      : hidden_weight(random.floats(width, -2, 2)),
        hidden_bias(random.floats(width)),
        output_weight(random.floats(heads * width)),
        output_bias(random.floats(heads)) {}

  [[nodiscard]] FireWeights weights() const {
    return {hidden_weight, hidden_bias, output_weight, output_bias};
  }
};

std::vector<double> range(std::int64_t first, std::size_t count) {
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<double>(first + static_cast<std::int64_t>(i));
  }
  return out;
}

// Distances up to `reach`, to both sides.
Offsets within(std::size_t reach) {
  return {-static_cast<double>(reach), 2 * reach + 1};
}

std::vector<float> drawn(const FireTile& tile, const FireWeights& weights,
                         const FireOptions& options, const Offsets& offsets) {
  std::vector<double> scratch(fire_scratch_size(weights.hidden_weight.size(),
                                                weights.output_bias.size(),
                                                offsets.count)
                                  .size());
  FirePlan plan;
  REQUIRE(fire_prepare(&plan, offsets, weights, options, scratch) ==
          Status::kOk);
  std::vector<float> out(tile.heads * tile.queries * tile.keys);
  REQUIRE(fire_tile(out, plan, tile) == Status::kOk);
  return out;
}

std::vector<float> oracle(const FireTile& tile, const FireWeights& weights,
                          const FireOptions& options) {
  const std::vector<double> queries = range(tile.query, tile.queries);
  const std::vector<double> keys = range(tile.key, tile.keys);
  const std::size_t heads = weights.output_bias.size();
  std::vector<float> all(heads * queries.size() * keys.size());
  REQUIRE(fire_reference(all, queries, keys, weights, options) == Status::kOk);
  const auto part = static_cast<std::ptrdiff_t>(tile.queries * tile.keys);
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(tile.head) * part;
  return {from, from + static_cast<std::ptrdiff_t>(tile.heads) * part};
}

TEST_CASE("the broken line is the perceptron, on tiles anywhere") {
  test::Random random(13);
  for (int round = 0; round < 150; ++round) {
    // Up to 8 are drawn at once.
    const std::size_t heads = random.integer(1, 21);
    Perceptron mlp(random, random.integer(1, 12), heads);
    if (random.chance(0.3)) mlp.hidden_weight[0] = 0;
    if (random.chance(0.3)) mlp.hidden_bias[0] = 0;
    if (random.chance(0.3) && mlp.hidden_bias.size() > 1) {
      mlp.hidden_bias[1] = mlp.hidden_bias[0];  // two corners in one place
      mlp.hidden_weight[1] = mlp.hidden_weight[0];
    }
    const FireOptions options{
        .c = random.real(-1, 1),
        .length = random.real(0, 60),
        .multiplier = random.real(-2, 2),
        .future = static_cast<Future>(random.integer(0, 2))};
    FireTile tile;
    tile.head = random.integer(0, heads - 1);
    tile.heads = random.integer(1, heads - tile.head);
    tile.query = static_cast<std::int64_t>(random.integer(0, 80)) - 20;
    tile.queries = random.integer(1, 20);
    tile.key = static_cast<std::int64_t>(random.integer(0, 80)) - 20;
    tile.keys = random.integer(1, 40);
    const std::vector<float> found =
        drawn(tile, mlp.weights(), options, within(140));
    const std::vector<float> expected = oracle(tile, mlp.weights(), options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] == expected[i]) continue;  // infinities too
      CHECK(std::abs(found[i] - expected[i]) <= 2e-7);
    }
  }
}

TEST_CASE("tiles join to the whole, bit for bit") {
  test::Random random(14);
  const Perceptron mlp(random, 16, 2);
  const FireOptions options{.length = 10};
  const FireTile whole{
      .heads = 2, .query = 0, .queries = 40, .key = 0, .keys = 50};
  const std::vector<float> all =
      drawn(whole, mlp.weights(), options, within(60));
  for (std::size_t query = 0; query < 40; query += 8) {
    for (std::size_t key = 0; key < 50; key += 25) {
      const std::vector<float> tile =
          drawn({.head = 1,
                 .heads = 1,
                 .query = static_cast<std::int64_t>(query),
                 .queries = 8,
                 .key = static_cast<std::int64_t>(key),
                 .keys = 25},
                mlp.weights(), options, within(49));
      for (std::size_t i = 0; i < 8; ++i) {
        for (std::size_t j = 0; j < 25; ++j) {
          CHECK(tile[i * 25 + j] == all[(40 + query + i) * 50 + key + j]);
        }
      }
    }
  }
}

TEST_CASE("up to the threshold, FIRE depends on the offset alone") {
  test::Random random(15);
  const Perceptron mlp(random, 32, 1);
  const std::vector<float> out =
      drawn({.heads = 1, .queries = 64, .keys = 64}, mlp.weights(),
            {.length = 63}, within(63));
  for (std::size_t i = 1; i < 64; ++i) {
    for (std::size_t j = 1; j < 64; ++j) {
      CHECK(out[i * 64 + j] == out[(i - 1) * 64 + j - 1]);
    }
  }
}

TEST_CASE("a plan of the offsets that occur draws what a plan of all does") {
  test::Random random(19);
  for (int round = 0; round < 100; ++round) {
    const Perceptron mlp(random, random.integer(1, 12), 2);
    const FireOptions options{.c = random.real(-1, 1),
                              .length = random.real(0, 60)};
    FireTile tile{.heads = 2};
    tile.query = static_cast<std::int64_t>(random.integer(0, 400)) - 200;
    tile.queries = random.integer(1, 20);
    tile.keys = random.integer(1, 40);
    const Offsets own = offsets_between(tile.queries, tile.keys,
                                        static_cast<double>(tile.query));
    CHECK(own.count == tile.queries + tile.keys - 1);
    CHECK(drawn(tile, mlp.weights(), options, own) ==
          drawn(tile, mlp.weights(), options, within(260)));
  }
}

TEST_CASE("a plan draws rows in any order") {
  test::Random random(21);
  const Perceptron mlp(random, 12, 1);
  const FireOptions options{.length = 4};
  std::vector<double> scratch(fire_scratch_size(12, 1, 201).size());
  FirePlan plan;
  REQUIRE(fire_prepare(&plan, within(100), mlp.weights(), options, scratch) ==
          Status::kOk);
  for (const std::int64_t query : {70, 0, 30, 5}) {
    const FireTile tile{
        .heads = 1, .query = query, .queries = 8, .key = 0, .keys = 30};
    std::vector<float> out(8 * 30);
    REQUIRE(fire_tile(out, plan, tile) == Status::kOk);
    CHECK(out == drawn(tile, mlp.weights(), options, within(100)));
  }
}

TEST_CASE("queries at the far end of the positions take no more memory") {
  test::Random random(20);
  const Perceptron mlp(random, 6, 1);
  for (const std::int64_t query :
       {std::int64_t{1} << 52, -(std::int64_t{1} << 52)}) {
    const FireTile tile{.heads = 1, .query = query, .queries = 4, .keys = 4};
    const Offsets own = offsets_between(4, 4, static_cast<double>(query));
    const std::vector<float> found = drawn(tile, mlp.weights(), {}, own);
    const std::vector<float> expected = oracle(tile, mlp.weights(), {});
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(std::abs(found[i] - expected[i]) <= 2e-6);
    }
  }
}

TEST_CASE("a score term adds the bias of its block") {
  test::Random random(16);
  const Perceptron mlp(random, 8, 3);
  std::vector<double> scratch(fire_scratch_size(8, 3, 601).size());
  FirePlan plan;
  REQUIRE(fire_prepare(&plan, within(300), mlp.weights(), {.length = 20},
                       scratch) == Status::kOk);
  const FireTerm term(plan, 3, 5, 298, 2);
  // 12 keys from 200 on; the last of them lie past the reach of the queries.
  constexpr std::size_t kKeys = 104;
  const std::vector<float> before = random.floats(kKeys * numeric::kQueryLanes);
  std::vector<float> scores = before;
  const numeric::QueryBlock queries{.batch = 0,
                                    .head = 2,
                                    .query = 0,
                                    .count = 5,
                                    .offset = 2,
                                    .scale = 1,
                                    .width = 4,
                                    .packed = nullptr};
  term.add(queries, {.key = 200, .count = kKeys}, before.data(), scores.data(),
           nullptr);
  const std::vector<float> bias = oracle({.head = 2,
                                          .heads = 1,
                                          .query = 2,
                                          .queries = 5,
                                          .key = 200,
                                          .keys = kKeys},
                                         mlp.weights(), {.length = 20});
  for (std::size_t j = 0; j < kKeys; ++j) {
    for (std::size_t lane = 0; lane < numeric::kQueryLanes; ++lane) {
      const std::size_t cell = j * numeric::kQueryLanes + lane;
      const bool inside = lane < 5 && j + 200 <= lane + 2 + 300;
      const float expected = inside ? bias[lane * kKeys + j] : 0.0f;
      CHECK(std::abs(scores[cell] - before[cell] - expected) <= 3e-7);
    }
  }
}

TEST_CASE("FIRE has the same bits native and in wasm") {
  test::Random random(17);
  const Perceptron mlp(random, 32, 2);
  const std::vector<float> out =
      drawn({.heads = 2, .queries = 50, .keys = 70}, mlp.weights(),
            {.length = 20}, within(69));
  CHECK(testing::checksum(out) == 0xb6a34425b8443f78);
}

TEST_CASE("FIRE refuses what is not allowed and writes nothing") {
  test::Random random(18);
  const Perceptron good(random, 3, 2);
  std::vector<double> scratch(fire_scratch_size(3, 2, 19).size());
  FirePlan plan;
  const auto prepare = [&](const FireWeights& weights,
                           const FireOptions& options = {}) {
    return fire_prepare(&plan, within(9), weights, options, scratch);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(prepare({}) == Status::kBadShape);
  FireWeights weights = good.weights();
  weights.hidden_bias = weights.hidden_bias.first(2);
  CHECK(prepare(weights) == Status::kBadShape);
  weights = good.weights();
  weights.output_weight = weights.output_weight.first(5);
  CHECK(prepare(weights) == Status::kBadShape);
  Perceptron bad = good;
  bad.output_weight[5] = std::numeric_limits<float>::infinity();
  CHECK(prepare(bad.weights()) == Status::kBadArgument);
  const Perceptron huge(random, 4097, 1);
  CHECK(prepare(huge.weights()) == Status::kBadArgument);
  CHECK(prepare(good.weights(), {.c = nan}) == Status::kBadArgument);
  CHECK(prepare(good.weights(), {.length = nan}) == Status::kBadArgument);
  CHECK(prepare(good.weights(), {.length = 1e300, .multiplier = 1e300}) ==
        Status::kBadArgument);
  CHECK(prepare(good.weights(), {.eps = 0}) == Status::kBadArgument);
  CHECK(prepare(good.weights(), {.future = static_cast<Future>(3)}) ==
        Status::kBadArgument);
  CHECK(fire_prepare(&plan, within(10), good.weights(), {}, scratch) ==
        Status::kBadShape);
  CHECK_FALSE(fire_scratch_size(3, 2, SIZE_MAX).exists<double>());
  CHECK(fire_prepare(&plan, {0, SIZE_MAX}, good.weights(), {}, scratch) ==
        Status::kTooLarge);
  CHECK(plan.heads == 0);

  REQUIRE(prepare(good.weights()) == Status::kOk);
  std::vector<float> out(200, 7.0f);
  const auto tile = [&](const FireTile& t) { return fire_tile(out, plan, t); };
  CHECK(tile({.heads = 3, .queries = 10, .keys = 10}) == Status::kBadArgument);
  CHECK(tile({.head = 3, .heads = 0}) == Status::kBadArgument);
  CHECK(tile({.head = 1, .heads = 2, .queries = 10, .keys = 10}) ==
        Status::kBadArgument);
  CHECK(tile({.heads = 2, .queries = 10, .keys = 9}) == Status::kBadShape);
  CHECK(tile({.heads = 2, .query = 1, .queries = 10, .keys = 10}) ==
        Status::kOutOfRange);
  CHECK(tile({.heads = 2, .queries = 10, .key = 1, .keys = 10}) ==
        Status::kOutOfRange);
  const std::vector<double> position{nan};
  CHECK(fire_reference({out.data(), 2}, position, position, good.weights(),
                       {}) == Status::kBadArgument);
  CHECK(fire_reference(out, position, position, good.weights(), {}) ==
        Status::kBadShape);
  CHECK(fire_reference(out, position, position, good.weights(), {.eps = 0}) ==
        Status::kBadArgument);
  CHECK(std::all_of(out.begin(), out.end(), [](float x) { return x == 7; }));
}

}  // namespace
}  // namespace posenc::bias
