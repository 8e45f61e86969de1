// PEG, the position encoding generator of CPVT: a depthwise convolution over
// the image that the tokens came from, added to the tokens.
//
//   y[b, r, c, d] = bias[d] + x[b, r, c, d]                    (the residual)
//                 + sum over u, v of w[d, u, v]
//                   x[b, r s + u - floor(Kh / 2), c s + v - floor(Kw / 2), d]
//
//   x      [B, P + H W, D]     tokens row by row behind P prefix tokens
//   w      [D, Kh, Kw]         one kernel per channel
//   out    [B, P + H' W', D]   H' = ceil(H / s), W' = ceil(W / s), stride s
//
//   token   | class | (0,0) (0,1) ... (0,W-1) (1,0) ... |
//              |       `--------- convolved ----------'
//              `--- passes through
//
// Outside of the grid lie zeros, or, with circular padding, the other side: the
// zeros are what tells a token its absolute position. The residual is defined
// for stride 1 only.
//
// Errors: sums in float64, one rounding to float32.
//
// Source: X. Chu et al., "Conditional positional encodings for vision
// transformers", arXiv 2102.10882, section 3.3 (the paper: 3 x 3, bias, class
// token left out).
#pragma once

#include <cstddef>
#include <span>

#include "embedding/convolutional.hpp"
#include "status.hpp"

namespace posenc::embedding {

struct Convolutional2dOptions {
  std::size_t batch = 1;                                   // B
  std::size_t height = 0;                                  // H
  std::size_t width = 0;                                   // W
  std::size_t channels = 0;                                // D
  std::size_t kernel_height = 3;                           // Kh
  std::size_t kernel_width = 3;                            // Kw
  std::size_t stride = 1;                                  // s
  std::size_t prefix = 0;                                  // P
  bool residual = true;                                    // only with stride 1
  ConvolutionPadding padding = ConvolutionPadding::kZero;  // never kCausal
};

// bias is [D] or empty; out overlaps nothing.
//
// kBadShape: a span has another size. kBadArgument: a kernel, the stride or a
// side is 0, a residual with a stride, or causal padding.
[[nodiscard]] Status convolutional2d(
    std::span<float> out, std::span<const float> x,
    std::span<const float> weight, std::span<const float> bias,
    const Convolutional2dOptions& options) noexcept;

}  // namespace posenc::embedding
