// Which samples make up one sample of a resized axis, and with what weights.
//
// An axis of N samples becomes one of M. Sample i of the new axis lies at
//
//   align_corners = false   x = (i + 1/2) N / M - 1/2     cells keep their area
//   align_corners = true    x = i (N - 1) / (M - 1)       first and last meet
//
// With an offset o, N / (M + o) stands for N / M (PyTorch's `interpolate` with
// a scale_factor of (M + o) / N, as DINOv2 calls it); M = N is then none.
//
// of the old one, and is the sum of old samples near x times kernel(distance):
//
//   nearest             the sample at floor(i N / M), all of it
//   linear              1 - |d|                                      |d| < 1
//   cubic               Keys' cubic convolution with a = -3/4        |d| < 2
//   linear, antialias   the triangle, widened by N / M when M < N
//   cubic, antialias    Keys' cubic with a = -1/2, widened likewise
//
// Outside the axis the first and the last sample are repeated (cubic) or x is
// clamped (linear), except that with antialias the taps outside are dropped
// and the others scaled to sum 1. These are the conventions of PyTorch's
// `interpolate` and, with antialias, of PIL too. M = N is the identity,
// exactly. antialias takes of align_corners the step alone, as PyTorch does:
// x = (i + 1/2) s - 1/2 with s = (N - 1) / (M - 1), which stands for N / M in
// the kernel's width, too. Corners do not meet then.
//
// Errors: all weights in float64.
//
// Source: R. G. Keys, "Cubic convolution interpolation for digital image
// processing", 1981.
#pragma once

#include <cstddef>
#include <cstdint>

namespace posenc::numeric {

// The numbers cross the border to JavaScript.
enum class ResampleMethod : int {
  kLinear = 0,
  kCubic = 1,
  kNearest = 2,
};

struct ResampleAxis {
  std::size_t from = 1;  // N, from 1 to 2^31
  std::size_t to = 1;    // M, from 1 to 2^31
  ResampleMethod method = ResampleMethod::kLinear;
  bool align_corners = false;
  bool antialias = false;
  double offset = 0;  // o
};

// align_corners and antialias are refused with nearest, as PyTorch does; an
// offset with align_corners and nearest, and outside 0 <= o < 1.
[[nodiscard]] constexpr bool is_resample_axis(const ResampleAxis& a) noexcept {
  const int method = static_cast<int>(a.method);
  if (method < 0 || method > 2) return false;
  if (a.method == ResampleMethod::kNearest &&
      (a.align_corners || a.antialias)) {
    return false;
  }
  if (a.offset != 0 && (a.method == ResampleMethod::kNearest ||
                        a.align_corners || !(a.offset > 0 && a.offset < 1))) {
    return false;
  }
  constexpr std::size_t kLongest = std::size_t{1} << 31;
  return a.from >= 1 && a.to >= 1 && a.from <= kLongest && a.to <= kLongest;
}

// The taps of one new sample: old samples first, first + 1, ..., count of them.
// Those outside the axis stand for its first or last sample.
struct ResampleTaps {
  std::int64_t first = 0;
  std::size_t count = 0;
  double distance = 0;  // from x to the first tap, in units of the kernel
  double step = 1;      // from tap to tap, in units of the kernel
  double norm = 1;      // 1 / sum of the weights
};

// The taps of sample i < axis.to. Needs is_resample_axis(axis).
[[nodiscard]] ResampleTaps resample_taps(const ResampleAxis& axis,
                                         std::size_t i) noexcept;

// The weight of tap k < taps.count.
[[nodiscard]] double resample_weight(const ResampleAxis& axis,
                                     const ResampleTaps& taps,
                                     std::size_t k) noexcept;

// The old sample that tap k reads, from 0 to axis.from - 1.
[[nodiscard]] constexpr std::size_t resample_index(const ResampleAxis& axis,
                                                   const ResampleTaps& taps,
                                                   std::size_t k) noexcept {
  const std::int64_t at = taps.first + static_cast<std::int64_t>(k);
  const auto last = static_cast<std::int64_t>(axis.from) - 1;
  return static_cast<std::size_t>(at < 0 ? 0 : at > last ? last : at);
}

}  // namespace posenc::numeric
