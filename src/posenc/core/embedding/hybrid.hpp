// Two kinds of columns side by side: the first are learned, the rest
// sinusoidal.
//
//   out[t, :] = | learned[t, 0 .. L - 1] | sinusoidal row t of width D - L |
//
// Both parts equal their sources bit for bit. The sinusoidal part has the
// frequencies of an encoding of width D - L, not the tail of one of width D, so
// it keeps the fast and the slow waves.
//
// The definition is ours: texts describe "the first 128 columns learned, the
// other 384 fixed" and leave the rest open.
//
//   learned [T, L]      out [T, D], 1 <= L < D
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct HybridOptions {
  std::size_t rows = 0;           // T
  std::size_t width = 0;          // D
  std::size_t learned_width = 0;  // L
  double base = 10000.0;          // 1 to 1e100
};

// scratch holds T (D - L) numbers. out overlaps neither learned nor scratch.
//
// kBadShape: a span has another size. kBadArgument: L is not 1 to D - 1, or an
// option that `sinusoidal` refuses.
[[nodiscard]] Status hybrid(std::span<float> out,
                            std::span<const float> learned,
                            std::span<float> scratch,
                            const HybridOptions& options) noexcept;

}  // namespace posenc::embedding
