#include "attention/visibility.hpp"

#include <algorithm>
#include <limits>

#include "attention/mask.hpp"
#include "numeric/bits.hpp"
#include "shape.hpp"

namespace posenc::attention {
namespace {

using numeric::KeyBlock;
using numeric::kQueryLanes;
using numeric::QueryBlock;

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Rows from ... to - 1 of one lane. Few: never worth the code of a wide loop.
[[gnu::noinline]] void hide_keys(float* column, std::size_t from,
                                 std::size_t to) noexcept {
#if defined(__clang__)
#pragma clang loop vectorize(disable) unroll(disable)
#endif
  for (std::size_t j = from; j < to; ++j) column[j * kQueryLanes] = kHidden;
}

bool shared_or(std::size_t length, std::size_t full) noexcept {
  return length == 1 || length == full;
}

std::size_t clamp_key(std::int64_t key, std::size_t keys) noexcept {
  return static_cast<std::size_t>(
      std::clamp(key, std::int64_t{0}, static_cast<std::int64_t>(keys)));
}

}  // namespace

KeyRange visible_keys(const Options& options, std::size_t query) noexcept {
  const std::size_t keys = options.shape.keys;
  // Asked for sizes before shape and offset are checked: no sum may overflow.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 60;
  const std::int64_t position =
      static_cast<std::int64_t>(std::min<std::uint64_t>(query, kFarthest)) +
      std::clamp(options.offset, -kFarthest, kFarthest);
  KeyRange range{0, keys};
  if (options.causal) range.last = clamp_key(position + 1, keys);
  if (options.window > 0) {
    // Wider ones hide nothing either, and the sums below do not overflow.
    constexpr std::uint64_t kWidest = std::uint64_t{1} << 61;
    const auto window = static_cast<std::int64_t>(
        std::min<std::uint64_t>(options.window, kWidest));
    range.first = clamp_key(position - window + 1, keys);
    range.last = std::min(range.last, clamp_key(position + window, keys));
  }
  return range;
}

KeyRange visible_keys(const Options& options, std::size_t first,
                      std::size_t last) noexcept {
  // The bounds of both never fall from one query to the next.
  const KeyRange keys{visible_keys(options, first).first,
                      visible_keys(options, last).last};
  return keys.first < keys.last ? keys : KeyRange{0, 0};
}

void hide(const Options& options, const QueryBlock& queries,
          const KeyBlock& keys, float* scores) noexcept {
  const std::size_t end = keys.key + keys.count;
  for (std::size_t lane = 0; lane < queries.count; ++lane) {
    const auto [first, last] = visible_keys(options, queries.query + lane);
    float* const column = scores + lane;
    hide_keys(column, 0, std::min(first, end) - std::min(first, keys.key));
    hide_keys(column, std::max(last, keys.key) - keys.key, keys.count);
  }
}

void read_hidden(const Options& options, const QueryBlock& queries,
                 const KeyBlock& keys, float* tile) noexcept {
  if (options.mask.kind != MaskKind::kNone) {
    read_mask(options, queries, keys, tile);
  } else {
    std::fill_n(tile, keys.count * kQueryLanes, 0.0f);
  }
  hide(options, queries, keys, tile);
}

// 0, or a float32 above it.
static bool is_cap(double cap) noexcept {
  const auto single = static_cast<float>(cap);
  return cap == 0 ||
         (single > 0 && single <= std::numeric_limits<float>::max());
}

Status check_sizes(const Options& options) noexcept {
  const auto& [batch, queries, keys, heads, key_heads, width, value_width] =
      options.shape;
  const Count all =
      product(batch, queries, keys, heads, key_heads, width, value_width);
  if (all == Count() || heads % key_heads != 0 ||
      !numeric::is_finite(options.scale) || !is_cap(options.softcap) ||
      !numeric::is_offset(options.offset)) {
    return Status::kBadArgument;
  }
  return Status::kOk;
}

Status check_mask(const Mask& mask, const Shape& shape) noexcept {
  if (mask.kind == MaskKind::kNone) return Status::kOk;
  if (!shared_or(mask.batch, shape.batch) ||
      !shared_or(mask.heads, shape.heads) ||
      !shared_or(mask.queries, shape.queries) ||
      !shared_or(mask.keys, shape.keys)) {
    return Status::kBadShape;
  }
  if (mask.kind == MaskKind::kBoolean) {
    return check_size<std::uint8_t>(mask.allowed.size(), mask.batch, mask.heads,
                                    mask.queries, mask.keys);
  }
  if (mask.kind == MaskKind::kAdditive) {
    return check_size<float>(mask.added.size(), mask.batch, mask.heads,
                             mask.queries, mask.keys);
  }
  return Status::kBadArgument;
}

Status check(const Options& options, std::span<const float> q,
             std::span<const float> k, std::span<const float> v) noexcept {
  const auto& [batch, queries, keys, heads, key_heads, width, value_width] =
      options.shape;
  Status status = check_sizes(options);
  if (status != Status::kOk) return status;
  status = check_size<float>(q.size(), batch, queries, heads, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(k.size(), batch, keys, key_heads, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(v.size(), batch, keys, key_heads, value_width);
  if (status != Status::kOk) return status;
  if (!options.sinks.empty() && options.sinks.size() != heads) {
    return Status::kBadShape;
  }
  status = check(options.temperature, batch, queries);
  if (status != Status::kOk) return status;
  return check_mask(options.mask, options.shape);
}

}  // namespace posenc::attention
