// xPos, M-RoPE and grids.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "property.hpp"
#include "rotary/axial.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/multimodal.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;
using testing::Draw;
using testing::for_all;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<DoubleDouble> thetas(std::size_t dim) {
  std::vector<DoubleDouble> theta(dim / 2);
  double factor = 0;
  REQUIRE(frequencies(theta, &factor, {.rotary_dim = dim}) == Status::kOk);
  return theta;
}

std::vector<std::uint8_t> axes(std::vector<std::uint32_t> sections,
                               bool interleaved, std::size_t pairs) {
  std::vector<std::uint8_t> out(pairs);
  REQUIRE(multimodal_axes(out, sections, interleaved) == Status::kOk);
  return out;
}

}  // namespace

TEST_CASE("xPos scales run from 2/7 to almost 1") {
  std::vector<double> zeta(32);
  xpos_scale(zeta);
  CHECK(zeta[0] == doctest::Approx(.285714286).epsilon(1e-8));
  CHECK(zeta[1] == doctest::Approx(.308035714).epsilon(1e-8));
  CHECK(zeta[31] == doctest::Approx(.977678571).epsilon(1e-8));
}

TEST_CASE("xPos tables are plain tables times the power of zeta") {
  for_all(100, [](Draw& draw) {
    const std::size_t pairs = draw.size(1, 20);
    const auto theta = thetas(2 * pairs);
    std::vector<double> p(draw.size(1, 6));
    for (double& x : p) x = draw.real(-3000, 3000);
    const XposOptions o{.scale_base = draw.real(100, 600),
                        .centre = draw.real(-100, 100),
                        .downscale = draw.coin(),
                        .attention_factor = draw.real(1, 2)};
    std::vector<float> cos(p.size() * pairs);
    std::vector<float> sin(cos.size());
    std::vector<float> scale(cos.size());
    REQUIRE(xpos_tables(cos, sin, scale, p, theta, o) == Status::kOk);
    std::vector<double> zeta(pairs);
    xpos_scale(zeta);
    for (std::size_t i = 0; i < cos.size(); ++i) {
      const double power = std::pow(
          zeta[i % pairs],
          (o.downscale ? -1 : 1) * (p[i / pairs] - o.centre) / o.scale_base);
      double s = 0;
      double c = 0;
      sincos_cell(p[i / pairs], theta[i % pairs], &s, &c);
      const double m = o.attention_factor;
      CHECK(scale[i] == doctest::Approx(power).epsilon(1e-7));
      CHECK(std::fabs(cos[i] - m * c * power) <= m * power * 0x1p-23);
      CHECK(std::fabs(sin[i] - m * s * power) <= m * power * 0x1p-23);
    }
  });
}

TEST_CASE("xPos refuses powers that could overflow") {
  const auto theta = thetas(4);
  std::vector<float> cos(2, 7.0f);
  std::vector<float> sin(2, 7.0f);
  std::vector<float> scale(2, 7.0f);
  const auto status = [&](double p, XposOptions o) {
    return xpos_tables(cos, sin, scale, {&p, 1}, theta, o);
  };
  CHECK(status(64 * 512.0, {}) == Status::kOk);
  CHECK(std::isfinite(scale[0]));
  std::fill(cos.begin(), cos.end(), 7.0f);
  CHECK(status(64 * 512.0 + 1, {}) == Status::kBadArgument);
  CHECK(status(0, {.scale_base = 0.5}) == Status::kBadArgument);
  CHECK(status(0, {.centre = kNaN}) == Status::kBadArgument);
  CHECK(status(0, {.attention_factor = 0}) == Status::kBadArgument);
  CHECK(status(kNaN, {}) == Status::kBadArgument);
  std::vector<float> three(3);
  const double p = 0;
  CHECK(xpos_tables(cos, sin, three, {&p, 1}, theta, {}) == Status::kBadShape);
  CHECK(cos[0] == 7.0f);
}

TEST_CASE("M-RoPE sections follow each other or alternate") {
  using Axes = std::vector<std::uint8_t>;
  CHECK(axes({3, 2, 2}, false, 7) == Axes{0, 0, 0, 1, 1, 2, 2});
  CHECK(axes({3, 2, 2}, true, 7) == Axes{0, 1, 2, 0, 1, 2, 0});
  CHECK(axes({5, 1, 1}, true, 7) == Axes{0, 1, 2, 0, 0, 0, 0});
  CHECK(axes({4}, true, 4) == Axes{0, 0, 0, 0});
  CHECK(axes({0, 2}, false, 2) == Axes{1, 1});
}

TEST_CASE("Every interleaved axis gets as many pairs as its section says") {
  for_all(200, [](Draw& draw) {
    const std::uint32_t h = static_cast<std::uint32_t>(draw.size(0, 20));
    const std::uint32_t w = static_cast<std::uint32_t>(draw.size(0, 20));
    // Enough of axis 0 for the last pair of the others to exist.
    const std::uint32_t t =
        2 * std::max(h, w) + static_cast<std::uint32_t>(draw.size(1, 9));
    const auto found = axes({t, h, w}, true, t + h + w);
    CHECK(std::count(found.begin(), found.end(), 0) == t);
    CHECK(std::count(found.begin(), found.end(), 1) == h);
    CHECK(std::count(found.begin(), found.end(), 2) == w);
  });
}

TEST_CASE("M-RoPE refuses sections that do not fit") {
  std::vector<std::uint8_t> out(4, 7);
  const auto status = [&](std::vector<std::uint32_t> s, bool interleaved) {
    return multimodal_axes(out, s, interleaved);
  };
  CHECK(status({}, false) == Status::kBadArgument);
  CHECK(status({2, 1}, false) == Status::kBadShape);
  CHECK(status({4294967295u, 5}, false) == Status::kBadShape);
  CHECK(status({1, 3}, true) == Status::kBadShape);  // pair 5 is not there
  CHECK(out == std::vector<std::uint8_t>(4, 7));
}

TEST_CASE("M-RoPE with equal positions is ordinary RoPE") {
  for_all(50, [](Draw& draw) {
    const std::size_t pairs = draw.size(3, 40);
    const auto theta = thetas(2 * pairs);
    std::vector<double> p(draw.size(1, 5));
    for (double& x : p) x = draw.real(0, 1e5);
    std::vector<double> three;
    for (int a = 0; a < 3; ++a) three.insert(three.end(), p.begin(), p.end());
    std::vector<std::uint8_t> axis(pairs);
    for (auto& a : axis) a = static_cast<std::uint8_t>(draw.size(0, 2));
    std::vector<float> cos(p.size() * pairs), sin(cos.size());
    std::vector<float> plain_cos(cos.size()), plain_sin(cos.size());
    REQUIRE(tables_reference(cos, sin, {theta, three, 3, axis},
                             Precision::kExact, 1) == Status::kOk);
    REQUIRE(tables_reference(plain_cos, plain_sin, {theta, p, 1, {}},
                             Precision::kExact, 1) == Status::kOk);
    CHECK(cos == plain_cos);
    CHECK(sin == plain_sin);
  });
}

TEST_CASE("A grid lays its axes side by side, cells in row-major order") {
  const std::vector<std::uint32_t> shape = {2, 3};
  std::vector<double> p(12);
  std::vector<DoubleDouble> theta(4);
  std::vector<std::uint8_t> axis(4);
  const std::vector<std::uint32_t> pairs = {2, 2};
  const std::vector<double> bases = {100, 100};
  AxialOptions o{.pairs = pairs, .bases = bases, .shape = shape};
  REQUIRE(axial(p, theta, axis, o) == Status::kOk);
  CHECK(p == std::vector<double>{0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2});
  CHECK(axis == std::vector<std::uint8_t>{0, 0, 1, 1});
  CHECK(theta[0].hi == 1);
  CHECK(theta[1].hi == doctest::Approx(0.1).epsilon(1e-15));
  CHECK(theta[3].hi == theta[1].hi);
  const std::vector<double> offsets = {1, -1};
  const std::vector<double> scales = {2, 0.5};
  o.offsets = offsets;
  o.scales = scales;
  REQUIRE(axial(p, theta, axis, o) == Status::kOk);
  CHECK(p == std::vector<double>{2, 2, 2, 4, 4, 4, -.5, 0, .5, -.5, 0, .5});
}

TEST_CASE("Axes of a grid have pairs and a base of their own") {
  const std::vector<std::uint32_t> shape = {2, 1};
  const std::vector<std::uint32_t> pairs = {3, 1};
  const std::vector<double> bases = {100, 7};
  std::vector<double> p(4);
  std::vector<DoubleDouble> theta(4);
  std::vector<std::uint8_t> axis(4);
  REQUIRE(
      axial(p, theta, axis, {.pairs = pairs, .bases = bases, .shape = shape}) ==
      Status::kOk);
  CHECK(axis == std::vector<std::uint8_t>{0, 0, 0, 1});
  for (int i = 0; i < 3; ++i) {
    CHECK(theta[static_cast<std::size_t>(i)].hi ==
          doctest::Approx(std::pow(100.0, -i / 3.0)).epsilon(1e-15));
  }
  CHECK(theta[3].hi == 1);
}

TEST_CASE("Grid coordinates: corners for pixels, centres for DINOv3") {
  const std::vector<std::uint32_t> shape = {1, 4};
  std::vector<double> p(8);
  std::vector<DoubleDouble> theta(6);
  std::vector<std::uint8_t> axis(6);
  const std::vector<std::uint32_t> pairs = {3, 3};
  const std::vector<double> bases = {100, 100};
  AxialOptions o{.convention = AxialConvention::kPixel,
                 .pairs = pairs,
                 .bases = bases,
                 .max_frequency = 10,
                 .shape = shape};
  const double pi = 3.141592653589793;
  REQUIRE(axial(p, theta, axis, o) == Status::kOk);
  CHECK(p[0] == -1);
  CHECK(p[4] == -1);
  CHECK(p[5] == doctest::Approx(-1.0 / 3).epsilon(1e-15));
  CHECK(p[7] == 1);
  CHECK(theta[0].hi == pi);
  CHECK(theta[1].hi == doctest::Approx(3 * pi).epsilon(1e-15));
  CHECK(theta[2].hi == doctest::Approx(5 * pi).epsilon(1e-15));
  o.convention = AxialConvention::kCentred;
  REQUIRE(axial(p, theta, axis, o) == Status::kOk);
  CHECK(p == std::vector<double>{0, 0, 0, 0, -.75, -.25, .25, .75});
  CHECK(theta[1].hi ==
        doctest::Approx(2 * pi * std::pow(100.0, -1.0 / 3)).epsilon(1e-15));
  o.convention = AxialConvention::kConstant;
  REQUIRE(axial(p, theta, axis, o) == Status::kOk);
  CHECK(p[7] == 3);
  CHECK(theta[2].hi == 1);
}

TEST_CASE("A grid refuses what does not fit") {
  const std::vector<std::uint32_t> shape = {2, 3};
  const std::vector<std::uint32_t> huge(8, 4294967295u);
  const std::vector<std::uint32_t> none = {2, 0};
  std::vector<double> p(12, 7.0);
  std::vector<DoubleDouble> theta(4);
  std::vector<std::uint8_t> axis(4);
  const std::vector<std::uint32_t> pairs = {2, 2};
  const std::vector<std::uint32_t> no_pairs = {0, 4};
  const std::vector<std::uint32_t> six = {3, 3};
  const std::vector<double> bases = {100, 100};
  const std::vector<double> zero = {100, 0};
  const auto status = [&](AxialOptions o) {
    if (o.pairs.empty()) o.pairs = pairs;
    if (o.bases.empty()) o.bases = bases;
    return axial(p, theta, axis, o);
  };
  CHECK(status({.shape = huge}) == Status::kTooLarge);
  CHECK(status({.shape = none}) == Status::kBadArgument);
  CHECK(status({}) == Status::kBadArgument);
  CHECK(status({.pairs = no_pairs, .shape = shape}) == Status::kBadArgument);
  CHECK(status({.pairs = six, .shape = shape}) == Status::kBadShape);
  CHECK(status({.bases = zero, .shape = shape}) == Status::kBadArgument);
  CHECK(status({.convention = static_cast<AxialConvention>(4),
                .shape = shape}) == Status::kBadArgument);
  const double one = 1;
  CHECK(status({.shape = shape, .offsets = {&one, 1}}) == Status::kBadShape);
  CHECK(status({.shape = shape, .scales = {&kNaN, 1}}) == Status::kBadArgument);
  p.pop_back();
  CHECK(status({.shape = shape}) == Status::kBadShape);
  CHECK(p[0] == 7);
}

}  // namespace posenc::rotary
