// Rotary embedding on grids: images, video, volumes.
//
// Every axis of the grid has `pairs` frequencies of its own; those of the axes
// follow each other, and a cell (row-major) turns pair i of axis a by the
// coordinate x_a of the cell on that axis, times theta_i:
//
//   2-D   | y theta_0 .. y theta_n-1 | x theta_0 .. x theta_n-1 |   n = pairs
//
//               theta_i                       x_a of cell k of n
//   kLanguage   base^(-i/pairs)               (k + offset) scale
//   kPixel      pi linspace(1, max_frequency / 2, pairs)
//                                             linspace(-1, 1, n) + offset
//   kConstant   1                             k + offset
//   kCentred    2 pi base^(-i/pairs)          (2k + 1) / n - 1 + offset
//
// kLanguage and kPixel: lucidrains' axial frequencies; with scale = reference
// length / n kLanguage is EVA-02's. kCentred: DINOv3 (base 100).
//
// Sources: Sun et al. 2023 ("EVA-CLIP"), Fang et al. 2023 ("EVA-02"), Heo et
// al. 2024 ("Rotary Position Embedding for Vision Transformer"), Simeoni et al.
// 2025 ("DINOv3").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/double_double.hpp"
#include "status.hpp"

namespace posenc::rotary {

enum class AxialConvention : int {
  kLanguage = 0,
  kPixel = 1,
  kConstant = 2,
  kCentred = 3,
};

struct AxialOptions {
  AxialConvention convention = AxialConvention::kLanguage;
  std::size_t pairs = 0;                      // per axis, 1 to 32768
  double base = 10000;                        // kLanguage, kCentred: 1 to 1e100
  double max_frequency = 10;                  // kPixel: finite
  std::span<const std::uint32_t> shape = {};  // cells per axis: 1 to 8 axes
  std::span<const double> offsets = {};       // one per axis, or none
  std::span<const double> scales = {};  // kLanguage: one per axis, or none
};

// What rotary/tables.hpp takes: positions [A, cells], theta [A * pairs],
// axis_of_pair [A * pairs].
//
// kBadShape: a span has another length. kBadArgument: an option out of its
// range. kTooLarge: the grid cannot exist.
[[nodiscard]] Status axial(std::span<double> positions,
                           std::span<numeric::DoubleDouble> theta,
                           std::span<std::uint8_t> axis_of_pair,
                           const AxialOptions& options) noexcept;

}  // namespace posenc::rotary
