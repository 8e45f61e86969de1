// Position terms inside attention: a table by offset, and the whole interface.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "attention/call.hpp"
#include "attention/offset_bias.hpp"

namespace posenc {
namespace {

using namespace test;
using attention::OffsetBias;

TEST_CASE("a bias by offset is the bias of j - i, whatever the tile") {
  Random random(12);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    Call c(random_shape(random, 40), random);
    const Shape& s = c.options.shape;
    c.options.causal = random.chance(0.5);
    const std::size_t length = s.queries + s.keys - 1;
    c.table = random.floats(s.heads * length, -4, 4);
    if (random.chance(0.5)) random_mask(c, random);
    REQUIRE(OffsetBias::check(c.table, s.heads, s.queries, s.keys) ==
            Status::kOk);
    OffsetBias term(c.table, s.heads, s.queries, s.keys);
    check_against_formula(
        c,
        [&](std::size_t h, std::size_t i, std::size_t j) {
          return static_cast<double>(
              c.table[h * length + j + s.queries - 1 - i]);
        },
        numeric::score_term(term));
  }
}

TEST_CASE("a part of a longer table by offset is a table of its own") {
  Random random(13);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    Call c(random_shape(random, 40), random);
    const Shape& s = c.options.shape;
    const std::size_t length = s.queries + s.keys - 1;
    const std::size_t stride = length + 5;
    const std::vector<float> longer = random.floats(s.heads * stride, -4, 4);
    const std::span<const float> part(longer.data() + 3,
                                      (s.heads - 1) * stride + length);
    REQUIRE(OffsetBias::check(part, s.heads, s.queries, s.keys, stride) ==
            Status::kOk);
    OffsetBias term(part, s.heads, s.queries, s.keys, stride);
    check_against_formula(
        c,
        [&](std::size_t h, std::size_t i, std::size_t j) {
          return static_cast<double>(part[h * stride + j + s.queries - 1 - i]);
        },
        numeric::score_term(term));
  }
}

// A scheme with every hook: a number per head, a hundredth for each key that is
// seen from this one on, and values of its own: +1 in the first component for
// each weight of an even key.
struct Everything {
  std::size_t heads_begun = 0;
  double head = 0;

  static std::size_t state_size() { return 16; }
  static bool reads_mask() { return true; }
  void begin_head(std::size_t batch, std::size_t h) {
    ++heads_begun;
    head = static_cast<double>(batch) - static_cast<double>(h) / 2;
  }
  void begin(const numeric::QueryBlock&, float* state) {
    std::fill_n(state, 16, 0.0f);
  }
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) {
    CHECK(queries.count <= 8);
    for (std::size_t x = keys.count * 8; x-- > 0;) {
      if (mask[x] == 0) state[x % 8] += 0.01f;
      scores[x] += state[x % 8] + static_cast<float>(head);
    }
  }
  void collect(const numeric::QueryBlock&, const numeric::KeyBlock& keys,
               const float* weights, const float* factor, float* state) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      state[8 + lane] *= factor[lane];
      for (std::size_t j = 0; j < keys.count; ++j) {
        if ((keys.key + j) % 2 == 0) state[8 + lane] += weights[j * 8 + lane];
      }
    }
  }
  void finish(const numeric::QueryBlock&, float* state, float* output) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      output[lane] += state[8 + lane];
    }
  }
};

TEST_CASE("a scheme sees heads, what is hidden, and weights") {
  Random random(21);
  // Two queries would be few, if nothing were collected.
  for (const auto& [queries, keys] :
       {std::pair{19u, 7u}, {19u, 300u}, {19u, 513u}, {2u, 513u}}) {
    Shape shape{2, queries, keys, 2, 1, 4, 3};
    Call c(shape, random, 0.2);
    c.options.causal = true;
    c.options.offset = 2;
    Everything scheme;
    const ScoreTerm term = numeric::score_term(scheme);
    const auto plain = c.exact();
    const auto exact = c.exact(term);
    const auto fused = c.fused(term);
    CHECK(scheme.heads_begun == 8);
    for (std::size_t row = 0; row < std::size_t{4} * queries; ++row) {
      const std::size_t b = row / (2 * queries);
      const std::size_t h = row / queries % 2;
      double later = 0;
      double sum = 0;
      double even = 0;
      for (std::size_t j = keys; j-- > 0;) {
        const auto s = static_cast<double>(plain.scores[row * keys + j]);
        if (s == kHidden) continue;
        later += 0.01;
        const double expected =
            s + later + static_cast<double>(b) - static_cast<double>(h) / 2;
        CHECK(std::abs(static_cast<double>(exact.scores[row * keys + j]) -
                       expected) < 1e-4);
        sum += std::exp(expected);
        if (j % 2 == 0) even += std::exp(expected);
      }
      const std::size_t at = ((b * queries + row % queries) * 2 + h) * 3;
      double values[3] = {even / sum, 0, 0};
      for (std::size_t j = 0; j < keys; ++j) {
        for (std::size_t e = 0; e < 3; ++e) {
          values[e] += static_cast<double>(exact.weights[row * keys + j]) *
                       static_cast<double>(c.v[(b * keys + j) * 3 + e]);
        }
      }
      for (std::size_t e = 0; e < 3; ++e) {
        CHECK(std::abs(static_cast<double>(exact.out[at + e]) - values[e]) <
              1e-4);
        CHECK(std::abs(static_cast<double>(fused[at + e]) - values[e]) < 1e-4);
      }
    }
  }
}

}  // namespace
}  // namespace posenc
