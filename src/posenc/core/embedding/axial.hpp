// Sinusoidal rows for a grid of 1 to 3 axes (an image, a volume): every axis
// gets columns of its own.
//
//   out [P + L0 L1 L2, D]   cells in row-major order (last axis fastest) behind
//                           P rows of zeros (class tokens, as MAE has them)
//
// With A axes, s and c the sine and cosine columns of one axis, h the first
// axis, w the last:
//
//   tatp22          | s0 c0 s1 c1 .. of h | of w |     blocks of 2 ceil(D / 2A)
//                     columns, the last block cut at D; base^(-2i / block)
//   mae             | s.. c.. of w | s.. c.. of h |    the last axis first;
//                     base^(-i / n), n = D / 2A
//   timm            | s.. of h | s.. of w | c.. of h | c.. of w |
//                     base^(-i / n)
//     interleave    | s.. c.. of h | s.. c.. of w |
//   tensor2tensor   | s.. c.. of h | s.. c.. of w | 0 |  base^(-i / (n - 1)),
//                     n = floor(D / 2A); what is left over is zero
//
// timm's reverse_coord is this for the axes in reverse order; the rows then
// come in that order, too. mae and timm exist for two axes; for one and three
// this is their evident continuation. They need D to be a multiple of 2A,
// tensor2tensor D >= 2A.
//
// Errors: as embedding/sinusoidal.hpp.
//
// Sources: tatp22/multidim-positional-encoding; K. He et al., "Masked
// autoencoders are scalable vision learners", arXiv 2111.06377; timm,
// build_sincos2d_pos_embed; tensor2tensor, get_timing_signal_nd.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::embedding {

inline constexpr std::size_t kMaxAxes = 3;

enum class AxialConvention : int {
  kTatp22 = 0,
  kMae = 1,
  kTimm = 2,
  kTensor2tensor = 3,
};

struct AxialOptions {
  std::size_t axes = 2;                                   // A
  std::array<std::size_t, kMaxAxes> lengths = {1, 1, 1};  // L; 1 past A
  std::size_t width = 0;                                  // D
  std::size_t prefix = 0;                                 // P
  double base = 10000.0;                                  // 1 to 1e100
  AxialConvention convention = AxialConvention::kTatp22;
  bool interleave = false;  // timm only
};

// How many float32 numbers `axial` needs beside its arguments: one sinusoidal
// table per axis. 0 when an option lies outside the valid range.
[[nodiscard]] Count axial_scratch_size(const AxialOptions& options) noexcept;

// coordinates: those of the first axis, then of the second, ...: L0 + L1 + L2
// numbers, |c| <= 2^53.
//
// kBadShape: a span has another size. kBadArgument: an option lies outside the
// valid range, or D does not suit the convention.
[[nodiscard]] Status axial(std::span<float> out,
                           std::span<const double> coordinates,
                           std::span<float> scratch,
                           const AxialOptions& options) noexcept;

}  // namespace posenc::embedding
