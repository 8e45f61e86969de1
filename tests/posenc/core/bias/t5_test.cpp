#include "bias/t5.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "random.hpp"

namespace posenc::bias {
namespace {

// Natural numbers of any length, for products that decide a threshold exactly.
class Natural {
 public:
  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  static Natural power(std::int32_t base, std::int32_t exponent) {
    Natural x;
    x.raise(base, exponent);
    return x;
  }

  void raise(std::int32_t base, std::int32_t exponent) {
    for (std::int32_t i = 0; i < exponent; ++i) {
      multiply(static_cast<std::uint32_t>(base));
    }
  }

  [[nodiscard]] bool at_least(const Natural& other) const {
    if (limbs_.size() != other.limbs_.size()) {
      return limbs_.size() > other.limbs_.size();
    }
    return !std::lexicographical_compare(limbs_.rbegin(), limbs_.rend(),
                                         other.limbs_.rbegin(),
                                         other.limbs_.rend());
  }

 private:
  std::vector<std::uint32_t> limbs_{1};
};

// d^n >= max_distance^k e^(n-k), in integers.
bool reaches(std::int32_t d, std::int32_t k, std::int32_t n, std::int32_t e,
             std::int32_t max_distance) {
  Natural right = Natural::power(max_distance, k);
  right.raise(e, n - k);
  return Natural::power(d, n).at_least(right);
}

std::vector<std::int32_t> thresholds(const T5Options& options) {
  std::vector<std::int32_t> out(t5_threshold_count(options));
  REQUIRE(t5_thresholds(out, options) == Status::kOk);
  return out;
}

std::vector<std::int32_t> buckets(std::vector<std::int32_t> relative,
                                  const T5Options& options) {
  std::vector<std::int32_t> scratch(t5_bucket_scratch_size(options).size());
  REQUIRE(t5_bucket(relative, relative, options, scratch) == Status::kOk);
  return relative;
}

TEST_CASE("thresholds are those of exact integer arithmetic") {
  const std::array<std::array<std::int32_t, 2>, 14> sizes{{{32, 128},
                                                           {32, 20},
                                                           {8, 16},
                                                           {64, 256},
                                                           {16, 64},
                                                           {32, 800},
                                                           {4, 8},
                                                           {320, 800},
                                                           {32, 512},
                                                           {2, 2},
                                                           {12, 1000},
                                                           {64, 65536},
                                                           {32, 2147483647},
                                                           {48, 49}}};
  for (const auto& [num_buckets, max_distance] : sizes) {
    for (const bool bidirectional : {false, true}) {
      const T5Options options{num_buckets, max_distance, bidirectional};
      if (!is_valid(options)) continue;
      const std::int32_t one = bidirectional ? num_buckets / 2 : num_buckets;
      const std::int32_t e = one / 2;
      const std::vector<std::int32_t> found = thresholds(options);
      CHECK(found.front() == e);
      for (std::int32_t k = 1; k < one - e; ++k) {
        const std::int32_t d = found[static_cast<std::size_t>(k)];
        CAPTURE(num_buckets);
        CAPTURE(max_distance);
        CAPTURE(k);
        CHECK(reaches(d, k, one - e, e, max_distance));
        CHECK((d == e || !reaches(d - 1, k, one - e, e, max_distance)));
      }
    }
  }
}

TEST_CASE("thresholds of random sizes are exact as well") {
  test::Random random(6);
  for (int round = 0; round < 60; ++round) {
    const auto n = static_cast<std::int32_t>(random.integer(2, 40));
    const std::int32_t e = n / 2;
    const auto max_distance = static_cast<std::int32_t>(random.integer(
        static_cast<std::size_t>(e + 1), round % 2 == 0 ? 200 : 1000000));
    const std::vector<std::int32_t> found =
        thresholds({n, max_distance, false});
    for (std::int32_t k = 1; k < n - e; ++k) {
      const std::int32_t d = found[static_cast<std::size_t>(k)];
      CHECK(reaches(d, k, n - e, e, max_distance));
      CHECK((d == e || !reaches(d - 1, k, n - e, e, max_distance)));
    }
  }
}

TEST_CASE("the published buckets of T5") {
  CHECK(buckets({0, -1, -7, -8, -12, -16, -23, -32, -64, -91, -1000},
                {32, 128, true}) ==
        std::vector<std::int32_t>{0, 1, 7, 8, 9, 10, 11, 12, 14, 15, 15});
  CHECK(buckets({1, 8, 12, 16, 23, 32, 46, 64, 91, 1 << 30}, {32, 128, true}) ==
        std::vector<std::int32_t>{17, 24, 25, 26, 27, 28, 29, 30, 31, 31});
  CHECK(buckets({-15, -16, -19, -21, -31, -64, -100, -113, 0, 5},
                {32, 128, false}) ==
        std::vector<std::int32_t>{15, 16, 17, 18, 21, 26, 30, 31, 0, 0});
}

TEST_CASE("t5_bucket is its oracle: counted, in its table and beyond") {
  test::Random random(7);
  for (const auto& [num_buckets, max_distance] : {std::pair{8, 20},
                                                  {32, 20},
                                                  {32, 128},
                                                  {64, 128},
                                                  {64, 129},
                                                  {130, 200},
                                                  {32, 4095},
                                                  {32, 4096},
                                                  {32, 100000}}) {
    for (const bool bidirectional : {false, true}) {
      const T5Options options{num_buckets, max_distance, bidirectional};
      std::vector<std::int32_t> relative{
          0, 1, -1, std::numeric_limits<std::int32_t>::min(),
          std::numeric_limits<std::int32_t>::max()};
      for (int i = 0; i < 500; ++i) {
        relative.push_back(
            static_cast<std::int32_t>(random.integer(0, 300000)) - 150000);
        relative.push_back(static_cast<std::int32_t>(random.integer(0, 300)) -
                           150);
      }
      std::vector<std::int32_t> expected(relative.size());
      REQUIRE(t5_bucket_reference(expected, relative, options,
                                  thresholds(options)) == Status::kOk);
      CHECK(buckets(relative, options) == expected);
    }
  }
}

TEST_CASE("buckets rise with the distance and stay in range") {
  test::Random random(8);
  for (int round = 0; round < 40; ++round) {
    const bool bidirectional = random.chance(0.5);
    const auto num_buckets =
        static_cast<std::int32_t>(2 * random.integer(2, 40));
    const T5Options options{
        num_buckets,
        num_buckets + static_cast<std::int32_t>(random.integer(0, 500)),
        bidirectional};
    std::vector<std::int32_t> relative(1401);
    for (std::size_t i = 0; i < relative.size(); ++i) {
      relative[i] = static_cast<std::int32_t>(i) - 700;
    }
    const std::vector<std::int32_t> found = buckets(relative, options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i] >= 0);
      CHECK(found[i] < num_buckets);
      if (relative[i] < 0) CHECK(found[i] >= found[i + 1]);
      if (relative[i] > 1) CHECK(found[i] >= found[i - 1]);
    }
    const std::int32_t one = bidirectional ? num_buckets / 2 : num_buckets;
    CHECK(found.front() == one - 1);
    CHECK(found[700] == 0);
    CHECK(found.back() == (bidirectional ? num_buckets - 1 : 0));
  }
}

TEST_CASE("t5 copies the table's numbers") {
  test::Random random(9);
  const T5Options options{8, 16, true};
  const std::size_t heads = 3;
  const std::vector<float> table = random.floats(8 * heads);
  const Offsets offsets{-20, 50};
  std::vector<std::int32_t> scratch(t5_threshold_count(options));
  std::vector<float> out(heads * offsets.count);
  REQUIRE(t5_by_offset(out, offsets, table, heads, options, Future::kKeep,
                       scratch) == Status::kOk);
  for (std::size_t t = 0; t < offsets.count; ++t) {
    const auto bucket = static_cast<std::size_t>(
        buckets({static_cast<std::int32_t>(t) - 20}, options)[0]);
    for (std::size_t h = 0; h < heads; ++h) {
      CHECK(out[h * offsets.count + t] == table[bucket * heads + h]);
    }
  }
  REQUIRE(t5_by_offset(out, offsets, table, heads, options, Future::kMask,
                       scratch) == Status::kOk);
  CHECK(out[20] == table[0]);
  CHECK(out[21] == -std::numeric_limits<float>::infinity());
}

TEST_CASE("t5 refuses what is not allowed and writes nothing") {
  for (const T5Options& bad :
       {T5Options{1, 128, false}, T5Options{2, 128, true},
        T5Options{7, 128, true}, T5Options{32, 16, false},
        T5Options{32, 8, true}, T5Options{65538, 1 << 20, true}}) {
    CHECK_FALSE(is_valid(bad));
    CHECK(t5_threshold_count(bad) == 0);
    CHECK(t5_bucket_scratch_size(bad).size() == 0);
    CHECK(t5_thresholds({}, bad) == Status::kBadArgument);
    CHECK(t5_bucket({}, {}, bad, {}) == Status::kBadArgument);
    CHECK(t5_bucket_reference({}, {}, bad, {}) == Status::kBadArgument);
  }
  CHECK(is_valid({32, 17, false}));
  CHECK(is_valid({32, 9, true}));
  const T5Options options;
  std::vector<std::int32_t> out(3, 7);
  const std::vector<std::int32_t> relative(3);
  std::vector<std::int32_t> scratch(t5_bucket_scratch_size(options).size());
  CHECK(t5_bucket(out, {relative.data(), 2}, options, scratch) ==
        Status::kBadShape);
  CHECK(t5_bucket(out, relative, options, out) == Status::kBadShape);
  CHECK(t5_bucket_reference(out, relative, options, relative) ==
        Status::kBadShape);
  CHECK(t5_thresholds(out, options) == Status::kBadShape);
  CHECK(out == std::vector<std::int32_t>(3, 7));

  const std::vector<float> table(32 * 2);
  std::vector<float> bias(6, 7.0f);
  scratch.resize(t5_threshold_count(options));
  const auto call = [&](Offsets offsets, std::size_t heads) {
    return t5_by_offset(bias, offsets, table, heads, options, Future::kKeep,
                        scratch);
  };
  CHECK(call({0.5, 3}, 2) == Status::kBadArgument);
  CHECK(call({2147483646.0, 3}, 2) == Status::kBadArgument);
  CHECK(call({-2147483649.0, 3}, 2) == Status::kBadArgument);
  CHECK(call({0, 0}, 2) == Status::kBadArgument);
  CHECK(call({0, 2}, 2) == Status::kBadShape);
  CHECK(call({0, 2}, 3) == Status::kBadShape);
  CHECK(t5_by_offset(bias, {0, 3}, table, 2, options, Future::kKeep, {}) ==
        Status::kBadShape);
  CHECK(bias == std::vector<float>(6, 7.0f));
}

TEST_CASE("t5 answers at once for no heads, whatever the offsets") {
  const T5Options options;
  std::vector<std::int32_t> scratch(t5_threshold_count(options));
  CHECK(t5_by_offset({}, {-2147483648.0, 4294967295u}, {}, 0, options,
                     Future::kKeep, scratch) == Status::kOk);
}

}  // namespace
}  // namespace posenc::bias
