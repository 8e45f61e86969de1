#include "rotary/apply.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/tables.hpp"

namespace posenc::rotary {
namespace {

using testing::Draw;
using testing::for_all;

struct Pair {
  std::vector<float> cos;
  std::vector<float> sin;
};

// Tables of rows positions from `first` on, for `dim` columns.
Pair tables_from(double first, std::size_t rows, std::size_t dim) {
  std::vector<numeric::DoubleDouble> theta(dim / 2);
  double factor = 0;
  REQUIRE(frequencies(theta, &factor, {.rotary_dim = dim}) == Status::kOk);
  std::vector<double> p(rows);
  for (std::size_t t = 0; t < rows; ++t) p[t] = first + static_cast<double>(t);
  Pair out{std::vector<float>(rows * dim / 2),
           std::vector<float>(rows * dim / 2)};
  REQUIRE(tables(out.cos, out.sin, {.theta = theta, .positions = p},
                 Precision::kExact, 1) == Status::kOk);
  return out;
}

ApplyOptions any_options(Draw& draw) {
  ApplyOptions o{.batch = draw.size(1, 3),
                 .seq_len = draw.size(1, 5),
                 .num_heads = draw.size(1, 4),
                 .rotary_dim = 2 * draw.size(1, 20)};
  o.head_dim = o.rotary_dim + draw.size(0, 9);
  o.layout = draw.coin() ? Layout::kHalves : Layout::kInterleaved;
  o.transpose = draw.coin();
  return o;
}

std::size_t count(const ApplyOptions& o) {
  return o.batch * o.seq_len * o.num_heads * o.head_dim;
}

std::vector<float> turned(const std::vector<float>& x, const Pair& t,
                          const ApplyOptions& o,
                          std::span<const std::uint32_t> rows = {}) {
  std::vector<float> y(x.size(), 7);
  REQUIRE(apply(y, x, t.cos, t.sin, rows, o) == Status::kOk);
  return y;
}

double dot(const float* a, const float* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

}  // namespace

TEST_CASE("apply turns the pairs of both layouts") {
  const std::vector<float> x = {1, 2, 3, 4, 5};
  const Pair t{{0.5f, 2}, {1, 3}};
  ApplyOptions o{.seq_len = 1, .head_dim = 5, .rotary_dim = 4};
  CHECK(turned(x, t, o) == std::vector<float>{-2.5f, -8, 2.5f, 14, 5});
  o.layout = Layout::kInterleaved;
  CHECK(turned(x, t, o) == std::vector<float>{-1.5f, 2, -6, 17, 5});
  o.transpose = true;
  CHECK(turned(x, t, o) == std::vector<float>{2.5f, 0, 18, -1, 5});
}

TEST_CASE("apply turns columns from a start on, as it turns them alone") {
  for_all(200, [](Draw& draw) {
    ApplyOptions o = any_options(draw);
    o.head_dim = o.rotary_dim + draw.size(1, 20);
    o.start = draw.size(1, o.head_dim - o.rotary_dim);
    const std::size_t heads = o.batch * o.seq_len * o.num_heads;
    const Pair t{draw.floats(o.seq_len * o.rotary_dim / 2),
                 draw.floats(o.seq_len * o.rotary_dim / 2)};
    const std::vector<float> x = draw.floats(count(o));
    std::vector<float> part;
    for (std::size_t h = 0; h < heads; ++h) {
      const auto first =
          x.begin() + static_cast<std::ptrdiff_t>(h * o.head_dim + o.start);
      part.insert(part.end(), first,
                  first + static_cast<std::ptrdiff_t>(o.rotary_dim));
    }
    ApplyOptions alone = o;
    alone.start = 0;
    alone.head_dim = o.rotary_dim;
    const std::vector<float> expected = turned(part, t, alone);
    const std::vector<float> found = turned(x, t, o);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t c = i % o.head_dim;
      const bool turns = c >= o.start && c < o.start + o.rotary_dim;
      CHECK(found[i] ==
            (turns ? expected[i / o.head_dim * o.rotary_dim + c - o.start]
                   : x[i]));
    }
  });
}

TEST_CASE("apply has the bits of its reference, also in place") {
  for_all(400, [](Draw& draw) {
    const ApplyOptions o = any_options(draw);
    const std::size_t table_rows = o.batch * o.seq_len + draw.size(0, 3);
    const Pair t{draw.floats(table_rows * o.rotary_dim / 2),
                 draw.floats(table_rows * o.rotary_dim / 2)};
    const std::vector<float> x = draw.floats(count(o));
    std::vector<std::uint32_t> rows(
        draw.pick<std::size_t>({0, 1, o.seq_len, o.batch * o.seq_len}));
    for (auto& r : rows) {
      r = static_cast<std::uint32_t>(draw.size(0, table_rows - 1));
    }
    std::vector<float> expected(x.size(), 7);
    REQUIRE(apply_reference(expected, x, t.cos, t.sin, rows, o) == Status::kOk);
    const std::vector<float> found = turned(x, t, o, rows);
    std::vector<float> in_place = x;
    REQUIRE(apply(in_place, in_place, t.cos, t.sin, rows, o) == Status::kOk);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto bits = std::bit_cast<std::uint32_t>(expected[i]);
      REQUIRE(std::bit_cast<std::uint32_t>(found[i]) == bits);
      REQUIRE(std::bit_cast<std::uint32_t>(in_place[i]) == bits);
    }
  });
}

TEST_CASE("Each token of each sequence is turned by its own row") {
  const ApplyOptions o{
      .batch = 2, .seq_len = 3, .num_heads = 1, .head_dim = 2, .rotary_dim = 2};
  const Pair t{{1, 2, 3, 4, 5, 6}, std::vector<float>(6)};
  const std::vector<float> x(count(o), 1);
  // The cosine of each token's row: sines are 0, numbers 1.
  const auto cosines = [&](std::initializer_list<std::uint32_t> rows) {
    const std::vector<float> y = turned(x, t, o, std::vector(rows));
    return std::vector<float>{y[0], y[2], y[4], y[6], y[8], y[10]};
  };
  using Cosines = std::vector<float>;
  CHECK(cosines({}) == Cosines{1, 2, 3, 1, 2, 3});
  CHECK(cosines({4}) == Cosines{5, 5, 5, 5, 5, 5});
  CHECK(cosines({5, 0, 1}) == Cosines{6, 1, 2, 6, 1, 2});
  CHECK(cosines({5, 0, 1, 3, 4, 2}) == Cosines{6, 1, 2, 4, 5, 3});
}

TEST_CASE("The layouts are permutations of each other") {
  for_all(100, [](Draw& draw) {
    ApplyOptions o = any_options(draw);
    const std::size_t pairs = o.rotary_dim / 2;
    const Pair t = tables_from(draw.real(-1e6, 1e6), o.seq_len, o.rotary_dim);
    const std::vector<float> x = draw.floats(count(o));
    // Column of `half` that column c of `interleaved` is.
    const auto half_column = [&](std::size_t i) {
      const std::size_t c = i % o.head_dim;
      if (c >= o.rotary_dim) return i;
      return i - c + c / 2 + (c % 2) * pairs;
    };
    std::vector<float> halves(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) halves[half_column(i)] = x[i];
    o.layout = Layout::kInterleaved;
    const std::vector<float> interleaved = turned(x, t, o);
    o.layout = Layout::kHalves;
    const std::vector<float> half = turned(halves, t, o);
    for (std::size_t i = 0; i < x.size(); ++i) {
      CHECK(interleaved[i] == half[half_column(i)]);
    }
  });
}

TEST_CASE("apply keeps the norm of every head, and the transpose undoes it") {
  for_all(100, [](Draw& draw) {
    ApplyOptions o = any_options(draw);
    o.transpose = false;
    const Pair t = tables_from(draw.real(-1e9, 1e9), o.seq_len, o.rotary_dim);
    const std::vector<float> x = draw.floats(count(o));
    const std::vector<float> y = turned(x, t, o);
    o.transpose = true;
    const std::vector<float> back = turned(y, t, o);
    for (std::size_t h = 0; h < x.size(); h += o.head_dim) {
      CHECK(dot(&y[h], &y[h], o.head_dim) ==
            doctest::Approx(dot(&x[h], &x[h], o.head_dim)).epsilon(1e-6));
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      CHECK(std::fabs(back[i] - x[i]) <= 4e-6);
    }
  });
}

TEST_CASE("A score depends on the offset of the positions alone") {
  for_all(100, [](Draw& draw) {
    const std::size_t dim = 2 * draw.size(1, 32);
    const ApplyOptions o{
        .seq_len = 1,
        .head_dim = dim,
        .rotary_dim = dim,
        .layout = draw.coin() ? Layout::kHalves : Layout::kInterleaved};
    const std::vector<float> q = draw.floats(dim);
    const std::vector<float> k = draw.floats(dim);
    const double p = draw.real(-1e6, 1e6);
    const double offset = draw.real(-1e4, 1e4);
    const double shift = draw.real(-1e8, 1e8);
    const auto score = [&](double at) {
      const auto a = turned(q, tables_from(at + offset, 1, dim), o);
      const auto b = turned(k, tables_from(at, 1, dim), o);
      return dot(a.data(), b.data(), dim);
    };
    const double size =
        std::sqrt(dot(q.data(), q.data(), dim) * dot(k.data(), k.data(), dim));
    // Beside rounding, p + shift itself is rounded: by 2^-26 at 1e8.
    CHECK(std::fabs(score(p) - score(p + shift)) <= 1e-6 * size);
  });
}

TEST_CASE("apply refuses what does not fit and writes nothing") {
  std::vector<float> y(24, 7.0f);
  const std::vector<float> x(24);
  const std::vector<float> c(6);
  const ApplyOptions good{
      .batch = 2, .seq_len = 3, .num_heads = 1, .head_dim = 4, .rotary_dim = 4};
  const auto status = [&](ApplyOptions o, std::size_t cells = 6,
                          std::vector<std::uint32_t> rows = {}) {
    return apply(y, x, std::span(c).first(cells), std::span(c).first(cells),
                 rows, o);
  };
  ApplyOptions o = good;
  o.rotary_dim = 3;
  CHECK(status(o) == Status::kBadArgument);
  o.rotary_dim = 6;
  CHECK(status(o) == Status::kBadArgument);
  o.rotary_dim = 0;
  CHECK(status(o) == Status::kBadArgument);
  o = good;
  o.layout = static_cast<Layout>(2);
  CHECK(status(o) == Status::kBadArgument);
  o = good;
  o.batch = 3;
  CHECK(status(o) == Status::kBadShape);
  o.batch = SIZE_MAX;
  CHECK(status(o) == Status::kTooLarge);
  CHECK(status(good, 5) == Status::kBadShape);
  CHECK(status(good, 4) == Status::kOutOfRange);
  CHECK(status(good, 6, {0, 1}) == Status::kBadShape);
  CHECK(status(good, 6, {3}) == Status::kOutOfRange);
  CHECK(apply(y, std::span(x).first(20), c, c, {}, good) == Status::kBadShape);
  CHECK(apply(y, x, c, std::span(c).first(4), {}, good) == Status::kBadShape);
  CHECK(std::count(y.begin(), y.end(), 7.0f) == 24);
}

TEST_CASE("apply with given tables has the same bits natively and in wasm") {
  Draw draw(1);
  ApplyOptions o{.batch = 2,
                 .seq_len = 17,
                 .num_heads = 3,
                 .head_dim = 50,
                 .rotary_dim = 46};
  const Pair t{draw.floats(17 * 23), draw.floats(17 * 23)};
  const std::vector<float> x = draw.floats(count(o));
  CHECK(testing::checksum(turned(x, t, o)) == 13632449149775183549u);
  o.layout = Layout::kInterleaved;
  CHECK(testing::checksum(turned(x, t, o)) == 7982584935694559878u);
}

TEST_CASE("sequences without heads are turned at once, however many") {
  const std::vector<float> table(4);
  for (const auto layout : {Layout::kHalves, Layout::kInterleaved}) {
    const ApplyOptions o{.batch = SIZE_MAX,
                         .seq_len = 2,
                         .num_heads = 0,
                         .head_dim = 4,
                         .rotary_dim = 4,
                         .layout = layout};
    CHECK(apply({}, {}, table, table, {}, o) == Status::kOk);
    CHECK(apply_reference({}, {}, table, table, {}, o) == Status::kOk);
  }
}

}  // namespace posenc::rotary
