// A position term that depends on the head and on r = key - query alone: ALiBi,
// T5, KERPLE, Sandwich, log-CPB, or any table. One row of numbers per head, as
// bias/offsets.hpp describes it, stands for the whole matrix [Q, K]:
//
//   term(i, j) = by_offset[h, j - i + Q - 1]        0 <= i < Q,  0 <= j < K
//
// i and j are indices here; whoever fills the row counts in where the queries
// stand (`bias::offsets_between`). -infinity hides a key, as a mask does.
//
// Memory: H (Q + K) numbers, never Q K. Rows may be longer, so that one table
// serves calls of many lengths: by_offset then is the part that a call reads,
// from its first number on, and `stride` the numbers from one head to the next.
#pragma once

#include <cstddef>
#include <span>

#include "bias/offsets.hpp"
#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::attention {

// A scheme for numeric::score_term.
class OffsetBias {
 public:
  // by_offset [heads, queries + keys - 1]; with a stride as much of [heads,
  // stride] as reaches to the end of the last head's. Valid: `check` of the
  // same is kOk.
  OffsetBias(std::span<const float> by_offset, std::size_t /*heads*/,
             std::size_t queries, std::size_t keys,
             std::size_t stride = 0) noexcept
      : by_offset_(by_offset.data()),
        queries_(queries),
        keys_(keys),
        stride_(stride == 0 ? queries + keys - 1 : stride) {}

  // How many numbers that are; stride 0: no more than the call reads.
  [[nodiscard]] static Count size(std::size_t heads, std::size_t queries,
                                  std::size_t keys,
                                  std::size_t stride) noexcept {
    return bias::expanded_size(heads, queries, keys, stride);
  }

  // kBadShape: by_offset has another size, there are no queries or no keys, or
  // rows are shorter than what is read of them. kTooLarge: no such table.
  [[nodiscard]] static Status check(std::span<const float> by_offset,
                                    std::size_t heads, std::size_t queries,
                                    std::size_t keys,
                                    std::size_t stride = 0) noexcept {
    if (queries == 0 || keys == 0) return Status::kBadShape;
    if (stride != 0 && Count(stride) < Count(queries) + keys - 1u) {
      return Status::kBadShape;
    }
    return check_size<float>(by_offset.size(),
                             size(heads, queries, keys, stride));
  }

  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;
  void write(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
             float* scores) const noexcept;

 private:
  // by_offset of the head and of lane 0 at key `key`; the window of the next
  // query lies one step to the left.
  [[nodiscard]] const float* at(const numeric::QueryBlock& queries,
                                std::size_t key) const noexcept {
    return by_offset_ + queries.head * stride_ + key + queries_ - 1 -
           queries.query;
  }

  const float* by_offset_;
  std::size_t queries_;
  std::size_t keys_;
  std::size_t stride_;
};

}  // namespace posenc::attention
