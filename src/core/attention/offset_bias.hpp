// A position term that depends on the head and on query - key alone: ALiBi, T5,
// KERPLE, Sandwich, log-CPB, or any table. One row of numbers per head stands
// for the whole [Q, K] matrix of its bias:
//
//   term(i, j) = table[h][i - j + K - 1]        0 <= i < Q,  0 <= j < K
//
//   table[h]   | K-1 keys ahead ... the same index ... Q-1 keys behind |
//   i - j        -(K-1)                  0                  Q-1
//
// i and j are indices here: whoever fills the table counts the offset in, entry
// n being the bias at relative position key - query = K - 1 - n - offset.
//
// Memory: H (Q + K) numbers, never Q K.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/score_term.hpp"
#include "numeric/simd.hpp"

namespace posenc::attention {

// Numbers in a row of the table.
[[nodiscard]] constexpr std::size_t offset_bias_length(
    std::size_t queries, std::size_t keys) noexcept {
  return queries + keys - 1;
}

// A scheme for numeric::score_term.
class OffsetBias {
 public:
  // table [heads, offset_bias_length(queries, keys)].
  OffsetBias(std::span<const float> table, std::size_t queries,
             std::size_t keys) noexcept
      : table_(table.data()),
        length_(offset_bias_length(queries, keys)),
        keys_(keys) {}

  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* content, float* scores, float* state) const noexcept;

 private:
  const float* table_;
  std::size_t length_;
  std::size_t keys_;
};

}  // namespace posenc::attention
