// The fused pass. For each head its keys and values are packed once; then tiles
// of 64 queries walk over tiles of 256 keys, so that a tile of both sides stays
// in the caches while it is used (eight queries at a time would stream all keys
// from memory again and again: a third slower at 8192 keys).
//
// Scores are made transposed, keys x queries: the product of packed keys with
// packed queries leaves them one key per row, so that maxima, sums and factors
// of the softmax are plain operations between rows, and the weights are already
// packed for the product with the values:
//
//   scores [keys][8]  = keys   [keys / 4][D][4]   x  queries [D][8]
//   output [E][8]    += values [E / 4][keys][4]   x  weights [keys][8]
#include <algorithm>
#include <limits>

#include "attention/attention.hpp"
#include "attention/few.hpp"
#include "attention/mask.hpp"
#include "attention/softmax.hpp"
#include "attention/temperature.hpp"
#include "attention/visibility.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::attention {
namespace {

using numeric::F32x4;
using numeric::KeyBlock;
using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::load;
using numeric::QueryBlock;
using numeric::round_up;
using numeric::ScoreTerm;
using numeric::store;

constexpr std::size_t kQueryTile = 64;
constexpr std::size_t kBlocks = kQueryTile / kQueryLanes;

// Lengths of the parts of scratch, in numbers.
struct Layout {
  Count keys;    // of one head, packed
  Count values;  // of one head, packed
  Count query;   // of one block
  Count output;  // of one block
  Count state;   // of one block
  Count tile;

  // depth: keys that are packed
  Layout(const Shape& shape, const ScoreTerm& term, Count depth) noexcept
      : keys(depth * shape.width),
        values(depth * round_up(Count(shape.value_width), kLeftPanel)),
        query(Count(shape.width) * kQueryLanes),
        output(round_up(Count(shape.value_width), kLeftPanel) * kQueryLanes),
        state(term.state_size),
        tile(std::min(Count(kKeyTile), depth) * kQueryLanes) {}

  [[nodiscard]] Count block() const noexcept {
    return query + output + state + 3 * kQueryLanes;
  }
};

// A block of queries and what it has gathered so far.
struct Block {
  QueryBlock queries;
  KeyRange visible;  // by any of its queries
  KeyRange certain;  // by all of them
  float* packed;
  float* output;
  float* maximum;
  float* sum;
  float* factor;
  float* state;
};

// The keys that a call reads, in whole panels.
struct Packed {
  KeyRange visible;
  std::size_t first;  // key of the first row
  std::size_t depth;  // rows
  Count room;         // the same, not wrapped around

  explicit Packed(const Options& options) noexcept
      : visible(visible_keys(options, 0, options.shape.queries - 1)),
        first(visible.first / kLeftPanel * kLeftPanel),
        depth(round_up(visible.last - first, kLeftPanel)),
        room(round_up(Count(visible.last - first), kLeftPanel)) {}
};

struct Pass {
  const Options& options;
  const ScoreTerm& term;
  const Packed& packed;
  const float* keys;    // packed
  const float* values;  // packed
  float* tile;
  float* mask_tile;

  void begin(Block& block, const float* q, std::size_t batch, std::size_t head,
             std::size_t query) const noexcept;
  void step(Block& block, const KeyRange& tile_keys) const noexcept;
  void add_mask(const Block& block, const KeyBlock& here) const noexcept;
  void finish(Block& block, float* out) const noexcept;
};

[[gnu::cold]] void Pass::begin(Block& block, const float* q, std::size_t batch,
                               std::size_t head,
                               std::size_t query) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t count = std::min(kQueryLanes, shape.queries - query);
  const float scale = static_cast<float>(options.scale);
  const std::size_t stride = shape.heads * shape.width;
  const float* const first =
      q + (batch * shape.queries + query) * stride + head * shape.width;
  const bool heats = options.temperature.kind != TemperatureKind::kNone;
  numeric::pack_right({first, count, shape.width, stride}, heats ? 1.0f : scale,
                      block.packed);
  if (heats) heat(options, batch, query, count, block.packed);
  block.queries = {batch,          head,  query,       count,
                   options.offset, scale, shape.width, block.packed};
  const KeyRange a = visible_keys(options, query);
  const KeyRange b = visible_keys(options, query + count - 1);
  block.visible = visible_keys(options, query, query + count - 1);
  block.certain = {b.first, a.last};
  std::fill_n(block.output,
              round_up(shape.value_width, kLeftPanel) * kQueryLanes, 0.0f);
  const float sink = options.sinks.empty()
                         ? -std::numeric_limits<float>::infinity()
                         : options.sinks[head];
  const bool weighs = sink > -std::numeric_limits<float>::infinity();
  std::fill_n(block.maximum, kQueryLanes, sink);
  std::fill_n(block.sum, kQueryLanes, weighs ? 1.0f : 0.0f);
  if (term.begin != nullptr) {
    term.begin(term.scheme, block.queries, block.state);
  }
}

[[gnu::cold]] void Pass::add_mask(const Block& block,
                                  const KeyBlock& here) const noexcept {
  read_mask(options, block.queries, here, mask_tile);
  for (std::size_t x = 0; x < here.count * kQueryLanes; ++x) {
    tile[x] += mask_tile[x];
  }
}

// The keys of one tile: scores, term, mask, softmax, values.
void Pass::step(Block& block, const KeyRange& tile_keys) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t first =
      std::max(tile_keys.first, block.visible.first) / kLeftPanel * kLeftPanel;
  const std::size_t last =
      std::min(tile_keys.last, round_up(block.visible.last, kLeftPanel));
  if (first >= last) return;
  const KeyBlock here{first, last - first};
  const std::size_t place = first - packed.first;
  const numeric::Panels panels{
      keys + place * shape.width, here.count / kLeftPanel,
      kLeftPanel * shape.width, block.packed, shape.width};
  const bool masked = options.mask.kind != MaskKind::kNone;
  const bool capped = options.softcap > 0;
  if (term.write != nullptr && !capped) {
    term.write(term.scheme, block.queries, here, tile);
    if (masked) add_mask(block, here);
    numeric::multiply_add(panels, tile);
  } else if (masked && term.add == nullptr && !capped) {
    read_mask(options, block.queries, here, tile);
    numeric::multiply_add(panels, tile);
  } else {
    numeric::multiply(panels, tile);
    if (capped) {
      soft_cap(tile, here.count * kQueryLanes,
               static_cast<float>(options.softcap));
    }
    if (term.add != nullptr) {
      if (term.reads_mask) {
        read_hidden(options, block.queries, here, mask_tile);
      }
      term.add(term.scheme, block.queries, here,
               term.reads_mask ? mask_tile : nullptr, tile, block.state);
    }
    if (masked) add_mask(block, here);
  }
  if (first < block.certain.first || last > block.certain.last) {
    hide(options, block.queries, here, tile);
  }
  if (running_softmax(tile, here.count, block.maximum, block.sum,
                      block.factor)) {
    const F32x4 f0 = load(block.factor);
    const F32x4 f1 = load(block.factor + 4);
    for (std::size_t e = 0; e < shape.value_width; ++e) {
      float* const row = block.output + e * kQueryLanes;
      store(row, load(row) * f0);
      store(row + 4, load(row + 4) * f1);
    }
  }
  numeric::multiply_add({values + place * kLeftPanel,
                         round_up(shape.value_width, kLeftPanel) / kLeftPanel,
                         packed.depth * kLeftPanel, tile, here.count},
                        block.output);
  if (term.collect != nullptr) {
    term.collect(term.scheme, block.queries, here, tile, block.factor,
                 block.state);
  }
}

[[gnu::cold]] void Pass::finish(Block& block, float* out) const noexcept {
  const Shape& shape = options.shape;
  const QueryBlock& queries = block.queries;
  if (term.finish != nullptr) {
    term.finish(term.scheme, queries, block.state, block.output);
  }
  // Nothing seen: 0 / 1.
  const F32x4 sums[] = {load(block.sum), load(block.sum + 4)};
  F32x4 divisor[2];
  for (std::size_t h = 0; h < 2; ++h) {
    divisor[h] = xsimd::select(sums[h] == F32x4(0.0f), F32x4(1.0f), sums[h]);
  }
  for (std::size_t e = 0; e < shape.value_width; ++e) {
    float* const row = block.output + e * kQueryLanes;
    store(row, load(row) / divisor[0]);
    store(row + 4, load(row + 4) / divisor[1]);
  }
  const std::size_t row =
      (queries.batch * shape.queries + queries.query) * shape.heads +
      queries.head;
  numeric::store_columns(block.output,
                         {out + row * shape.value_width, queries.count,
                          shape.value_width, shape.heads * shape.value_width});
}

void cut(Block& block, const Layout& layout, float* memory) noexcept {
  block.packed = memory;
  block.output = block.packed + layout.query.size();
  block.maximum = block.output + layout.output.size();
  block.sum = block.maximum + kQueryLanes;
  block.factor = block.sum + kQueryLanes;
  block.state = block.factor + kQueryLanes;
}

// All queries of one head, its keys and values packed already.
[[gnu::noinline]] void attend_head(const Pass& pass, const float* q, float* out,
                                   std::size_t batch, std::size_t head,
                                   const Layout& layout,
                                   float* memory) noexcept {
  const Shape& shape = pass.options.shape;
  const std::size_t size = layout.block().size();
  Block blocks[kBlocks];
  for (std::size_t i = 0; i < shape.queries; i += kQueryTile) {
    const std::size_t count =
        round_up(std::min(kQueryTile, shape.queries - i), kQueryLanes) /
        kQueryLanes;
    KeyRange range{shape.keys, 0};
    for (std::size_t n = 0; n < count; ++n) {
      cut(blocks[n], layout, memory + n * size);
      pass.begin(blocks[n], q, batch, head, i + n * kQueryLanes);
      range.first = std::min(range.first, blocks[n].visible.first);
      range.last = std::max(range.last, blocks[n].visible.last);
    }
    // From the last key tile to the first, as the terms expect.
    for (std::size_t end = round_up(range.last, kKeyTile); end > range.first;
         end -= kKeyTile) {
      for (std::size_t n = 0; n < count; ++n) {
        pass.step(blocks[n], {end - kKeyTile, end});
      }
    }
    for (std::size_t n = 0; n < count; ++n) pass.finish(blocks[n], out);
  }
}

}  // namespace

Count attend_scratch_size(const Options& options,
                          const ScoreTerm& term) noexcept {
  const Shape& shape = options.shape;
  if (are_few(options, term)) return few_scratch_size(options, term);
  // No such keys, and no range of them.
  const bool exist =
      check_sizes(options) == Status::kOk && Count(shape.keys).exists<float>();
  const Count depth = exist ? Packed(options).room : Count(shape.keys);
  const Layout layout(shape, term, depth);
  return layout.keys + layout.values + 2u * layout.tile +
         kBlocks * layout.block();
}

[[gnu::cold]] Status attend(std::span<float> out, std::span<const float> q,
                            std::span<const float> k, std::span<const float> v,
                            const Options& options, const ScoreTerm& term,
                            std::span<float> scratch) noexcept {
  Status status = check(options, q, k, v);
  if (status != Status::kOk) return status;
  const Shape& shape = options.shape;
  status = check_size<float>(out.size(), shape.batch, shape.queries,
                             shape.heads, shape.value_width);
  if (status != Status::kOk) return status;
  status =
      check_scratch<float>(scratch.size(), attend_scratch_size(options, term));
  if (status != Status::kOk) return status;
  const std::size_t all = shape.batch * shape.heads;
  const std::size_t first = options.first_head;
  const std::size_t last = options.last_head == 0 ? all : options.last_head;
  if (first >= last || last > all) return Status::kBadArgument;
  if (are_few(options, term)) {
    attend_few(out, q, k, v, options, term, first, last, scratch.data());
    return Status::kOk;
  }
  const Packed packed(options);
  const Layout layout(shape, term, packed.room);
  float* const keys = scratch.data();
  float* const values = keys + layout.keys.size();
  float* const tile = values + layout.values.size();
  const std::size_t tile_size = layout.tile.size();
  float* const memory = tile + 2 * tile_size;
  const std::size_t count = packed.visible.last - packed.first;
  const std::size_t hidden = packed.visible.first - packed.first;
  const std::size_t group = shape.heads / shape.key_heads;
  const Pass pass{options, term, packed, keys, values, tile, tile + tile_size};
  for (std::size_t n = first; n < last; ++n) {
    const std::size_t b = n / shape.heads;
    const std::size_t h = n % shape.heads;
    if (n == first || h % group == 0) {
      const std::size_t row =
          (b * shape.keys + packed.first) * shape.key_heads + h / group;
      numeric::pack_left({k.data() + row * shape.width, count, shape.width,
                          shape.key_heads * shape.width},
                         keys);
      numeric::pack_left_transposed(
          {v.data() + row * shape.value_width, count, shape.value_width,
           shape.key_heads * shape.value_width},
          packed.depth, values);
      // What a window hides may be no number, and 0 times that is none.
      for (std::size_t p = 0; p < shape.value_width; p += kLeftPanel) {
        std::fill_n(values + p * packed.depth, hidden * kLeftPanel, 0.0f);
      }
    }
    if (term.begin_head != nullptr) term.begin_head(term.scheme, b, h);
    attend_head(pass, q.data(), out.data(), b, h, layout, memory);
  }
  return Status::kOk;
}

}  // namespace posenc::attention
