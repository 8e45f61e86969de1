#include "bias/kerple.hpp"

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

std::vector<double> doubles(test::Random& random, std::size_t count, double low,
                            double high) {
  std::vector<double> x(count);
  for (double& y : x) y = random.real(low, high);
  return x;
}

TEST_CASE("kerple follows both formulas, with clamped parameters") {
  test::Random random(10);
  for (int round = 0; round < 100; ++round) {
    const std::size_t heads = random.integer(1, 4);
    // Quarters: some futures mirror their past, some lie between its offsets.
    const Offsets offsets{std::floor(random.real(-120, 20)) / 4,
                          random.integer(1, 60)};
    const std::vector<double> a = doubles(random, heads, -0.5, 3);
    const std::vector<double> p = doubles(random, heads, -0.5, 3);
    for (const KerpleKind kind : {KerpleKind::kLog, KerpleKind::kPower}) {
      std::vector<float> out(heads * offsets.count);
      REQUIRE(kerple_by_offset(out, offsets, heads, {a, p}, {.kind = kind}) ==
              Status::kOk);
      for (std::size_t h = 0; h < heads; ++h) {
        const double ah = std::max(a[h], 0.01);
        const double ph = kind == KerpleKind::kLog
                              ? std::max(p[h], 0.01)
                              : std::clamp(p[h], 0.01, 2.0);
        for (std::size_t t = 0; t < offsets.count; ++t) {
          const double d = std::abs(offsets.first + static_cast<double>(t));
          const double expected = kind == KerpleKind::kLog
                                      ? -ph * std::log(1 + ah * d)
                                      : -ah * std::pow(d, ph);
          CHECK(std::abs(out[h * offsets.count + t] - expected) <=
                6.1e-8 * std::abs(expected));
        }
      }
    }
  }
}

TEST_CASE("a missing parameter of the power kernel is 1, unclamped") {
  const std::vector<double> two{2.0};
  std::vector<float> out(4);
  const Offsets offsets{-3, 4};
  const KerpleOptions options{.kind = KerpleKind::kPower, .eps = 1.5};
  REQUIRE(kerple_by_offset(out, offsets, 1, {two, {}}, options) == Status::kOk);
  CHECK(out == std::vector<float>{-6, -4, -2, 0});
  REQUIRE(kerple_by_offset(out, offsets, 1, {{}, two}, options) == Status::kOk);
  CHECK(out == std::vector<float>{-9, -4, -1, 0});
  REQUIRE(kerple_by_offset(out, offsets, 1, {}, options) == Status::kOk);
  CHECK(out == std::vector<float>{0, 0, 0, 0});
  CHECK_FALSE(std::signbit(out[3]));
}

TEST_CASE("kerple with p = 1 is alibi with slope a") {
  const std::vector<double> a{0.25};
  const std::vector<double> p{1.0};
  std::vector<float> out(6);
  REQUIRE(kerple_by_offset(out, {-3, 6}, 1, {a, p},
                           {.kind = KerpleKind::kPower,
                            .future = Future::kMask}) == Status::kOk);
  CHECK(out ==
        std::vector<float>{-0.75, -0.5, -0.25, 0, -kInfinity, -kInfinity});
}

TEST_CASE("kerple_scores is its oracle, bit for bit, also in place") {
  test::Random random(11);
  for (int round = 0; round < 60; ++round) {
    const ScoreShape shape{.batch = random.integer(1, 2),
                           .heads = random.integer(1, 3),
                           .queries = random.integer(1, 9),
                           .keys = random.integer(1, 9),
                           .offset = std::floor(random.real(-3, 6))};
    const std::vector<float> scores = random.floats(
        shape.batch * shape.heads * shape.queries * shape.keys, -2, 2);
    const std::vector<double> a = doubles(random, shape.heads, 0, 2);
    const std::vector<double> p = doubles(random, shape.heads, 0, 2);
    const bool log = random.chance(0.3);
    const KerpleOptions options{
        .kind = log ? KerpleKind::kLog : KerpleKind::kPower,
        .future = static_cast<Future>(random.integer(0, 2))};
    KerpleKernel bias{a, p};
    KerpleKernel weight;
    if (!log && random.chance(0.7)) weight = {p, a};
    if (!log && random.chance(0.3)) bias = {};
    std::vector<double> scratch(2 * (shape.queries + shape.keys - 1));
    std::vector<float> found = scores;
    std::vector<float> expected(scores.size());
    REQUIRE(kerple_scores(found, found, shape, bias, weight, options,
                          scratch) == Status::kOk);
    REQUIRE(kerple_scores_reference(expected, scores, shape, bias, weight,
                                    options) == Status::kOk);
    CHECK(testing::checksum(found) == testing::checksum(expected));
  }
}

TEST_CASE("closed future leaves scores as they are, or masks them") {
  const std::vector<double> one{1.0};
  const std::vector<float> scores{1, 2, 3, 4};
  const ScoreShape shape{.heads = 1, .queries = 2, .keys = 2};
  std::vector<double> scratch(6);
  std::vector<float> out(4);
  const auto run = [&](Future future) {
    REQUIRE(kerple_scores(out, scores, shape, {one, one}, {one, one},
                          {.kind = KerpleKind::kPower, .future = future},
                          scratch) == Status::kOk);
    return out;
  };
  const auto weighed = static_cast<float>(3 * std::exp(-1.0) - 1);
  CHECK(run(Future::kZero) == std::vector<float>{1, 2, weighed, 4});
  CHECK(run(Future::kMask) == std::vector<float>{1, -kInfinity, weighed, 4});
}

TEST_CASE("kerple has the same bits native and in wasm") {
  const std::vector<double> a{0.25, 1.5};
  const std::vector<double> p{0.7, 1.3};
  std::vector<float> out(400);
  REQUIRE(kerple_by_offset(out, {-150, 200}, 2, {a, p}, {}) == Status::kOk);
  CHECK(testing::checksum(out) == 0x6997cbe103f302ca);
  REQUIRE(kerple_by_offset(out, {-150, 200}, 2, {a, p},
                           {.kind = KerpleKind::kPower}) == Status::kOk);
  CHECK(testing::checksum(out) == 0x33cdda91c5571e74);
}

TEST_CASE("kerple refuses what is not allowed and writes nothing") {
  const std::vector<double> two{1, 1};
  const std::vector<double> one{1};
  const std::vector<double> bad{1, kNaN};
  std::vector<float> out(6, 7.0f);
  const Offsets offsets{-2, 3};
  const auto call = [&](const KerpleKernel& kernel, KerpleOptions options) {
    return kerple_by_offset(out, offsets, 2, kernel, options);
  };
  CHECK(call({two, {}}, {}) == Status::kBadArgument);
  CHECK(call({{}, two}, {}) == Status::kBadArgument);
  CHECK(call({two, one}, {}) == Status::kBadShape);
  CHECK(call({two, bad}, {}) == Status::kBadArgument);
  CHECK(call({two, two}, {.eps = 0}) == Status::kBadArgument);
  CHECK(call({two, two}, {.eps = kNaN}) == Status::kBadArgument);
  CHECK(call({two, two}, {.kind = static_cast<KerpleKind>(2)}) ==
        Status::kBadArgument);
  CHECK(call({two, two}, {.future = static_cast<Future>(-1)}) ==
        Status::kBadArgument);
  CHECK(kerple_by_offset(out, {-2, 0}, 2, {two, two}, {}) ==
        Status::kBadArgument);
  CHECK(kerple_by_offset(out, {-2, 2}, 2, {two, two}, {}) == Status::kBadShape);
  const std::vector<float> scores(6, 1.0f);
  std::vector<double> scratch(8);
  const auto weigh = [&](ScoreShape shape, KerpleKind kind,
                         std::span<double> memory) {
    return kerple_scores(out, scores, shape, {two, two}, {two, two},
                         {.kind = kind}, memory);
  };
  const ScoreShape shape{.heads = 2, .queries = 1, .keys = 3};
  const ScoreShape wide{.heads = 2, .queries = 1, .keys = 4};
  const ScoreShape far{.heads = 2, .queries = 1, .keys = 3, .offset = 1e300};
  CHECK(weigh(shape, KerpleKind::kLog, {scratch.data(), 6}) ==
        Status::kBadArgument);
  CHECK(weigh(shape, KerpleKind::kPower, scratch) == Status::kBadShape);
  CHECK(weigh(wide, KerpleKind::kPower, scratch) == Status::kBadShape);
  CHECK(weigh(far, KerpleKind::kPower, {scratch.data(), 6}) ==
        Status::kBadArgument);
  CHECK(out == std::vector<float>(6, 7.0f));
}

}  // namespace
}  // namespace posenc::bias
