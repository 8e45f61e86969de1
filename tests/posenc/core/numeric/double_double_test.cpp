#include "numeric/double_double.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "oracle.hpp"
#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::for_all;
using testing::whole;

// |a - b| / |b|
double relative_error(DoubleDouble a, DoubleDouble b) {
  return std::fabs(subtract(a, b).hi / b.hi);
}

DoubleDouble draw_number(Draw& draw) {
  const double hi = std::ldexp(draw.real(1, 2), int(draw.integer(-40, 40)));
  return two_sum(draw.coin() ? hi : -hi, hi * draw.real(-0x1p-54, 0x1p-54));
}

}  // namespace

TEST_CASE("Sums and products of two float64 are exact") {
  for_all(2000, [](Draw& draw) {
    // Integers whose exact sum and product fit in 106 bits.
    const auto a = draw.integer(-(1ll << 52), 1ll << 52);
    const auto b = draw.integer(-(1ll << 52), 1ll << 52);
    const DoubleDouble sum = two_sum(double(a), double(b));
    CHECK(static_cast<std::int64_t>(sum.hi) +
              static_cast<std::int64_t>(sum.lo) ==
          a + b);
    const DoubleDouble product = two_prod(double(a), double(b));
    // Compared modulo 2^64, where unsigned products are exact too.
    const auto bits = [](double x) {
      const double high = std::floor(x * 0x1p-32);
      return (static_cast<std::uint64_t>(
                  static_cast<std::int64_t>(std::fmod(high, 0x1p32)))
              << 32) +
             static_cast<std::uint64_t>(x - high * 0x1p32);
    };
    CHECK(bits(product.hi) + bits(product.lo) ==
          static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    CHECK(std::fabs(product.lo) <= std::fabs(product.hi) * 0x1p-53);
  });
}

TEST_CASE("Division and square root undo multiplication to 102 bits") {
  for_all(2000, [](Draw& draw) {
    const DoubleDouble a = draw_number(draw);
    const DoubleDouble b = draw_number(draw);
    CHECK(relative_error(multiply(divide(a, b), b), a) < 0x1p-102);
    const DoubleDouble square = multiply(a, a);
    const DoubleDouble root = sqrt(square);
    CHECK(relative_error(root, a.hi < 0 ? negate(a) : a) < 0x1p-102);
  });
  CHECK(sqrt(DoubleDouble{0, 0}).hi == 0);
  CHECK(std::isnan(sqrt(DoubleDouble{-1, 0}).hi));
}

TEST_CASE("exp2 turns sums into products to 101 bits") {
  CHECK(exp2(DoubleDouble{10, 0}).hi == 1024);
  CHECK(exp2(DoubleDouble{10, 0}).lo == 0);
  for_all(2000, [](Draw& draw) {
    const DoubleDouble a = whole(draw.real(-300, 300));
    const DoubleDouble b = whole(draw.real(-300, 300));
    CHECK(relative_error(multiply(exp2(a), exp2(b)), exp2(add(a, b))) <
          0x1p-100);
  });
}

TEST_CASE("log2 and exp2 are inverse to each other") {
  for_all(2000, [](Draw& draw) {
    const double x = std::ldexp(draw.real(1, 2), int(draw.integer(-300, 300)));
    const Log2 log = log2_parts(x);
    CHECK(std::fabs(log.fraction.hi) <= 0.5000001);
    const DoubleDouble mantissa = exp2(log.fraction);
    CHECK(relative_error(mantissa, whole(std::ldexp(x, -log.whole))) <
          0x1p-101);
  });
  CHECK(log2_parts(1024).whole == 10);
  CHECK(log2_parts(1024).fraction.hi == 0);
}

}  // namespace posenc::numeric
