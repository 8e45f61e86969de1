#include "rotary/scaling.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "rotary/frequencies.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;
using enum ScalingType;

std::vector<double> compute(std::size_t dim, double base,
                            const ScalingOptions& scaling = {}) {
  std::vector<DoubleDouble> theta(pair_count(dim));
  double factor = 0;
  REQUIRE(frequencies(theta, &factor,
                      {.rotary_dim = dim, .base = base, .scaling = scaling}) ==
          Status::kOk);
  std::vector<double> found;
  for (const DoubleDouble t : theta) found.push_back(t.hi);
  return found;
}

double attention_factor_of(const ScalingOptions& scaling) {
  std::vector<DoubleDouble> theta(4);
  double factor = 0;
  REQUIRE(frequencies(theta, &factor, {.rotary_dim = 8, .scaling = scaling}) ==
          Status::kOk);
  return factor;
}

Status check(const ScalingOptions& scaling, double base = 10000,
             std::size_t dim = 8, double seq_len = 0) {
  return check_scaling(scaling, base, dim, seq_len);
}

double up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}

double down(double x) {
  return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

// 0 at low, 1 at high.
double ramp(std::size_t i, double low, double high) {
  const double share = (static_cast<double>(i) - low) / (high - low);
  return std::fmin(std::fmax(share, 0.0), 1.0);
}

}  // namespace

TEST_CASE("yarn's ramp ends at d - 1 at the latest, and begins at 0") {
  // 1000 turns are more than any pair makes in 4096 positions (pair < 0), and
  // at base 10 the pair of one turn would be the 12th of 4.
  const ScalingOptions o{.type = kYarn,
                         .factor = 4,
                         .original_max_seq_len = 4096,
                         .beta_fast = 1000};
  const std::vector<double> plain = compute(8, 10);
  const std::vector<double> found = compute(8, 10, o);
  for (std::size_t i = 0; i < 4; ++i) {
    const double share = ramp(i, 0, 7);
    const double expected = plain[i] * ((1 - share) + share / 4);
    CHECK(found[i] == doctest::Approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("yarn's ramp rounds its ends outward, or not at all") {
  // pair(32) = 20.94..., pair(1) = 45.03... of 64.
  ScalingOptions o{.type = kYarn, .factor = 16, .original_max_seq_len = 4096};
  const auto pair = [](double turns) {
    return 128 * std::log(4096 / (turns * 2 * std::acos(-1.0))) /
           (2 * std::log(10000.0));
  };
  const std::vector<double> plain = compute(128, 10000);
  const auto matches = [&](double low, double high) {
    const std::vector<double> found = compute(128, 10000, o);
    for (std::size_t i = 0; i < 64; ++i) {
      const double share = ramp(i, low, high);
      const double expected = plain[i] * ((1 - share) + share / 16);
      CHECK(found[i] == doctest::Approx(expected).epsilon(1e-12));
    }
  };
  matches(std::floor(pair(32)), std::ceil(pair(1)));
  o.truncate = false;
  matches(pair(32), pair(1));
}

TEST_CASE("yarn without a ramp keeps the faster pairs and divides the slower") {
  // Both ends are pair(32) = 20.94...
  const ScalingOptions o{.type = kYarn,
                         .factor = 4,
                         .original_max_seq_len = 4096,
                         .beta_fast = 32,
                         .beta_slow = 32,
                         .truncate = false};
  const std::vector<double> plain = compute(128, 10000);
  const std::vector<double> found = compute(128, 10000, o);
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(found[i] == (i < 21 ? plain[i] : plain[i] / 4));
  }
}

TEST_CASE("ntkByParts has two ramps with whole ends") {
  // With L = 2048: pair(1.25) = 38.66, pair(0.75) = 42.21, pair(16) = 20.94,
  // pair(2) = 35.39.
  const ScalingOptions o{
      .type = kNtkByParts, .factor = 4, .original_max_seq_len = 2048};
  const std::vector<double> plain = compute(128, 10000);
  const std::vector<double> ntk =
      compute(128, 10000, {.type = kNtk, .factor = 4});
  const std::vector<double> found = compute(128, 10000, o);
  for (std::size_t i = 0; i < 64; ++i) {
    const double inner = ramp(i, 38, 43);
    const double outer = ramp(i, 20, 36);
    const double scaled = ntk[i] * (1 - inner) + plain[i] / 4 * inner;
    const double expected = plain[i] * (1 - outer) + scaled * outer;
    CHECK(found[i] == doctest::Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("ntkByParts weighs the ntk and the unscaled share") {
  ScalingOptions o{
      .type = kNtkByParts, .factor = 4, .original_max_seq_len = 2048};
  const std::vector<double> plain = compute(128, 10000);
  const std::vector<double> ntk =
      compute(128, 10000, {.type = kNtk, .factor = 4});
  o.ntk_factor = 0.5;
  // Pairs 36 to 38: all ntk, of which a half stays.
  CHECK(compute(128, 10000, o)[37] ==
        doctest::Approx((ntk[37] + plain[37] / 4) / 2).epsilon(1e-14));
  o.ntk_factor = 1;
  o.extrapolation_factor = 0.5;
  CHECK(compute(128, 10000, o)[10] ==
        doctest::Approx((plain[10] + ntk[10]) / 2).epsilon(1e-14));
}

TEST_CASE("the attention factor is 1 but for yarn and longrope") {
  const std::vector<double> lambda(4, 1.0);
  for (const ScalingType type : {kNone, kLinear, kNtk, kDynamic, kLlama3,
                                 kProportional, kNtkByParts, kDynamicLinear}) {
    CHECK(attention_factor_of({.type = type,
                               .factor = 8,
                               .original_max_seq_len = 4096,
                               .low_frequency_factor = 1,
                               .high_frequency_factor = 4,
                               .partial_rotary_factor = 1}) == 1);
  }
  ScalingOptions o{.type = kLongrope,
                   .factor = 1,
                   .original_max_seq_len = 4096,
                   .rescale = lambda};
  CHECK(attention_factor_of(o) == 1);
  o.factor = 0.5;
  CHECK(attention_factor_of(o) == 1);
  o.factor = 4096;
  CHECK(attention_factor_of(o) == doctest::Approx(std::sqrt(2.0)));
}

TEST_CASE("a scaling is taken at its bounds and refused beyond them") {
  const Status bad = Status::kBadArgument;
  const std::vector<double> lambda(4, 1.0);
  for (const double factor : {1e-12, 1e12}) {
    CHECK(check({.type = kLinear, .factor = factor}) == Status::kOk);
  }
  for (const double factor : {down(1e-12), up(1e12)}) {
    CHECK(check({.type = kLinear, .factor = factor}) == bad);
  }
  const auto long_enough = [&](double length) {
    return check({.type = kDynamicLinear, .original_max_seq_len = length});
  };
  CHECK(long_enough(1) == Status::kOk);
  CHECK(long_enough(down(1)) == bad);
  const auto partial = [&](double share) {
    return check({.type = kProportional, .partial_rotary_factor = share});
  };
  for (const double share : {0.0, 1.0}) CHECK(partial(share) == Status::kOk);
  for (const double share : {down(0), up(1)}) CHECK(partial(share) == bad);
  const auto turns = [&](double low, double high) {
    return check({.type = kLlama3,
                  .factor = 2,
                  .original_max_seq_len = 16,
                  .low_frequency_factor = low,
                  .high_frequency_factor = high});
  };
  CHECK(turns(1, 1) == Status::kOk);
  CHECK(turns(1, down(1)) == bad);
  CHECK(turns(0, 1) == bad);
  CHECK(turns(std::numeric_limits<double>::denorm_min(), 1) == Status::kOk);
}

TEST_CASE("widths, bases and lengths of scalings have their bounds") {
  const Status bad = Status::kBadArgument;
  const std::vector<double> lambda(4, 1.0);
  CHECK(check({.type = kNtk}, 10000, 4) == Status::kOk);
  CHECK(check({.type = kNtk}, 10000, 3) == bad);
  const ScalingOptions yarn{.type = kYarn, .original_max_seq_len = 16};
  CHECK(check(yarn, up(1)) == Status::kOk);
  CHECK(check(yarn, 1) == bad);
  CHECK(check({}, 10000, 8, 0) == Status::kOk);
  CHECK(check({}, 10000, 8, down(0)) == bad);
  const auto longrope = [&](double length) {
    return check(
        {.type = kLongrope, .original_max_seq_len = length, .rescale = lambda});
  };
  CHECK(longrope(up(1)) == Status::kOk);
  CHECK(longrope(1) == bad);
  const auto dynamic = [&](double extended) {
    return check({.type = kDynamicLongrope,
                  .original_max_seq_len = 16,
                  .max_seq_len = extended,
                  .rescale = lambda});
  };
  CHECK(dynamic(up(16)) == Status::kOk);
  CHECK(dynamic(16) == bad);
  CHECK(check({.type = static_cast<ScalingType>(11),
               .original_max_seq_len = 16,
               .max_seq_len = 32,
               .rescale = lambda}) == Status::kOk);
}

}  // namespace posenc::rotary
