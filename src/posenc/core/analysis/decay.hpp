// How the similarity of two sinusoidal positions falls with their distance.
//
//   g(k) = PE(p) . PE(p + k) = sum_i cos(omega_i k)       whatever p is
//
// since each pair adds sin a sin b + cos a cos b = cos(a - b). For 1 << k <<
// base, and many pairs, g is close to a logarithm:
//
//   g(k) / g(0) ~ 1 - (ln k + gamma) / ln base            gamma = 0.5772...
//
// and not to 1/k, though that is often written. `fit_decay` says how well each
// law describes a curve: fit y(k) = g(k) / g(0) for k = 1 .. K, and
//
//   R^2 = 1 - sum (y - law)^2 / sum (y - mean y)^2
//
// which is 1 for a perfect law, 0 for one no better than a constant, and
// negative for a worse one.
//
// Widths: only pairs with both columns take part, floor(D / 2) of them, spaced
// as in embedding/sinusoidal.hpp. Max error of g: 4e-16 per pair.
#pragma once

#include <cstddef>
#include <span>

#include "embedding/sinusoidal.hpp"
#include "status.hpp"

namespace posenc::analysis {

struct DecayOptions {
  std::size_t width = 0;  // D, at least 2
  double base = 10000.0;  // 1 to 1e100
  embedding::SinusoidalSpacing spacing = embedding::SinusoidalSpacing::kPaper;
};

// out[k] = g(k), k = 0 .. out.size() - 1.
//
// kBadArgument: width or base outside the range of embedding::sinusoidal, or a
// width of 1, which has no pair.
[[nodiscard]] Status decay(std::span<double> out,
                           const DecayOptions& options) noexcept;

enum class DecayLaw : int {
  kReciprocal = 0,         // a / k                      a by least squares
  kShiftedReciprocal = 1,  // a / k + b                  a, b by least squares
  kLogarithm = 2,          // a + b ln k                 a, b by least squares
  kLogTheory = 3,          // a + b ln k, a = 1 - gamma / ln base,
                           //             b = -1 / ln base: nothing fitted
};

struct DecayFit {
  double a = 0;
  double b = 0;
  double r_squared = 0;
};

// Fits `law` to curve[k] / curve[0], k = 1 .. curve.size() - 1.
//
// kBadShape: fewer than four values. kBadArgument: no such law, curve[0] is not
// positive, some value is not finite, all of y is one number (R^2 would divide
// by zero), or base is not a finite number above 1 (only kLogTheory reads it).
[[nodiscard]] Status fit_decay(std::span<const double> curve, DecayLaw law,
                               double base, DecayFit* fit) noexcept;

}  // namespace posenc::analysis
