// Rotary embedding on grids: images, video, volumes.
//
// Every axis of the grid has frequencies of its own, as many as `pairs` says
// for it; those of the axes follow each other, and a cell (row-major) turns
// pair i of axis a by the coordinate x_a of the cell on that axis, times the
// theta_i of the axis:
//
//   2-D   | y theta_0 .. y theta_m-1 | x theta_0 .. x theta_n-1 |   pairs m, n
//
// Below P is the number of pairs of the axis.
//
//               theta_i                       x_a of cell k of n
//   kLanguage   base^(-i/P)                   (k + offset) scale
//   kPixel      pi linspace(1, max_frequency / 2, P)
//                                             linspace(-1, 1, n) + offset
//   kConstant   1                             k + offset
//   kCentred    2 pi base^(-i/P)              (2k + 1) / n - 1 + offset
//
// kLanguage and kPixel: lucidrains' axial frequencies; with scale = reference
// length / n kLanguage is EVA-02's. kCentred: DINOv3 (base 100). kLanguage with
// unequal axes: the video and image transformers, whose time, height and width
// have 44, 42, 42 columns (Wan, h = w = 2 floor(d / 6) and t the rest) or 16,
// 56, 56 (FLUX, HunyuanVideo), each with its own ladder.
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
  // One per axis: pairs 1 to 32768; base of kLanguage, kCentred 1 to 1e100.
  std::span<const std::uint32_t> pairs = {};
  std::span<const double> bases = {};
  double max_frequency = 10;                  // kPixel: finite
  std::span<const std::uint32_t> shape = {};  // cells per axis: 1 to 8 axes
  std::span<const double> offsets = {};       // one per axis, or none
  std::span<const double> scales = {};  // kLanguage: one per axis, or none
};

// What rotary/tables.hpp takes: positions [A, cells], theta and axis_of_pair
// [pairs of all axes].
//
// kBadShape: a span has another length. kBadArgument: an option out of its
// range. kTooLarge: the grid cannot exist.
[[nodiscard]] Status axial(std::span<double> positions,
                           std::span<numeric::DoubleDouble> theta,
                           std::span<std::uint8_t> axis_of_pair,
                           const AxialOptions& options) noexcept;

}  // namespace posenc::rotary
