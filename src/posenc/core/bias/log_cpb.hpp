// Log-spaced continuous position bias of Swin Transformer V2: Liu et al. 2022
// (arXiv:2111.09883), section 3.3.
//
// A window of h x w = N tokens, row by row. For tokens q and k of it,
// (dy, dx) = place of q - place of k, from -(h-1) to h-1 and -(w-1) to w-1:
//
//   x' = sign(x) log2(1 + |8 x / (side - 1)|) / log2 8      x = dy, side = h
//                                                           x = dx, side = w
//   bias[n, q, k] = 16 sigmoid(MLP_n(dy', dx')),  MLP: 2 -> W -> H, one ReLU,
//                                                 no bias in the second layer
//
// With pretrained sides in place of the window's own, a model meets larger
// windows as larger coordinates on the scale that it was trained with. A side
// of 1 has the offset 0 alone, and the coordinate 0 (0/0 in the published
// code).
//
// The (2h-1)(2w-1) different offsets are numbered
//
//   index = (dy + h - 1) (2w - 1) + dx + w - 1          Swin V1, V2, BEiT
//
// Max error: 1e-14 of the largest product of weights and coordinate in the
// MLP's sums before the one rounding to float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::bias {

// Sides of at least 1 and at most 65536.
struct Window {
  std::size_t height = 0;
  std::size_t width = 0;
};

// out [N, N]: the number of the offset of tokens q and k.
//
// kBadShape: out has another size. kBadArgument: bad window. kTooLarge: the
// table cannot exist.
[[nodiscard]] Status relative_position_index(std::span<std::int32_t> out,
                                             const Window& window) noexcept;

// out [2h-1, 2w-1, 2]: dy', dx' by number of the offset. `pretrained` of zeros
// stands for the window itself. Errors as relative_position_index.
[[nodiscard]] Status relative_coords(std::span<float> out, const Window& window,
                                     const Window& pretrained) noexcept;

// W = hidden_bias.size().
struct LogCpbWeights {
  std::span<const float> hidden_weight;  // [W, 2]: of dy', of dx'
  std::span<const float> hidden_bias;    // [W]
  std::span<const float> output_weight;  // [H, W]
};

struct LogCpbOptions {
  Window window = {};
  Window pretrained = {};  // zeros: the window itself
  double scale = 16;
};

// H (2h-1)(2w-1), the bias by head and offset.
[[nodiscard]] Count log_cpb_table_size(std::size_t heads,
                                       const Window& window) noexcept;

// How many float64 numbers log_cpb works with besides: weights, coordinates,
// lines of a row of offsets.
[[nodiscard]] Count log_cpb_scratch_size(std::size_t heads, std::size_t hidden,
                                         const Window& window) noexcept;

// out [H, N, N]. table and scratch: log_cpb_table_size, log_cpb_scratch_size.
//
// kBadShape: a span has another size, or is empty. kBadArgument: a window, a
// weight or a scale outside its range. kTooLarge: the bias cannot exist.
[[nodiscard]] Status log_cpb(std::span<float> out, std::size_t heads,
                             const LogCpbWeights& weights,
                             const LogCpbOptions& options,
                             std::span<float> table,
                             std::span<double> scratch) noexcept;

// The oracle of log_cpb: the MLP for each cell.
[[nodiscard]] Status log_cpb_reference(std::span<float> out, std::size_t heads,
                                       const LogCpbWeights& weights,
                                       const LogCpbOptions& options) noexcept;

}  // namespace posenc::bias
