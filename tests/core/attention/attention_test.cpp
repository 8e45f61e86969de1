#include "attention/attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/call.hpp"

namespace posenc {
namespace {

using namespace test;

TEST_CASE("both kernels follow the formula for random shapes and options") {
  Random random(11);
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    Call c(random_shape(random, 40), random, random.chance(0.3) ? 4 : 1);
    c.options.causal = random.chance(0.5);
    if (random.chance(0.3)) c.options.window = random.integer(1, 20);
    if (random.chance(0.3)) {
      c.options.offset = static_cast<std::int64_t>(random.integer(0, 60)) - 30;
    }
    if (random.chance(0.5)) random_mask(c, random);
    if (random.chance(0.3)) {
      c.sinks = random.floats(c.options.shape.heads, -2, 2);
      c.options.sinks = c.sinks;
    }
    check_against_formula(c, kNoBias, {});
  }
}

TEST_CASE("tiles of 64 queries and 256 keys join without a seam") {
  Random random(13);
  for (const std::size_t keys : {255u, 256u, 257u, 600u}) {
    for (const bool causal : {false, true}) {
      for (const std::size_t window : {0u, 300u}) {
        Call c({1, 67, keys, 1, 1, 5, 3}, random, 3);
        c.options.causal = causal;
        c.options.window = window;
        check_against_formula(c, kNoBias, {});
      }
    }
  }
}

TEST_CASE("every head width from 1 to 256 works") {
  Random random(14);
  for (std::size_t width = 1; width <= 256; ++width) {
    Call c({1, 3, 5, 1, 1, width, 257 - width}, random);
    check_against_formula(c, kNoBias, {});
  }
}

TEST_CASE("a query that sees nothing gets zeros") {
  Random random(15);
  // Five queries over three keys: with causal order the first two see nothing.
  Call c({1, 5, 3, 2, 1, 4, 4}, random);
  c.options.causal = true;
  auto out = c.fused();
  auto exact = c.exact();
  for (std::size_t x = 0; x < 2 * 2 * 4; ++x) {
    CHECK(out[x] == 0.0f);
    CHECK(exact.out[x] == 0.0f);
  }
  for (std::size_t x = 0; x < 2 * 3; ++x) CHECK(exact.weights[x] == 0.0f);
  CHECK(out[2 * 2 * 4] != 0.0f);

  c.options.causal = false;
  c.allowed.assign(1, 0);
  c.options.mask.kind = MaskKind::kBoolean;
  c.options.mask.allowed = c.allowed;
  for (const float x : c.fused()) CHECK(x == 0.0f);
  for (const float x : c.exact().weights) CHECK(x == 0.0f);
}

TEST_CASE("hidden keys do not matter, and large scores do not overflow") {
  Random random(16);
  Call c({1, 9, 300, 1, 1, 8, 8}, random, 100);
  c.options.scale = 1;
  c.options.causal = true;
  c.options.offset = 20;
  const auto before = c.fused();
  for (const float x : before) CHECK(std::abs(x) <= 1);
  std::fill(c.k.begin() + 29 * 8, c.k.end(), 3.0e18f);
  std::fill(c.v.begin() + 29 * 8, c.v.end(), -3.0e30f);
  CHECK(c.fused() == before);
}

TEST_CASE("weights of a row add up to one, or to one less the sink's share") {
  Random random(17);
  Call c({1, 20, 33, 2, 2, 4, 4}, random, 3);
  for (int sink = 0; sink < 2; ++sink) {
    if (sink == 1) {
      c.sinks = {0.5f, -1};
      c.options.sinks = c.sinks;
    }
    const auto r = c.exact();
    for (std::size_t row = 0; row < 40; ++row) {
      double sum = 0;
      double denominator =
          sink == 0 ? 0 : std::exp(static_cast<double>(c.sinks[row / 20]));
      const double numerator = denominator;
      for (std::size_t j = 0; j < 33; ++j) {
        sum += static_cast<double>(r.weights[row * 33 + j]);
        denominator += std::exp(static_cast<double>(r.scores[row * 33 + j]));
      }
      CHECK(sum == doctest::Approx(1 - numerator / denominator).epsilon(1e-6));
    }
  }
}

TEST_CASE("keys in another order give the same output") {
  Random random(18);
  Call c({1, 10, 50, 1, 1, 8, 8}, random);
  const auto before = c.exact().out;
  for (std::size_t j = 0; j < 25; ++j) {
    for (auto* x : {&c.k, &c.v}) {
      std::swap_ranges(x->begin() + static_cast<std::ptrdiff_t>(j * 8),
                       x->begin() + static_cast<std::ptrdiff_t>(j * 8 + 8),
                       x->end() - static_cast<std::ptrdiff_t>(j * 8 + 8));
    }
  }
  const auto after = c.exact().out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(after[i] == doctest::Approx(before[i]).epsilon(1e-6));
  }
}

TEST_CASE("heads computed one by one or all at once are the same") {
  Random random(19);
  for (const std::size_t key_heads : {1u, 2u, 6u}) {
    Call c({2, 9, 21, 6, key_heads, 5, 4}, random);
    const auto expected = c.fused();
    std::vector<float> out(expected.size(), 7.0f);
    std::vector<float> scratch(
        attention::attend_scratch_size(c.options, {}).size());
    for (std::size_t n = 0; n < 12; n += 3) {
      c.options.first_head = n;
      c.options.last_head = n + 3;
      REQUIRE(attention::attend(out, c.q, c.k, c.v, c.options, {}, scratch) ==
              Status::kOk);
      for (std::size_t i = 0; i < out.size(); ++i) {
        // out [2, 9, 6, 4]
        const bool done = i / (9 * 6 * 4) * 6 + i / 4 % 6 < n + 3;
        CHECK(out[i] == (done ? expected[i] : 7.0f));
      }
    }
  }
}

TEST_CASE("what does not fit is refused before anything is written") {
  Random random(20);
  const Shape shape{1, 3, 4, 2, 1, 5, 6};
  Call c(shape, random);
  std::vector<float> out(3 * 2 * 6, 7.0f);
  const auto run = [&](const Options& o, std::size_t cut = 0) {
    std::vector<float> scratch(10000);
    return attention::attend(std::span(out).first(out.size() - cut), c.q, c.k,
                             c.v, o, {}, scratch);
  };
  const auto with = [&](auto&& change) {
    Options o = c.options;
    change(o);
    return run(o);
  };
  CHECK(run(c.options, 1) == Status::kBadShape);
  CHECK(with([](Options& o) { o.shape.width = 0; }) == Status::kBadArgument);
  CHECK(with([](Options& o) { o.shape.key_heads = 3; }) ==
        Status::kBadArgument);
  CHECK(with([](Options& o) { o.scale = NAN; }) == Status::kBadArgument);
  CHECK(with([](Options& o) { o.offset = INT64_MAX; }) == Status::kBadArgument);
  CHECK(with([](Options& o) { o.last_head = 3; }) == Status::kBadArgument);
  CHECK(with([](Options& o) { o.first_head = 2; }) == Status::kBadArgument);
  CHECK(with([](Options& o) { o.shape.keys = 5; }) == Status::kBadShape);
  CHECK(with([](Options& o) { o.shape.queries = SIZE_MAX / 4; }) ==
        Status::kTooLarge);
  const std::vector<float> one(1);
  CHECK(with([&](Options& o) { o.sinks = one; }) == Status::kBadShape);
  CHECK(with([&](Options& o) {
          o.mask.kind = MaskKind::kAdditive;
          o.mask.queries = 2;
          o.mask.added = one;
        }) == Status::kBadShape);
  CHECK(with([&](Options& o) {
          o.mask.kind = MaskKind::kBoolean;
          o.mask.keys = 4;
        }) == Status::kBadShape);
  CHECK(with([&](Options& o) { o.mask.kind = static_cast<MaskKind>(3); }) ==
        Status::kBadArgument);
  std::vector<float> scratch(
      attention::attend_scratch_size(c.options, {}).size() - 1);
  CHECK(attention::attend(out, c.q, c.k, c.v, c.options, {}, scratch) ==
        Status::kBadShape);
  const auto size = attention::exact_scratch_size(c.options, {});
  std::vector<double> doubles(size.doubles.size());
  std::vector<float> floats(size.floats.size());
  std::vector<float> weights(2 * 3 * 4 - 1);
  CHECK(attention::attend_exact({out, weights, {}}, c.q, c.k, c.v, c.options,
                                {}, {doubles, floats}) == Status::kBadShape);
  CHECK(attention::attend_exact(
            {out, {}, {}}, c.q, c.k, c.v, c.options, {},
            {std::span(doubles).first(size.doubles.size() - 1), floats}) ==
        Status::kBadShape);
  for (const float x : out) CHECK(x == 7.0f);
}

}  // namespace
}  // namespace posenc
