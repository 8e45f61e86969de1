#include "bias/offsets.hpp"

#include <algorithm>
#include <limits>

#include "numeric/copy.hpp"
#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

Status check_matrix(std::span<float> out, std::span<const float> by_offset,
                    std::size_t heads, std::size_t queries, std::size_t keys,
                    std::size_t stride) noexcept {
  const Status status = check_size<float>(out.size(), heads, queries, keys);
  if (status != Status::kOk) return status;
  if (queries == 0 || keys == 0) return Status::kBadShape;
  if (stride != 0 && Count(stride) < Count(queries) + keys - 1u) {
    return Status::kBadShape;
  }
  return check_size<float>(by_offset.size(),
                           expanded_size(heads, queries, keys, stride));
}

// Smallest and largest of at least one number.
struct Extent {
  std::int64_t low;
  std::int64_t high;
};

Extent extent(std::span<const std::int32_t> values) noexcept {
  Extent found{values[0], values[0]};
  for (const std::int32_t x : values) {
    found.low = std::min<std::int64_t>(found.low, x);
    found.high = std::max<std::int64_t>(found.high, x);
  }
  return found;
}

}  // namespace

bool is_valid(const Offsets& offsets) noexcept {
  return offsets.count > 0 && numeric::is_position(offsets.first) &&
         numeric::is_position(offsets.first +
                              static_cast<double>(offsets.count));
}

std::size_t first_future(const Offsets& offsets) noexcept {
  if (offsets.first > 0) return 0;
  if (offsets.first + static_cast<double>(offsets.count - 1) <= 0) {
    return offsets.count;
  }
  // The truncation of -first >= 0 is the last t with first + t <= 0.
  return static_cast<std::size_t>(-offsets.first) + 1;
}

void close_future(std::span<float> row, const Offsets& offsets,
                  Future future) noexcept {
  if (future == Future::kKeep) return;
  const float value =
      future == Future::kMask ? -std::numeric_limits<float>::infinity() : 0.0f;
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(first_future(offsets)),
            row.end(), value);
}

Count expanded_size(std::size_t heads, std::size_t queries, std::size_t keys,
                    std::size_t stride) noexcept {
  const Count row = Count(queries) + keys - 1u;
  return heads == 0 || stride == 0 ? Count(heads) * row
                                   : (Count(heads) - 1u) * stride + row;
}

Status expand(std::span<float> out, std::span<const float> by_offset,
              std::size_t heads, std::size_t queries, std::size_t keys,
              std::size_t stride) noexcept {
  const Status status =
      check_matrix(out, by_offset, heads, queries, keys, stride);
  if (status != Status::kOk) return status;
  const std::size_t step = stride == 0 ? queries + keys - 1 : stride;
  float* row = out.data();
  for (std::size_t h = 0; h < heads; ++h) {
    const float* window = by_offset.data() + h * step + (queries - 1);
    for (std::size_t i = 0; i < queries; ++i) {
      numeric::copy({row, keys}, {window, keys});
      row += keys;
      --window;
    }
  }
  return Status::kOk;
}

Status expand_reference(std::span<float> out, std::span<const float> by_offset,
                        std::size_t heads, std::size_t queries,
                        std::size_t keys, std::size_t stride) noexcept {
  const Status status =
      check_matrix(out, by_offset, heads, queries, keys, stride);
  if (status != Status::kOk) return status;
  const std::size_t count = stride == 0 ? queries + keys - 1 : stride;
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < queries; ++i) {
      for (std::size_t j = 0; j < keys; ++j) {
        out[(h * queries + i) * keys + j] =
            by_offset[h * count + queries - 1 + j - i];
      }
    }
  }
  return Status::kOk;
}

Status gather(std::span<float> out, std::span<const float> by_offset,
              std::size_t heads, std::int64_t first,
              std::span<const std::int32_t> query_positions,
              std::span<const std::int32_t> key_positions) noexcept {
  const std::size_t queries = query_positions.size();
  const std::size_t keys = key_positions.size();
  const Status status = check_size<float>(out.size(), heads, queries, keys);
  if (status != Status::kOk) return status;
  if (out.empty() || by_offset.size() % heads != 0) return Status::kBadShape;
  const std::size_t count = by_offset.size() / heads;
  const Extent query = extent(query_positions);
  const Extent key = extent(key_positions);
  // Past 2^53 no array holds an offset, and near 2^63 the sums would overflow.
  if (!numeric::is_position(static_cast<double>(first))) {
    return Status::kOutOfRange;
  }
  const std::int64_t lowest = key.low - query.high - first;
  const std::int64_t highest = key.high - query.low - first;
  if (lowest < 0 || highest >= static_cast<std::int64_t>(count)) {
    return Status::kOutOfRange;
  }
  float* cell = out.data();
  for (std::size_t h = 0; h < heads; ++h) {
    const float* const row = by_offset.data() + h * count;
    for (const std::int32_t from : query_positions) {
      // Modulo 2^32 on wasm32: the sum with each key is in range again.
      const auto shift = static_cast<std::size_t>(-first - from);
      for (const std::int32_t to : key_positions) {
        *cell++ = row[static_cast<std::size_t>(to) + shift];
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
