// exp, log, sin and their family in float64, the same bits on every machine.
//
// The C library's functions differ from one platform to the next in their last
// bit and bring kilobytes of tables into a download. These use + - * / sqrt and
// bit patterns only, all of which IEEE 754 and WebAssembly define to the last
// bit, and share two polynomials.
//
// "Max error" is in ulp of the float64 result, measured against 106 bits on
// three million random arguments per range;
// tests/posenc/core/numeric/elementary_test holds the bounds. A NaN argument
// gives NaN.
//
// Method: reductions as in fdlibm (Sun Microsystems, 1993); the coefficients
// are our own (tools/numeric/minimax.py).
#pragma once

namespace posenc::numeric {

// e^x.                       Valid: all x.                 Max error: 0.70 ulp.
[[nodiscard]] double exp(double x) noexcept;

// 2^x; exact for integers.   Valid: all x.                 Max error: 0.70 ulp.
[[nodiscard]] double exp2(double x) noexcept;

// e^x - 1, no digits lost near 0.    Valid: all x.         Max error: 1.25 ulp.
[[nodiscard]] double expm1(double x) noexcept;

// Natural logarithm. -infinity at 0, NaN below.            Max error: 0.85 ulp.
[[nodiscard]] double log(double x) noexcept;

// Logarithm to base 2; exact for powers of two.            Max error: 0.51 ulp.
[[nodiscard]] double log2(double x) noexcept;

// log(1 + x), no digits lost near 0. Valid: x >= -1.       Max error: 1.25 ulp.
[[nodiscard]] double log1p(double x) noexcept;

// x^y with the special cases of IEEE 754 pow.              Max error: 0.75 ulp.
[[nodiscard]] double pow(double x, double y) noexcept;

// sin x and cos x, x in radians. Angles that are products of a position and a
// frequency belong in numeric/phase.hpp, which never rounds the product.
// Valid: |x| <= 2^31; the error grows above it, and it is NaN above 2^48.
// Max error: 0.82 ulp.
void sincos(double x, double* sine, double* cosine) noexcept;
[[nodiscard]] double sin(double x) noexcept;
[[nodiscard]] double cos(double x) noexcept;

}  // namespace posenc::numeric
