#include "attention/few.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "attention/mask.hpp"
#include "attention/rows.hpp"
#include "attention/softmax.hpp"
#include "attention/temperature.hpp"
#include "attention/visibility.hpp"
#include "numeric/simd.hpp"

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

// Above, tiles of eight queries are as fast.
constexpr std::size_t kFew = 4;

// Queries, of as many heads as that makes, that go over the keys together.
// Keys are [K, H, D]: all heads of sixteen keys lie side by side, but one head
// of all keys is spread over the whole array.
constexpr std::size_t kTogether = 32;

// Lengths of the parts of scratch, in numbers.
struct Layout {
  std::size_t heads;  // that go together
  // Of each of their queries:
  Count packed;  // [D][8], as terms want it; the query is lane 0
  Count query;   // [D], times scale
  Count output;  // [E]
  Count state;
  // Of all:
  Count tile;  // [keys][8], for terms and masks

  Layout(const Options& options, const ScoreTerm& term) noexcept
      // A term that keeps something of a head keeps it of one.
      : heads(term.begin_head != nullptr || term.begin != nullptr
                  ? 1
                  : std::min(options.shape.heads,
                             kTogether / std::max<std::size_t>(
                                             1, options.shape.queries))),
        packed(term.add == nullptr ? Count()
                                   : Count(options.shape.width) * kQueryLanes),
        query(options.shape.width),
        output(round_up(Count(options.shape.value_width), kLeftPanel)),
        state(term.state_size),
        tile(Count(kKeyTile) * kQueryLanes) {}

  [[nodiscard]] Count row() const noexcept {
    return packed + query + 2u * output + state + kKeyTile;
  }
};

// One query of one head, and what it has gathered so far.
struct Row {
  QueryBlock queries;
  KeyRange seen;
  KeyRange panels;      // the same in whole panels
  const float* keys;    // of the head, from key 0
  const float* values;  // of the head, from key 0
  float* query;
  float* output;
  float* added;  // to the output by one tile
  float* state;
  float* scores;  // of one tile
  float maximum;
  float sum;

  // Its keys among those of a tile.
  [[nodiscard]] KeyBlock block(const KeyRange& of) const noexcept {
    const std::size_t first = std::max(of.first, panels.first);
    const std::size_t last = std::min(of.last, panels.last);
    return {first, last > first ? last - first : 0};
  }
};

// What the queries share.
struct Pass {
  const Options& options;
  const ScoreTerm& term;
  float* tile;
  float* mask_tile;
  float* mask;  // of one query

  void begin(Row& row, const float* q, float* packed) const noexcept;
  void multiply(const Row& row, const KeyBlock& here, std::size_t first,
                std::size_t last) const noexcept;
  void add_terms(const Row& row, const KeyBlock& here) const noexcept;
  void softmax(Row& row, std::size_t count) const noexcept;
  void sum_values(const Row& row, const KeyBlock& here, std::size_t first,
                  std::size_t last) const noexcept;
  void step(std::span<Row> rows, const KeyRange& keys) const noexcept;
  void walk(std::span<Row> rows) const noexcept;
  void finish(const Row& row, float* out) const noexcept;
};

// Keys first ... last - 1, sixteen at most.
void Pass::multiply(const Row& row, const KeyBlock& here, std::size_t first,
                    std::size_t last) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t stride = shape.key_heads * shape.width;
  first = std::max(first, here.key);
  last = std::min(last, here.key + here.count);
  if (first >= last) return;
  const float* key = row.keys + first * stride;
  float* const scores = row.scores + (first - here.key);
  if (first + kRows == last && last <= row.seen.last) {
    dot(key, stride, row.query, shape.width, scores);
    return;
  }
  for (std::size_t j = first; j < last; ++j, key += stride) {
    float one = 0;
    for (std::size_t d = 0; j < row.seen.last && d < shape.width; ++d) {
      one += key[d] * row.query[d];
    }
    scores[j - first] = one;
  }
}

// Lane 0 of tiles of eight.
[[gnu::cold]] void Pass::add_terms(const Row& row,
                                   const KeyBlock& here) const noexcept {
  float* const scores = row.scores;
  const bool masked = options.mask.kind != MaskKind::kNone;
  if (masked) read_mask_row(options, row.queries, here, mask);
  if (term.write != nullptr && options.softcap == 0) {
    term.write(term.scheme, row.queries, here, tile);
    for (std::size_t j = 0; j < here.count; ++j) {
      const std::size_t x = j * kQueryLanes;
      scores[j] += masked ? tile[x] + mask[j] : tile[x];
    }
    return;
  }
  if (term.add != nullptr) {
    std::fill_n(tile, here.count * kQueryLanes, 0.0f);
    for (std::size_t j = 0; j < here.count; ++j) {
      tile[j * kQueryLanes] = scores[j];
    }
    if (term.reads_mask) read_hidden(options, row.queries, here, mask_tile);
    term.add(term.scheme, row.queries, here,
             term.reads_mask ? mask_tile : nullptr, tile, row.state);
    for (std::size_t j = 0; j < here.count; ++j) {
      scores[j] = tile[j * kQueryLanes];
    }
  }
  if (!masked) return;
  for (std::size_t j = 0; j < here.count; ++j) scores[j] += mask[j];
}

// As `running_softmax`, for one query.
void Pass::softmax(Row& row, std::size_t count) const noexcept {
  float* const scores = row.scores;
  const float old = row.maximum;
  F32x4 most(old);
  for (std::size_t j = 0; j < count; j += 4) {
    most = xsimd::max(most, load(scores + j));
  }
  float four[4];
  store(four, most);
  for (const float x : four) row.maximum = std::max(row.maximum, x);
  const bool has_seen = row.maximum > -std::numeric_limits<float>::infinity();
  const float base = has_seen ? row.maximum : 0.0f;
  float total = 0;
  for (std::size_t j = 0; j < count; j += 4) {
    store(scores + j, exp_nonpositive(load(scores + j) - F32x4(base)));
    for (std::size_t i = 0; i < 4; ++i) total += scores[j + i];
  }
  store(four, exp_nonpositive(F32x4(old - base)));
  const float factor = four[0];
  row.sum = row.sum * factor + total;
  if (factor < 1) {
    for (std::size_t e = 0; e < options.shape.value_width; e += 4) {
      store(row.output + e, load(row.output + e) * F32x4(factor));
    }
  }
}

// Keys first ... last - 1.
void Pass::sum_values(const Row& row, const KeyBlock& here, std::size_t first,
                      std::size_t last) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t width = shape.value_width;
  const std::size_t stride = shape.key_heads * width;
  first = std::max({first, here.key, row.seen.first});
  last = std::min(last, std::min(here.key + here.count, row.seen.last));
  if (first >= last) return;
  const float* const value = row.values + first * stride;
  const float* const weights = row.scores + first - here.key;
  const std::size_t count = last - first;
  std::size_t e = 0;
  for (; e + 16 <= width; e += 16) {
    weigh<16>(value + e, stride, weights, count, row.added + e);
  }
  for (; e + 4 <= width; e += 4) {
    weigh<4>(value + e, stride, weights, count, row.added + e);
  }
  for (; e < width; ++e) {
    float one = row.added[e];
    for (std::size_t j = 0; j < count; ++j) {
      one += value[j * stride + e] * weights[j];
    }
    row.added[e] = one;
  }
}

void hide(const Row& row, const KeyBlock& here) noexcept {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const std::size_t end = here.key + here.count;
  for (std::size_t j = here.key; j < std::min(row.seen.first, end); ++j) {
    row.scores[j - here.key] = kHidden;
  }
  for (std::size_t j = std::max(row.seen.last, here.key); j < end; ++j) {
    row.scores[j - here.key] = kHidden;
  }
}

// The keys of one tile: scores, terms, softmax, values.
void Pass::step(std::span<Row> rows, const KeyRange& keys) const noexcept {
  const std::size_t width = options.shape.value_width;
  for (std::size_t j = keys.first; j < keys.last; j += kRows) {
    for (const Row& row : rows) multiply(row, row.block(keys), j, j + kRows);
  }
  for (Row& row : rows) {
    const KeyBlock here = row.block(keys);
    if (here.count == 0) continue;
    if (options.softcap > 0) {
      soft_cap(row.scores, here.count, static_cast<float>(options.softcap));
    }
    if (options.mask.kind != MaskKind::kNone || term.add != nullptr) {
      add_terms(row, here);
    }
    hide(row, here);
    softmax(row, here.count);
    std::fill_n(row.added, round_up(width, kLeftPanel), 0.0f);
  }
  for (std::size_t j = keys.first; j < keys.last; j += kRows) {
    for (const Row& row : rows) sum_values(row, row.block(keys), j, j + kRows);
  }
  for (const Row& row : rows) {
    if (row.block(keys).count == 0) continue;
    for (std::size_t e = 0; e < width; e += 4) {
      store(row.output + e, load(row.output + e) + load(row.added + e));
    }
  }
}

void Pass::walk(std::span<Row> rows) const noexcept {
  KeyRange all{options.shape.keys, 0};
  for (const Row& row : rows) {
    if (row.panels.first >= row.panels.last) continue;
    all.first = std::min(all.first, row.panels.first);
    all.last = std::max(all.last, row.panels.last);
  }
  // From the last key tile to the first, as the terms expect.
  for (std::size_t end = round_up(all.last, kKeyTile); end > all.first;
       end -= kKeyTile) {
    step(rows, {std::max(end - kKeyTile, all.first), std::min(end, all.last)});
  }
}

// The row of a query in q and out.
std::size_t place(const Shape& shape, const QueryBlock& of) noexcept {
  return (of.batch * shape.queries + of.query) * shape.heads + of.head;
}

// Of the query that `row.queries` names, its memory cut already.
[[gnu::cold]] void Pass::begin(Row& row, const float* q,
                               float* packed) const noexcept {
  const Shape& shape = options.shape;
  const QueryBlock& of = row.queries;
  const std::size_t width = shape.width;
  const float* const from = q + place(shape, of) * width;
  const auto heat = static_cast<float>(heat_of(options, of.batch, of.query));
  for (std::size_t d = 0; d < width; d += 4) {
    store(row.query + d, load(from + d) * F32x4(heat));
  }
  std::fill_n(row.output, round_up(shape.value_width, kLeftPanel), 0.0f);
  row.seen = visible_keys(options, of.query, of.query);
  row.panels = {row.seen.first / kLeftPanel * kLeftPanel,
                round_up(row.seen.last, kLeftPanel)};
  row.maximum = options.sinks.empty() ? -std::numeric_limits<float>::infinity()
                                      : options.sinks[of.head];
  const bool weighs = row.maximum > -std::numeric_limits<float>::infinity();
  row.sum = weighs ? 1.0f : 0.0f;
  if (term.add != nullptr) {
    numeric::pack_right({from, 1, width, width}, heat, packed);
  }
  if (term.begin != nullptr) {
    term.begin(term.scheme, row.queries, row.state);
  }
}

[[gnu::cold]] void Pass::finish(const Row& row, float* out) const noexcept {
  const Shape& shape = options.shape;
  // Nothing seen: 0 / 1.
  const float divisor = row.sum == 0 ? 1.0f : row.sum;
  float* const to = out + place(shape, row.queries) * shape.value_width;
  std::size_t e = 0;
  for (; e + 4 <= shape.value_width; e += 4) {
    store(to + e, load(row.output + e) / F32x4(divisor));
  }
  for (; e < shape.value_width; ++e) to[e] = row.output[e] / divisor;
}

}  // namespace

bool are_few(const Options& options, const ScoreTerm& term) noexcept {
  // What terms collect are tiles of eight weights.
  return options.shape.queries <= kFew && options.shape.width % 4 == 0 &&
         term.collect == nullptr;
}

Count few_scratch_size(const Options& options, const ScoreTerm& term) noexcept {
  const Layout layout(options, term);
  return Count(layout.heads) * options.shape.queries * layout.row() +
         2u * layout.tile + kKeyTile;
}

void attend_few(std::span<float> out, std::span<const float> q,
                std::span<const float> k, std::span<const float> v,
                const Options& options, const ScoreTerm& term,
                std::size_t first, std::size_t last, float* scratch) noexcept {
  const Shape& shape = options.shape;
  const Layout layout(options, term);
  const std::size_t size = layout.tile.size();
  float* const mask = scratch + 2 * size;
  const Pass pass{options, term, scratch, scratch + size, mask};
  const auto scale = static_cast<float>(options.scale);
  const std::size_t group = shape.heads / shape.key_heads;
  Row rows[kTogether];
  while (first < last) {
    // Heads of one batch.
    const std::size_t b = first / shape.heads;
    const std::size_t end =
        std::min({last, first + layout.heads, (b + 1) * shape.heads});
    std::size_t count = 0;
    for (; first < end; ++first) {
      const std::size_t h = first % shape.heads;
      const std::size_t head = b * shape.keys * shape.key_heads + h / group;
      if (term.begin_head != nullptr) term.begin_head(term.scheme, b, h);
      for (std::size_t i = 0; i < shape.queries; ++i) {
        Row& row = rows[count];
        float* const packed = mask + kKeyTile + count * layout.row().size();
        ++count;
        row.queries = {b, h, i, 1, options.offset, scale, shape.width, packed};
        row.keys = k.data() + head * shape.width;
        row.values = v.data() + head * shape.value_width;
        row.query = packed + layout.packed.size();
        row.output = row.query + layout.query.size();
        row.added = row.output + layout.output.size();
        row.state = row.added + layout.output.size();
        row.scores = row.state + layout.state.size();
        pass.begin(row, q.data(), packed);
      }
    }
    pass.walk({rows, count});
    for (std::size_t n = 0; n < count; ++n) pass.finish(rows[n], out.data());
  }
}

}  // namespace posenc::attention
