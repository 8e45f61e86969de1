// Resizing a learned table: more (or fewer) positions from the rows there are.
//
//   out[i, :] = sum over k of weight_k table[first + k, :]
//
// with the taps and weights of numeric/resample.hpp, in one or two directions:
//
//   1-D   from = {1, N}, to = {1, M}     positions of a text
//   2-D   from = {h, w}, to = {H, W}     patches of an image, row by row
//
//   table  | prefix rows | h * w rows |      out  | prefix rows | H * W rows |
//
// The prefix rows (class token, distillation token) pass through untouched.
// Resizing to the same size is the identity, bit for bit.
//
//   linear, align_corners      vision_transformer (scipy zoom), ViLT
//   cubic                      MAE, ViT
//   cubic, offset 0.1          DINOv2 without registers
//   cubic, antialias           timm, DINOv2 with registers
//   linear                     longer texts from a table of 512 rows
//
// Errors: sums in float64, one rounding to float32.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/resample.hpp"
#include "status.hpp"

namespace posenc::embedding {

struct Grid {
  std::size_t height = 1;
  std::size_t width = 1;
};

struct ResizeOptions {
  Grid from;
  Grid to;
  std::size_t width = 0;   // D
  std::size_t prefix = 0;  // rows that pass through
  numeric::ResampleMethod method = numeric::ResampleMethod::kLinear;
  bool align_corners = false;  // not with nearest
  bool antialias = false;      // not with nearest
  double offset = 0;           // of the new sides, see resample.hpp
};

// table [prefix + h w, D], out [prefix + H W, D]; they must not overlap.
//
// kBadShape: a span has another size. kBadArgument: a side is 0 or above 2^31,
// or the options exclude each other.
[[nodiscard]] Status resize(std::span<float> out, std::span<const float> table,
                            const ResizeOptions& options) noexcept;

}  // namespace posenc::embedding
