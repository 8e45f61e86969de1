// Disentangled attention: He et al. 2021 (arXiv 2006.03654), section 3.1.
//
//   score(i, j) = scale * [ q_i . k_j                       content to content
//                         + q_i . kr[x(i - j)]              content to position
//                         + k_j . qr[x(i - j)] ]            position to content
//
//   x(r) = clamp(bucket(r) + span, 0, 2 span - 1), bucket as in log_bucket.hpp
//   or r itself;  scale = 1 / sqrt(D (1 + number of position terms))
//
// The paper writes x(j - i) in the third term; the published code gathers with
// i - j in both, and so does this.
//
// kr and qr, the projected relative rows, are [2 span, H, D]. Memory: 2 span
// products per query block, and K * 2 span of one head for the third term.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct DebertaShape {
  std::size_t batch = 1;
  std::size_t heads = 0;
  std::size_t width = 0;  // D
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t key_heads = 0;
  std::size_t span = 0;
};

// A scheme for numeric::score_term.
class Deberta {
 public:
  // Numbers of `memory`; position_to_content needs most of them.
  [[nodiscard]] static Count memory_size(const DebertaShape& shape,
                                         bool content_to_position,
                                         bool position_to_content) noexcept;

  // kBadShape: a span has another size, or `memory` is too short.
  // kBadArgument: key_heads does not divide heads. kOutOfRange:
  // one of `rows` is none of the 2 span. kTooLarge: no such arrays.
  [[nodiscard]] static Status check(const DebertaShape& shape,
                                    std::span<const float> key_rows,
                                    std::span<const float> query_rows,
                                    std::span<const float> k,
                                    std::span<const std::int32_t> rows,
                                    std::span<const float> memory) noexcept;

  // key_rows (kr) and query_rows (qr) are empty where a term is left out.
  // rows[n], n < Q + K - 1, is x(i - j) with n = i - j + K - 1 (indices). All
  // must outlive the object. Valid: `check` of the same is kOk, and the sizes
  // are those of the call.
  Deberta(const DebertaShape& shape, std::span<const float> key_rows,
          std::span<const float> query_rows, std::span<const float> k,
          std::span<const std::int32_t> rows, std::span<float> memory) noexcept;

  [[nodiscard]] Count state_size() const noexcept;
  void begin_head(std::size_t batch, std::size_t head) const noexcept;
  void begin(const numeric::QueryBlock& queries, float* state) const noexcept;
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;

 private:
  DebertaShape shape_;
  const float* key_rows_;    // null: no content to position
  const float* query_rows_;  // null: no position to content
  const float* k_;
  const std::int32_t* rows_;
  std::size_t padded_;   // 2 span, whole panels
  float* packed_;        // kr of the head, packed
  float* query_packed_;  // qr of the head, packed
  float* panel_;         // eight keys, packed
  float* products_;      // [K / 8][2 span][8]: k_j . qr
};

}  // namespace posenc::relative
