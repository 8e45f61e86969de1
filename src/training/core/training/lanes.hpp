// Four numbers at a time, in float32 or float64.
//
// Every kernel of this folder is a template over T = float or double that works
// on `Four<T>`. The float32 of training and the float64 that its gradients are
// held against finite differences in are so one and the same code.
#pragma once

#include <cmath>
#include <cstddef>

#include "numeric/elementary.hpp"
#include "numeric/exp_f32.hpp"
#include "numeric/simd.hpp"

namespace posenc::training {

// Numbers are padded to panels of so many columns wherever a product reads or
// writes them.
inline constexpr std::size_t kPanel = 8;

[[nodiscard]] constexpr std::size_t padded(std::size_t n) noexcept {
  return (n + kPanel - 1) / kPanel * kPanel;
}

struct F64x4 {
  double lane[4];

  F64x4() noexcept = default;
  explicit F64x4(double x) noexcept : lane{x, x, x, x} {}
};

template <class Function>
[[nodiscard]] inline F64x4 each(F64x4 a, F64x4 b, Function f) noexcept {
  F64x4 c;
  for (int i = 0; i < 4; ++i) c.lane[i] = f(a.lane[i], b.lane[i]);
  return c;
}

[[nodiscard]] inline F64x4 operator+(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x + y; });
}
[[nodiscard]] inline F64x4 operator-(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x - y; });
}
[[nodiscard]] inline F64x4 operator*(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x * y; });
}
[[nodiscard]] inline F64x4 operator/(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x / y; });
}
inline F64x4& operator+=(F64x4& a, F64x4 b) noexcept { return a = a + b; }

using numeric::multiply_add;
[[nodiscard]] inline F64x4 multiply_add(F64x4 a, F64x4 b, F64x4 sum) noexcept {
  return sum + a * b;
}

template <class T>
struct FourOf;
template <>
struct FourOf<float> {
  using Type = numeric::F32x4;
};
template <>
struct FourOf<double> {
  using Type = F64x4;
};
template <class T>
using Four = typename FourOf<T>::Type;

[[nodiscard]] inline numeric::F32x4 read(const float* p) noexcept {
  return numeric::load(p);
}
[[nodiscard]] inline F64x4 read(const double* p) noexcept {
  F64x4 x;
  for (int i = 0; i < 4; ++i) x.lane[i] = p[i];
  return x;
}
inline void write(float* p, numeric::F32x4 x) noexcept { numeric::store(p, x); }
inline void write(double* p, F64x4 x) noexcept {
  for (int i = 0; i < 4; ++i) p[i] = x.lane[i];
}

[[nodiscard]] inline numeric::F32x4 larger(numeric::F32x4 a,
                                           numeric::F32x4 b) noexcept {
  return xsimd::max(a, b);
}
[[nodiscard]] inline F64x4 larger(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x > y ? x : y; });
}

// b where a > 0, otherwise 0.
[[nodiscard]] inline numeric::F32x4 where_positive(numeric::F32x4 a,
                                                   numeric::F32x4 b) noexcept {
  return xsimd::select(a > numeric::F32x4(0.0f), b, numeric::F32x4(0.0f));
}
[[nodiscard]] inline F64x4 where_positive(F64x4 a, F64x4 b) noexcept {
  return each(a, b, [](double x, double y) { return x > 0 ? y : 0; });
}

[[nodiscard]] inline numeric::F32x4 exp(numeric::F32x4 x) noexcept {
  return numeric::exp_f32(x);
}
[[nodiscard]] inline F64x4 exp(F64x4 x) noexcept {
  return each(x, x, [](double a, double) { return numeric::exp(a); });
}

[[nodiscard]] inline numeric::F32x4 root(numeric::F32x4 x) noexcept {
  return xsimd::sqrt(x);
}
[[nodiscard]] inline F64x4 root(F64x4 x) noexcept {
  return each(x, x, [](double a, double) { return std::sqrt(a); });
}

// The sum of the lanes, always in this order.
[[nodiscard]] inline float sum(numeric::F32x4 x) noexcept {
  float lane[4];
  write(lane, x);
  return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}
[[nodiscard]] inline double sum(F64x4 x) noexcept {
  return (x.lane[0] + x.lane[1]) + (x.lane[2] + x.lane[3]);
}

}  // namespace posenc::training
