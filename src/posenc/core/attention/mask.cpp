#include "attention/mask.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "numeric/simd.hpp"

namespace posenc::attention {
namespace {

using numeric::F32x4;
using numeric::I32x4;
using numeric::KeyBlock;
using numeric::kQueryLanes;
using numeric::load;
using numeric::QueryBlock;
using numeric::store;

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Numbers from one index of an axis to the next; 0 where the axis is shared.
struct Strides {
  std::size_t batch;
  std::size_t head;
  std::size_t query;
};

Strides strides(const Mask& mask) noexcept {
  const std::size_t head = mask.queries * mask.keys;
  return {mask.batch > 1 ? mask.heads * head : 0, mask.heads > 1 ? head : 0,
          mask.queries > 1 ? mask.keys : 0};
}

// The cell of key 0 for one lane of a block; idle lanes get the last query's.
std::size_t row_of(const Mask& mask, const QueryBlock& queries,
                   std::size_t lane) noexcept {
  const Strides step = strides(mask);
  const std::size_t query = queries.query + std::min(lane, queries.count - 1);
  return queries.batch * step.batch + queries.head * step.head +
         query * step.query;
}

// What the mask adds to the scores of four keys from `key` on; past the last
// one it is repeated. `row` is the cell of key 0.
[[gnu::noinline]] F32x4 four_keys(const Mask& mask, std::size_t row,
                                  std::size_t key, std::size_t last) noexcept {
  const std::size_t stride = mask.keys > 1 ? 1 : 0;
  const auto cell = [&](std::size_t i) {
    return row + std::min(key + i, last) * stride;
  };
  const std::size_t cells[] = {cell(0), cell(1), cell(2), cell(3)};
  const auto& [a, b, c, d] = cells;
  if (mask.kind == MaskKind::kAdditive) {
    const float* const x = mask.added.data();
    return {x[a], x[b], x[c], x[d]};
  }
  const std::uint8_t* const x = mask.allowed.data();
  const F32x4 seen(x[a], x[b], x[c], x[d]);
  return xsimd::select(seen == F32x4(0.0f), F32x4(kHidden), F32x4(0.0f));
}

// The same of bytes that lie side by side, for four queries: x[r] is of key r.
void read_bytes(const std::uint8_t* const (&rows)[4], std::size_t j,
                F32x4 (&x)[4]) noexcept {
  static_assert(std::endian::native == std::endian::little);
  std::int32_t bytes[4];
  POSENC_UNROLL
  for (std::size_t r = 0; r < 4; ++r) std::memcpy(bytes + r, rows[r] + j, 4);
  const I32x4 keys = load(bytes);
  POSENC_UNROLL
  for (std::int32_t r = 0; r < 4; ++r) {
    const auto hidden = (keys & I32x4(255 << 8 * r)) == I32x4(0);
    x[r] = xsimd::select(xsimd::batch_bool_cast<float>(hidden), F32x4(kHidden),
                         F32x4(0.0f));
  }
}

// How many of the keys, in whole panels, have numbers of their own.
std::size_t dense_keys(const Options& options, const KeyBlock& keys) noexcept {
  const std::size_t last = std::min(keys.key + keys.count, options.shape.keys);
  return options.mask.keys == 1 ? 0 : (last - keys.key) / 4 * 4;
}

// Four lanes of `read_mask`. The rows are read in order, apart from the
// products: what is not in the caches is then waited for all at once.
void read_lanes(const Options& options, const std::size_t (&cells)[4],
                const KeyBlock& keys, float* tile) noexcept {
  const Mask& mask = options.mask;
  const std::size_t last_key = options.shape.keys - 1;
  const std::size_t dense = dense_keys(options, keys);
  const std::size_t first = dense > 0 ? keys.key : 0;
  F32x4 x[4]{};
  const auto put = [&](std::size_t j) {
    for (std::size_t r = 0; r < 4; ++r) {
      store(tile + (j + r) * kQueryLanes, x[r]);
    }
  };
  if (mask.kind == MaskKind::kBoolean) {
    const std::uint8_t* rows[4];
    for (std::size_t r = 0; r < 4; ++r) {
      rows[r] = mask.allowed.data() + cells[r] + first;
    }
    for (std::size_t j = 0; j < dense; j += 4) {
      read_bytes(rows, j, x);
      put(j);
    }
  } else {
    const float* rows[4];
    for (std::size_t r = 0; r < 4; ++r) {
      rows[r] = mask.added.data() + cells[r] + first;
    }
    for (std::size_t j = 0; j < dense; j += 4) {
      POSENC_UNROLL
      for (std::size_t r = 0; r < 4; ++r) x[r] = load(rows[r] + j);
      xsimd::transpose(x, x + 4);
      put(j);
    }
  }
  // The end of the keys, or one number for all of them.
  for (std::size_t j = dense; j < keys.count; j += 4) {
    if (j == dense || mask.keys > 1) {
      for (std::size_t r = 0; r < 4; ++r) {
        x[r] = four_keys(mask, cells[r], keys.key + j, last_key);
      }
      xsimd::transpose(x, x + 4);
    }
    put(j);
  }
}

}  // namespace

void read_mask(const Options& options, const QueryBlock& queries,
               const KeyBlock& keys, float* tile) noexcept {
  for (std::size_t lane = 0; lane < kQueryLanes; lane += 4) {
    std::size_t cells[4];
    for (std::size_t r = 0; r < 4; ++r) {
      cells[r] = row_of(options.mask, queries, lane + r);
    }
    read_lanes(options, cells, keys, tile + lane);
  }
}

void read_mask_row(const Options& options, const QueryBlock& queries,
                   const KeyBlock& keys, float* row) noexcept {
  const Mask& mask = options.mask;
  const std::size_t cell = row_of(mask, queries, 0);
  const std::size_t last_key = options.shape.keys - 1;
  for (std::size_t j = 0; j < keys.count; j += 4) {
    store(row + j, four_keys(mask, cell, keys.key + j, last_key));
  }
}

}  // namespace posenc::attention
