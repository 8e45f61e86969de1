// Hierarchical decomposition of a learned table: n rows reach n^2 positions.
//
//   u_i          = (p_i - alpha p_0) / (1 - alpha)
//   q[i n + j]   = alpha u_i + (1 - alpha) u_j               0 <= i, j < n
//
// so position k is written as the two-digit number (i, j) to base n, and each
// digit has its own vector. For k < n this is p_k again: a model trained on n
// positions keeps what it knows. Exactly so here, the first n rows are copied;
// computed by the formula in float32 they would differ in their last bit.
//
//   table [n, D]      out [M, D], M <= n^2
//
// Valid: 0 < alpha < 1 and alpha != 1/2, where (i, j) and (j, i) would collide.
// Errors: float64, one rounding to float32.
//
// Source: Su Jianlin, "Hierarchical decomposition of position encodings, so
// that BERT can handle ultra-long text", 2020 (kexue.fm/archives/7947);
// bert4keras, PositionEmbedding(hierarchical=True).
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct HierarchicalOptions {
  std::size_t rows = 0;   // M, at most n^2
  std::size_t width = 0;  // D
  double alpha = 0.4;
};

// kBadShape: a span has another size. kBadArgument: alpha is not allowed.
// kOutOfRange: M > n^2.
[[nodiscard]] Status hierarchical(std::span<float> out,
                                  std::span<const float> table,
                                  const HierarchicalOptions& options) noexcept;

}  // namespace posenc::embedding
