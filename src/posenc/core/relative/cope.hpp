// Contextual position encoding: Golovneva et al. 2024 (arXiv 2405.18719).
//
//   g(i, j)     = sigmoid(scale * q_i . x_j + mask(i, j))
//   p(i, j)     = min(sum of g(i, l) for l = j ... last, N - 1)
//   z_i[n]      = q_i . e[n],  n = 0 ... N - 1
//   term(i, j)  = factor * scale * (z_i at p(i, j), between whole n linear)
//
//   x   what opens the gates: the keys, keys of their own, or the values
//   e   [N, D] rows, shared by the heads, or [H, N, D]
//
// A position is what a query counted on its way back to the key: words,
// sentences, whatever opens its gates. Content, gates and term have one scale,
// 1 / sqrt(D), in the authors' code (facebookresearch/RAM, projects/cope); its
// `nodiv` form and the paper's listing leave the term as it is
// (factor = 1 / scale).
//
// The gate of a key that causal order, the window or the mask hides is closed:
// mask(i, j) is -infinity there. Finite numbers of a mask go through the
// sigmoid, as in the paper's listing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct CopeShape {
  std::size_t batch = 1;
  std::size_t heads = 0;
  std::size_t width = 0;       // D
  std::size_t keys = 0;        // K
  std::size_t gate_heads = 0;  // of x [B, K, gate_heads, D]
  std::size_t positions = 0;   // N
  std::size_t tables = 1;      // 1, or H
  double factor = 1;
};

// A scheme for numeric::score_term. Needs the blocks of keys from the last to
// the first, as the kernel gives them.
class Cope {
 public:
  // Numbers of `memory`: the tables, packed.
  [[nodiscard]] static Count memory_size(const CopeShape& shape) noexcept;

  // kBadShape: a span has another size, or `memory` is too short.
  // kBadArgument: no positions, no width, gate_heads does not divide heads,
  // tables is neither 1 nor H, or the factor is not finite. kTooLarge: no such
  // arrays.
  [[nodiscard]] static Status check(const CopeShape& shape,
                                    std::span<const float> embeddings,
                                    std::span<const float> gates,
                                    std::span<const float> memory) noexcept;

  // embeddings e, gates x. All must outlive the object. Valid: `check` of the
  // same is kOk, and the sizes are those of the call.
  Cope(const CopeShape& shape, std::span<const float> embeddings,
       std::span<const float> gates, std::span<float> memory) noexcept;

  // Writes positions instead of adding the term: `add` then sets
  // scores = p(i, j).
  void tell_positions() noexcept { tells_positions_ = true; }

  [[nodiscard]] Count state_size() const noexcept;
  // Gates of hidden keys are closed.
  [[nodiscard]] static constexpr bool reads_mask() noexcept { return true; }
  void begin(const numeric::QueryBlock& queries, float* state) const noexcept;
  void add(const numeric::QueryBlock& queries, const numeric::KeyBlock& keys,
           const float* mask, float* scores, float* state) const noexcept;

 private:
  CopeShape shape_;
  const float* gates_;
  std::size_t padded_;
  const float* packed_;
  bool tells_positions_ = false;
};

}  // namespace posenc::relative
