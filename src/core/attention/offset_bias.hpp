// A position term that depends on the head and on r = key - query alone: ALiBi,
// T5, KERPLE, Sandwich, log-CPB, or any table. One row of numbers per head, as
// bias/offsets.hpp describes it, stands for the whole matrix [Q, K]:
//
//   term(i, j) = by_offset[h, j - i + Q - 1]        0 <= i < Q,  0 <= j < K
//
// i and j are indices here; whoever fills the row counts in where the queries
// stand (`bias::offsets_between`). -infinity hides a key, as a mask does.
//
// Memory: H (Q + K) numbers, never Q K.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::attention {

// A scheme for numeric::score_term.
class OffsetBias {
 public:
  // by_offset [heads, queries + keys - 1]. Valid: `check` of the same is kOk.
  OffsetBias(std::span<const float> by_offset, std::size_t /*heads*/,
             std::size_t queries, std::size_t keys) noexcept
      : by_offset_(by_offset.data()), queries_(queries), keys_(keys) {}

  // kBadShape: by_offset has another size, or there are no queries or no keys.
  // kTooLarge: no such row.
  [[nodiscard]] static Status check(std::span<const float> by_offset,
                                    std::size_t heads, std::size_t queries,
                                    std::size_t keys) noexcept {
    if (queries == 0 || keys == 0) return Status::kBadShape;
    return check_size<float>(by_offset.size(), heads,
                             Count(queries) + keys - 1u);
  }

  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* content, float* scores, float* state) const noexcept;
  void write(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
             float* scores) const noexcept;

 private:
  // by_offset of the head and of lane 0 at key `key`; the window of the next
  // query lies one step to the left.
  [[nodiscard]] const float* at(const numeric::QueryBlock& queries,
                                std::size_t key) const noexcept {
    return by_offset_ + queries.head * (queries_ + keys_ - 1) + key + queries_ -
           1 - queries.query;
  }

  const float* by_offset_;
  std::size_t queries_;
  std::size_t keys_;
};

}  // namespace posenc::attention
