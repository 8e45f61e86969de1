#include "numeric/elementary.hpp"

#include <limits>

#include "numeric/bits.hpp"
#include "numeric/phase.hpp"

namespace posenc::numeric {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ln 2 with 21 trailing zero bits, so that k * kLn2Head is exact for every
// exponent k, and the rest.
constexpr double kLn2Head = 0.6931471803691238;
constexpr double kLn2Tail = 1.9082149292705877e-10;

// r coth(r/2) - 2 over r^2, in r^2; |r| <= ln(2) / 2.
constexpr double kCoth[] = {0.16666666666666555, -0.002777777777669912,
                            6.613756250763502e-05, -1.6533837759693602e-06,
                            4.13606726111726e-08};

// log((1 + s) / (1 - s)) - 2s over s^3, in s^2; |s| <= 0.1716.
constexpr double kLog[] = {0.6666666666666734,  0.3999999999941468,
                           0.28571428742387517, 0.22222198573190338,
                           0.18183564325986823, 0.15314050552413921,
                           0.14795949720701976};

// The same less (2/3) s^3, over s^5.
constexpr double kLogTail[] = {0.3999999999999998,  0.285714285714451,
                               0.22222222217539336, 0.18181818869961608,
                               0.15384556895123988, 0.1333631648958527,
                               0.11674837396836903, 0.11988855664244125};

// e^(hi + lo) = 1 + hi + rest for |hi| <= ln(2) / 2 and tiny lo.
double exp_rest(double hi, double lo) noexcept {
  const double r = hi + lo;
  const double c = r - r * r * polynomial(kCoth, r * r);
  return lo + r * c / (2 - c);
}

double exp_reduced(double hi, double lo) noexcept {
  const DoubleDouble sum = fast_two_sum(1.0, hi);
  return sum.hi + (sum.lo + exp_rest(hi, lo));
}

// x = m 2^k with m in [sqrt(1/2), sqrt(2)). Needs a finite x > 0.
struct Split {
  double m;
  double k;
};

Split split_exponent(double x) noexcept {
  double subnormal = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 18014398509481984.0;  // 2^54
    subnormal = 54;
  }
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcd;
  const std::uint64_t shifted = to_bits(x) - kRootHalf;
  const std::int64_t k = static_cast<std::int64_t>(shifted) >> 52;
  const double m =
      from_bits(to_bits(x) - (static_cast<std::uint64_t>(k) << 52));
  return {m, static_cast<double>(k) - subnormal};
}

// log x - k ln 2 to about 66 bits, for log2 and pow.
//   log m = 2s + (2/3) s^3 + s^5 L(s^2),   s = (m - 1) / (m + 1)
DoubleDouble log_mantissa(double m) noexcept {
  const double f = m - 1;
  const DoubleDouble s = divide({f, 0.0}, fast_two_sum(2.0, f));
  const DoubleDouble z = multiply(s, s);
  constexpr DoubleDouble kTwoThirds{0.6666666666666666, 3.700743415417188e-17};
  const DoubleDouble cubic = multiply(multiply(s, z), kTwoThirds);
  const double tail = z.hi * z.hi * s.hi * polynomial(kLogTail, z.hi);
  return add({2 * s.hi, 2 * s.lo}, add(cubic, {tail, 0.0}));
}

// 2^(hi + lo), overflow and underflow included.
double exp2_twofold(DoubleDouble y) noexcept {
  if (y.hi > 1025) return kInfinity;
  if (y.hi < -1076) return 0;
  const double k = nearest(y.hi);
  const DoubleDouble r = multiply({y.hi - k, y.lo}, kLn2);
  return scale(exp_reduced(r.hi, r.lo), static_cast<std::int32_t>(k));
}

DoubleDouble log2_twofold(double x) noexcept {
  const Split s = split_exponent(x);
  return add({s.k, 0.0}, multiply(log_mantissa(s.m), kInverseLn2));
}

}  // namespace

double exp(double x) noexcept {
  if (is_nan(x)) return x;
  if (x > 709.79) return kInfinity;
  if (x < -745.14) return 0;
  const double k = nearest(x * kInverseLn2.hi);
  const double e = exp_reduced(x - k * kLn2Head, -k * kLn2Tail);
  return scale(e, static_cast<std::int32_t>(k));
}

double exp2(double x) noexcept {
  if (is_nan(x)) return x;
  return exp2_twofold({x, 0.0});
}

double expm1(double x) noexcept {
  if (is_nan(x)) return x;
  if (x > 709.79) return kInfinity;
  if (x < -40) return -1;
  const double k = nearest(x * kInverseLn2.hi);
  const double hi = x - k * kLn2Head;
  const double lo = -k * kLn2Tail;
  const std::int32_t n = static_cast<std::int32_t>(k);
  if (n > 60) return scale(exp_reduced(hi, lo), n);  // the 1 is lost in it
  // 2^k (1 + hi + rest) - 1, the large parts first.
  const double unit = power_of_two(n);
  const DoubleDouble sum = two_sum(unit - 1, unit * hi);
  return sum.hi + (sum.lo + unit * exp_rest(hi, lo));
}

double log(double x) noexcept {
  if (is_nan(x) || x == kInfinity) return x;
  if (x <= 0) return x == 0 ? -kInfinity : kNaN;
  const Split split = split_exponent(x);
  const double f = split.m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double series = z * polynomial(kLog, z);
  const double half_square = 0.5 * f * f;
  const double low = s * (half_square + series) + split.k * kLn2Tail;
  return split.k * kLn2Head - ((half_square - low) - f);
}

double log2(double x) noexcept {
  if (is_nan(x) || x == kInfinity) return x;
  if (x <= 0) return x == 0 ? -kInfinity : kNaN;
  const DoubleDouble y = log2_twofold(x);
  return y.hi;
}

double log1p(double x) noexcept {
  if (is_nan(x) || x == kInfinity) return x;
  if (x <= -1) return x == -1 ? -kInfinity : kNaN;
  const double u = 1 + x;
  // What the rounding of 1 + x dropped, put back through the derivative 1/u.
  const double lost = absolute(x) < 1 ? x - (u - 1) : 1 - (u - x);
  return absolute(x) < 1e-17 ? x : log(u) + lost / u;
}

double pow(double x, double y) noexcept {
  if (y == 0 || x == 1) return 1;
  if (is_nan(x) || is_nan(y)) return kNaN;
  const double magnitude = absolute(x);
  // Above 2^53 every float64 is an even integer.
  const bool huge = absolute(y) >= 9007199254740992.0;
  const bool integer = huge || y == nearest(y);
  const bool odd = integer && !huge && nearest(y * 0.5) != y * 0.5;
  if (x < 0 && !integer && magnitude != kInfinity) return kNaN;
  const double sign = odd ? x : 1.0;
  double result = 0;
  if (magnitude == 0 || magnitude == kInfinity) {
    result = (magnitude == 0) == (y < 0) ? kInfinity : 0;
  } else if (magnitude == 1) {
    result = 1;
  } else if (absolute(y) > 18446744073709551616.0) {
    result = (magnitude > 1) == (y > 0) ? kInfinity : 0;
  } else {
    result = exp2_twofold(multiply(log2_twofold(magnitude), {y, 0.0}));
  }
  return copy_sign(result, sign);
}

void sincos(double x, double* sine, double* cosine) noexcept {
  if (!(absolute(x) <= 281474976710656.0)) {  // 2^48
    *sine = kNaN;
    *cosine = kNaN;
    return;
  }
  // Turns to 159 bits: a float64 can lie as close as 2^-60 to a zero of sin or
  // cos, and what is left there must still have 53 good bits.
  constexpr double kInverseTwoPiTail = -5.360718141446502e-34;
  const DoubleDouble head = two_prod(x, kInverseTwoPi.hi);
  const DoubleDouble middle = two_prod(x, kInverseTwoPi.lo);
  const double shifted = head.hi * 4 + kRoundingShift;
  const double quarters = shifted - kRoundingShift;
  DoubleDouble r = two_sum(head.hi - quarters * 0.25, head.lo);
  r = add(r, add(middle, {x * kInverseTwoPiTail, 0.0}));
  sincos_quadrant(to_bits(shifted), r, sine, cosine);
}

double sin(double x) noexcept {
  double s = 0;
  double c = 0;
  sincos(x, &s, &c);
  return x == 0 ? x : s;
}

double cos(double x) noexcept {
  double s = 0;
  double c = 0;
  sincos(x, &s, &c);
  return c;
}

}  // namespace posenc::numeric
