// Every argument of src/posenc/core/bias past its limits, one at a time.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "bias/alibi.hpp"
#include "bias/fire.hpp"
#include "bias/kerple.hpp"
#include "bias/log_cpb.hpp"
#include "bias/offsets.hpp"
#include "bias/sandwich.hpp"
#include "bias/t5.hpp"

namespace posenc::bias {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
constexpr Offsets kGood{-2, 3};
constexpr Offsets kBad{0x1p53, 3};

TEST_CASE("offsets far from the keys are held by no row, without overflow") {
  std::vector<float> out(1);
  const std::vector<float> row(4);
  const std::vector<std::int32_t> low{std::numeric_limits<std::int32_t>::min()};
  const std::vector<std::int32_t> high{
      std::numeric_limits<std::int32_t>::max()};
  for (const std::int64_t first : {kFar, -kFar - 1, kFar / 2}) {
    CHECK(gather(out, row, 1, first, low, high) == Status::kOutOfRange);
    CHECK(gather(out, row, 1, first, high, low) == Status::kOutOfRange);
  }
  CHECK(gather(out, row, 3, 0, low, high) == Status::kBadShape);
  const std::vector<float> three(3);
  std::vector<float> two(2);
  CHECK(gather(two, three, 2, 0, low, high) == Status::kBadShape);
  CHECK(expand({}, {}, 1, 0, 3) == Status::kBadShape);
  CHECK(expand({}, {}, 1, 3, 0) == Status::kBadShape);
  CHECK(offsets_between(3, 0, 0).count == 0);
  CHECK(is_valid(kGood));
  CHECK_FALSE(is_valid(kBad));
  CHECK_FALSE(is_valid(Offsets{kNan, 3}));
}

TEST_CASE("ALiBi refuses orders, positions and sizes that do not fit") {
  std::vector<double> slopes{1};
  for (const int order : {-1, 3}) {
    CHECK(alibi_slopes(slopes, static_cast<AlibiOrder>(order), 8) ==
          Status::kBadArgument);
  }
  std::vector<float> out(2);
  std::vector<float> scratch(2);
  std::vector<double> query{1};
  std::vector<double> key{0, 1};
  const auto status = [&](Future future = Future::kMask) {
    return alibi_by_key(out, slopes, query, key, future, scratch);
  };
  CHECK(status() == Status::kOk);
  CHECK(status(static_cast<Future>(3)) == Status::kBadArgument);
  for (std::vector<double>* values : {&slopes, &query, &key}) {
    const double before = (*values)[0];
    (*values)[0] = kNan;
    CHECK(status() == Status::kBadArgument);
    (*values)[0] = before;
  }
  scratch.pop_back();
  CHECK(status() == Status::kBadShape);
  CHECK(alibi_by_key({}, slopes, {}, key, Future::kMask, scratch) ==
        Status::kBadShape);
  CHECK(alibi_by_offset_reference(out, kBad, slopes, {}) ==
        Status::kBadArgument);
  CHECK(alibi_by_offset_reference(out, kGood, slopes, {}) == Status::kBadShape);
}

TEST_CASE("KERPLE refuses kinds, parameters and sizes that do not fit") {
  std::vector<float> out(3);
  const std::vector<double> one{1};
  const KerpleKernel kernel{one, one};
  const auto status = [&](const KerpleOptions& o, const Offsets& at = kGood) {
    return kerple_by_offset(out, at, 1, kernel, o);
  };
  CHECK(status({}) == Status::kOk);
  for (const int kind : {-1, 2}) {
    CHECK(status({.kind = static_cast<KerpleKind>(kind)}) ==
          Status::kBadArgument);
  }
  CHECK(status({.future = static_cast<Future>(3)}) == Status::kBadArgument);
  for (const double eps : {0.0, kNan, kInfinity}) {
    CHECK(status({.eps = eps}) == Status::kBadArgument);
  }
  CHECK(status({}, kBad) == Status::kBadArgument);
  CHECK(kerple_by_offset({}, kGood, 0, {}, {}) == Status::kBadArgument);

  const ScoreShape shape{1, 1, 1, 3, 0};
  const std::vector<float> scores(3, 1);
  std::vector<double> scratch(6);
  CHECK(kerple_scores(out, scores, shape, kernel, {}, {}, scratch) ==
        Status::kOk);
  CHECK(kerple_scores(out, {scores.data(), 2}, shape, kernel, {}, {},
                      scratch) == Status::kBadShape);
  CHECK(kerple_scores({}, {}, {.heads = 1, .keys = 3}, kernel, {}, {},
                      scratch) == Status::kBadShape);
  CHECK(kerple_scores_reference({out.data(), 2}, scores, shape, kernel, {},
                                {}) == Status::kBadShape);
}

TEST_CASE("Sandwich refuses conventions, bases and sizes that do not fit") {
  std::vector<float> out(3);
  std::vector<numeric::Frequency> scratch(2);
  for (const int convention : {-1, 2}) {
    CHECK(sandwich_by_offset(
              out, kGood, 1,
              {.dim = 4,
               .convention = static_cast<SandwichConvention>(convention)},
              scratch) == Status::kBadArgument);
  }
  CHECK(sandwich_by_offset_reference(out, kBad, 1, {.dim = 4}, scratch) ==
        Status::kBadArgument);
}

TEST_CASE("T5 refuses offsets, futures and sizes that do not fit") {
  const T5Options options{.num_buckets = 8, .max_distance = 16};
  std::vector<float> out(3);
  const std::vector<float> table(8);
  std::vector<std::int32_t> scratch(t5_threshold_count(options));
  const auto status = [&](const Offsets& at, Future future = Future::kKeep) {
    return t5_by_offset(out, at, table, 1, options, future, scratch);
  };
  CHECK(status(kGood) == Status::kOk);
  CHECK(status(kBad) == Status::kBadArgument);
  CHECK(status(kGood, static_cast<Future>(3)) == Status::kBadArgument);
  CHECK(t5_by_offset(out, kGood, table, 1, {.num_buckets = 1}, Future::kKeep,
                     scratch) == Status::kBadArgument);
  std::vector<std::int32_t> buckets(2);
  const std::vector<std::int32_t> relative(3);
  CHECK(t5_bucket_reference(buckets, relative, options, scratch) ==
        Status::kBadShape);
}

TEST_CASE("log-CPB refuses windows and heads that do not fit") {
  std::vector<float> out(16);
  CHECK(relative_coords(out, {2, 2}, {0, 2}) == Status::kBadArgument);
  CHECK(relative_coords(out, {2, 2}, {2, 0}) == Status::kBadArgument);
  CHECK(relative_coords(out, {65537, 1}, {}) == Status::kBadArgument);
  CHECK(relative_coords(out, {1, 65537}, {}) == Status::kBadArgument);
  const std::vector<float> weight(2);
  const LogCpbWeights weights{weight, {weight.data(), 1}, {weight.data(), 1}};
  std::vector<float> table(9);
  CHECK(log_cpb({}, 0, weights, {.window = {2, 2}}, table, {}) ==
        Status::kBadShape);
  CHECK(log_cpb_reference({out.data(), 15}, 1, weights, {.window = {2, 2}}) ==
        Status::kBadShape);
  const LogCpbWeights wide{
      {weight.data(), 1}, {weight.data(), 1}, {weight.data(), 1}};
  CHECK(log_cpb_reference(out, 1, wide, {.window = {2, 2}}) ==
        Status::kBadShape);
  const LogCpbWeights short_output{weight, {weight.data(), 1}, {}};
  CHECK(log_cpb_reference(out, 1, short_output, {.window = {2, 2}}) ==
        Status::kBadShape);
}

TEST_CASE("a FIRE plan serves the heads and distances that it was made for") {
  const std::vector<float> weights{1, 0, 1, 0};
  FirePlan plan;
  const Offsets offsets{-9, 19};
  std::vector<double> scratch(fire_scratch_size(1, 1, 19).size());
  const auto prepare = [&](const Offsets& of) {
    return fire_prepare(&plan, of, fire_weights(weights, 1, 1), {}, scratch);
  };
  CHECK(prepare({-9.5, 19}) == Status::kBadArgument);
  CHECK(prepare({-9007199254740993.0 * 2, 19}) == Status::kBadArgument);
  CHECK(plan.heads == 0);
  REQUIRE(prepare(offsets) == Status::kOk);
  CHECK(FireTerm::check(plan, 1, 5, 5, 0) == Status::kOk);
  CHECK(FireTerm::check(plan, 2, 5, 5, 0) == Status::kBadShape);
  CHECK(FireTerm::check(plan, 1, 5, 10, 0) == Status::kOk);
  CHECK(FireTerm::check(plan, 1, 5, 11, 0) == Status::kOutOfRange);
  CHECK(FireTerm::check(plan, 1, 5, 5, 5) == Status::kOk);
  CHECK(FireTerm::check(plan, 1, 5, 5, 6) == Status::kOutOfRange);
  std::vector<float> out(1);
  CHECK(fire_tile({}, plan, {.heads = 1}) == Status::kOk);
  for (const std::int64_t far : {kFar, -kFar - 1}) {
    CHECK(FireTerm::check(plan, 1, 1, 1, far) == Status::kOutOfRange);
    CHECK(fire_tile(out, plan,
                    {.heads = 1, .query = far, .queries = 1, .keys = 1}) ==
          Status::kOutOfRange);
    CHECK(fire_tile(
              out, plan,
              {.heads = 1, .query = 0, .queries = 1, .key = far, .keys = 1}) ==
          Status::kOutOfRange);
  }
  const std::vector<double> at{0};
  CHECK(fire_reference({}, at, at, fire_weights(weights, 1, 1), {}) ==
        Status::kBadShape);
  CHECK(fire_prepare(&plan, offsets,
                     {{weights.data(), 1}, {weights.data(), 1}, {}, {}}, {},
                     scratch) == Status::kBadShape);
}

}  // namespace
}  // namespace posenc::bias
