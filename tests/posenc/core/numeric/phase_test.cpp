#include "numeric/phase.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "oracle.hpp"
#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::for_all;
using testing::ulp_error;
using testing::whole;

// Pairs at 60 digits; see tools/numeric/phase_fixture.py.
struct Case {
  double base;
  std::size_t step;
  std::size_t period;
  std::size_t i;
  double position;
  double turns_hi;
  double turns_lo;
  double sine;
  double cosine;
};

const Case kCases[] = {
#include "numeric/phase_fixture.inc"
};

Frequency frequency(const Case& c) {
  Frequency f;
  GeometricFrequencies(c.base, c.step, c.period).write({&f, 1}, c.i);
  return f;
}

}  // namespace

TEST_CASE("Frequencies agree with 60 digits to 100 bits") {
  double worst = 0;
  for (const Case& c : kCases) {
    const Frequency f = frequency(c);
    const DoubleDouble error = subtract({f.hi, f.lo}, {c.turns_hi, c.turns_lo});
    worst = std::max(worst, std::fabs(error.hi / c.turns_hi));
  }
  CHECK(worst < 0x1p-100);
}

TEST_CASE("Sines and cosines agree with 60 digits at any position") {
  double worst_ulp = 0;
  double worst = 0;
  for (const Case& c : kCases) {
    CAPTURE(c.base);
    CAPTURE(c.i);
    CAPTURE(c.position);
    double s = 0;
    double co = 0;
    sincos_phase(c.position, frequency(c), &s, &co);
    const double error =
        std::max(std::fabs(s - c.sine), std::fabs(co - c.cosine));
    worst = std::max(worst, error);
    if (std::fabs(c.position) <= 2147483648.0) {
      CHECK(error <= 1.2e-16);
      // The fixture itself is rounded: half an ulp more.
      worst_ulp = std::max({worst_ulp, ulp_error(s, whole(c.sine)),
                            ulp_error(co, whole(c.cosine))});
    }
  }
  CHECK(worst_ulp <= 1.0);
  CHECK(worst <= 2e-15);  // to position 2^53
}

TEST_CASE("Two lanes give the bits that one gives") {
  for_all(2000, [](Draw& draw) {
    const Frequency f = from_radians(draw.real(0, 1));
    const Frequency g = from_radians(draw.real(0, 1e-6));
    const double p = draw.pick({draw.real(-1, 1), draw.real(-1e9, 1e9),
                                std::floor(draw.real(-1e15, 1e15))});
    F64x2 s;
    F64x2 c;
    sincos_phase(F64x2(p), F64x2(f.hi, g.hi), F64x2(f.lo, g.lo), &s, &c);
    const Frequency both[] = {f, g};
    for (std::size_t lane = 0; lane < 2; ++lane) {
      double sine = 0;
      double cosine = 0;
      sincos_phase(p, both[lane], &sine, &cosine);
      CHECK(s.get(lane) == sine);
      CHECK(c.get(lane) == cosine);
    }
  });
}

TEST_CASE("Position 0 has sine 0 and cosine 1, and quarters are exact") {
  double s = 1;
  double c = 0;
  sincos_phase(0.0, from_radians(0.7), &s, &c);
  CHECK(s == 0);
  CHECK(c == 1);
  const double sines[] = {0, 1, 0, -1};
  for (int q = -9; q <= 9; ++q) {
    CAPTURE(q);
    sincos_phase(double(q), Frequency{0.25, 0.0}, &s, &c);
    CHECK(s == sines[(q % 4 + 4) % 4]);
    CHECK(c == sines[((q + 1) % 4 + 4) % 4]);
  }
}

TEST_CASE("A frequency keeps every bit of the radians it came from") {
  for_all(2000, [](Draw& draw) {
    const double omega = std::exp(draw.real(-30, 1));
    CHECK(to_radians(from_radians(omega)) == omega);
  });
  // The geometric ones give the nearest float64: 10000^(-2/4) is 0.01.
  Frequency f[3];
  GeometricFrequencies(10000, 2, 4).write(f, 0);
  CHECK(to_radians(f[0]) == 1.0);
  CHECK(to_radians(f[1]) == 0.01);
  CHECK(to_radians(f[2]) == 0.0001);
}

TEST_CASE("A frequency does not depend on where its span starts") {
  const GeometricFrequencies omega(10000, 2, 512);
  std::vector<Frequency> all(256);
  omega.write(all, 0);
  for (std::size_t first : {1u, 15u, 16u, 100u}) {
    std::vector<Frequency> part(40);
    omega.write(part, first);
    for (std::size_t j = 0; j < part.size(); ++j) {
      CHECK(part[j].hi == all[first + j].hi);
      CHECK(part[j].lo == all[first + j].lo);
    }
  }
}

TEST_CASE("Positions are finite numbers up to 2^53") {
  CHECK(is_position(0));
  CHECK(is_position(-9007199254740992.0));
  CHECK_FALSE(is_position(9007199254740994.0));
  CHECK_FALSE(is_position(std::numeric_limits<double>::quiet_NaN()));
  CHECK_FALSE(is_position(-std::numeric_limits<double>::infinity()));
}

}  // namespace posenc::numeric
