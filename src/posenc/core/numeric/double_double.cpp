#include "numeric/double_double.hpp"

#include <array>
#include <cmath>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"

namespace posenc::numeric {
namespace {

// 1/n! from n = 1 on. From 1/8! on, float64 is enough: with |r| < 0.022 these
// terms are below 2^-54 of the first.
constexpr std::size_t kTerms = 14;
constexpr std::size_t kLongTerms = 7;

// never taken: the compiler has run it
constexpr std::array<DoubleDouble, kTerms> inverse_factorials() noexcept {
  std::array<DoubleDouble, kTerms> table{};
  DoubleDouble value{1.0, 0.0};
  for (std::size_t n = 1; n <= kTerms; ++n) {
    value = divide(value, {static_cast<double>(n), 0.0});
    table[n - 1] = value;
  }
  return table;
}

constexpr std::array<DoubleDouble, kTerms> kInverseFactorials =
    inverse_factorials();

// e^r - 1 for |r| <= ln(2) / 32.
DoubleDouble expm1_small(DoubleDouble r) noexcept {
  double tail = kInverseFactorials[kTerms - 1].hi;
  for (std::size_t n = kTerms - 1; n-- > kLongTerms;) {
    tail = tail * r.hi + kInverseFactorials[n].hi;
  }
  DoubleDouble sum = {tail, 0.0};
  for (std::size_t n = kLongTerms; n-- > 0;) {
    sum = add(multiply(sum, r), kInverseFactorials[n]);
  }
  return multiply(sum, r);
}

}  // namespace

DoubleDouble sqrt(DoubleDouble a) noexcept {
  const double root = std::sqrt(a.hi);
  if (!(root > 0)) return {root, 0.0};
  // One Newton step doubles the digits of the float64 root.
  const DoubleDouble rest = subtract(a, two_prod(root, root));
  return fast_two_sum(root, rest.hi / (2 * root));
}

DoubleDouble exp2(DoubleDouble y) noexcept {
  const double whole = nearest(y.hi);
  const DoubleDouble fraction = add(y, {-whole, 0.0});
  DoubleDouble r = multiply(fraction, kLn2);
  r = {r.hi * 0.0625, r.lo * 0.0625};
  DoubleDouble e = expm1_small(r);
  // (1 + e)^2 - 1 = 2e + e^2: squaring without the 1 keeps the digits of e.
  for (int i = 0; i < 4; ++i) {
    e = add({2 * e.hi, 2 * e.lo}, multiply(e, e));
  }
  const DoubleDouble power = add({1.0, 0.0}, e);
  const double unit = power_of_two(static_cast<std::int32_t>(whole));
  return {power.hi * unit, power.lo * unit};
}

Log2 log2_parts(double x) noexcept {
  // x = m 2^whole with m in [sqrt(1/2), sqrt(2)).
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcd;
  const std::uint64_t exponent = (to_bits(x) - kRootHalf) & ~((1ull << 52) - 1);
  const double m = from_bits(to_bits(x) - exponent);
  const std::int32_t whole = static_cast<std::int32_t>(
      static_cast<std::int64_t>(exponent) / (std::int64_t{1} << 52));
  // m 2^-guess = 1 + delta with |delta| near 2^-53, so log2 m = guess +
  // delta / ln 2, and the square of delta lies beyond the last bit.
  const double guess = log2(m);
  const DoubleDouble quotient =
      multiply(exp2(DoubleDouble{-guess, 0.0}), {m, 0.0});
  const DoubleDouble delta = add(quotient, {-1.0, 0.0});
  return {whole, add({guess, 0.0}, multiply(delta, kInverseLn2))};
}

}  // namespace posenc::numeric
