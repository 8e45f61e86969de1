// Each number of a bias at its bound and one past it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
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

constexpr double kMaxPosition = 0x1p53;
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
const Status bad = Status::kBadArgument;

double up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}

double down(double x) { return std::nextafter(x, 0.0); }

}  // namespace

TEST_CASE("offsets reach 2^53 on both sides") {
  CHECK(is_valid(Offsets{-kMaxPosition, 1}));
  CHECK(!is_valid(Offsets{-kMaxPosition - 2, 1}));
  CHECK(is_valid(Offsets{kMaxPosition - 1, 1}));
  CHECK(!is_valid(Offsets{kMaxPosition, 2}));
  CHECK(!is_valid(Offsets{0, 0}));
}

TEST_CASE("alibi's max_bias is above 0 and at most 1000") {
  std::vector<double> m(4);
  const auto slopes = [&](double max_bias) {
    return alibi_slopes(m, AlibiOrder::kReference, max_bias);
  };
  CHECK(slopes(1000) == Status::kOk);
  CHECK(m[3] == std::exp2(-1000.0));
  CHECK(slopes(up(1000)) == bad);
  CHECK(slopes(kTiny) == Status::kOk);
  CHECK(m[3] == 1);
  CHECK(slopes(0) == bad);
  CHECK(alibi_slopes(m, static_cast<AlibiOrder>(2), 8) == Status::kOk);
  CHECK(alibi_slopes(m, static_cast<AlibiOrder>(-1), 8) == bad);
}

TEST_CASE("sandwich takes widths from 2 to 65536, and bases from 1") {
  std::vector<float> out(3);
  std::vector<numeric::Frequency> scratch(32768);
  const auto call = [&](const SandwichOptions& options) {
    return sandwich_by_offset(out, {0, 3}, 1, options,
                              {scratch.data(), options.dim / 2});
  };
  CHECK(call({.dim = 2}) == Status::kOk);
  CHECK(call({.dim = 1}) == bad);
  CHECK(call({.dim = 65536}) == Status::kOk);
  std::vector<numeric::Frequency> longer(32769);
  CHECK(sandwich_by_offset(out, {0, 3}, 1, {.dim = 65538}, longer) == bad);
  CHECK(call({.dim = 64, .base = 1}) == Status::kOk);
  CHECK(call({.dim = 64, .base = down(1)}) == bad);
  CHECK(call({.dim = 64, .convention = static_cast<SandwichConvention>(1)}) ==
        Status::kOk);
  CHECK(call({.dim = 64, .convention = static_cast<SandwichConvention>(-1)}) ==
        bad);
}

TEST_CASE("sandwich of base 1 has one frequency") {
  std::vector<float> out(3);
  std::vector<numeric::Frequency> scratch(2);
  REQUIRE(sandwich_by_offset(out, {0, 3}, 1, {.dim = 4, .base = 1}, scratch) ==
          Status::kOk);
  for (std::size_t r = 0; r < 3; ++r) {
    // Two equal cosines, over 8 in the only head.
    const double cosines = std::cos(static_cast<double>(r)) / 4;
    CHECK(out[r] == doctest::Approx(cosines).epsilon(1e-6));
  }
}

TEST_CASE("t5 takes 2 or 4 buckets to 65536, and a distance beyond the exact") {
  CHECK(is_valid(T5Options{4, 2, true}));
  CHECK(!is_valid(T5Options{4, 1, true}));
  CHECK(!is_valid(T5Options{2, 128, true}));
  CHECK(!is_valid(T5Options{5, 128, true}));
  CHECK(is_valid(T5Options{6, 128, true}));
  CHECK(is_valid(T5Options{2, 2, false}));
  CHECK(!is_valid(T5Options{2, 1, false}));
  CHECK(is_valid(T5Options{3, 2, false}));
  CHECK(!is_valid(T5Options{1, 128, false}));
  for (const bool both : {true, false}) {
    CHECK(is_valid(T5Options{65536, 40000, both}));
    CHECK(!is_valid(T5Options{65538, 40000, both}));
    CHECK(!is_valid(T5Options{65537, 40000, both}));
  }
}

TEST_CASE("t5 by offset reaches the ends of 32 bits and no further") {
  const T5Options options;
  const std::vector<float> table(32, 1.0f);
  std::vector<std::int32_t> scratch(t5_threshold_count(options));
  std::vector<float> out(2);
  const auto call = [&](double first) {
    return t5_by_offset(out, {first, 2}, table, 1, options, Future::kKeep,
                        scratch);
  };
  CHECK(call(-0x1p31) == Status::kOk);
  CHECK(call(-0x1p31 - 1) == bad);
  CHECK(call(0x1p31 - 2) == Status::kOk);
  CHECK(call(0x1p31 - 1) == bad);
  CHECK(call(0.5) == bad);
}

TEST_CASE("kerple takes every eps above 0") {
  const std::vector<double> one{1.0};
  std::vector<float> out(2);
  const auto kerple = [&](double eps) {
    return kerple_by_offset(out, {-1, 2}, 1, {.a = one, .p = one},
                            {.kind = KerpleKind::kLog, .eps = eps});
  };
  CHECK(kerple(kTiny) == Status::kOk);
  CHECK(kerple(0) == bad);
  CHECK(kerple(std::numeric_limits<double>::infinity()) == bad);
}

TEST_CASE("kerple has heads, and scores of its own size") {
  const std::vector<double> one{1.0};
  std::vector<float> out(2, 7.0f);
  CHECK(kerple_by_offset({}, {-1, 2}, 0, {}, {.kind = KerpleKind::kPower}) ==
        bad);
  const std::vector<float> scores(3, 1.0f);
  std::vector<double> scratch(4);
  CHECK(kerple_scores(out, scores, {1, 1, 1, 2}, {.a = one, .p = one}, {}, {},
                      scratch) == Status::kBadShape);
  CHECK(out == std::vector<float>(2, 7.0f));
}

TEST_CASE("a FIRE that cannot be, or reads its scratch, is noticed") {
  const std::vector<float> hidden{1, -2, 3};
  const std::vector<float> shift{-0.5f, 1, -1};
  const std::vector<float> out_weight{1, 2, 3};
  const std::vector<float> out_shift{0.25f};
  const FireWeights weights{hidden, shift, out_weight, out_shift};
  FirePlan plan;
  CHECK(fire_prepare(&plan, {0, SIZE_MAX / 4}, weights, {}, {}) ==
        Status::kTooLarge);
  std::vector<std::vector<float>> found;
  for (const double before : {0.0, 7.0}) {
    std::vector<double> scratch(fire_scratch_size(3, 1, 11).size(), before);
    REQUIRE(fire_prepare(&plan, {-5, 11}, weights, {}, scratch) == Status::kOk);
    found.emplace_back(36);
    REQUIRE(fire_tile(found.back(), plan,
                      {.heads = 1, .queries = 6, .keys = 6}) == Status::kOk);
  }
  CHECK(found[0] == found[1]);
}

TEST_CASE("a matrix of offsets has queries and keys") {
  const std::vector<float> by_offset(2, 1.0f);
  CHECK(expand({}, by_offset, 1, 0, 3) == Status::kBadShape);
  CHECK(expand({}, by_offset, 1, 3, 0) == Status::kBadShape);
}

TEST_CASE("windows have sides from 1 to 65536") {
  std::vector<float> out(2 * (2 * 65536 - 1));
  const auto coords = [&](std::size_t height, std::size_t width) {
    const std::size_t count = (2 * height - 1) * (2 * width - 1) * 2;
    out.resize(count);
    return relative_coords(out, {height, width}, {0, 0});
  };
  CHECK(coords(1, 65536) == Status::kOk);
  CHECK(coords(65536, 1) == Status::kOk);
  CHECK(coords(1, 65537) == bad);
  CHECK(coords(65537, 1) == bad);
  out.assign(2, 7.0f);
  CHECK(relative_coords(out, {0, 1}, {0, 0}) == bad);
  CHECK(relative_coords(out, {1, 0}, {0, 0}) == bad);
}

TEST_CASE("the smallest trained window of all has the scale of its side") {
  // 8x / (side - 1): of side 2 that is 8x, whatever the window.
  std::vector<float> out(7 * 7 * 2);
  REQUIRE(relative_coords(out, {4, 4}, {2, 2}) == Status::kOk);
  for (int x = -3; x <= 3; ++x) {
    const double size = std::log2(1 + 8 * std::abs(x)) / 3;
    const double expected = x < 0 ? -size : size;
    CHECK(out[static_cast<std::size_t>(x + 3) * 2 + 1] ==
          doctest::Approx(expected).epsilon(1e-6));
  }
}

}  // namespace posenc::bias
