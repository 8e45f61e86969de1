#include "embedding/sinusoidal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

using Layout = SinusoidalLayout;
using Spacing = SinusoidalSpacing;

std::vector<float> rows(std::size_t count, double offset,
                        const SinusoidalOptions& options) {
  std::vector<float> out(count * options.width, 7.0f);
  REQUIRE(sinusoidal_range(out, count, offset, options) == Status::kOk);
  return out;
}

std::vector<float> rows_at(const std::vector<double>& positions,
                           const SinusoidalOptions& options) {
  std::vector<float> out(positions.size() * options.width, 7.0f);
  REQUIRE(sinusoidal(out, positions, options) == Status::kOk);
  return out;
}

std::vector<float> reference(const std::vector<double>& positions,
                             const SinusoidalOptions& options) {
  std::vector<float> out(positions.size() * options.width, 7.0f);
  REQUIRE(sinusoidal_reference(out, positions, options) == Status::kOk);
  return out;
}

std::vector<double> counting(double offset, std::size_t count) {
  std::vector<double> positions(count);
  for (std::size_t t = 0; t < count; ++t) {
    positions[t] = offset + static_cast<double>(t);
  }
  return positions;
}

// How many cells differ, and whether by more than one float32 step.
struct Difference {
  std::size_t cells = 0;
  bool more_than_one_ulp = false;
};

Difference compare(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  Difference d;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++d.cells;
    d.more_than_one_ulp |= std::nextafter(a[i], b[i]) != b[i];
  }
  return d;
}

SinusoidalOptions draw_options(Draw& draw, std::size_t max_width) {
  return {.width = draw.size(1, max_width),
          .base = draw.pick({2.0, 10.0, 10000.0, 5e5, 1e9, draw.real(2, 1e6)}),
          .layout = draw.pick({Layout::kInterleaved, Layout::kHalves}),
          .spacing = draw.pick({Spacing::kPaper, Spacing::kEndpoint})};
}

// Pairs at 60 digits; see tools/numeric/phase_fixture.py.
struct Case {
  double base;
  std::size_t step;
  std::size_t period;
  std::size_t i;
  double position;
  double turns_hi;
  double turns_lo;
  double sine;
  double cosine;
};

const Case kCases[] = {
#include "numeric/phase_fixture.inc"
};

}  // namespace

TEST_CASE("Cells are the float32 nearest to 60 digits, at any position") {
  // A row is asked for once, whatever cells of it are known.
  std::map<std::tuple<double, std::size_t, std::size_t, double>,
           std::vector<float>>
      known;
  for (const Case& c : kCases) {
    CAPTURE(c.base);
    CAPTURE(c.period);
    CAPTURE(c.i);
    CAPTURE(c.position);
    const bool endpoint = c.step == 1;
    const SinusoidalOptions options{
        .width = endpoint ? 2 * (c.period + 1) : c.period,
        .base = c.base,
        .layout = Layout::kInterleaved,
        .spacing = endpoint ? Spacing::kEndpoint : Spacing::kPaper};
    auto& row = known[{c.base, c.step, c.period, c.position}];
    if (row.empty()) row = rows_at({c.position}, options);
    CHECK(row[2 * c.i] == static_cast<float>(c.sine));
    if (2 * c.i + 1 < options.width) {
      CHECK(row[2 * c.i + 1] == static_cast<float>(c.cosine));
    }
  }
}

TEST_CASE("Rotated tables are the exact cells but for one in a million") {
  struct Row {
    double base;
    std::size_t width;
    double offset;
  };
  const Row table[] = {
      {10000, 512, 0},
      {10000, 512, -512},
      {10000, 512, 16777216.0 - 1024},
      {10000, 512, -16777216.0},
      {2, 256, 1000},
      {1e9, 1024, 0},
      {5e5, 128, 2147483647.0 - 1024},
      {10000, 64, 1e15},
  };
  std::size_t cells = 0;
  std::size_t different = 0;
  for (const Row& row : table) {
    const SinusoidalOptions options{.width = row.width, .base = row.base};
    const auto fast = rows(1024, row.offset, options);
    const auto exact = reference(counting(row.offset, 1024), options);
    const Difference d = compare(fast, exact);
    CHECK_FALSE(d.more_than_one_ulp);
    cells += fast.size();
    different += d.cells;
  }
  CHECK(different * 1000000 <= cells);
}

TEST_CASE("Fast rows equal the reference for random shapes and positions") {
  std::size_t different = 0;
  for_all(300, [&](Draw& draw) {
    const SinusoidalOptions options = draw_options(draw, 300);
    CAPTURE(options.width);
    const std::size_t count = draw.size(0, 70);
    const double offset =
        std::floor(draw.pick({0.0, draw.real(-100, 100), draw.real(-3e9, 3e9),
                              draw.real(-1e15, 1e15)}));
    CAPTURE(offset);
    const auto positions = counting(offset, count);
    const auto fast = rows(count, offset, options);
    const Difference d = compare(fast, reference(positions, options));
    CHECK_FALSE(d.more_than_one_ulp);
    different += d.cells;
    // The same rows as a list of positions: the same bits.
    CHECK(fast == rows_at(positions, options));
  });
  CHECK(different <= 3);
}

TEST_CASE("Fractional and unordered positions equal the reference") {
  for_all(200, [](Draw& draw) {
    const SinusoidalOptions options = draw_options(draw, 150);
    std::vector<double> positions(draw.size(1, 20));
    for (double& p : positions) {
      p = draw.pick({draw.real(-1, 1), draw.real(-1e6, 1e6),
                     std::floor(draw.real(-2e9, 2e9)), 3.0, 4.0, -0.0});
    }
    const Difference d =
        compare(rows_at(positions, options), reference(positions, options));
    CHECK_FALSE(d.more_than_one_ulp);
    CHECK(d.cells <= 1);
  });
}

TEST_CASE("A row has the same bits whatever it was asked for with") {
  for_all(100, [](Draw& draw) {
    const SinusoidalOptions options = draw_options(draw, 200);
    const double first = static_cast<double>(draw.integer(-5000, 5000));
    const auto table = rows(600, first, options);
    const std::size_t t = draw.size(0, 599);
    const double p = first + static_cast<double>(t);
    const float* const row = table.data() + t * options.width;
    CHECK(std::equal(row, row + options.width, rows(1, p, options).data()));
    const auto list = rows_at({p - 3, 0.5, p, p + 7}, options);
    CHECK(
        std::equal(row, row + options.width, list.data() + 2 * options.width));
  });
}

TEST_CASE("A fractional offset is added exactly") {
  const SinusoidalOptions options{.width = 64};
  const auto table = rows(300, 0.25, options);  // 0.25 + t is exact in float64
  CHECK(compare(table, reference(counting(0.25, 300), options)).cells <= 1);
  const auto tiny = rows(40, -1e-20, options);
  const auto whole = rows(40, 0, options);
  CHECK(std::equal(tiny.begin() + 64, tiny.end(), whole.begin() + 64));
  CHECK(tiny[0] == -1e-20f);
}

TEST_CASE("Relations of the paper hold: zero row, unit circles, rotation") {
  const auto zero = rows(1, 0, {.width = 9});
  for (std::size_t i = 0; i < 9; ++i) CHECK(zero[i] == (i % 2 == 0 ? 0 : 1));
  for_all(50, [](Draw& draw) {
    const std::size_t width = 2 * draw.size(1, 100);
    const SinusoidalOptions options{.width = width, .base = draw.real(2, 1e6)};
    const double p = static_cast<double>(draw.integer(-100000, 100000));
    const double k = static_cast<double>(draw.integer(-1000, 1000));
    const auto a = rows_at({p, k, p + k}, options);
    for (std::size_t i = 0; i < width; i += 2) {
      const double s = a[i];
      const double c = a[i + 1];
      CHECK(s * s + c * c == doctest::Approx(1).epsilon(3e-7));
      const double sk = a[width + i];
      const double ck = a[width + i + 1];
      CHECK(std::fabs(a[2 * width + i] - (s * ck + c * sk)) < 2e-7);
      CHECK(std::fabs(a[2 * width + i + 1] - (c * ck - s * sk)) < 2e-7);
    }
  });
}

TEST_CASE("Layouts hold the same numbers in their own places") {
  for (std::size_t width = 1; width <= 40; ++width) {
    CAPTURE(width);
    const auto zipped = rows(3, 5, {.width = width});
    const auto halves = rows(3, 5, {.width = width, .layout = Layout::kHalves});
    const std::size_t sines = width - width / 2;
    for (std::size_t t = 0; t < 3; ++t) {
      for (std::size_t j = 0; j < width; ++j) {
        const std::size_t column = j % 2 == 0 ? j / 2 : sines + j / 2;
        CHECK(halves[t * width + column] == zipped[t * width + j]);
      }
    }
  }
}

TEST_CASE("Odd widths end as the implementations that allow them do") {
  const auto value = [](double position, double exponent) {
    return static_cast<float>(
        std::sin(position * std::pow(10000.0, -exponent)));
  };
  const float s0 = std::sin(2.0);
  const float c0 = std::cos(2.0);
  // jadore801120, Keras, XLM: the last column is a sine.
  const auto zipped = rows_at({2}, {.width = 5});
  CHECK(zipped[4] == doctest::Approx(value(2, 0.8)));
  // Marian: three sines, two cosines, exponents over 5.
  const auto marian = rows_at({2}, {.width = 5, .layout = Layout::kHalves});
  CHECK(marian[0] == s0);
  CHECK(marian[2] == doctest::Approx(value(2, 0.8)));
  CHECK(marian[3] == c0);
  // tensor2tensor, fairseq: two pairs from 1 to 1/base, then a zero.
  const auto padded = rows_at(
      {2},
      {.width = 5, .layout = Layout::kHalves, .spacing = Spacing::kEndpoint});
  CHECK(padded[1] == doctest::Approx(value(2, 1)));
  CHECK(padded[2] == c0);
  CHECK(padded[4] == 0);
}

TEST_CASE("One pair at end point spacing turns at frequency 1") {
  for (const std::size_t width : {2u, 3u}) {
    const auto row = rows_at({2}, {.width = width,
                                   .layout = Layout::kHalves,
                                   .spacing = Spacing::kEndpoint});
    CHECK(row[0] == static_cast<float>(std::sin(2.0)));
    CHECK(row[1] == static_cast<float>(std::cos(2.0)));
    if (width == 3) CHECK(row[2] == 0);
  }
  const auto narrow = rows_at(
      {2},
      {.width = 1, .layout = Layout::kHalves, .spacing = Spacing::kEndpoint});
  CHECK(narrow[0] == 0);
}

TEST_CASE("The widest table has its slowest column right") {
  const SinusoidalOptions options{.width = kMaxWidth};
  const auto fast = rows(2, 123456, options);
  CHECK(compare(fast, reference(counting(123456, 2), options)).cells == 0);
}

TEST_CASE("No call writes outside its rows") {
  for (std::size_t width = 1; width <= 17; ++width) {
    for (const Layout layout : {Layout::kInterleaved, Layout::kHalves}) {
      for (std::size_t count = 0; count <= 17; ++count) {
        std::vector<float> out(count * width + 32, 7.0f);
        const std::span<float> inside(out.data() + 16, count * width);
        REQUIRE(sinusoidal_range(inside, count, -3,
                                 {.width = width, .layout = layout}) ==
                Status::kOk);
        for (std::size_t i = 0; i < 16; ++i) {
          REQUIRE(out[i] == 7.0f);
          REQUIRE(out[out.size() - 1 - i] == 7.0f);
        }
        REQUIRE(std::find(inside.begin(), inside.end(), 7.0f) == inside.end());
      }
    }
  }
}

TEST_CASE("Bad arguments are refused and nothing is written") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<float> out(12, 7.0f);
  const auto range = [&](std::size_t count, double offset,
                         SinusoidalOptions options) {
    return sinusoidal_range(out, count, offset, options);
  };
  CHECK(range(3, 0, {.width = 0}) == Status::kBadArgument);
  CHECK(range(3, 0, {.width = kMaxWidth + 1}) == Status::kBadArgument);
  CHECK(range(4, 0, {.width = 4}) == Status::kBadShape);
  CHECK(range(2, 0, {.width = 4}) == Status::kBadShape);
  CHECK(range(SIZE_MAX, 0, {.width = 4}) == Status::kTooLarge);
  for (const double base : {0.0, 0.99, -10000.0, nan, infinity, 1.01e100}) {
    CHECK(range(3, 0, {.width = 4, .base = base}) == Status::kBadArgument);
  }
  for (const double offset : {nan, infinity, -infinity, 1e16, -1e16}) {
    CHECK(range(3, offset, {.width = 4}) == Status::kBadArgument);
    const double positions[] = {1, offset, 3};
    CHECK(sinusoidal(out, positions, {.width = 4}) == Status::kBadArgument);
    CHECK(sinusoidal_reference(out, positions, {.width = 4}) ==
          Status::kBadArgument);
  }
  CHECK(range(3, 0, {.width = 4, .layout = static_cast<Layout>(2)}) ==
        Status::kBadArgument);
  CHECK(range(3, 0, {.width = 4, .spacing = static_cast<Spacing>(-1)}) ==
        Status::kBadArgument);
  CHECK(std::count(out.begin(), out.end(), 7.0f) == 12);
}

TEST_CASE("Tables have the same bits in every build") {
  struct Row {
    SinusoidalOptions options;
    double offset;
    std::uint64_t expected;
  };
  const Row table[] = {
      {{.width = 512}, 0, 0xfcb24ee212cd7321},
      {{.width = 129, .base = 5e5, .layout = Layout::kHalves},
       -100,
       0x5358e713188e5381},
      {{.width = 66, .base = 1e9, .spacing = Spacing::kEndpoint},
       0.37,
       0xa452d3653c67007e},
      {{.width = 64, .base = 2}, 2147483000, 0x8f04c4d7b237fc93},
  };
  for (const Row& row : table) {
    CAPTURE(row.options.width);
    CHECK(testing::checksum(rows(700, row.offset, row.options)) ==
          row.expected);
  }
}

TEST_CASE("What is kept gives the same bits, and is that of the last options") {
  SinusoidalKept kept{};
  const SinusoidalOptions base{.width = 32};
  const SinusoidalOptions all[] = {
      base,
      {.width = 34},
      {.width = 32, .base = 500},
      {.width = 32, .layout = Layout::kHalves},
      {.width = 32, .spacing = Spacing::kEndpoint},
      {.width = 33, .layout = Layout::kHalves, .spacing = Spacing::kEndpoint},
      {.width = 2 * numeric::kTilePairs},
      {.width = 2 * numeric::kTilePairs + 2},
  };
  const std::vector<double> positions{77, 78, 0.5};
  for (const SinusoidalOptions& before : all) {
    for (const SinusoidalOptions& options : all) {
      for (const SinusoidalOptions& it : {before, options, options}) {
        std::vector<float> out(3 * it.width, 7.0f);
        REQUIRE(sinusoidal(out, positions, it, &kept) == Status::kOk);
        CHECK(out == rows_at(positions, it));
        REQUIRE(sinusoidal_range(out, 3, 77, it, &kept) == Status::kOk);
        CHECK(out == rows(3, 77, it));
      }
    }
  }
  REQUIRE(sinusoidal_range({}, 0, 0, {.width = 34}, &kept) == Status::kOk);
  std::vector<float> out(32, 7.0f);
  CHECK(sinusoidal_range(out, 1, 0, {.width = 32, .base = 0.5}, &kept) ==
        Status::kBadArgument);
  REQUIRE(sinusoidal_range(out, 1, 77, base, &kept) == Status::kOk);
  CHECK(out == rows(1, 77, base));
}

}  // namespace posenc::embedding
