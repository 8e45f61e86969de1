// Untied position encoding: Ke, He and Liu 2021 (arXiv 2006.15595), TUPE.
//
//   term(i, j) = scale * pq_i . pk_j
//
//   pq, pk   projected (and normalised) absolute positions, [rows, H, D]:
//            position has its own query and key matrices, shared by all layers
//
// `cls` unties the first token: row 0 of pq and pk then belongs to no position
// but to the pair theta_1 = scale * pq_0 . pk_0, the whole row of query 0, and
// row n + 1 to position n; the column of key 0 (but for query 0) is
// theta_2 = scale * pq_1 . pk_1.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct TupeShape {
  std::size_t heads = 0;
  std::size_t width = 0;  // D of pq and pk, not of the content
  std::size_t queries = 0;
  std::size_t keys = 0;
  bool cls = false;
  double scale = 1;

  [[nodiscard]] constexpr Count query_rows() const noexcept {
    return Count(queries) + (cls ? 1u : 0u);
  }
  [[nodiscard]] constexpr Count key_rows() const noexcept {
    return Count(keys) + (cls ? 1u : 0u);
  }
};

// A scheme for numeric::score_term.
class Tupe {
 public:
  // Numbers of `memory`: pk of one head, packed.
  [[nodiscard]] static Count memory_size(const TupeShape& shape) noexcept;

  // kBadShape: a span has another size, or `memory` is too short.
  // kBadArgument: no queries, no keys, or scale is not finite. kTooLarge: no
  // such arrays.
  [[nodiscard]] static Status check(const TupeShape& shape,
                                    std::span<const float> query_positions,
                                    std::span<const float> key_positions,
                                    std::span<const float> memory) noexcept;

  // query_positions pq [query_rows, H, D], key_positions pk [key_rows, H, D].
  // All must outlive the object. Valid: `check` of the same is kOk, and heads,
  // queries and keys are those of the call.
  Tupe(const TupeShape& shape, std::span<const float> query_positions,
       std::span<const float> key_positions, std::span<float> memory) noexcept;

  [[nodiscard]] Count state_size() const noexcept;
  void begin_head(std::size_t batch, std::size_t head) noexcept;
  void begin(const numeric::QueryBlock& queries, float* state) const noexcept;
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;

 private:
  [[nodiscard]] float tied(std::size_t head, std::size_t row) const noexcept;

  TupeShape shape_;
  const float* queries_;
  const float* keys_;
  float* packed_;  // the head's pk, packed
  float from_cls_ = 0;
  float to_cls_ = 0;
};

}  // namespace posenc::relative
