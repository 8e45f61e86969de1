#include "bias/alibi.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "random.hpp"

namespace posenc::bias {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> slopes(std::size_t heads,
                           AlibiOrder order = AlibiOrder::kReference,
                           double max_bias = 8) {
  std::vector<double> out(heads);
  REQUIRE(alibi_slopes(out, order, max_bias) == Status::kOk);
  return out;
}

TEST_CASE("slopes of 8 heads are exactly 1/2 ... 1/256") {
  const std::vector<double> m = slopes(8);
  for (std::size_t h = 0; h < 8; ++h) {
    CHECK(m[h] == std::ldexp(1.0, -static_cast<int>(h + 1)));
  }
}

TEST_CASE("slopes with an integer exponent are powers of two exactly") {
  for (std::size_t heads = 1; heads <= 512; heads *= 2) {
    const std::vector<double> m = slopes(heads);
    for (std::size_t h = 1; h <= heads; ++h) {
      if (8 * h % heads != 0) continue;
      CHECK(m[h - 1] == std::ldexp(1.0, -static_cast<int>(8 * h / heads)));
    }
  }
}

TEST_CASE("slopes follow the definition for any head count and max_bias") {
  for (std::size_t heads = 1; heads <= 130; ++heads) {
    for (const double max_bias : {8.0, 16.0, 0.3}) {
      const std::vector<double> m =
          slopes(heads, AlibiOrder::kReference, max_bias);
      std::size_t power = 1;
      while (2 * power <= heads) power *= 2;
      for (std::size_t h = 0; h < heads; ++h) {
        const double share =
            h < power ? static_cast<double>(h + 1) / static_cast<double>(power)
                      : (2.0 * static_cast<double>(h - power) + 1) /
                            (2.0 * static_cast<double>(power));
        CHECK(m[h] ==
              doctest::Approx(std::exp2(-max_bias * share)).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("mpt order is the reference order, for every head count") {
  for (std::size_t heads = 1; heads <= 300; ++heads) {
    CHECK(slopes(heads, AlibiOrder::kMpt) == slopes(heads));
    CHECK(slopes(heads, AlibiOrder::kMpt, 3.7) ==
          slopes(heads, AlibiOrder::kReference, 3.7));
  }
}

TEST_CASE("geometric order is 2^(-8h/H) for any head count") {
  const std::vector<double> m = slopes(6, AlibiOrder::kGeometric);
  for (std::size_t h = 0; h < 6; ++h) {
    CHECK(m[h] ==
          doctest::Approx(std::exp2(-8.0 * static_cast<double>(h + 1) / 6.0)));
  }
  CHECK(slopes(16, AlibiOrder::kGeometric) == slopes(16));
}

TEST_CASE("alibi by offset is its oracle, bit for bit") {
  test::Random random(4);
  for (int round = 0; round < 200; ++round) {
    const Offsets offsets{random.chance(0.5) ? random.real(-40, 10)
                                             : std::floor(random.real(-40, 10)),
                          random.integer(1, 40)};
    const std::vector<double> m = slopes(random.integer(1, 5));
    const AlibiOptions options{
        .symmetric = random.chance(0.5),
        .future = static_cast<Future>(random.integer(0, 2))};
    std::vector<float> found(m.size() * offsets.count);
    std::vector<float> expected(found.size());
    REQUIRE(alibi_by_offset(found, offsets, m, options) == Status::kOk);
    REQUIRE(alibi_by_offset_reference(expected, offsets, m, options) ==
            Status::kOk);
    CHECK(testing::checksum(found) == testing::checksum(expected));
  }
}

TEST_CASE("alibi has the published values on both sides of the diagonal") {
  const std::vector<double> m{0.25};
  std::vector<float> out(5);
  const auto row = [&](AlibiOptions options) {
    REQUIRE(alibi_by_offset(out, {-2, 5}, m, options) == Status::kOk);
    return out;
  };
  using Row = std::vector<float>;
  CHECK(row({}) == Row{-0.5, -0.25, 0, -kInfinity, -kInfinity});
  CHECK(row({.future = Future::kZero}) == Row{-0.5, -0.25, 0, 0, 0});
  CHECK(row({.future = Future::kKeep}) == Row{-0.5, -0.25, 0, 0.25, 0.5});
  CHECK(row({.symmetric = true, .future = Future::kKeep}) ==
        Row{-0.5, -0.25, 0, -0.25, -0.5});
  CHECK_FALSE(std::signbit(out[2]));
}

TEST_CASE("the key form differs from the distance form by a constant a row") {
  test::Random random(5);
  const std::vector<double> m = slopes(4);
  const std::vector<double> queries{3, 4, 5, 6};
  const std::vector<double> keys{0, 1, 2, 3, 4, 5, 6};
  std::vector<float> by_key(4 * 4 * 7);
  std::vector<float> scratch(7);
  REQUIRE(alibi_by_key(by_key, m, queries, keys, Future::kMask, scratch) ==
          Status::kOk);
  std::vector<float> by_offset(4 * 10);
  std::vector<float> distance(by_key.size());
  REQUIRE(alibi_by_offset(by_offset, offsets_between(4, 7, 3), m, {}) ==
          Status::kOk);
  REQUIRE(expand(distance, by_offset, 4, 4, 7) == Status::kOk);
  for (std::size_t h = 0; h < 4; ++h) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 7; ++j) {
        const std::size_t cell = (h * 4 + i) * 7 + j;
        const auto shift = static_cast<float>(m[h] * queries[i]);
        CHECK(by_key[cell] == distance[cell] + shift);
      }
    }
  }
}

TEST_CASE("the key form closes the future of unsorted keys too") {
  const std::vector<double> m{2.0};
  const std::vector<double> queries{1};
  const std::vector<double> keys{2, 0, 1, 1.5};
  std::vector<float> out(4);
  std::vector<float> scratch(4);
  const auto row = [&](Future future) {
    REQUIRE(alibi_by_key(out, m, queries, keys, future, scratch) ==
            Status::kOk);
    return out;
  };
  CHECK(row(Future::kMask) == std::vector<float>{-kInfinity, 0, 2, -kInfinity});
  CHECK(row(Future::kZero) == std::vector<float>{0, 0, 2, 0});
  CHECK(row(Future::kKeep) == std::vector<float>{4, 0, 2, 3});
}

TEST_CASE("alibi has the same bits native and in wasm") {
  const std::vector<double> m = slopes(12);
  std::vector<float> out(12 * 100);
  REQUIRE(alibi_by_offset(out, {-63.5, 100}, m,
                          {.symmetric = true, .future = Future::kKeep}) ==
          Status::kOk);
  CHECK(testing::checksum(out) == 0x3cca754a6cbb7d23);
}

TEST_CASE("alibi refuses what is not allowed and writes nothing") {
  std::vector<double> m(3, 7.0);
  CHECK(alibi_slopes({m.data(), 0}, AlibiOrder::kReference, 8) ==
        Status::kBadArgument);
  for (const double max_bias : {0.0, -1.0, 1001.0, kNaN}) {
    CHECK(alibi_slopes(m, AlibiOrder::kReference, max_bias) ==
          Status::kBadArgument);
  }
  CHECK(alibi_slopes(m, static_cast<AlibiOrder>(3), 8) == Status::kBadArgument);
  CHECK(m == std::vector<double>(3, 7.0));

  std::vector<float> out(6, 7.0f);
  const std::vector<double> bad{1, kNaN};
  const std::vector<double> good{1, 2};
  CHECK(alibi_by_offset(out, {0, 3}, bad, {}) == Status::kBadArgument);
  CHECK(alibi_by_offset(out, {0, 2}, good, {}) == Status::kBadShape);
  CHECK(alibi_by_offset(out, {0, 0}, good, {}) == Status::kBadArgument);
  CHECK(alibi_by_offset(out, {kNaN, 3}, good, {}) == Status::kBadArgument);
  CHECK(alibi_by_offset(out, {1e17, 3}, good, {}) == Status::kBadArgument);
  CHECK(alibi_by_offset(out, {0, 3}, {}, {}) == Status::kBadArgument);
  CHECK(
      alibi_by_offset(out, {0, 3}, good, {.future = static_cast<Future>(3)}) ==
      Status::kBadArgument);
  std::vector<float> scratch(3);
  const std::vector<double> three{0, 1, 2};
  CHECK(alibi_by_key(out, good, bad, three, Future::kKeep, scratch) ==
        Status::kBadShape);
  CHECK(alibi_by_key(out, good, {three.data(), 1}, three, Future::kKeep,
                     {scratch.data(), 2}) == Status::kBadShape);
  CHECK(alibi_by_key(out, bad, {three.data(), 1}, three, Future::kKeep,
                     scratch) == Status::kBadArgument);
  CHECK(out == std::vector<float>(6, 7.0f));
}

}  // namespace
}  // namespace posenc::bias
