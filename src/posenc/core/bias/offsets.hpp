// From one number per offset to one number per score.
//
// A bias of this folder is added to the score of query i and key j. It knows
// nothing but r = (position of key j) - (position of query i): below 0 the key
// lies in the past. All its numbers fit into one short row per head,
//
//   by_offset[h, t] = bias of head h at r = first + t,   t = 0 .. count - 1
//
// and for queries at offset .. offset + Q - 1 and keys at 0 .. K - 1 the row of
// query i is a window of it, one step further left for each i:
//
//   Q = 3, K = 4, offset = 0        t   0   1   2   3   4   5
//                                   r  -2  -1   0   1   2   3
//   query 0                                   [         ]
//   query 1                               [         ]
//   query 2                           [         ]
//
// So Q + K - 1 numbers per head are computed and Q * K are copied: a matrix
// costs about what it costs to write it. A fused attention reads the windows
// where they are and never builds the matrix at all.
//
// Shapes: by_offset [H, count]; matrix [H, Q, K], row-major float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::bias {

// r = first, first + 1, ..., first + count - 1; first may be any number.
// Valid: |first| and |first + count| <= 2^53.
struct Offsets {
  double first = 0;
  std::size_t count = 0;
};

// The offsets between queries at offset, offset + 1, ... and keys at 0, 1, ...
// A count that std::size_t does not hold is its largest, for no array exists.
[[nodiscard]] constexpr Offsets offsets_between(std::size_t queries,
                                                std::size_t keys,
                                                double offset) noexcept {
  if (queries == 0 || keys == 0) return {0, 0};
  const std::size_t count = keys + (queries - 1);
  return {-(offset + static_cast<double>(queries - 1)),
          count < keys ? SIZE_MAX : count};
}

// What stands where the key comes after the query (r > 0).
enum class Future : int {
  kKeep = 0,  // the formula's own value
  kMask = 1,  // -infinity: the bias is a causal mask as well
  kZero = 2,  // 0: the causal mask is applied elsewhere
};

// True when there is at least one offset and all lie within +-2^53.
[[nodiscard]] bool is_valid(const Offsets& offsets) noexcept;

[[nodiscard]] constexpr bool is_valid(Future future) noexcept {
  return static_cast<int>(future) >= 0 && static_cast<int>(future) <= 2;
}

// Index of the first r > 0; offsets.count if there is none.
[[nodiscard]] std::size_t first_future(const Offsets& offsets) noexcept;

// Overwrites one row where r > 0 as `future` says. row.size() == count.
void close_future(std::span<float> row, const Offsets& offsets,
                  Future future) noexcept;

// out [H, Q, K] from by_offset [H, Q + K - 1]; they must not overlap. Rows may
// be longer, `stride` numbers from one head to the next (0: no longer):
// by_offset then is what is read of them, from the first number on to the last
// head's end.
//
// kBadShape: a span has another size, no query or no key, or rows are shorter
// than what is read of them. kTooLarge: the matrix cannot exist.
[[nodiscard]] Status expand(std::span<float> out,
                            std::span<const float> by_offset, std::size_t heads,
                            std::size_t queries, std::size_t keys,
                            std::size_t stride = 0) noexcept;

// Numbers that are read of such rows.
[[nodiscard]] Count expanded_size(std::size_t heads, std::size_t queries,
                                  std::size_t keys,
                                  std::size_t stride) noexcept;

// The oracle of expand: one index per cell.
[[nodiscard]] Status expand_reference(std::span<float> out,
                                      std::span<const float> by_offset,
                                      std::size_t heads, std::size_t queries,
                                      std::size_t keys,
                                      std::size_t stride = 0) noexcept;

// The same for positions in any order, such as those of padded or packed
// sequences: out[h, i, j] = by_offset[h, key[j] - query[i] - first].
//
// by_offset [H, count]. kOutOfRange: an offset that by_offset does not hold.
[[nodiscard]] Status gather(
    std::span<float> out, std::span<const float> by_offset, std::size_t heads,
    std::int64_t first, std::span<const std::int32_t> query_positions,
    std::span<const std::int32_t> key_positions) noexcept;

}  // namespace posenc::bias
