// Every option of src/posenc/core/rotary past its limits, one at a time.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "rotary/apply.hpp"
#include "rotary/axial.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/multimodal.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The status of two pairs with these options.
template <class Change>
Status scaled(ScalingType type, Change&& change) {
  const std::vector<double> rescale{1, 2};
  FrequencyOptions o{.rotary_dim = 4, .base = 10000, .seq_len = 128};
  o.scaling.type = type;
  o.scaling.factor = 4;
  o.scaling.original_max_seq_len = 64;
  o.scaling.max_seq_len = 256;
  o.scaling.rescale = rescale;
  change(o);
  std::vector<DoubleDouble> theta(pair_count(o.rotary_dim));
  double factor = 0;
  return frequencies(theta, &factor, o);
}

TEST_CASE("each option of scaling is refused past its limits, not at them") {
  using enum ScalingType;
  const auto refused = [](ScalingType type, auto set) {
    CHECK(scaled(type, [&](auto& o) { set(o.scaling); }) ==
          Status::kBadArgument);
  };
  for (int type = 0; type <= 13; ++type) {
    CAPTURE(type);
    CHECK(scaled(static_cast<ScalingType>(type), [](auto&) {}) == Status::kOk);
  }
  for (const double bad : {kNan, kInfinity, -1.0}) {
    CAPTURE(bad);
    refused(kYarn, [&](auto& s) { s.attention_factor = bad; });
    refused(kYarn, [&](auto& s) { s.attention_multiplier = bad; });
    refused(kYarn, [&](auto& s) { s.beta_fast = bad; });
    refused(kYarn, [&](auto& s) { s.beta_slow = bad; });
    refused(kYarn, [&](auto& s) { s.original_max_seq_len = bad; });
    refused(kLlama3, [&](auto& s) { s.low_frequency_factor = bad; });
    refused(kLlama3, [&](auto& s) { s.high_frequency_factor = bad; });
    refused(kProportional, [&](auto& s) { s.partial_rotary_factor = bad; });
    refused(kDynamicLongrope, [&](auto& s) { s.max_seq_len = bad; });
    refused(kRiflex, [&](auto& s) { s.max_seq_len = bad; });
    refused(kRiflex, [&](auto& s) { s.k = bad; });
    refused(kRiflex, [&](auto& s) { s.share = bad; });
    refused(kDype, [&](auto& s) { s.kappa = bad; });
    CHECK(scaled(kYarn, [&](auto& o) { o.seq_len = bad; }) ==
          Status::kBadArgument);
  }
  for (const double bad : {kNan, kInfinity}) {
    refused(kYarn, [&](auto& s) { s.mscale = bad; });
    refused(kYarn, [&](auto& s) { s.mscale_all_dim = bad; });
    refused(kNtkByParts, [&](auto& s) { s.extrapolation_factor = bad; });
    refused(kNtkByParts, [&](auto& s) { s.ntk_factor = bad; });
  }
  refused(kLongrope, [](auto& s) { s.original_max_seq_len = 1; });
  refused(kRiflex, [](auto& s) { s.k = 0; });
  refused(kRiflex, [](auto& s) { s.k = 1000; });
  refused(kRiflex, [](auto& s) { s.share = 0; });
  refused(kRiflex, [](auto& s) { s.share = 1.5; });
  refused(kRiflex, [](auto& s) { s.max_seq_len = 0.5; });
  refused(kDype, [](auto& s) { s.kappa = 0; });
  const std::vector<double> zero{1, 0};
  refused(kLongrope, [&](auto& s) { s.rescale = zero; });
  CHECK(scaled(kLongrope, [](auto& o) { o.scaling.rescale = {}; }) ==
        Status::kBadShape);
  for (const double base : {0.5, 2e100, kNan}) {
    CHECK(scaled(kNone, [&](auto& o) { o.base = base; }) ==
          Status::kBadArgument);
  }
}

TEST_CASE("dynamicLongrope has no length at which its line leaves its range") {
  const auto status = [](double factor, double max_seq_len, double seq_len) {
    const std::vector<double> rescale{1, factor};
    const FrequencyOptions o{.rotary_dim = 4,
                             .seq_len = seq_len,
                             .scaling = {.type = ScalingType::kDynamicLongrope,
                                         .original_max_seq_len = 64,
                                         .max_seq_len = max_seq_len,
                                         .rescale = rescale}};
    std::vector<DoubleDouble> theta(2, {7, 0});
    double m = 7;
    const Status found = frequencies(theta, &m, o);
    if (found == Status::kOk) {
      CHECK(theta[1].hi > 0);
      CHECK(theta[1].hi < kInfinity);
    } else {
      CHECK(theta[1].hi == 7);
      CHECK(m == 7);
    }
    return found;
  };
  // lambda = 1 + (rescale - 1) share: for 1/2 it is 0 at share 2.
  for (const double good : {0.0, 1.0, 64.0, 96.0, 127.999}) {
    CHECK(status(0.5, 96, good) == Status::kOk);
  }
  for (const double past : {128.0, 128.001, 192.0, 1e15}) {
    CHECK(status(0.5, 96, past) == Status::kBadArgument);
  }
  CHECK(status(0.0625, 68, 68.2) == Status::kOk);
  CHECK(status(0.0625, 68, 68.3) == Status::kBadArgument);
  CHECK(status(1e12, 96, 96) == Status::kOk);
  CHECK(status(1e12, 96, 97) == Status::kBadArgument);
  CHECK(status(64, 96, 1e6) == Status::kOk);
}

TEST_CASE("no type has a length above 2^53") {
  for (const ScalingType type :
       {ScalingType::kNone, ScalingType::kDynamic, ScalingType::kYarn}) {
    for (const double far : {0x1.00001p53, 1e308}) {
      CHECK(scaled(type, [&](auto& o) { o.seq_len = far; }) ==
            Status::kBadArgument);
    }
  }
}

TEST_CASE("every base to 1e100 has finite frequencies, of all widths") {
  for (const std::size_t dim : {2u, 3u, 31u, 65536u}) {
    std::vector<DoubleDouble> theta(pair_count(dim));
    double m = 0;
    REQUIRE(frequencies(theta, &m, {.rotary_dim = dim, .base = 1e100}) ==
            Status::kOk);
    CHECK(theta[0].hi == 1);
    for (const DoubleDouble& t : theta) {
      CHECK(t.hi > 0);
      CHECK(t.hi <= 1);
    }
  }
}

TEST_CASE("a model that is not stretched keeps its frequencies") {
  // s = 1: longrope has nothing to make up for.
  const std::vector<double> rescale{1, 1};
  const FrequencyOptions o{.rotary_dim = 4,
                           .scaling = {.type = ScalingType::kLongrope,
                                       .factor = 1,
                                       .original_max_seq_len = 64,
                                       .rescale = rescale}};
  std::vector<DoubleDouble> theta(2);
  std::vector<DoubleDouble> plain(2);
  double factor = 0;
  REQUIRE(frequencies(theta, &factor, o) == Status::kOk);
  CHECK(factor == 1);
  REQUIRE(frequencies(plain, &factor, {.rotary_dim = 4}) == Status::kOk);
  CHECK(theta[1].hi == plain[1].hi);
}

TEST_CASE("tables refuse angles, factors and sizes that do not fit") {
  std::vector<float> cos(2);
  std::vector<float> sin(2);
  std::vector<DoubleDouble> theta{{1, 0}, {0.5, 0}};
  std::vector<double> positions{3};
  const std::vector<std::uint8_t> axis{0, 0};
  const Angles good{theta, positions, 1, axis};
  const auto status = [&](const Angles& a, double factor = 1) {
    return tables(cos, sin, a, Precision::kExact, factor);
  };
  CHECK(status(good) == Status::kOk);
  CHECK(table_angles(cos, good) == Status::kOk);
  for (const double factor : {0.0, -1.0, kNan, 0x1p65}) {
    CHECK(status(good, factor) == Status::kBadArgument);
    CHECK(tables_reference(cos, sin, good, Precision::kExact, factor) ==
          Status::kBadArgument);
  }
  for (const std::size_t axes : {std::size_t{0}, std::size_t{256}}) {
    Angles a = good;
    a.axes = axes;
    CHECK(status(a) == Status::kBadShape);
    CHECK(table_angles(cos, a) == Status::kBadShape);
  }
  for (const DoubleDouble bad :
       {DoubleDouble{0x1p21, 0}, DoubleDouble{1, 0x1p21}}) {
    theta[0] = bad;
    CHECK(status(good) == Status::kBadArgument);
  }
  theta[0] = {1, 0};
  CHECK(table_angles({cos.data(), 1}, good) == Status::kBadShape);
  for (const float bad : {0.0f, INFINITY}) {
    std::vector<float> c{1, bad};
    std::vector<float> s{0, 0};
    CHECK(invert_tables(c, s) != Status::kOk);
  }
}

TEST_CASE("xpos_tables refuses each option past its limits") {
  std::vector<float> cos(2);
  std::vector<float> sin(2);
  std::vector<float> scale(2);
  std::vector<DoubleDouble> theta{{1, 0}, {0.5, 0}};
  std::vector<double> positions{3};
  const auto status = [&](const XposOptions& o = {}) {
    return xpos_tables(cos, sin, scale, positions, theta, o);
  };
  CHECK(status() == Status::kOk);
  for (const double bad : {0.5, kNan, 0x1p32}) {
    CHECK(status({.scale_base = bad}) == Status::kBadArgument);
  }
  for (const double bad : {0.0, kNan, 0x1p65}) {
    CHECK(status({.attention_factor = bad}) == Status::kBadArgument);
  }
  for (const DoubleDouble bad :
       {DoubleDouble{0x1p21, 0}, DoubleDouble{1, 0x1p21}}) {
    theta[1] = bad;
    CHECK(status() == Status::kBadArgument);
  }
  theta[1] = {0.5, 0};
  sin.pop_back();
  CHECK(status() == Status::kBadShape);
  sin.push_back(0);
  scale.pop_back();
  CHECK(status() == Status::kBadShape);
}

TEST_CASE("rotary axes refuse what they cannot lay out") {
  const std::vector<std::uint32_t> shape{2, 3};
  std::vector<double> positions(12);
  std::vector<DoubleDouble> theta(4);
  std::vector<std::uint8_t> axis(4);
  const std::vector<double> two{1, 1};
  const std::vector<double> one{1};
  const std::vector<double> bad{1, kNan};
  const std::vector<std::uint32_t> pairs_of{2, 2};
  const std::vector<std::uint32_t> wide{2, 32769};
  const std::vector<double> bases{1e4, 1e4};
  const std::vector<double> far{1e4, 2e100};
  const auto status = [&](auto change) {
    AxialOptions o{.pairs = pairs_of, .bases = bases, .shape = shape};
    change(o);
    return axial(positions, theta, axis, o);
  };
  CHECK(status([](auto&) {}) == Status::kOk);
  CHECK(status([&](auto& o) { o.offsets = two, o.scales = two; }) ==
        Status::kOk);
  for (const int convention : {-1, 4}) {
    CHECK(status([&](auto& o) {
            o.convention = static_cast<AxialConvention>(convention);
          }) == Status::kBadArgument);
  }
  const std::vector<std::uint32_t> nine(9, 1);
  CHECK(status([&](auto& o) { o.shape = nine; }) == Status::kBadArgument);
  CHECK(status([&](auto& o) { o.pairs = wide; }) == Status::kBadArgument);
  CHECK(status([&](auto& o) { o.bases = far; }) == Status::kBadArgument);
  CHECK(status([&](auto& o) { o.pairs = shape; }) == Status::kBadShape);
  CHECK(status([&](auto& o) { o.bases = one; }) == Status::kBadShape);
  CHECK(status([](auto& o) { o.max_frequency = kNan; }) ==
        Status::kBadArgument);
  CHECK(status([&](auto& o) { o.offsets = bad; }) == Status::kBadArgument);
  CHECK(status([&](auto& o) { o.scales = bad; }) == Status::kBadArgument);
  CHECK(status([&](auto& o) { o.offsets = one; }) == Status::kBadShape);
  CHECK(status([&](auto& o) { o.scales = one; }) == Status::kBadShape);
  axis.pop_back();
  CHECK(status([](auto&) {}) == Status::kBadShape);

  const std::vector<std::uint32_t> many(256, 1);
  std::vector<std::uint8_t> pairs(256);
  CHECK(multimodal_axes(pairs, many, false) == Status::kBadArgument);
}

TEST_CASE("the reference of apply refuses what apply does") {
  std::vector<float> y(4);
  const std::vector<float> x(4);
  const std::vector<float> table(2);
  const ApplyOptions o{.seq_len = 1, .head_dim = 4, .rotary_dim = 3};
  CHECK(apply(y, x, table, table, {}, o) ==
        apply_reference(y, x, table, table, {}, o));
  CHECK(apply_reference(y, x, table, table, {}, o) != Status::kOk);
}

}  // namespace
}  // namespace posenc::rotary
