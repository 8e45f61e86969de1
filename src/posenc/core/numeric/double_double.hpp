// Numbers of 106 bits: the unevaluated sum of two float64.
//
//   x = hi + lo,   |lo| <= ulp(hi) / 2
//
// A frequency that is multiplied by position 2^31 loses 31 bits, so float64
// (53 bits) is not enough to leave a correct float32 (24 bits) with a margin.
// Two float64 are, and need nothing but + - * /, which every machine and wasm
// round alike. There is no fused multiply-add in wasm SIMD, hence the exact
// product is Dekker's.
//
// The building blocks are templates: V is double or a SIMD batch of doubles.
//
// Errors (u = 2^-53): add 3u^2, multiply 5u^2, divide 10u^2, sqrt 4u^2,
// exp2 and log2 as stated there. Valid while no |hi| exceeds 2^990 and no exact
// product falls below 2^-960.
//
// Sources: T. J. Dekker, "A floating-point technique for extending the
// available precision", 1971; M. Joldes, J.-M. Muller, V. Popescu, "Tight and
// rigorous error bounds for basic building blocks of double-word arithmetic",
// 2017.
#pragma once

#include <cstddef>
#include <cstdint>

namespace posenc::numeric {

template <class V>
struct Twofold {
  V hi;
  V lo;
};

using DoubleDouble = Twofold<double>;

// a + b exactly; needs |a| >= |b| or a == 0.
template <class V>
[[nodiscard]] constexpr Twofold<V> fast_two_sum(V a, V b) noexcept {
  const V sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b exactly (Knuth).
template <class V>
[[nodiscard]] constexpr Twofold<V> two_sum(V a, V b) noexcept {
  const V sum = a + b;
  const V b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// a as the sum of two numbers of at most 26 bits (Veltkamp).
template <class V>
[[nodiscard]] constexpr Twofold<V> split(V a) noexcept {
  const V t = V(134217729.0) * a;  // 2^27 + 1
  const V hi = t - (t - a);
  return {hi, a - hi};
}

// a * b exactly (Dekker).
template <class V>
[[nodiscard]] constexpr Twofold<V> two_prod(V a, V b) noexcept {
  const V product = a * b;
  const Twofold<V> x = split(a);
  const Twofold<V> y = split(b);
  const V error =
      ((x.hi * y.hi - product) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo;
  return {product, error};
}

[[nodiscard]] constexpr DoubleDouble add(DoubleDouble a,
                                         DoubleDouble b) noexcept {
  const DoubleDouble s = two_sum(a.hi, b.hi);
  const DoubleDouble t = two_sum(a.lo, b.lo);
  const DoubleDouble v = fast_two_sum(s.hi, s.lo + t.hi);
  return fast_two_sum(v.hi, t.lo + v.lo);
}

[[nodiscard]] constexpr DoubleDouble negate(DoubleDouble a) noexcept {
  return {-a.hi, -a.lo};
}

[[nodiscard]] constexpr DoubleDouble subtract(DoubleDouble a,
                                              DoubleDouble b) noexcept {
  return add(a, negate(b));
}

[[nodiscard]] constexpr DoubleDouble multiply(DoubleDouble a,
                                              DoubleDouble b) noexcept {
  const DoubleDouble p = two_prod(a.hi, b.hi);
  const double cross = a.hi * b.lo + (a.lo * b.hi + a.lo * b.lo);
  return fast_two_sum(p.hi, p.lo + cross);
}

[[nodiscard]] constexpr DoubleDouble divide(DoubleDouble a,
                                            DoubleDouble b) noexcept {
  // Long division, one float64 digit after the other.
  const double first = a.hi / b.hi;
  DoubleDouble rest = subtract(a, multiply(b, {first, 0.0}));
  const double second = rest.hi / b.hi;
  rest = subtract(rest, multiply(b, {second, 0.0}));
  const double third = rest.hi / b.hi;
  const DoubleDouble q = fast_two_sum(first, second);
  return add(q, {third, 0.0});
}

// The square root; 0 for 0, NaN below 0.
[[nodiscard]] DoubleDouble sqrt(DoubleDouble a) noexcept;

// 2^y. Valid: |y| <= 900. Max error: 2^-102 relative.
[[nodiscard]] DoubleDouble exp2(DoubleDouble y) noexcept;

// log2 x = whole + fraction, |fraction| <= 1/2. Valid: normal x > 0.
// Max error: 2^-104 absolute in the fraction.
struct Log2 {
  std::int32_t whole;
  DoubleDouble fraction;
};
[[nodiscard]] Log2 log2_parts(double x) noexcept;

// 1 / (2 pi), 2 pi and ln 2 to 106 bits.
inline constexpr DoubleDouble kInverseTwoPi{0.15915494309189535,
                                            -9.839338337591243e-18};
inline constexpr DoubleDouble kTwoPi{6.283185307179586, 2.4492935982947064e-16};
inline constexpr DoubleDouble kLn2{0.6931471805599453, 2.3190468138462996e-17};
inline constexpr DoubleDouble kInverseLn2{1.4426950408889634,
                                          2.0355273740931033e-17};

}  // namespace posenc::numeric
