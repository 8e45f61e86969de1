// Products of matrices: one microkernel, and the two packings it reads.
//
// The kernel keeps a tile of 4 x 8 sums in eight registers and walks the depth
// k once:
//
//               right  | b0 b1 b2 b3 b4 b5 b6 b7 |   8 numbers of step k
//   left   a0          |  .  .  .  .  .  .  .  . |
//   4 of   a1          |  .  .  .  .  .  .  .  . |   tile[r][c] += a_r b_c
//   step k a2          |  .  .  .  .  .  .  .  . |
//          a3          |  .  .  .  .  .  .  .  . |
//
// Two loads, four broadcasts, eight products and eight sums per step: bound by
// arithmetic alone. Wider tiles need more than the sixteen registers of x86 and
// run at half the speed; unpacked operands run at a third.
//
// Packed operands (zeros fill the last panel):
//
//   left    [R / 4][depth][4]     panel p holds rows 4p ... 4p + 3
//   right   [C / 8][depth][8]     panel p holds columns 8p ... 8p + 7
//   output  [R][8]                for one right panel
//
// Each sum adds its products in the order of k, in float32, whatever the
// machine: |error| <= depth * 2^-24 * sum |a_k b_k|, and native and wasm agree
// bit for bit. Arguments are trusted here; the callers check.
#pragma once

#include <cstddef>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::numeric {

inline constexpr std::size_t kLeftPanel = 4;
inline constexpr std::size_t kRightPanel = 8;

// `size` rounded up to whole panels.
[[nodiscard]] constexpr std::size_t round_up(std::size_t size,
                                             std::size_t panel) noexcept {
  return (size + panel - 1) / panel * panel;
}

// Rows of a row-major matrix, `stride` numbers apart.
struct Rows {
  const float* data;
  std::size_t count;
  std::size_t width;
  std::size_t stride;
};

// Packs the rows as a left operand: to [rows / 4][width][4].
void pack_left(const Rows& rows, float* to) noexcept;

// Packs the rows, times scale, as a right operand: to [rows / 8][width][8].
void pack_right(const Rows& rows, float scale, float* to) noexcept;

// Packs the transposed matrix as a left operand: its columns are the rows of
// the product and its rows the depth. to [width / 4][depth][4] with depth >=
// rows.count, zeros after the last row.
void pack_left_transposed(const Rows& rows, std::size_t depth,
                          float* to) noexcept;

struct Panels {
  const float* left;        // first panel
  std::size_t count;        // left panels
  std::size_t left_stride;  // numbers from one left panel to the next
  const float* right;       // one right panel
  std::size_t depth;
};

// out [4 * count][8] = left * right.
void multiply(const Panels& panels, float* out) noexcept;

// out [4 * count][8] += left * right.
void multiply_add(const Panels& panels, float* out) noexcept;

// Where the columns of a product [R][8] go: column c becomes row c of a
// row-major matrix.
struct Columns {
  float* out;
  std::size_t count;   // columns that exist, 1 to 8
  std::size_t width;   // numbers of each, at most R
  std::size_t stride;  // numbers from one row to the next
};

// Reads tile [width rounded up to 4][8].
void store_columns(const float* tile, const Columns& columns) noexcept;

// y = x W^T + b, the linear layer:
//   x [rows, in]    weight [out, in]    bias [out] or empty    y [rows, out]
struct LinearShape {
  std::size_t rows = 0;
  std::size_t in = 0;
  std::size_t out = 0;
};

// Numbers of scratch that `linear` needs.
[[nodiscard]] Count linear_scratch_size(const LinearShape& shape) noexcept;

// y overlaps no input. The bias is added to the finished sum, with one more
// rounding.
//
// kBadShape: a span has another size, or in = 0. kTooLarge: no such matrices,
// or no such scratch.
[[nodiscard]] Status linear(std::span<float> y, std::span<const float> x,
                            std::span<const float> weight,
                            std::span<const float> bias,
                            const LinearShape& shape,
                            std::span<float> scratch) noexcept;

// The oracle: one float64 sum per number.
[[nodiscard]] Status linear_reference(std::span<float> y,
                                      std::span<const float> x,
                                      std::span<const float> weight,
                                      std::span<const float> bias,
                                      const LinearShape& shape) noexcept;

}  // namespace posenc::numeric
