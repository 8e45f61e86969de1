#include "rotary/frequencies.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "oracle.hpp"
#include "property.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;
using testing::Draw;
using testing::for_all;

struct Result {
  std::vector<DoubleDouble> theta;
  double attention_factor;

  double operator[](std::size_t i) const { return theta[i].hi; }
};

Result compute(const FrequencyOptions& options) {
  Result result{std::vector<DoubleDouble>(pair_count(options.rotary_dim)), 0};
  REQUIRE(frequencies(result.theta, &result.attention_factor, options) ==
          Status::kOk);
  return result;
}

Result compute(std::size_t dim, double base, const ScalingOptions& scaling = {},
               double seq_len = 0) {
  return compute({.rotary_dim = dim,
                  .base = base,
                  .seq_len = seq_len,
                  .scaling = scaling});
}

// base^-x in 106 bits.
DoubleDouble power(double base, DoubleDouble x) {
  const DoubleDouble log = testing::exact_log2(base);
  return numeric::exp2(numeric::negate(numeric::multiply(log, x)));
}

ScalingOptions yarn(double factor, double length) {
  return {.type = ScalingType::kYarn,
          .factor = factor,
          .original_max_seq_len = length};
}

}  // namespace

TEST_CASE("Unscaled frequencies are base^(-2i/d) to 2^-97") {
  for_all(60, [](Draw& draw) {
    const std::size_t dim = draw.size(2, 300);
    const double base = std::exp(draw.real(0, 20));
    const Result found = compute(dim, base);
    CHECK(found[0] == 1);
    CHECK(found.attention_factor == 1);
    for (std::size_t i = 0; i < found.theta.size(); ++i) {
      const DoubleDouble share = numeric::divide(
          {2.0 * static_cast<double>(i), 0.0}, {static_cast<double>(dim), 0.0});
      const DoubleDouble exact = power(base, share);
      const DoubleDouble error = numeric::subtract(found.theta[i], exact);
      CHECK(std::fabs(error.hi) <= exact.hi * 0x1p-97);
    }
  });
}

TEST_CASE("An odd width counts to itself and has one more pair") {
  const Result found = compute(9, 10000);
  REQUIRE(found.theta.size() == 5);
  CHECK(found[4] ==
        doctest::Approx(std::pow(10000.0, -8.0 / 9)).epsilon(1e-15));
}

TEST_CASE("linear divides every frequency by the factor") {
  for_all(50, [](Draw& draw) {
    const std::size_t dim = 2 * draw.size(1, 100);
    const double factor = draw.real(0.5, 64);
    const Result plain = compute(dim, 10000);
    const Result scaled =
        compute(dim, 10000, {.type = ScalingType::kLinear, .factor = factor});
    for (std::size_t i = 0; i < dim / 2; ++i) {
      CHECK(scaled[i] == numeric::divide(plain.theta[i], {factor, 0.0}).hi);
    }
  });
}

TEST_CASE("ntk keeps the highest frequency and divides the lowest exactly") {
  for_all(100, [](Draw& draw) {
    const std::size_t dim = 2 * draw.size(2, 128);
    const double base = draw.real(100, 1e6);
    const double factor = draw.real(0.25, 64);
    const Result plain = compute(dim, base);
    const Result scaled =
        compute(dim, base, {.type = ScalingType::kNtk, .factor = factor});
    CHECK(scaled[0] == 1);
    CHECK(scaled[dim / 2 - 1] ==
          numeric::divide(plain.theta[dim / 2 - 1], {factor, 0.0}).hi);
  });
  // base' = 10000 * 4^(128/126) = 40889.9424
  const Result known =
      compute(128, 10000, {.type = ScalingType::kNtk, .factor = 4});
  CHECK(known[1] ==
        doctest::Approx(std::pow(40889.9424, -1.0 / 64)).epsilon(1e-9));
}

TEST_CASE(
    "dynamic follows the present length and rests up to the trained one") {
  const ScalingOptions scaling{
      .type = ScalingType::kDynamic, .factor = 2, .original_max_seq_len = 4096};
  const Result plain = compute(128, 10000);
  for (const double seq_len : {0.0, 1.0, 4096.0}) {
    const Result rest = compute(128, 10000, scaling, seq_len);
    for (std::size_t i = 0; i < 64; ++i) CHECK(rest[i] == plain[i]);
  }
  // base' = 30527.7367 at twice the length.
  const Result twice = compute(128, 10000, scaling, 8192);
  CHECK(twice[1] ==
        doctest::Approx(std::pow(30527.7367, -1.0 / 64)).epsilon(1e-9));
}

TEST_CASE("yarn keeps fast pairs, divides slow ones and ramps between") {
  const Result plain = compute(128, 10000);
  const Result found = compute(128, 10000, yarn(16, 4096));
  for (std::size_t i = 0; i <= 20; ++i) CHECK(found[i] == plain[i]);
  for (std::size_t i = 46; i < 64; ++i) {
    CHECK(found[i] == numeric::divide(plain.theta[i], {16.0, 0.0}).hi);
  }
  CHECK(found[20] == doctest::Approx(.0562341325).epsilon(1e-8));
  CHECK(found[21] == doctest::Approx(.04694086).epsilon(1e-7));
  CHECK(found[33] == doctest::Approx(.00460043547).epsilon(1e-8));
  CHECK(found[45] == doctest::Approx(1.51771605e-4).epsilon(1e-8));
  CHECK(found[63] == doctest::Approx(7.2173874e-6).epsilon(1e-7));
  CHECK(found.attention_factor == doctest::Approx(1.27725887).epsilon(1e-8));
}

TEST_CASE("yarn with equal ends of the ramp does not divide by zero") {
  ScalingOptions scaling = yarn(4, 4096);
  scaling.beta_slow = scaling.beta_fast;
  scaling.truncate = false;
  const Result plain = compute(128, 10000);
  const Result found = compute(128, 10000, scaling);
  for (std::size_t i = 0; i < 64; ++i) {
    const double divided = numeric::divide(plain.theta[i], {4.0, 0.0}).hi;
    CHECK((found[i] == plain[i] || found[i] == divided));
  }
  // Both ends are clamped to 0 when no pair turns even once.
  const Result tiny = compute(16, 10000, yarn(4, 1));
  for (const DoubleDouble theta : tiny.theta) CHECK(theta.hi > 0);
}

TEST_CASE("yarn's attention factor: both mscales or neither") {
  ScalingOptions o = yarn(40, 4096);
  const auto factor = [&] { return attention_factor(o, 0); };
  const double plain = 0.1 * std::log(40.0) + 1;
  CHECK(factor() == doctest::Approx(plain).epsilon(1e-15));
  o.mscale = 0.707;
  CHECK(factor() == doctest::Approx(plain).epsilon(1e-15));
  o.mscale_all_dim = 1;
  CHECK(factor() ==
        doctest::Approx((0.0707 * std::log(40.0) + 1) / plain).epsilon(1e-15));
  o.attention_multiplier = 2;
  CHECK(factor() == doctest::Approx(2 * (0.0707 * std::log(40.0) + 1) / plain)
                        .epsilon(1e-15));
  o.attention_factor = 1.5;
  CHECK(factor() == 3);
  o = yarn(0.5, 4096);
  CHECK(factor() == 1);
}

TEST_CASE("dynamicYarn is yarn at the present factor") {
  ScalingOptions dynamic = yarn(1, 4096);
  dynamic.type = ScalingType::kDynamicYarn;
  const Result found = compute(64, 10000, dynamic, 4096 * 4);
  const Result fixed = compute(64, 10000, yarn(4, 4096));
  CHECK(found.attention_factor == fixed.attention_factor);
  for (std::size_t i = 0; i < 32; ++i) CHECK(found[i] == fixed[i]);
  CHECK(compute(64, 10000, dynamic, 100)[31] == compute(64, 10000)[31]);
}

TEST_CASE("dynamicLinear is linear at the present factor") {
  const ScalingOptions dynamic{.type = ScalingType::kDynamicLinear,
                               .original_max_seq_len = 100};
  CHECK(compute(8, 10000, dynamic, 250)[0] == 0.4);
  CHECK(compute(8, 10000, dynamic, 50)[0] == 1);
}

TEST_CASE("longrope divides by its list; the factor follows the rule") {
  const std::vector<double> lambda = {1, 2, 4, 8};
  ScalingOptions o{.type = ScalingType::kLongrope,
                   .factor = 32,
                   .original_max_seq_len = 4096,
                   .rescale = lambda};
  const Result plain = compute(8, 10000);
  const Result found = compute(8, 10000, o);
  for (std::size_t i = 0; i < 4; ++i) CHECK(found[i] == plain[i] / lambda[i]);
  CHECK(found.attention_factor == doctest::Approx(1.19023807).epsilon(1e-8));
  o.magnitude = Magnitude::kYarn;
  CHECK(compute(8, 10000, o).attention_factor ==
        doctest::Approx(0.1 * std::log(32.0) + 1).epsilon(1e-15));
  o.factor = 1;
  CHECK(compute(8, 10000, o).attention_factor == 1);
}

TEST_CASE("dynamicLongrope grows from no scaling to its list") {
  const std::vector<double> lambda = {1, 2, 4, 8};
  const ScalingOptions o{.type = ScalingType::kDynamicLongrope,
                         .factor = 4,
                         .original_max_seq_len = 1000,
                         .max_seq_len = 4000,
                         .rescale = lambda};
  const Result plain = compute(8, 10000);
  const Result start = compute(8, 10000, o, 500);
  const Result middle = compute(8, 10000, o, 2500);
  const Result end = compute(8, 10000, o, 4000);
  const Result unknown = compute(8, 10000, o);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(start[i] == plain[i]);
    CHECK(middle[i] ==
          doctest::Approx(plain[i] / (1 + (lambda[i] - 1) / 2)).epsilon(1e-15));
    CHECK(end[i] == plain[i] / lambda[i]);
    CHECK(unknown[i] == end[i]);
  }
}

TEST_CASE("llama3 has the published frequencies of Llama 3.1") {
  const ScalingOptions o{.type = ScalingType::kLlama3,
                         .factor = 8,
                         .original_max_seq_len = 8192,
                         .low_frequency_factor = 1,
                         .high_frequency_factor = 4};
  const Result plain = compute(128, 500000);
  const Result found = compute(128, 500000, o);
  CHECK(found[28] == plain[28]);
  CHECK(found[29] == doctest::Approx(.00216657076).epsilon(1e-8));
  CHECK(found[30] == doctest::Approx(.00137189357).epsilon(1e-8));
  CHECK(found[34] == doctest::Approx(1.78507813e-4).epsilon(1e-8));
  CHECK(found[35] == plain[35] / 8);
  CHECK(found[63] == doctest::Approx(3.06892599e-7).epsilon(1e-8));
}

TEST_CASE("llama3 with equal bounds jumps where the wavelength is L") {
  const ScalingOptions o{.type = ScalingType::kLlama3,
                         .factor = 16,
                         .original_max_seq_len = 8192,
                         .low_frequency_factor = 1,
                         .high_frequency_factor = 1};
  const Result plain = compute(128, 500000);
  const Result found = compute(128, 500000, o);
  for (std::size_t i = 0; i < 64; ++i) {
    const bool is_long = 6.283185307179586 / plain[i] > 8192;
    CHECK(found[i] == (is_long ? plain[i] / 16 : plain[i]));
  }
}

TEST_CASE("proportional turns the first share of pairs and no others") {
  const ScalingOptions o{.type = ScalingType::kProportional,
                         .factor = 2,
                         .partial_rotary_factor = 0.3};
  const Result plain = compute(64, 10000);
  const Result found = compute(64, 10000, o);
  for (std::size_t i = 0; i < 32; ++i) {
    CHECK(found[i] == (i < 9 ? plain[i] / 2 : 0));
  }
}

TEST_CASE("ntkByParts joins unscaled, ntk and linear") {
  const ScalingOptions o{.type = ScalingType::kNtkByParts,
                         .factor = 4,
                         .original_max_seq_len = 2048};
  const Result plain = compute(128, 10000);
  const Result ntk =
      compute(128, 10000, {.type = ScalingType::kNtk, .factor = 4});
  const Result found = compute(128, 10000, o);
  for (std::size_t i = 0; i <= 20; ++i) CHECK(found[i] == plain[i]);
  for (std::size_t i = 36; i <= 38; ++i) CHECK(found[i] == ntk[i]);
  for (std::size_t i = 43; i < 64; ++i) CHECK(found[i] == plain[i] / 4);
}

TEST_CASE("riflex gives one pair a share of a turn within the length") {
  const Result plain = compute(16, 256);
  for (const std::size_t k : {1U, 4U, 8U}) {
    const Result found = compute(16, 256,
                                 {.type = ScalingType::kRiflex,
                                  .max_seq_len = 66,
                                  .k = static_cast<double>(k)});
    for (std::size_t i = 0; i < 8; ++i) {
      if (i + 1 != k) CHECK(found[i] == plain[i]);
    }
    CHECK(found[k - 1] ==
          doctest::Approx(0.9 * 2 * std::acos(-1.0) / 66).epsilon(1e-15));
    CHECK(found.attention_factor == 1);
  }
}

TEST_CASE("dype is ntkByParts at kappa 1 and nothing at kappa 0") {
  ScalingOptions o{.type = ScalingType::kNtkByParts,
                   .factor = 4,
                   .original_max_seq_len = 64};
  const Result plain = compute(56, 10000);
  const Result parts = compute(56, 10000, o);
  o.type = ScalingType::kDype;
  const Result whole = compute(56, 10000, o);
  o.kappa = std::numeric_limits<double>::denorm_min();
  const Result none = compute(56, 10000, o);
  for (std::size_t i = 0; i < 28; ++i) {
    CHECK(whole[i] == parts[i]);
    CHECK(none[i] == plain[i]);
  }
  const double factor = 0.1 * std::log(4.0) + 1;
  CHECK(whole.attention_factor == doctest::Approx(factor).epsilon(1e-15));
  CHECK(parts.attention_factor == 1);
}

TEST_CASE("Every scaling leaves the frequencies falling") {
  for_all(200, [](Draw& draw) {
    const std::size_t dim = 2 * draw.size(2, 64);
    const std::vector<double> lambda(dim / 2, draw.real(1, 50));
    ScalingOptions o = yarn(draw.real(1, 64), draw.real(2, 100000));
    o.type = static_cast<ScalingType>(draw.integer(0, 10));
    o.partial_rotary_factor = draw.real(0, 1);
    o.rescale = lambda;
    const Result found = compute(dim, draw.real(2, 1e6), o, draw.real(0, 1e6));
    for (std::size_t i = 1; i < dim / 2; ++i) {
      CHECK(found[i] >= 0);
      CHECK(found[i] <= found[i - 1]);
      CHECK(std::fabs(found.theta[i].lo) <= found[i] * 0x1p-53);
    }
  });
}

TEST_CASE("Options out of range are refused and nothing is written") {
  const std::vector<double> lambda(4, 1.0);
  std::vector<DoubleDouble> theta(4, {7.0, 7.0});
  double factor = 7;
  const auto status = [&](FrequencyOptions o) {
    return frequencies(theta, &factor, o);
  };
  const auto with = [&](ScalingOptions s, double base = 10000) {
    return status({.rotary_dim = 8, .base = base, .scaling = s});
  };
  using enum ScalingType;
  const Status bad = Status::kBadArgument;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(status({.rotary_dim = 0}) == bad);
  CHECK(status({.rotary_dim = 1}) == bad);
  CHECK(status({.rotary_dim = 65537}) == bad);
  CHECK(status({.rotary_dim = 10}) == Status::kBadShape);
  CHECK(status({.rotary_dim = 8, .base = 0.5}) == bad);
  CHECK(status({.rotary_dim = 8, .base = nan}) == bad);
  CHECK(status({.rotary_dim = 8, .seq_len = nan}) == bad);
  CHECK(with({.type = static_cast<ScalingType>(14)}) == bad);
  CHECK(with({.type = static_cast<ScalingType>(-1)}) == bad);
  for (const double f : {0.0, -1.0, 1e13, nan}) {
    CHECK(with({.type = kLinear, .factor = f}) == bad);
  }
  for (const ScalingType type :
       {kDynamic, kYarn, kLlama3, kNtkByParts, kDype}) {
    CHECK(with({.type = type}) == bad);  // no length
  }
  CHECK(with(yarn(4, 100), 1.0) == bad);  // base 1
  ScalingOptions o = yarn(4, 100);
  o.beta_fast = 0;
  CHECK(with(o) == bad);
  o = yarn(4, 100);
  o.mscale = nan;
  CHECK(with(o) == bad);
  o = yarn(4, 100);
  o.attention_factor = -1;
  CHECK(with(o) == bad);
  CHECK(with({.type = kLlama3,
              .original_max_seq_len = 100,
              .low_frequency_factor = 4,
              .high_frequency_factor = 3}) == bad);
  CHECK(with({.type = kProportional, .partial_rotary_factor = 1.5}) == bad);
  CHECK(with({.type = kLongrope,
              .original_max_seq_len = 100,
              .rescale = {lambda.data(), 3}}) == Status::kBadShape);
  CHECK(
      with({.type = kLongrope, .original_max_seq_len = 1, .rescale = lambda}) ==
      bad);
  CHECK(with({.type = kDynamicLongrope,
              .original_max_seq_len = 100,
              .max_seq_len = 100,
              .rescale = lambda}) == bad);
  std::vector<DoubleDouble> one(1);
  CHECK(frequencies(one, &factor,
                    {.rotary_dim = 2, .scaling = {.type = kNtk}}) == bad);
  CHECK(factor == 7);
  for (const DoubleDouble t : theta) CHECK(t.hi == 7);
}

}  // namespace posenc::rotary
