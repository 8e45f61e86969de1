// Relative attention of Transformer-XL: Dai et al. 2019 (arXiv 1901.02860),
// section 3.3, and XLNet.
//
//   score(i, j) = scale * [ (q_i + u) . k_j  +  (q_i + v) . r[i - j] ]
//
//   u   content bias  [H, D]: what a key is worth to whatever query
//   v   position bias [H, D]: what a distance is worth to whatever query
//   r   one row per distance, [R, H, D], projected already:
//
//       row n  <->  distance i - j = first_distance - n
//
//   Transformer-XL counts down to zero: R = K, first_distance = K - 1, and
//   negative distances (keys ahead) have no row: they must be hidden by causal
//   order. XLNet counts from K to -Q.
//
// The paper makes (q + v) . r for all rows and moves row i of the result by one
// place per query (`rel_shift`), which is the same as looking up i - j.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct TransformerXlShape {
  std::size_t batch = 1;      // B
  std::size_t heads = 0;      // H
  std::size_t width = 0;      // D
  std::size_t keys = 0;       // K
  std::size_t key_heads = 0;  // G of k [B, K, G, D]
  std::size_t rows = 0;       // R
  std::int64_t first_distance = 0;
};

// A scheme for numeric::score_term. Distances without a row get no position
// term.
class TransformerXl {
 public:
  // Numbers of `memory`: the rows of one head, packed, and one per key.
  [[nodiscard]] static Count memory_size(
      const TransformerXlShape& shape) noexcept;

  // kBadShape: a span has another size, or `memory` is too short.
  // kBadArgument: G does not divide H, or first_distance lies beyond
  // numeric::kMaxOffset. kTooLarge: no such arrays.
  [[nodiscard]] static Status check(const TransformerXlShape& shape,
                                    std::span<const float> r,
                                    std::span<const float> content_bias,
                                    std::span<const float> position_bias,
                                    std::span<const float> k,
                                    std::span<const float> memory) noexcept;

  // r [R, H, D]; content_bias and position_bias [H, D] or empty (zeros); k
  // [B, K, G, D]. All must outlive the object. Valid: `check` of the same is
  // kOk, and the sizes are those of the call.
  TransformerXl(const TransformerXlShape& shape, std::span<const float> r,
                std::span<const float> content_bias,
                std::span<const float> position_bias, std::span<const float> k,
                std::span<float> memory) noexcept;

  // The terms one by one: which of them `add` adds (both by default).
  void choose(bool content, bool position) noexcept {
    content_ = content;
    position_ = position;
  }

  [[nodiscard]] Count state_size() const noexcept;
  void begin_head(std::size_t batch, std::size_t head) const noexcept;
  void begin(const numeric::QueryBlock& queries, float* state) const noexcept;
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;

 private:
  TransformerXlShape shape_;
  const float* r_;
  const float* content_bias_;   // null: zeros
  const float* position_bias_;  // null: zeros
  const float* k_;
  float* packed_;     // [R / 4][D][4] of the head
  float* key_terms_;  // u . k_j of the head
  bool content_ = true;
  bool position_ = true;
};

// out [Q, K] from x [Q, R]: out[i, j] = x[i, j + Q - 1 - i], the shift of the
// paper, where that lies inside row i.
//
// The paper's own code reshapes instead, so that what lies past the end of row
// i is the start of row i + 1 after one zero; `wrap` gives those numbers,
// otherwise zeros. Needs K <= R.
[[nodiscard]] Status rel_shift(std::span<float> out, std::span<const float> x,
                               std::size_t queries, std::size_t rows,
                               std::size_t keys, bool wrap) noexcept;

// The way back: out [Q, R] from x [Q, K] has each number of x where `rel_shift`
// with the same `wrap` reads that cell, and zeros where it reads none. So
//
//   out[i, j + Q - 1 - i] = x[i, j]
//
// and with `wrap` what lies past the end of row i goes back into the rows after
// it, but for the numbers that stand for the zeros between the rows:
//
//   Q = 3, R = K = 3           rel_shift, wrap         rel_unshift, wrap
//   x  a b c   padded  0 a b c        c 0 d            . . c
//      d e f           0 d e f        e f 0            d e f
//      g h i           0 g h i        g h i            g h i
//
// Needs K <= R.
[[nodiscard]] Status rel_unshift(std::span<float> out, std::span<const float> x,
                                 std::size_t queries, std::size_t rows,
                                 std::size_t keys, bool wrap) noexcept;

}  // namespace posenc::relative
