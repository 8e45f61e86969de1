// Relative position representations: Shaw, Uszkoreit and Vaswani 2018
// (arXiv 1803.02155), equations 3 and 4.
//
//   rel(i, j)   = clip(j - i, -c, c) + c                 0 ... 2c
//   score(i, j) = scale * q_i . (k_j + aK[rel])
//   out_i       = sum_j softmax_j(score) (v_j + aV[rel])
//
// i and j are positions: query n stands at n + offset. Tables aK [2c + 1, D]
// and aV [2c + 1, E] are shared by the heads, or one per head:
// [H, 2c + 1, ...].
//
// The products q_i . aK[r] are made once for each query, 2c + 1 numbers, and
// then only looked up; the weights are summed by r before they meet aV. So no
// Q x K x D array exists, nor a Q x K one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct ShawShape {
  std::size_t heads = 1;         // H
  std::size_t clip = 0;          // c
  std::size_t width = 0;         // D
  std::size_t value_width = 0;   // E
  std::size_t key_tables = 1;    // 1, or H
  std::size_t value_tables = 0;  // 0 (no aV), 1, or H

  [[nodiscard]] constexpr Count row_count() const noexcept {
    return 2u * Count(clip) + 1u;
  }
  // Valid: a table exists.
  [[nodiscard]] constexpr std::size_t rows() const noexcept {
    return 2 * clip + 1;
  }
};

// rel is a number of 32 bits.
inline constexpr std::size_t kMaxClip = (std::size_t{1} << 30) - 1;

// rel of a key minus query distance: 0 ... 2 clip. Valid: clip <= kMaxClip.
[[nodiscard]] constexpr std::size_t shaw_index(std::int64_t distance,
                                               std::size_t clip) noexcept {
  const auto c = static_cast<std::int64_t>(clip);
  const std::int64_t clipped =
      distance < -c ? -c : (distance > c ? c : distance);
  return static_cast<std::size_t>(clipped + c);
}

// out [Q, K] of rel(i, j), queries at offset, offset + 1, ...
//
// kBadShape: out has another size. kBadArgument: clip > kMaxClip, or an offset
// beyond numeric::kMaxOffset. kTooLarge: no such matrix.
[[nodiscard]] Status shaw_indices(std::span<std::int32_t> out,
                                  std::size_t queries, std::size_t keys,
                                  std::int64_t offset,
                                  std::size_t clip) noexcept;

// The part of the values alone: out [M, Q, E] = sum_j weights[m, i, j]
// aV[rel(i, j)], weights [M, Q, K], value_table [2 clip + 1, E]; queries at
// offset, offset + 1, ... Sums in float64. Statuses as of shaw_indices.
struct ShawValuesShape {
  std::size_t matrices = 1;  // M
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t value_width = 0;  // E
  std::size_t clip = 0;
  std::int64_t offset = 0;
};

[[nodiscard]] Status shaw_values(std::span<float> out,
                                 std::span<const float> weights,
                                 std::span<const float> value_table,
                                 const ShawValuesShape& shape) noexcept;

// A scheme for numeric::score_term.
class Shaw {
 public:
  // Numbers of `memory`: the key tables, packed.
  [[nodiscard]] static Count memory_size(const ShawShape& shape) noexcept;

  // kBadShape: a span has another size, or `memory` is too short.
  // kBadArgument: no width, clip > kMaxClip, or a number of tables that is not
  // listed above. kTooLarge: no such arrays.
  [[nodiscard]] static Status check(const ShawShape& shape,
                                    std::span<const float> key_table,
                                    std::span<const float> value_table,
                                    std::span<const float> memory) noexcept;

  // key_table and value_table as above; value_table is empty when
  // shape.value_tables is 0. All must outlive the object. Valid: `check` of the
  // same is kOk, and heads and widths are those of the call.
  Shaw(const ShawShape& shape, std::span<const float> key_table,
       std::span<const float> value_table, std::span<float> memory) noexcept;

  [[nodiscard]] Count state_size() const noexcept;
  void begin(const numeric::QueryBlock& queries, float* state) const noexcept;
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;
  void collect(const numeric::QueryBlock& queries,
               const numeric::KeyBlock& keys, const float* weights,
               const float* factor, float* state) const noexcept;
  void finish(const numeric::QueryBlock& queries, float* state,
              float* output) const noexcept;

 private:
  ShawShape shape_;
  const float* values_;
  const float* packed_;
  std::size_t padded_rows_;
};

}  // namespace posenc::relative
