// Exact angles: sin and cos of position * frequency, at any position.
//
// A frequency is kept in turns per position (omega / 2 pi) to 106 bits. Then
//
//   turns = position * frequency      exact product of two float64, plus a tail
//   turns = turns - nearest(turns)    exact: whole turns mean nothing
//   angle = 2 pi * turns              |angle| <= pi, rounded only now
//
// so the reduction modulo 2 pi costs one subtraction, and position 2^31 is as
// exact as position 1. Computed the usual way (float64 frequency in radians,
// float64 product) the angle is off by 2e-7 there, and by 2 (noise) in float32.
//
// Valid: |position| <= 2^53, |frequency| <= 2^-2 turns per position (omega
// <= pi / 2); larger frequencies while |position * frequency| <= 2^50.
// Max error for |position| <= 2^31: 0.82 ulp of float64, or 1e-21 where a sine
// or cosine is so close to 0 that this is more. Up to 2^53: 2e-15.
//
// Everything here is a template over V = double or a SIMD batch of doubles and
// uses + - * and bit patterns only: both give the same bits, native and wasm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/bits.hpp"
#include "numeric/double_double.hpp"
#include "numeric/simd.hpp"

namespace posenc::numeric {

// The largest position: above it integers have gaps in float64.
inline constexpr double kMaxPosition = 9007199254740992.0;  // 2^53

[[nodiscard]] constexpr bool is_position(double p) noexcept {
  return absolute(p) <= kMaxPosition;  // false for NaN
}

// The largest base of a geometric sequence: above it, the parts of the smallest
// frequency would come near the underflow of float64.
inline constexpr double kMaxBase = 1e100;

[[nodiscard]] constexpr bool is_base(double base) noexcept {
  return base >= 1 && base <= kMaxBase;  // false for NaN
}

// omega / 2 pi = hi + lo: turns per position.
struct Frequency {
  double hi = 0;
  double lo = 0;
};

// Wraps an angular frequency (radians per position) given as one float64.
[[nodiscard]] constexpr Frequency from_radians(double omega) noexcept {
  const DoubleDouble f = multiply({omega, 0.0}, kInverseTwoPi);
  return {f.hi, f.lo};
}

// The angular frequency in radians per position, rounded once.
[[nodiscard]] constexpr double to_radians(Frequency f) noexcept {
  return multiply({f.hi, f.lo}, kTwoPi).hi;
}

// omega_i = base^(-i * step / period), i = 0, 1, 2, ...
//
// The paper's omega_i = base^(-2i/D) is step 2, period D; the end point form
// base^(-i/(n-1)) is step 1, period n - 1.
//
// Valid: is_base(base), period >= 1, i * step <= 2^40 and at most two periods.
// Max error: 2^-100 relative.
class GeometricFrequencies {
 public:
  GeometricFrequencies(double base, std::size_t step, double period) noexcept;

  // out[j] = omega_(first + j) / 2 pi.
  void write(std::span<Frequency> out, std::size_t first) const noexcept;

 private:
  // A power costs thirty times a product, so only one in sixteen is a power:
  // omega_(16a + b) = omega_16a * omega_b.
  static constexpr std::size_t kGroup = 16;

  [[nodiscard]] DoubleDouble power(std::size_t i) const noexcept;

  Log2 log_;
  double step_;
  double period_;
  DoubleDouble fine_[kGroup];  // omega_b / 2 pi
};

// position * frequency in turns, reduced to |hi| <= 1/2.
template <class V>
[[nodiscard]] constexpr Twofold<V> reduced_turns(V position, V hi,
                                                 V lo) noexcept {
  const Twofold<V> product = two_prod(position, hi);
  return two_sum(product.hi - nearest(product.hi), product.lo + position * lo);
}

namespace detail {

// sin x - x over x^3 and cos x - 1 + x^2/2 over x^4, both of z = x^2,
// |x| <= pi/4. tools/numeric/minimax.py
template <class V>
[[nodiscard]] constexpr V sine_series(V z) noexcept {
  return V(-0.1666666666666663) +
         z * (V(0.00833333333332211) +
              z * (V(-0.00019841269829582486) +
                   z * (V(2.7557313619024466e-06) +
                        z * (V(-2.5050747406275418e-08) +
                             z * V(1.5896210211929263e-10)))));
}

template <class V>
[[nodiscard]] constexpr V cosine_series(V z) noexcept {
  return V(0.041666666666666595) +
         z * (V(-0.0013888888888873056) +
              z * (V(2.4801587288851704e-05) +
                   z * (V(-2.7557314179296767e-07) +
                        z * (V(2.0875700841976806e-09) +
                             z * V(-1.135853652137814e-11)))));
}

}  // namespace detail

// sin and cos of 2 pi (q / 4 + r), |r.hi| <= 1/8. Only the two low bits of the
// quadrant q are looked at; U is the unsigned integer, or batch, as wide as V.
template <class V, class U>
constexpr void sincos_quadrant(U q, Twofold<V> r, V* sine, V* cosine) noexcept {
  // 2 pi r as x + y.
  const Twofold<V> product = two_prod(r.hi, V(kTwoPi.hi));
  const V x = product.hi;
  const V y = product.lo + (r.hi * V(kTwoPi.lo) + r.lo * V(kTwoPi.hi));
  const V z = x * x;
  const V half = V(0.5) * z;
  const V s = x + (x * z * detail::sine_series(z) + y * (V(1.0) - half));
  const V w = V(1.0) - half;
  const V c =
      w + (((V(1.0) - w) - half) + (z * z * detail::cosine_series(z) - x * y));
  // Swap when q is odd; sin is negative for q = 2, 3 and cos for q = 1, 2.
  const U one(1);
  const U odd = U(0) - (q & one);
  const U swap = (to_bits(s) ^ to_bits(c)) & odd;
  const U sign_s = ((q >> 1) & one) << 63;
  const U sign_c = (((q + one) >> 1) & one) << 63;
  *sine = from_bits((to_bits(s) ^ swap) ^ sign_s);
  *cosine = from_bits((to_bits(c) ^ swap) ^ sign_c);
}

// sin and cos of 2 pi * turns; |turns.hi| <= 1/2, |turns.lo| <= ulp(hi).
template <class V>
constexpr void sincos_turns(Twofold<V> turns, V* sine, V* cosine) noexcept {
  // turns = q / 4 + r: the low bits of the shifted sum are q.
  const V shifted = turns.hi * V(4.0) + V(kRoundingShift);
  const V r = turns.hi - (shifted - V(kRoundingShift)) * V(0.25);
  sincos_quadrant(to_bits(shifted), Twofold<V>{r, turns.lo}, sine, cosine);
}

// sin and cos of position * frequency.
template <class V>
constexpr void sincos_phase(V position, V hi, V lo, V* sine,
                            V* cosine) noexcept {
  sincos_turns(reduced_turns(position, hi, lo), sine, cosine);
}

inline void sincos_phase(double position, Frequency f, double* sine,
                         double* cosine) noexcept {
  sincos_phase(position, f.hi, f.lo, sine, cosine);
}

}  // namespace posenc::numeric
