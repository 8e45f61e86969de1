// The smooth functions that networks bend their numbers with, in float64.
//
//   sigmoid x = 1 / (1 + e^-x)          softplus x = log(1 + e^x)
//   tanh x = (e^2x - 1) / (e^2x + 1)    erf x = 2/sqrt(pi) int_0^x e^-t^2 dt
//
// The same bits on every machine, as numeric/elementary.hpp says. Valid: all x;
// a NaN gives NaN. "Max error" in ulp of the float64 result, as measured in
// tests/posenc/core/numeric/activation_test.cpp.
#pragma once

namespace posenc::numeric {

[[nodiscard]] double tanh(double x) noexcept;      // Max error: 2.4 ulp.
[[nodiscard]] double sigmoid(double x) noexcept;   // Max error: 2.5 ulp.
[[nodiscard]] double softplus(double x) noexcept;  // Max error: 2 ulp.
[[nodiscard]] double erf(double x) noexcept;       // Max error: 1.3 ulp.

}  // namespace posenc::numeric
