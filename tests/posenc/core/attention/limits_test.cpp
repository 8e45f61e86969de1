// Sizes, masks and outputs of attention past their limits, one at a time.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "attention/call.hpp"
#include "attention/offset_bias.hpp"
#include "attention/term_matrix.hpp"

namespace posenc {
namespace {

using namespace test;

TEST_CASE("scratch that passes 31 and 32 bits is told in full") {
  Options o;
  o.shape = {1, 9, 1, 1, 1, 1, 63161284};
  // Values padded to four keys, and eight blocks of outputs of eight lanes.
  CHECK(attention::attend_scratch_size(o, {}).number() >= 68.0 * 63161284);
  o.shape = {1, 9, 1, 1, 1, 63161284, 1};
  CHECK(attention::attend_scratch_size(o, {}).number() >= 68.0 * 63161284);
  CHECK(attention::exact_scratch_size(o, {}).doubles.number() >=
        8.0 * 63161284);
  // Of a single query its nine heads go over keys and values where they lie.
  o.shape = {1, 1, 1, 9, 1, 63161284, 1};
  CHECK(attention::attend_scratch_size(o, {}).number() >= 9.0 * 63161284);
  o.shape = {1, 1, SIZE_MAX, 1, 1, SIZE_MAX, SIZE_MAX};
  CHECK_FALSE(attention::attend_scratch_size(o, {}).exists<float>());
  o.shape = {1, 9, SIZE_MAX, 1, 1, SIZE_MAX, SIZE_MAX};
  CHECK_FALSE(attention::attend_scratch_size(o, {}).exists<float>());
  CHECK_FALSE(attention::exact_scratch_size(o, {}).floats.exists<float>());
  CHECK_FALSE(attention::term_matrix_scratch_size(o, {}).exists<float>());
}

TEST_CASE("scratch is told for offsets that no call takes") {
  for (const std::int64_t offset : {std::numeric_limits<std::int64_t>::max(),
                                    std::numeric_limits<std::int64_t>::min()}) {
    Options o;
    o.shape = {1, 9, 12, 1, 1, 4, 4};
    o.offset = offset;
    o.causal = true;
    CHECK(attention::attend_scratch_size(o, {}).exists<float>());
    o.window = SIZE_MAX;
    CHECK(attention::attend_scratch_size(o, {}).exists<float>());
    o.shape.queries = SIZE_MAX;
    CHECK(attention::attend_scratch_size(o, {}).number() > 0);
  }
}

TEST_CASE("a window of any width hides what lies outside, without overflow") {
  Random random(91);
  Call c({1, 9, 12, 1, 1, 4, 4}, random);
  const auto open = c.fused();
  for (const std::size_t window :
       {std::size_t{1} << 31, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX}) {
    c.options.window = window;
    CHECK(c.fused() == open);
  }
  for (const std::int64_t offset :
       {numeric::kMaxOffset, -numeric::kMaxOffset}) {
    c.options.offset = offset;
    c.options.window = 5;
    CHECK(c.fused() == std::vector<float>(36, 0));
    CHECK(c.exact().out == std::vector<float>(36, 0));
  }
}

TEST_CASE("queries, keys and values have the sizes of the shape") {
  Random random(93);
  const Call good({2, 3, 4, 2, 2, 4, 4}, random);
  const auto status = [&](auto member) {
    Call c = good;
    (c.*member).pop_back();
    std::vector<float> out(2 * 3 * 2 * 4, 7.0f);
    std::vector<float> scratch(
        attention::attend_scratch_size(c.options, {}).size());
    const Status found =
        attention::attend(out, c.q, c.k, c.v, c.options, {}, scratch);
    CHECK(out == std::vector<float>(out.size(), 7.0f));
    return found;
  };
  CHECK(status(&Call::q) == Status::kBadShape);
  CHECK(status(&Call::k) == Status::kBadShape);
  CHECK(status(&Call::v) == Status::kBadShape);
}

TEST_CASE("each axis of a mask is whole or shared") {
  Random random(92);
  Call c({2, 3, 4, 2, 2, 4, 4}, random);
  c.options.mask.kind = MaskKind::kAdditive;
  c.added = random.floats(2 * 2 * 3 * 4);
  c.options.mask.added = c.added;
  std::vector<float> out(2 * 3 * 2 * 4);
  std::vector<float> scratch(
      attention::attend_scratch_size(c.options, {}).size());
  const auto status = [&](std::size_t b, std::size_t h, std::size_t i,
                          std::size_t j) {
    auto& m = c.options.mask;
    m.batch = b;
    m.heads = h;
    m.queries = i;
    m.keys = j;
    return attention::attend(out, c.q, c.k, c.v, c.options, {}, scratch);
  };
  CHECK(status(2, 2, 3, 4) == Status::kOk);
  CHECK(status(3, 2, 3, 4) == Status::kBadShape);
  CHECK(status(2, 3, 3, 4) == Status::kBadShape);
  CHECK(status(2, 2, 2, 4) == Status::kBadShape);
  CHECK(status(2, 2, 3, 5) == Status::kBadShape);
  CHECK(status(1, 2, 3, 4) == Status::kBadShape);
}

TEST_CASE("attend_exact writes what it is asked for, and refuses other sizes") {
  Random random(93);
  Call c({1, 3, 4, 2, 2, 4, 4}, random);
  const auto all = c.exact();
  const auto size = attention::exact_scratch_size(c.options, {});
  std::vector<double> doubles(size.doubles.size());
  std::vector<float> floats(size.floats.size());
  const auto run = [&](const attention::Exact& to, std::size_t less = 0) {
    return attention::attend_exact(to, c.q, c.k, c.v, c.options, {},
                                   {doubles, std::span(floats).subspan(less)});
  };
  std::vector<float> matrix(all.weights.size());
  CHECK(run({{}, matrix, {}}) == Status::kOk);
  CHECK(matrix == all.weights);
  CHECK(run({{}, {}, matrix}) == Status::kOk);
  CHECK(matrix == all.scores);
  CHECK(run({matrix, {}, {}}) == Status::kOk);
  CHECK(std::equal(all.out.begin(), all.out.end(), matrix.begin()));
  matrix.pop_back();
  CHECK(run({matrix, {}, {}}) == Status::kBadShape);
  CHECK(run({{}, matrix, {}}) == Status::kBadShape);
  CHECK(run({{}, {}, matrix}) == Status::kBadShape);
  matrix.push_back(0);
  CHECK(run({matrix, {}, {}}, 1) == Status::kBadShape);
  c.options.scale = NAN;
  CHECK(run({matrix, {}, {}}) == Status::kBadArgument);
}

// A term with a number for each head, and none of the other hooks.
struct PerHead {
  float head = 0;
  void begin_head(std::size_t batch, std::size_t h) {
    head = static_cast<float>(10 * batch + h);
  }
  void add(const numeric::QueryBlock&, const numeric::KeyBlock& keys,
           const float*, float* scores, float*) const {
    for (std::size_t x = 0; x < keys.count * 8; ++x) scores[x] += head;
  }
};

TEST_CASE("term_matrix is the term alone, zeros without one") {
  Random random(94);
  Call c({2, 9, 260, 2, 2, 4, 4}, random);
  std::vector<float> out(2 * 2 * 9 * 260, NAN);
  PerHead scheme;
  const ScoreTerm term = numeric::score_term(scheme);
  std::vector<float> scratch(
      attention::term_matrix_scratch_size(c.options, term).size());
  REQUIRE(attention::term_matrix(out, c.q, c.options, term, scratch) ==
          Status::kOk);
  for (std::size_t x = 0; x < out.size(); ++x) {
    const std::size_t bh = x / (9 * 260);
    CHECK(out[x] == static_cast<float>(10 * (bh / 2) + bh % 2));
  }
  REQUIRE(attention::term_matrix(out, c.q, c.options, {}, scratch) ==
          Status::kOk);
  CHECK(out == std::vector<float>(out.size(), 0));
  const auto status = [&](auto change) {
    Options o = c.options;
    change(o);
    return attention::term_matrix(out, c.q, o, term, scratch);
  };
  CHECK(status([](Options& o) { o.offset = numeric::kMaxOffset + 1; }) ==
        Status::kBadArgument);
  CHECK(status([](Options& o) { o.shape.keys = 261; }) == Status::kBadShape);
  CHECK(status([](Options& o) { o.shape.width = 5; }) == Status::kBadShape);
  CHECK(status([](Options& o) { o.shape.keys = SIZE_MAX; }) ==
        Status::kTooLarge);
  scratch.pop_back();
  CHECK(status([](Options&) {}) == Status::kBadShape);
}

TEST_CASE("a row by offset has a number for each offset of each head") {
  const std::vector<float> row(2 * 6);
  using attention::OffsetBias;
  CHECK(OffsetBias::check(row, 2, 3, 4) == Status::kOk);
  CHECK(OffsetBias::check(row, 2, 4, 4) == Status::kBadShape);
  CHECK(OffsetBias::check({}, 2, 0, 4) == Status::kBadShape);
  CHECK(OffsetBias::check({}, 2, 4, 0) == Status::kBadShape);
  CHECK(OffsetBias::check(row, 2, SIZE_MAX, SIZE_MAX) == Status::kTooLarge);
}

TEST_CASE("rows by offset may be longer than what is read of them") {
  // Two heads of 10 numbers, of which a call reads 6 each: 10 + 6.
  const std::vector<float> table(16);
  using attention::OffsetBias;
  CHECK(OffsetBias::check(table, 2, 3, 4, 10) == Status::kOk);
  CHECK(OffsetBias::check(table, 2, 3, 4, 9) == Status::kBadShape);
  CHECK(OffsetBias::check(table, 2, 3, 4, 5) == Status::kBadShape);
  CHECK(OffsetBias::check({}, 0, 3, 4, 10) == Status::kOk);
  CHECK(OffsetBias::check(table, 2, 3, 4, SIZE_MAX) == Status::kTooLarge);
}

}  // namespace
}  // namespace posenc
