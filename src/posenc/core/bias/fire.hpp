// FIRE, functional interpolation for relative positions: Li et al. 2024
// (arXiv:2310.04418), equations 3 to 5 and appendix.
//
//   x(p, k) = ln(|c (p - k)| + 1) / (ln(|c max(p, |m L|)| + 1) + eps)
//   bias[h, p, k] = MLP_h(x),   MLP: 1 -> W -> H with one ReLU
//
// query at p, key at k. Distances are measured in shares of the query's own
// position, so that x stays in [0, 1] for past keys at any length; up to the
// threshold |m L| they are absolute. c, m (the multiplier of a given length L)
// and the MLP are learned. The absolute value fills keys after the query, too.
//
// The bias does not depend on p - k alone. But an MLP of one number is a broken
// line: between two neighbouring zeros of its hidden units it is a x + b, and
// ln(|c d| + 1) rises with the distance d. A row is therefore a few runs of
// (a / D) N[d] + b with shared logarithms N, one multiplication and one
// addition per cell whatever the width W. `fire_prepare` makes the line,
// `fire_tile` draws any rectangle of it, for one head or more.
//
// Valid: finite parameters, eps > 0, W <= 4096; positions of the tiles are
// integers below 2^53 in magnitude. Max error of the line: 1e-14 of the largest
// term of the MLP's sums before the one rounding to float32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bias/offsets.hpp"
#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::bias {

// W = hidden_weight.size(), H = output_bias.size().
struct FireWeights {
  std::span<const float> hidden_weight;  // [W]
  std::span<const float> hidden_bias;    // [W]
  std::span<const float> output_weight;  // [H, W]
  std::span<const float> output_bias;    // [H]
};

// The four parts of one array, in this order.
[[nodiscard]] constexpr FireWeights fire_weights(std::span<const float> all,
                                                 std::size_t heads,
                                                 std::size_t width) noexcept {
  const std::size_t outer = heads * width;
  return {all.first(width), all.subspan(width, width),
          all.subspan(2 * width, outer), all.last(heads)};
}

struct FireOptions {
  double c = 0.1;
  double length = 512;    // L
  double multiplier = 1;  // m
  double eps = 1e-6;
  Future future = Future::kKeep;
};

// What fire_tile needs, all of it in the caller's scratch.
struct FirePlan {
  std::span<const double> logs;        // N[|r|], r = first .. last
  std::span<const double> breaks;      // x of the corners, rising
  std::span<const double> slopes;      // [H, breaks + 1]
  std::span<const double> intercepts;  // [H, breaks + 1]
  std::span<double> corners;           // the corners of the last row drawn
  std::size_t heads = 0;
  std::int64_t first = 0;  // r = key - query
  std::int64_t last = 0;
  FireOptions options;
};

// Heads head .. head + heads - 1, queries at query, query + 1, ..., keys at
// key, key + 1, ...
struct FireTile {
  std::size_t head = 0;
  std::size_t heads = 0;
  std::int64_t query = 0;
  std::size_t queries = 0;
  std::int64_t key = 0;
  std::size_t keys = 0;
};

// Numbers of scratch for so many offsets.
[[nodiscard]] Count fire_scratch_size(std::size_t width, std::size_t heads,
                                      std::size_t offsets) noexcept;

// For tiles whose every key - query is among `offsets`: none nearer or farther
// costs memory, so that queries far from the keys cost what near ones do.
//
// kBadShape: a span has another size, or is empty. kBadArgument: a parameter
// outside its range, or offsets that are not valid or no integers. kTooLarge:
// no such scratch.
[[nodiscard]] Status fire_prepare(FirePlan* plan, const Offsets& offsets,
                                  const FireWeights& weights,
                                  const FireOptions& options,
                                  std::span<double> scratch) noexcept;

// out [heads, queries, keys].
//
// kBadShape: out has another size. kBadArgument: a head that is not there.
// kOutOfRange: an offset that the plan was not made for.
[[nodiscard]] Status fire_tile(std::span<float> out, const FirePlan& plan,
                               const FireTile& tile) noexcept;

// FIRE inside a fused attention: a scheme for numeric::score_term. The plan
// serves one thread.
class FireTerm {
 public:
  // Valid: `check` of the same is kOk.
  FireTerm(const FirePlan& plan, std::size_t /*heads*/, std::size_t /*queries*/,
           std::size_t /*keys*/, std::int64_t /*offset*/) noexcept
      : plan_(plan) {}

  // For queries at offset, offset + 1, ... and keys at 0, 1, ...
  // kBadShape: a plan for other heads. kOutOfRange: an offset that the plan was
  // not made for.
  [[nodiscard]] static Status check(const FirePlan& plan, std::size_t heads,
                                    std::size_t queries, std::size_t keys,
                                    std::int64_t offset) noexcept;

  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;

 private:
  const FirePlan& plan_;
};

// The oracle, and the kernel for positions in any order: the MLP for each cell.
// out [H, query_positions.size(), key_positions.size()].
[[nodiscard]] Status fire_reference(std::span<float> out,
                                    std::span<const double> query_positions,
                                    std::span<const double> key_positions,
                                    const FireWeights& weights,
                                    const FireOptions& options) noexcept;

}  // namespace posenc::bias
