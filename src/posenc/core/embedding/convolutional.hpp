// Positions from a convolution of the token embeddings themselves: what stands
// before and after tells a token where it is, and the zeros of the padding tell
// it how far the edge is.
//
//   y[b, t, o] = act(bias[o] + sum over i, k of w[o, i, k] x[b, t + k - left,
//                g(o) + i]) + residual[b, t, o]
//
//   x    [B, T, C]      C input channels in G groups of I = C / G
//   w    [O, I, K]      as PyTorch's Conv1d; output channel o reads the inputs
//                       of its group, g(o) = floor(o / (O / G)) I
//   y    [B, T, O]
//
//   padding   left          outside of 0 .. T - 1
//   zero      floor(K / 2)  zeros; an even kernel drops the last output, as
//                           wav2vec 2.0's "same padding" layer does
//   circular  floor(K / 2)  t modulo T: no edge, hence no absolute position
//   causal    K - 1         zeros; row t reads nothing after t
//
// Depthwise: G = C, w [C, 1, K]. Depthwise separable: that, then a second call
// with K = 1 and G = 1 (w [O, C, 1], the pointwise part). Conditional position
// encoding in 1-D: depthwise plus residual = x. wav2vec 2.0: w
// normalised by a gain per tap, G = 16, K = 128, act = GELU; the caller adds x.
//
// Errors: sums in float64, one rounding to float32.
//
// Sources: L. Kaiser et al., "Depthwise separable convolutions for neural
// machine translation", arXiv 1706.03059; A. Baevski et al., "wav2vec 2.0",
// arXiv 2006.11477, section 2; X. Chu et al., "Conditional positional
// encodings for vision transformers", arXiv 2102.10882.
#pragma once

#include <cstddef>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::embedding {

enum class ConvolutionPadding : int {
  kZero = 0,
  kCircular = 1,
  kCausal = 2,
};

enum class Activation : int {
  kNone = 0,
  kGelu = 1,  // the exact form, with erf
};

struct ConvolutionalOptions {
  std::size_t batch = 1;    // B
  std::size_t length = 0;   // T
  std::size_t inputs = 0;   // C
  std::size_t outputs = 0;  // O
  std::size_t groups = 1;   // G, divides C and O
  std::size_t kernel = 1;   // K
  ConvolutionPadding padding = ConvolutionPadding::kZero;
  Activation activation = Activation::kNone;
};

struct ConvolutionalWeights {
  std::span<const float> kernel;  // [O, C / G, K]
  std::span<const float> gain;    // [K] for `weight_norm`, or empty
  std::span<const float> bias;    // [O] or empty
};

// How many float64 numbers `convolutional` needs beside its arguments: what 16
// positions of one group read, and a factor per tap. It does not grow with T.
// 0 when there are no groups or the kernel is empty.
[[nodiscard]] Count convolutional_scratch_size(
    const ConvolutionalOptions& options) noexcept;

// out [B, T, O] from x [B, T, C]; residual is [B, T, O] or empty. out overlaps
// none but residual, which it may be. With a gain, the kernel is normalised as
// `weight_norm` does, but in float64.
//
// kBadShape: a span has another size, or G does not divide C and O.
// kBadArgument: an enum has no such value, K is 0, or a tap to normalise is 0.
[[nodiscard]] Status convolutional(
    std::span<float> out, std::span<const float> x,
    const ConvolutionalWeights& weights, std::span<const float> residual,
    std::span<double> scratch, const ConvolutionalOptions& options) noexcept;

// Weight normalisation of a kernel tap by tap, as wav2vec 2.0 trains it
// (PyTorch's weight_norm with dim = 2):
//
//   w[r, k] = gain[k] v[r, k] / sqrt(sum over r of v[r, k]^2)
//
// v and out [R, K], R = O I; gain [K]. out may be v. A tap of zeros, which has
// no direction, is kBadArgument.
//
// Source: T. Salimans, D. Kingma, "Weight normalization", arXiv 1602.07868.
[[nodiscard]] Status weight_norm(std::span<float> out, std::span<const float> v,
                                 std::span<const float> gain) noexcept;

}  // namespace posenc::embedding
