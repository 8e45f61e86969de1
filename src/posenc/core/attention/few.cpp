#include "attention/few.hpp"

#include <algorithm>
#include <limits>

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

// Keys whose scores, and columns of values that are summed at a time. What is
// left over goes one by one: less to download.
constexpr std::size_t kRows = 16;
constexpr std::size_t kColumns = 16;

// Lengths of the parts of scratch, in numbers.
struct Layout {
  Count packed;  // [D][8], as terms want it; the query is lane 0
  Count query;   // [D], times scale
  Count output;  // [E]
  Count state;
  Count tile;  // [keys][8], for terms and masks

  Layout(const Shape& shape, const ScoreTerm& term) noexcept
      : packed(Count(shape.width) * kQueryLanes),
        query(shape.width),
        output(round_up(Count(shape.value_width), kLeftPanel)),
        state(term.state_size),
        tile(Count(kKeyTile) * kQueryLanes) {}

  [[nodiscard]] Count all() const noexcept {
    return packed + query + output + state + 2u * tile + kKeyTile;
  }
};

// One query of one head.
struct Pass {
  const Options& options;
  const ScoreTerm& term;
  QueryBlock queries;
  KeyRange seen;
  const float* keys;    // of the head, from key 0
  const float* values;  // of the head, from key 0
  const float* query;
  float* output;
  float* state;
  float* scores;  // of one tile
  float* tile;
  float* mask_tile;
  float maximum;
  float sum;

  void multiply(const KeyBlock& here) const noexcept;
  void add_terms(const KeyBlock& here) const noexcept;
  void hide(const KeyBlock& here) const noexcept;
  void softmax(std::size_t count) noexcept;
  void sum_values(const KeyBlock& here) const noexcept;
  void step(const KeyBlock& here) noexcept;
};

// scores of kRows keys: each adds its products in the order of the width.
void dot(const float* rows, std::size_t stride, const float* query,
         std::size_t width, float* to) noexcept {
  F32x4 sum[kRows / 4];
  std::fill_n(sum, kRows / 4, F32x4(0.0f));
  for (std::size_t d = 0; d < width; d += 4) {
    POSENC_UNROLL
    for (std::size_t g = 0; g < kRows / 4; ++g) {
      F32x4 x[4];
      POSENC_UNROLL
      for (std::size_t r = 0; r < 4; ++r) {
        x[r] = load(rows + (4 * g + r) * stride + d);
      }
      xsimd::transpose(x, x + 4);
      POSENC_UNROLL
      for (std::size_t i = 0; i < 4; ++i) sum[g] += x[i] * F32x4(query[d + i]);
    }
  }
  POSENC_UNROLL
  for (std::size_t g = 0; g < kRows / 4; ++g) store(to + 4 * g, sum[g]);
}

void Pass::multiply(const KeyBlock& here) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t stride = shape.key_heads * shape.width;
  const std::size_t real = std::min(here.key + here.count, seen.last);
  const float* row = keys + here.key * stride;
  std::size_t j = here.key;
  for (; j + kRows <= real; j += kRows, row += kRows * stride) {
    dot(row, stride, query, shape.width, scores + j - here.key);
  }
  for (; j < here.key + here.count; ++j, row += stride) {
    float one = 0;
    for (std::size_t d = 0; j < real && d < shape.width; ++d) {
      one += row[d] * query[d];
    }
    scores[j - here.key] = one;
  }
}

// Lane 0 of tiles of eight.
[[gnu::cold]] void Pass::add_terms(const KeyBlock& here) const noexcept {
  const bool masked = options.mask.kind != MaskKind::kNone;
  if (masked) read_mask(options, queries, here, mask_tile);
  const float* const mask = mask_tile;
  if (term.write != nullptr && options.softcap == 0) {
    term.write(term.scheme, queries, here, tile);
    for (std::size_t j = 0; j < here.count; ++j) {
      const std::size_t x = j * kQueryLanes;
      scores[j] += masked ? tile[x] + mask[x] : tile[x];
    }
    return;
  }
  if (term.add != nullptr) {
    std::fill_n(tile, here.count * kQueryLanes, 0.0f);
    for (std::size_t j = 0; j < here.count; ++j) {
      tile[j * kQueryLanes] = scores[j];
    }
    if (term.reads_mask) read_hidden(options, queries, here, mask_tile);
    term.add(term.scheme, queries, here, term.reads_mask ? mask_tile : nullptr,
             tile, state);
    for (std::size_t j = 0; j < here.count; ++j) {
      scores[j] = tile[j * kQueryLanes];
    }
  }
  if (!masked) return;
  for (std::size_t j = 0; j < here.count; ++j) {
    scores[j] += mask[j * kQueryLanes];
  }
}

// As `running_softmax`, for one query.
void Pass::softmax(std::size_t count) noexcept {
  const float old = maximum;
  F32x4 most(old);
  for (std::size_t j = 0; j < count; j += 4) {
    most = xsimd::max(most, load(scores + j));
  }
  float four[4];
  store(four, most);
  for (const float x : four) maximum = std::max(maximum, x);
  const bool has_seen = maximum > -std::numeric_limits<float>::infinity();
  const float base = has_seen ? maximum : 0.0f;
  float total = 0;
  for (std::size_t j = 0; j < count; j += 4) {
    store(scores + j, exp_nonpositive(load(scores + j) - F32x4(base)));
    for (std::size_t i = 0; i < 4; ++i) total += scores[j + i];
  }
  store(four, exp_nonpositive(F32x4(old - base)));
  const float factor = four[0];
  sum = sum * factor + total;
  if (factor < 1) {
    for (std::size_t e = 0; e < options.shape.value_width; e += 4) {
      store(output + e, load(output + e) * F32x4(factor));
    }
  }
}

// output [kColumns] += weights times values, summed apart for this tile.
void weigh(const float* row, std::size_t stride, const float* weights,
           std::size_t count, float* to) noexcept {
  F32x4 sum[kColumns / 4];
  std::fill_n(sum, kColumns / 4, F32x4(0.0f));
  for (std::size_t j = 0; j < count; ++j, row += stride) {
    const F32x4 weight(weights[j]);
    POSENC_UNROLL
    for (std::size_t i = 0; i < kColumns / 4; ++i) {
      sum[i] += load(row + 4 * i) * weight;
    }
  }
  POSENC_UNROLL
  for (std::size_t i = 0; i < kColumns / 4; ++i) {
    store(to + 4 * i, sum[i] + load(to + 4 * i));
  }
}

void Pass::sum_values(const KeyBlock& here) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t width = shape.value_width;
  const std::size_t stride = shape.key_heads * width;
  const std::size_t first = std::max(here.key, seen.first);
  const std::size_t last = std::min(here.key + here.count, seen.last);
  if (first >= last) return;
  const float* const row = values + first * stride;
  const float* const weights = scores + first - here.key;
  const std::size_t count = last - first;
  std::size_t e = 0;
  for (; e + kColumns <= width; e += kColumns) {
    weigh(row + e, stride, weights, count, output + e);
  }
  for (; e < width; ++e) {
    float one = 0;
    for (std::size_t j = 0; j < count; ++j)
      one += row[j * stride + e] * weights[j];
    output[e] += one;
  }
}

void Pass::hide(const KeyBlock& here) const noexcept {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const std::size_t end = here.key + here.count;
  for (std::size_t j = here.key; j < std::min(seen.first, end); ++j) {
    scores[j - here.key] = kHidden;
  }
  for (std::size_t j = std::max(seen.last, here.key); j < end; ++j) {
    scores[j - here.key] = kHidden;
  }
}

void Pass::step(const KeyBlock& here) noexcept {
  multiply(here);
  if (options.softcap > 0) {
    soft_cap(scores, here.count, static_cast<float>(options.softcap));
  }
  if (options.mask.kind != MaskKind::kNone || term.add != nullptr) {
    add_terms(here);
  }
  hide(here);
  softmax(here.count);
  sum_values(here);
}

}  // namespace

bool are_few(const Options& options, const ScoreTerm& term) noexcept {
  // What terms collect are tiles of eight weights.
  return options.shape.queries <= kFew && options.shape.width % 4 == 0 &&
         term.collect == nullptr;
}

Count few_scratch_size(const Options& options, const ScoreTerm& term) noexcept {
  return Layout(options.shape, term).all();
}

void attend_few(std::span<float> out, std::span<const float> q,
                std::span<const float> k, std::span<const float> v,
                const Options& options, const ScoreTerm& term,
                std::size_t first, std::size_t last, float* scratch) noexcept {
  const Shape& shape = options.shape;
  const Layout layout(shape, term);
  float* const packed = scratch;
  float* const query = packed + layout.packed.size();
  float* const output = query + layout.query.size();
  float* const state = output + layout.output.size();
  float* const scores = state + layout.state.size();
  float* const tile = scores + kKeyTile;
  float* const mask_tile = tile + layout.tile.size();
  const auto scale = static_cast<float>(options.scale);
  const std::size_t group = shape.heads / shape.key_heads;
  for (std::size_t n = first; n < last; ++n) {
    const std::size_t b = n / shape.heads;
    const std::size_t h = n % shape.heads;
    if (term.begin_head != nullptr) term.begin_head(term.scheme, b, h);
    const std::size_t head = b * shape.keys * shape.key_heads + h / group;
    for (std::size_t i = 0; i < shape.queries; ++i) {
      const std::size_t row = (b * shape.queries + i) * shape.heads + h;
      const float* const from = q.data() + row * shape.width;
      const auto heat = static_cast<float>(heat_of(options, b, i));
      if (term.add != nullptr) {
        numeric::pack_right({from, 1, shape.width, shape.width}, heat, packed);
      }
      std::fill_n(query, layout.query.size(), 0.0f);
      for (std::size_t d = 0; d < shape.width; ++d) query[d] = from[d] * heat;
      std::fill_n(output, layout.output.size(), 0.0f);
      const float sink = options.sinks.empty()
                             ? -std::numeric_limits<float>::infinity()
                             : options.sinks[h];
      const bool weighs = sink > -std::numeric_limits<float>::infinity();
      Pass pass{options,
                term,
                {b, h, i, 1, options.offset, scale, shape.width, packed},
                visible_keys(options, i, i),
                k.data() + head * shape.width,
                v.data() + head * shape.value_width,
                query,
                output,
                state,
                scores,
                tile,
                mask_tile,
                sink,
                weighs ? 1.0f : 0.0f};
      if (term.begin != nullptr) {
        term.begin(term.scheme, pass.queries, state);
      }
      const std::size_t begin = pass.seen.first / kLeftPanel * kLeftPanel;
      const std::size_t rest = round_up(pass.seen.last, kLeftPanel);
      // From the last key tile to the first, as the terms expect.
      for (std::size_t end = round_up(rest, kKeyTile); end > begin;
           end -= kKeyTile) {
        const std::size_t from_key = std::max(end - kKeyTile, begin);
        pass.step({from_key, std::min(end, rest) - from_key});
      }
      // Nothing seen: 0 / 1.
      const float divisor = pass.sum == 0 ? 1.0f : pass.sum;
      float* const to = out.data() + row * shape.value_width;
      for (std::size_t e = 0; e < shape.value_width; ++e) {
        to[e] = output[e] / divisor;
      }
    }
  }
}

}  // namespace posenc::attention
