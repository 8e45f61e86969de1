#include "rotary/tables.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "embedding/sinusoidal.hpp"
#include "numeric/formats.hpp"
#include "oracle.hpp"
#include "property.hpp"
#include "rotary/frequencies.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;
using numeric::Format;
using testing::Draw;
using testing::for_all;

std::vector<DoubleDouble> thetas(std::size_t dim, double base = 10000) {
  std::vector<DoubleDouble> theta(dim / 2);
  double factor = 0;
  REQUIRE(frequencies(theta, &factor, {.rotary_dim = dim, .base = base}) ==
          Status::kOk);
  return theta;
}

struct Pair {
  std::vector<float> cos;
  std::vector<float> sin;
};

Pair compute(const Angles& angles, Precision precision = Precision::kExact,
             double factor = 1) {
  const std::size_t count =
      angles.positions.size() / angles.axes * angles.theta.size();
  Pair out{std::vector<float>(count, 7), std::vector<float>(count, 7)};
  REQUIRE(tables(out.cos, out.sin, angles, precision, factor) == Status::kOk);
  return out;
}

Pair reference(const Angles& angles, Precision precision, double factor) {
  const std::size_t count =
      angles.positions.size() / angles.axes * angles.theta.size();
  Pair out{std::vector<float>(count, 7), std::vector<float>(count, 7)};
  REQUIRE(tables_reference(out.cos, out.sin, angles, precision, factor) ==
          Status::kOk);
  return out;
}

std::vector<double> positions(Draw& draw, std::size_t count) {
  std::vector<double> p(count);
  const double reach = std::exp2(draw.real(0, 31));
  for (double& x : p) {
    x = draw.real(-reach, reach);
    if (draw.coin()) x = std::nearbyint(x);
  }
  return p;
}

}  // namespace

TEST_CASE("Exact tables have the bits of the sinusoidal rows") {
  for_all(40, [](Draw& draw) {
    const std::size_t dim = 2 * draw.size(1, 200);
    const double base = draw.real(10, 1e6);
    const std::vector<double> p = positions(draw, draw.size(1, 20));
    const auto theta = thetas(dim, base);
    const Pair found = compute({.theta = theta, .positions = p});
    std::vector<float> rows(p.size() * dim);
    REQUIRE(embedding::sinusoidal(
                rows, p,
                {.width = dim,
                 .base = base,
                 .layout = embedding::SinusoidalLayout::kHalves}) ==
            Status::kOk);
    for (std::size_t t = 0; t < p.size(); ++t) {
      for (std::size_t i = 0; i < dim / 2; ++i) {
        REQUIRE(found.sin[t * dim / 2 + i] == rows[t * dim + i]);
        REQUIRE(found.cos[t * dim / 2 + i] == rows[t * dim + dim / 2 + i]);
      }
    }
  });
}

TEST_CASE("Exact tables are right to half an ulp of float32 up to 2^31") {
  const auto theta = thetas(64);
  const std::vector<double> p = {0,    0.5,          -3.25,      4096,
                                 1e6,  16777217,     2147483647, 2147483648.0,
                                 -1e9, -2147483648.0};
  const double m = 1.25;
  const Pair found =
      compute({.theta = theta, .positions = p}, Precision::kExact, m);
  double worst = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    for (std::size_t i = 0; i < theta.size(); ++i) {
      // Turns in 106 bits; the whole ones drop out.
      const DoubleDouble angle = numeric::multiply(theta[i], {p[t], 0.0});
      const double turns =
          std::nearbyint(numeric::multiply(angle, numeric::kInverseTwoPi).hi);
      const DoubleDouble rest = numeric::subtract(
          angle, numeric::multiply({turns, 0.0}, numeric::kTwoPi));
      DoubleDouble s, c;
      testing::exact_sincos(rest.hi, &s, &c);
      const double cos = m * (c.hi - s.hi * rest.lo);
      const double sin = m * (s.hi + c.hi * rest.lo);
      worst = std::max({worst, std::fabs(found.cos[t * 32 + i] - cos),
                        std::fabs(found.sin[t * 32 + i] - sin)});
    }
  }
  CHECK(worst <= 0x1p-24 * 1.0001);
}

TEST_CASE("Tables agree with their reference for one and for several axes") {
  for_all(120, [](Draw& draw) {
    const std::size_t pairs = draw.size(1, 150);
    const std::size_t axes = draw.size(1, 4);
    const auto theta = thetas(2 * pairs);
    const std::vector<double> p = positions(draw, axes * draw.size(1, 9));
    std::vector<std::uint8_t> axis(pairs);
    for (auto& a : axis) {
      a = static_cast<std::uint8_t>(draw.size(0, axes - 1));
    }
    const Angles angles{theta, p, axes, axis};
    const auto precision = static_cast<Precision>(draw.integer(0, 3));
    const double factor = draw.real(0.5, 2);
    const Pair found = compute(angles, precision, factor);
    const Pair expected = reference(angles, precision, factor);
    for (std::size_t i = 0; i < found.cos.size(); ++i) {
      if (precision == Precision::kExact) {
        // Rotation of rows against one exact sine per cell.
        CHECK(std::fabs(found.cos[i] - expected.cos[i]) <= 0x1p-23);
        CHECK(std::fabs(found.sin[i] - expected.sin[i]) <= 0x1p-23);
      } else if (!std::isnan(expected.cos[i])) {
        CHECK(found.cos[i] == expected.cos[i]);
        CHECK(found.sin[i] == expected.sin[i]);
      }
    }
  });
}

TEST_CASE("Reduced tables follow their recipe step by step") {
  for_all(200, [](Draw& draw) {
    const auto theta = thetas(2 * draw.size(1, 40));
    const std::vector<double> p = positions(draw, 5);
    const auto format = static_cast<Format>(draw.integer(1, 3));
    const double m = draw.real(1, 1.5);
    const Pair found = compute({.theta = theta, .positions = p},
                               static_cast<Precision>(format), m);
    const auto round = [&](float x) { return numeric::round_to(format, x); };
    for (std::size_t t = 0; t < p.size(); ++t) {
      for (std::size_t i = 0; i < theta.size(); ++i) {
        const float angle = round(round(static_cast<float>(p[t])) *
                                  round(static_cast<float>(theta[i].hi)));
        const float cos = found.cos[t * theta.size() + i];
        if (!std::isfinite(angle)) {
          CHECK(std::isnan(cos));
          continue;
        }
        DoubleDouble s, c;
        testing::exact_sincos(static_cast<double>(angle), &s, &c);
        const float factor = static_cast<float>(m);
        CHECK(cos == round(round(static_cast<float>(c.hi)) * factor));
        CHECK(found.sin[t * theta.size() + i] ==
              round(round(static_cast<float>(s.hi)) * factor));
      }
    }
  });
}

TEST_CASE("Reduced tables show the collapses that are known of them") {
  const auto theta = thetas(2);
  const std::vector<double> p = {256, 257, 70000};
  const Pair b =
      compute({.theta = theta, .positions = p}, Precision::kBfloat16);
  CHECK(b.cos[0] == b.cos[1]);  // bfloat16 has no 257
  const Pair h = compute({.theta = theta, .positions = p}, Precision::kFloat16);
  CHECK(h.cos[0] != h.cos[1]);
  CHECK(std::isnan(h.cos[2]));  // float16 ends at 65504
}

TEST_CASE("cos^2 + sin^2 is the square of the attention factor") {
  for_all(100, [](Draw& draw) {
    const auto theta = thetas(2 * draw.size(1, 64));
    const std::vector<double> p = positions(draw, 8);
    const double m = draw.real(0.5, 3);
    const Pair found =
        compute({.theta = theta, .positions = p}, Precision::kExact, m);
    for (std::size_t i = 0; i < found.cos.size(); ++i) {
      const double c = found.cos[i];
      const double s = found.sin[i];
      CHECK(c * c + s * s == doctest::Approx(m * m).epsilon(2.4e-7));
    }
  });
}

TEST_CASE("Angles are position times frequency, rounded once") {
  const auto theta = thetas(8);
  const std::vector<double> p = {0, 1, -7.5, 2147483648.0};
  std::vector<float> out(16);
  REQUIRE(table_angles(out, {.theta = theta, .positions = p}) == Status::kOk);
  for (std::size_t i = 0; i < 16; ++i) {
    CHECK(out[i] == static_cast<float>(
                        numeric::multiply(theta[i % 4], {p[i / 4], 0.0}).hi));
  }
}

TEST_CASE("Inverted tables undo, and tables without inverse are refused") {
  std::vector<float> cos = {1, 0, 0.6f, 3};
  std::vector<float> sin = {0, 2, 0.8f, -4};
  const std::vector<float> c = cos;
  const std::vector<float> s = sin;
  REQUIRE(invert_tables(cos, sin) == Status::kOk);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(c[i] * cos[i] - s[i] * sin[i] == doctest::Approx(1));
    CHECK(c[i] * sin[i] + s[i] * cos[i] == doctest::Approx(0));
  }
  std::vector<float> zero = {1, 0};
  std::vector<float> also = {1, 0};
  CHECK(invert_tables(zero, also) == Status::kBadArgument);
  CHECK(zero == std::vector<float>{1, 0});
  std::vector<float> nan(2, std::numeric_limits<float>::quiet_NaN());
  CHECK(invert_tables(nan, also) == Status::kBadArgument);
  CHECK(invert_tables(nan, std::span(also).first(1)) == Status::kBadShape);
}

TEST_CASE("Table arguments out of range are refused and nothing is written") {
  const auto theta = thetas(4);
  const std::vector<double> p(6, 1.0);
  const std::vector<std::uint8_t> axis = {0, 2};
  std::vector<float> cos(12, 7.0f);
  std::vector<float> sin(12, 7.0f);
  const auto status = [&](Angles a, double factor = 1, int precision = 0) {
    return tables(cos, sin, a, static_cast<Precision>(precision), factor);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(status({theta, p, 4, {}}) == Status::kBadShape);
  CHECK(status({theta, p, 0, {}}) == Status::kBadShape);
  CHECK(status({theta, p, 2, axis}) == Status::kOutOfRange);
  CHECK(status({theta, p, 1, std::span(axis).first(1)}) == Status::kBadShape);
  CHECK(status({theta, std::span(p).first(5), 1, {}}) == Status::kBadShape);
  CHECK(status({theta, p, 1, {}}, 0) == Status::kBadArgument);
  CHECK(status({theta, p, 1, {}}, nan) == Status::kBadArgument);
  CHECK(status({theta, p, 1, {}}, 1, 4) == Status::kBadArgument);
  CHECK(status({theta, p, 1, {}}, 1, -1) == Status::kBadArgument);
  for (const double far : {2147483649.0, -2147483649.0, nan}) {
    const std::vector<double> q(6, far);
    CHECK(status({theta, q, 1, {}}) == Status::kBadArgument);
  }
  const std::vector<DoubleDouble> fast(2, {1048577.0, 0.0});
  CHECK(status({fast, p, 1, {}}) == Status::kBadArgument);
  std::vector<float> short_sin(11);
  CHECK(tables(cos, short_sin, {theta, p, 1, {}}, Precision::kExact, 1) ==
        Status::kBadShape);
  CHECK(std::count(cos.begin(), cos.end(), 7.0f) == 12);
  CHECK(std::count(sin.begin(), sin.end(), 7.0f) == 12);
}

TEST_CASE("Tables have the same bits natively and in wasm") {
  const auto theta = thetas(128, 500000);
  std::vector<double> p(300);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = static_cast<double>(i * i * 7919) - 1000.25;
  }
  const Angles angles{.theta = theta, .positions = p};
  CHECK(testing::checksum(compute(angles).cos) == 10383825219202485553u);
  CHECK(testing::checksum(compute(angles, Precision::kFloat32, 1.2).sin) ==
        3676865119379545896u);
  CHECK(testing::checksum(compute(angles, Precision::kBfloat16, 1.2).sin) ==
        4954782975339949844u);
}

TEST_CASE("What is kept gives the same bits, and is that of the last call") {
  TablesKept kept{};
  const std::vector<std::vector<DoubleDouble>> all{
      thetas(32),
      thetas(34),
      thetas(32, 500),
      {{0.5, 0.0}},
      {{0.5, 1e-20}},
      {{0.0, 0.0}},
      {{-0.0, 0.0}},
      thetas(2 * numeric::kTilePairs),
      thetas(2 * numeric::kTilePairs + 2),
      {},
  };
  const std::vector<double> p{77, 78, 0.5};
  const auto check = [&](const std::vector<DoubleDouble>& theta,
                         Precision precision, double factor) {
    const Angles angles{.theta = theta, .positions = p};
    const Pair expected = compute(angles, precision, factor);
    Pair out{std::vector<float>(expected.cos.size(), 7),
             std::vector<float>(expected.sin.size(), 7)};
    REQUIRE(tables(out.cos, out.sin, angles, precision, factor, &kept) ==
            Status::kOk);
    CHECK(out.cos == expected.cos);
    // -0 is no 0 here.
    CHECK(testing::checksum(out.sin) == testing::checksum(expected.sin));
  };
  for (const auto& before : all) {
    for (const auto& theta : all) {
      check(before, Precision::kExact, 1);
      check(theta, Precision::kExact, 1);
      check(theta, Precision::kExact, 1);
      check(theta, Precision::kExact, 1.5);
      check(theta, Precision::kFloat32, 1);
    }
  }
}

}  // namespace posenc::rotary
