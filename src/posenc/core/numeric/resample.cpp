#include "numeric/resample.hpp"

#include <algorithm>

#include "numeric/bits.hpp"

namespace posenc::numeric {
namespace {

std::int64_t floor_of(double x) noexcept {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

double triangle(double d) noexcept { return std::max(1.0 - d, 0.0); }

// Both pieces of Keys' kernel; continuous with a continuous slope for any a.
double keys(double d, double a) noexcept {
  if (d <= 1.0) return ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0;
  if (d < 2.0) return (((d - 5.0) * d + 8.0) * d - 4.0) * a;
  return 0.0;
}

// Old samples per new one.
double step_of(const ResampleAxis& axis) noexcept {
  const auto from = static_cast<double>(axis.from);
  const auto to = static_cast<double>(axis.to);
  if (!axis.align_corners) return from / (to + axis.offset);
  return axis.to == 1 ? 0.0 : (from - 1.0) / (to - 1.0);
}

// x of the head comment.
double source_of(const ResampleAxis& axis, std::size_t i) noexcept {
  const auto at = static_cast<double>(i);
  const auto from = static_cast<double>(axis.from);
  const auto to = static_cast<double>(axis.to);
  if (!axis.align_corners) {
    return (at + 0.5) * from / (to + axis.offset) - 0.5;
  }
  if (axis.antialias) return (at + 0.5) * step_of(axis) - 0.5;
  return axis.to == 1 ? 0.0 : at * (from - 1.0) / (to - 1.0);
}

ResampleTaps antialias_taps(const ResampleAxis& axis, std::size_t i) noexcept {
  const double widening = std::max(step_of(axis), 1.0);
  const double radius =
      widening * (axis.method == ResampleMethod::kCubic ? 2.0 : 1.0);
  const double x = source_of(axis, i);
  // Rounded as PyTorch and PIL do: halves up at both ends.
  const auto last = static_cast<std::int64_t>(axis.from);
  const std::int64_t begin =
      std::max<std::int64_t>(floor_of(x + 1.0 - radius), 0);
  const std::int64_t end = std::min(floor_of(x + 1.0 + radius), last);
  ResampleTaps taps{begin, static_cast<std::size_t>(end - begin),
                    (static_cast<double>(begin) - x) / widening, 1.0 / widening,
                    1.0};
  double sum = 0;
  for (std::size_t k = 0; k < taps.count; ++k) {
    sum += resample_weight(axis, taps, k);
  }
  taps.norm = 1.0 / sum;
  return taps;
}

}  // namespace

ResampleTaps resample_taps(const ResampleAxis& axis, std::size_t i) noexcept {
  if (axis.method == ResampleMethod::kNearest) {
    const auto at = static_cast<std::uint64_t>(i) * axis.from / axis.to;
    return {static_cast<std::int64_t>(at), 1, 0.0, 1.0, 1.0};
  }
  if (axis.antialias) return antialias_taps(axis, i);
  double x = source_of(axis, i);
  const bool cubic = axis.method == ResampleMethod::kCubic;
  if (!cubic) x = std::max(x, 0.0);
  const std::int64_t first = floor_of(x) - (cubic ? 1 : 0);
  return {first, cubic ? 4u : 2u, static_cast<double>(first) - x, 1.0, 1.0};
}

double resample_weight(const ResampleAxis& axis, const ResampleTaps& taps,
                       std::size_t k) noexcept {
  const double d = absolute(taps.distance + static_cast<double>(k) * taps.step);
  // never taken: another method, which has been refused
  switch (axis.method) {
    case ResampleMethod::kLinear:
      return triangle(d) * taps.norm;
    case ResampleMethod::kCubic:
      return keys(d, axis.antialias ? -0.5 : -0.75) * taps.norm;
    case ResampleMethod::kNearest:
      break;
  }
  return 1.0;
}

}  // namespace posenc::numeric
