#include "relative/log_bucket.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "random.hpp"

namespace posenc::relative {
namespace {

constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

std::vector<std::int32_t> run(const std::vector<std::int32_t>& relative,
                              const LogBucketOptions& options) {
  std::vector<std::int32_t> out(relative.size());
  REQUIRE(log_buckets(out, relative, options) == Status::kOk);
  return out;
}

TEST_CASE("near distances are themselves, far ones the published logarithm") {
  CHECK(run({0, 1, -1, 127, 128, -128, 129, 200, 510, 511, 512, -129, -200},
            {256, 512}) == std::vector<std::int32_t>{0, 1, -1, 127, 128, -128,
                                                     129, 169, 255, 255, 256,
                                                     -129, -169});
  CHECK(run({-512, 1000, -1000}, {256, 512}) ==
        std::vector<std::int32_t>{-256, 317, -317});
}

TEST_CASE("clamped distances past M - 1 share the last bucket, up to 32 bits") {
  const auto out =
      run({510, 511, 512, kMost, -511, kLeast, -kMost}, {256, 512, true});
  CHECK(out == std::vector<std::int32_t>{255, 255, 255, 255, -255, -255, -255});
}

TEST_CASE("a bucket beyond 32 bits is refused before anything is written") {
  std::vector<std::int32_t> x{kMost, 1};
  CHECK(log_buckets(x, x, {65536, 32770}) == Status::kBadArgument);
  CHECK(x == std::vector<std::int32_t>{kMost, 1});
  CHECK(run(x, {65536, 32770, true}) == std::vector<std::int32_t>{65535, 1});
}

TEST_CASE("buckets are those of the formula in float64, but on its borders") {
  test::Random random(81);
  for (int round = 0; round < 60; ++round) {
    LogBucketOptions o;
    o.buckets = static_cast<std::int32_t>(random.integer(4, 300));
    const std::int32_t mid = o.buckets / 2;
    o.max_position =
        mid + 2 + static_cast<std::int32_t>(random.integer(0, 3000));
    o.clamp = random.chance(0.5);
    CAPTURE(o.buckets);
    CAPTURE(o.max_position);
    std::vector<std::int32_t> relative;
    for (std::int32_t d = -4000; d <= 4000; ++d) relative.push_back(d);
    const auto out = run(relative, o);
    for (std::size_t n = 0; n < out.size(); ++n) {
      const std::int32_t r = relative[n];
      const std::int32_t size = r < 0 ? -r : r;
      CHECK(out[out.size() - 1 - n] == -out[n]);
      if (size <= mid) {
        CHECK(out[n] == r);
        continue;
      }
      const std::int32_t d =
          o.clamp ? std::min(size, o.max_position - 1) : size;
      const double x = std::log(static_cast<double>(d) / mid) /
                       std::log(static_cast<double>(o.max_position - 1) / mid) *
                       (mid - 1);
      const std::int32_t bucket = (r < 0 ? -out[n] : out[n]) - mid;
      CHECK(bucket >= x - 1e-9 * (1 + x));
      CHECK(bucket < x + 1 + 1e-9 * (1 + x));
    }
  }
}

TEST_CASE("a distance on the border of two buckets is in the nearer one") {
  // 6 * 6 = 3 * 12 and 8 * 8 * 8 = 4 * 4 * 32: the logarithm is a whole number.
  CHECK(run({6, 7, -6, -7}, {6, 13}) ==
        std::vector<std::int32_t>{4, 5, -4, -5});
  CHECK(run({8, 9, 16, 17}, {8, 33}) == std::vector<std::int32_t>{5, 6, 6, 7});
}

TEST_CASE("the result may take the place of the distances") {
  std::vector<std::int32_t> x{-300, -5, 0, 5, 300};
  const std::vector<std::int32_t> apart = run(x, {32, 128});
  REQUIRE(log_buckets(x, x, {32, 128}) == Status::kOk);
  CHECK(x == apart);
}

TEST_CASE("log_buckets refuses options and sizes that do not fit") {
  std::vector<std::int32_t> out{7, 7};
  const std::vector<std::int32_t> relative{200, 3};
  for (const LogBucketOptions bad : {LogBucketOptions{3, 512},
                                     {65537, kMost},
                                     {256, 129},
                                     {256, kLeast},
                                     {kLeast, 512}}) {
    CHECK_FALSE(is_valid(bad));
    CHECK(log_buckets(out, relative, bad) == Status::kBadArgument);
  }
  CHECK(is_valid({256, 130}));
  CHECK(is_valid({4, 4}));
  CHECK(is_valid({65536, kMost}));
  CHECK(log_buckets({out.data(), 1}, relative, {}) == Status::kBadShape);
  CHECK(out == std::vector<std::int32_t>{7, 7});
}

}  // namespace
}  // namespace posenc::relative
