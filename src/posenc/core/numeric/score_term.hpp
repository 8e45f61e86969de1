// How a position scheme takes part in attention, tile by tile.
//
//   score(i, j) = scale * q_i . k_j + term(i, j)
//   out_i       = sum_j softmax_j(score(i, j)) v_j  [+ what the term collects]
//
// The attention kernel walks over eight queries of one head at a time and, for
// them, over blocks of keys, from the last key to the first. Its tiles hold one
// key per row and one query per lane:
//
//             query  i0  i0+1 ... i0+7
//   key j0         |  .   .        .  |
//       j0+1       |  .   .        .  |      tile [keys][8], row-major
//       ...        |  .   .        .  |
//
// A scheme that needs the offset alone is a table by offset (attention/
// offset_bias.hpp: ALiBi, T5, KERPLE, Sandwich, log-CPB); a scheme that turns
// queries and keys (rotary) is applied before. Everything else implements this
// interface: FIRE (a function of i and i - j), Shaw, Transformer-XL and DeBERTa
// (products of the queries with relative rows), CoPE (gates summed from the
// last key backwards, which is why the blocks come in that order), TUPE (a
// second product). No term may need memory that grows with queries * keys.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numeric/matmul.hpp"
#include "shape.hpp"

namespace posenc::numeric {

// Queries that share a tile: the lanes.
inline constexpr std::size_t kQueryLanes = kRightPanel;

// How far from key 0 the first query may stand, before or after it.
inline constexpr std::int64_t kMaxOffset = std::int64_t{1} << 52;

[[nodiscard]] constexpr bool is_offset(std::int64_t offset) noexcept {
  return offset >= -kMaxOffset && offset <= kMaxOffset;
}

// Eight queries of one head.
struct QueryBlock {
  std::size_t batch;
  std::size_t head;
  std::size_t query;  // index of lane 0
  std::size_t count;  // queries in the block, 1 to 8; the other lanes are idle
  std::int64_t offset;  // query i stands at i + offset (is_offset), key j at j
  float scale;
  std::size_t width;    // D
  const float* packed;  // [D][8]: the queries times scale, zeros in idle lanes
};

// Rows `key ... key + count - 1`. The last ones may lie past the last key (the
// count is padded to four); what a term writes there is ignored, but it must
// not read past its own tables for them.
struct KeyBlock {
  std::size_t key;
  std::size_t count;
};

// The scheme's part in the kernel: plain functions with their object, so that
// no type information is linked. `score_term` below makes it from any class
// that has the members of the same names; all but `add` may be missing.
struct ScoreTerm {
  // No term at all when null.
  void* scheme = nullptr;

  // Numbers that the scheme keeps for each block of queries between its calls.
  Count state_size;

  // Whether `add` wants to know what is hidden.
  bool reads_mask = false;

  // Before the first block of a head.
  void (*begin_head)(void* scheme, std::size_t batch,
                     std::size_t head) noexcept = nullptr;

  // Before the first keys of a block of queries; the state holds garbage.
  void (*begin)(void* scheme, const QueryBlock& queries,
                float* state) noexcept = nullptr;

  // Adds the term to scores [count][8]. With `reads_mask`, mask [count][8] is
  // what the mask adds to them, -infinity where it, causal order, the window or
  // the end of the keys hides a key; null otherwise.
  void (*add)(void* scheme, const QueryBlock& queries, const KeyBlock& keys,
              const float* mask, float* scores,
              float* state) noexcept = nullptr;

  // The same, written instead of added: the kernel then adds the products on
  // top, which saves a walk over the tile. Rows past the last key and idle
  // lanes get some finite number.
  void (*write)(void* scheme, const QueryBlock& queries, const KeyBlock& keys,
                float* scores) noexcept = nullptr;

  // For schemes that add to the output as well (relative values): weights
  // [count][8] of these keys, not yet divided by their sum. All that was
  // collected before counts `factor` [8] times as much from now on.
  void (*collect)(void* scheme, const QueryBlock& queries, const KeyBlock& keys,
                  const float* weights, const float* factor,
                  float* state) noexcept = nullptr;

  // After the last keys: adds what was collected to output [value width][8],
  // which is divided by the sum of the weights afterwards.
  void (*finish)(void* scheme, const QueryBlock& queries, float* state,
                 float* output) noexcept = nullptr;
};

// The members of `scheme`, which must outlive the result.
template <class Scheme>
[[nodiscard]] ScoreTerm score_term(Scheme& scheme) noexcept {
  ScoreTerm term;
  term.scheme = &scheme;
  term.add = [](void* self, const QueryBlock& queries, const KeyBlock& keys,
                const float* mask, float* scores, float* state) noexcept {
    static_cast<Scheme*>(self)->add(queries, keys, mask, scores, state);
  };
  if constexpr (requires(const QueryBlock& q, const KeyBlock& k) {
                  scheme.write(q, k, nullptr);
                }) {
    term.write = [](void* self, const QueryBlock& queries, const KeyBlock& keys,
                    float* scores) noexcept {
      static_cast<Scheme*>(self)->write(queries, keys, scores);
    };
  }
  if constexpr (requires { scheme.state_size(); }) {
    term.state_size = scheme.state_size();
  }
  if constexpr (requires { scheme.reads_mask(); }) {
    term.reads_mask = scheme.reads_mask();
  }
  if constexpr (requires { scheme.begin_head(0, 0); }) {
    term.begin_head = [](void* self, std::size_t batch,
                         std::size_t head) noexcept {
      static_cast<Scheme*>(self)->begin_head(batch, head);
    };
  }
  if constexpr (requires(const QueryBlock& q) { scheme.begin(q, nullptr); }) {
    term.begin = [](void* self, const QueryBlock& queries,
                    float* state) noexcept {
      static_cast<Scheme*>(self)->begin(queries, state);
    };
  }
  if constexpr (requires(const QueryBlock& q) {
                  scheme.finish(q, nullptr, nullptr);
                }) {
    term.collect = [](void* self, const QueryBlock& queries,
                      const KeyBlock& keys, const float* weights,
                      const float* factor, float* state) noexcept {
      static_cast<Scheme*>(self)->collect(queries, keys, weights, factor,
                                          state);
    };
    term.finish = [](void* self, const QueryBlock& queries, float* state,
                     float* output) noexcept {
      static_cast<Scheme*>(self)->finish(queries, state, output);
    };
  }
  return term;
}

}  // namespace posenc::numeric
