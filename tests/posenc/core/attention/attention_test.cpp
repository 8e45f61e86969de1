#include "attention/attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/call.hpp"
#include "attention/offset_bias.hpp"

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
    Call bent(c.options.shape, random, 1.5);
    bent.options.causal = random.chance(0.5);
    random_heat(bent, random);
    check_against_formula(bent, kNoBias, {});
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

// Leaves of a mask those of its queries.
void cut_mask(Call& c, std::size_t first, std::size_t count) {
  auto& mask = c.options.mask;
  const auto cut = [&](auto& cells) {
    if (cells.empty() || mask.queries == 1) return;
    auto from = std::move(cells);
    cells.clear();
    for (std::size_t n = 0; n < mask.batch * mask.heads; ++n) {
      const auto row =
          from.begin() +
          static_cast<std::ptrdiff_t>((n * mask.queries + first) * mask.keys);
      cells.insert(cells.end(), row,
                   row + static_cast<std::ptrdiff_t>(count * mask.keys));
    }
  };
  cut(c.added);
  cut(c.allowed);
  if (mask.queries > 1) mask.queries = count;
  mask.added = c.added;
  mask.allowed = c.allowed;
}

TEST_CASE("a few queries give the bits that they give among many") {
  Random random(23);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    std::size_t key_heads = random.integer(1, 2);
    std::size_t width = 4 * random.integer(1, 6);
    // Sometimes more heads than go over the keys together, or rows of keys that
    // are 1 KiB apart.
    if (random.chance(0.1)) {
      key_heads = 18;
    } else if (random.chance(0.2)) {
      key_heads = 4;
      width = 64;
    }
    const std::size_t heads = random.integer(1, 2) * key_heads;
    const Shape shape{random.integer(1, 2),
                      9,
                      random.integer(1, 600),
                      heads,
                      key_heads,
                      width,
                      random.integer(1, 37)};
    Call many(shape, random, 3);
    many.options.causal = random.chance(0.5);
    if (random.chance(0.5)) many.options.window = random.integer(1, 300);
    if (random.chance(0.5)) {
      many.options.offset = static_cast<std::int64_t>(random.integer(0, 700));
    }
    if (random.chance(0.5)) {
      many.sinks = random.floats(shape.heads, -2, 2);
      many.options.sinks = many.sinks;
    }
    if (random.chance(0.7)) random_mask(many, random);
    random_heat(many, random);
    many.options.temperature.positions = {};
    many.table = random.floats(shape.heads * (shape.keys + 8), -3, 3);
    attention::OffsetBias bias(many.table, shape.heads, 9, shape.keys);
    const bool biased = random.chance(0.5);
    const auto expected =
        many.fused(biased ? numeric::score_term(bias) : ScoreTerm{});
    // Query 4 alone, and with those after it.
    for (const std::size_t count : {1u, 2u, 4u}) {
      Call few = many;
      few.options.shape.queries = count;
      few.options.offset += 4;
      few.options.temperature.first += 4;
      few.q.clear();
      few.table.clear();
      std::vector<float> want;
      for (std::size_t b = 0; b < shape.batch; ++b) {
        const auto rows = [&](const std::vector<float>& from, std::size_t n,
                              std::vector<float>& to) {
          const auto first =
              from.begin() + static_cast<std::ptrdiff_t>((b * 9 + 4) * n);
          to.insert(to.end(), first,
                    first + static_cast<std::ptrdiff_t>(count * n));
        };
        rows(many.q, shape.heads * shape.width, few.q);
        rows(expected, shape.heads * shape.value_width, want);
      }
      for (std::size_t h = 0; h < shape.heads; ++h) {
        const auto first =
            many.table.begin() +
            static_cast<std::ptrdiff_t>(h * (shape.keys + 8) + 5 - count);
        few.table.insert(
            few.table.end(), first,
            first + static_cast<std::ptrdiff_t>(shape.keys + count - 1));
      }
      cut_mask(few, 4, count);
      attention::OffsetBias own(few.table, shape.heads, count, shape.keys);
      CHECK(few.fused(biased ? numeric::score_term(own) : ScoreTerm{}) == want);
    }
  }
}

TEST_CASE("keys that no query sees are never read") {
  Random random(24);
  for (const std::size_t queries : {1u, 2u, 9u, 70u}) {
    CAPTURE(queries);
    for (const bool causal : {false, true}) {
      Call c({2, queries, 900, 2, 1, 6, 7}, random);
      c.options.causal = causal;
      c.options.window = 5;
      c.options.offset = 301;
      const auto fused = c.fused();
      const auto exact = c.exact();
      const std::size_t last = 301 + queries - 1 + (causal ? 1 : 5);
      for (std::size_t b = 0; b < 2; ++b) {
        for (std::size_t j = 0; j < 900; ++j) {
          if (j >= 297 && j < last) continue;
          std::fill_n(&c.k[(b * 900 + j) * 6], 6, NAN);
          std::fill_n(&c.v[(b * 900 + j) * 7], 7, NAN);
        }
      }
      CHECK(c.fused() == fused);
      const auto found = c.exact();
      CHECK(found.out == exact.out);
      CHECK(found.weights == exact.weights);
      CHECK(found.scores == exact.scores);
    }
  }
}

TEST_CASE("a bad key is in the rows of the queries that see it alone") {
  Random random(25);
  for (const std::size_t queries : {3u, 12u, 70u}) {
    CAPTURE(queries);
    Call c({1, queries, 80, 1, 1, 8, 8}, random);
    c.options.causal = true;
    c.options.offset = 2;
    const auto fused = c.fused();
    const auto exact = c.exact();
    // Query 2 is the first that sees it.
    c.k[4 * 8 + 3] = NAN;
    const auto bad_fused = c.fused();
    const auto bad_exact = c.exact();
    for (std::size_t i = 0; i < queries; ++i) {
      CAPTURE(i);
      for (std::size_t e = i * 8; e < i * 8 + 8; ++e) {
        CHECK(std::isnan(bad_fused[e]) == (i >= 2));
        CHECK(std::isnan(bad_exact.out[e]) == (i >= 2));
        if (i >= 2) continue;
        CHECK(bad_fused[e] == fused[e]);
        CHECK(bad_exact.out[e] == exact.out[e]);
      }
      for (std::size_t j = i * 80; j < i * 80 + 80 && i < 2; ++j) {
        CHECK(bad_exact.weights[j] == exact.weights[j]);
        CHECK(bad_exact.scores[j] == exact.scores[j]);
      }
    }
  }
}

TEST_CASE("a bad key that a mask takes away is bad in every kernel") {
  Random random(26);
  for (const std::size_t queries : {3u, 12u}) {
    CAPTURE(queries);
    Call c({1, queries, 20, 1, 1, 8, 8}, random);
    std::vector<std::uint8_t> allowed(20, 1);
    allowed[4] = 0;
    c.options.mask.kind = attention::MaskKind::kBoolean;
    c.options.mask.batch = c.options.mask.heads = c.options.mask.queries = 1;
    c.options.mask.keys = 20;
    c.options.mask.allowed = allowed;
    c.k[4 * 8 + 3] = NAN;
    for (const float x : c.fused()) CHECK(std::isnan(x));
    for (const float x : c.exact().out) CHECK(std::isnan(x));
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
  for (const double cap : {-1.0, double{NAN}, 1e300, 1e-300}) {
    CHECK(with([&](Options& o) { o.softcap = cap; }) == Status::kBadArgument);
  }
  const auto heated = [&](attention::Temperature heat) {
    return with([&](Options& o) { o.temperature = heat; });
  };
  using enum attention::TemperatureKind;
  const double places[] = {0, 1, 2, 3};
  const double before[] = {0, 1, -1};
  CHECK(heated({kFloor, 0}) == Status::kBadArgument);
  CHECK(heated({kLog, 1}) == Status::kBadArgument);
  CHECK(heated({kFloor, 8, NAN}) == Status::kBadArgument);
  CHECK(heated({kFloor, 8, 0.1, 2}) == Status::kBadArgument);
  CHECK(heated({kFloor, 8, 0.1, 1, -1}) == Status::kBadArgument);
  CHECK(heated({kFloor, 8, 0.1, 1, 0, before}) == Status::kBadArgument);
  CHECK(heated({kFloor, 8, 0.1, 1, 0, places}) == Status::kBadShape);
  CHECK(heated({static_cast<attention::TemperatureKind>(3), 8}) ==
        Status::kBadArgument);
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
  const std::vector<float> seven(7);
  for (const auto axis : {&attention::Mask::batch, &attention::Mask::heads,
                          &attention::Mask::queries, &attention::Mask::keys}) {
    CHECK(with([&](Options& o) {
            o.mask.kind = MaskKind::kAdditive;
            o.mask.*axis = seven.size();
            o.mask.added = seven;
          }) == Status::kBadShape);
  }
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
