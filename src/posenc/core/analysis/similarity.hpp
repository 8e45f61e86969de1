// How alike the rows of a table are: all inner products.
//
//   kInnerProduct   out[i, j] = sum_d rows[i, d] rows[j, d]
//   kCosine         the same over |rows[i]| |rows[j]|, 0 where a row is zero
//
// For sinusoidal rows the first is sum_i cos(omega_i (p - q)): it depends on
// the distance alone (see analysis/decay.hpp), with T = D / 2 on the diagonal.
//
// Shapes: rows [T, D], out [T, T], symmetric to the last bit. Products are
// exact and sums kept in float64, one rounding to float32 at the end. Max
// error: half an ulp of float32 plus D 2^-53 sum |rows[i, d] rows[j, d]|.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::analysis {

enum class SimilarityKind : int {
  kInnerProduct = 0,
  kCosine = 1,
};

// rows [length, width], out [length, length].
//
// kBadShape: a span has another size. kBadArgument: no such kind.
[[nodiscard]] Status similarity(std::span<float> out,
                                std::span<const float> rows, std::size_t length,
                                std::size_t width,
                                SimilarityKind kind) noexcept;

// The oracle: one scalar sum per pair.
[[nodiscard]] Status similarity_reference(std::span<float> out,
                                          std::span<const float> rows,
                                          std::size_t length, std::size_t width,
                                          SimilarityKind kind) noexcept;

}  // namespace posenc::analysis
