// Which keys a query may see: causal order, window and mask, tile by tile.
#pragma once

#include <cstddef>

#include "attention/attention.hpp"

namespace posenc::attention {

// Keys [first, last).
struct KeyRange {
  std::size_t first;
  std::size_t last;
};

// What causal order and window leave of the keys for one query.
[[nodiscard]] KeyRange visible_keys(const Options& options,
                                    std::size_t query) noexcept;

// Keys that a tile of the kernels spans.
inline constexpr std::size_t kKeyTile = 256;

// The same for queries first ... last together; none is {0, 0}. No kernel reads
// any other key, so a longer array costs nothing.
[[nodiscard]] KeyRange visible_keys(const Options& options, std::size_t first,
                                    std::size_t last) noexcept;

// tile [keys.count][8] of what the mask adds to the scores, -infinity where
// causal order, the window or the end of the keys hides; without a mask,
// nothing is added.
void read_hidden(const Options& options, const numeric::QueryBlock& queries,
                 const numeric::KeyBlock& keys, float* tile) noexcept;

// Sets scores to -infinity where causal order, the window or the end of the
// keys hides them.
void hide(const Options& options, const numeric::QueryBlock& queries,
          const numeric::KeyBlock& keys, float* scores) noexcept;

// Whether the sizes are at least 1, scale and offset in range.
[[nodiscard]] Status check_sizes(const Options& options) noexcept;

// Whether the mask fits the shape.
[[nodiscard]] Status check_mask(const Mask& mask, const Shape& shape) noexcept;

// The status of everything that `attend` and `attend_exact` share.
[[nodiscard]] Status check(const Options& options, std::span<const float> q,
                           std::span<const float> k,
                           std::span<const float> v) noexcept;

}  // namespace posenc::attention
