// Fitting an over-long input into a model's positions by leaving tokens out.
//
//   T = 7, limit = 4     last   | 3 4 5 6 |   the newest context
//                        first  | 0 1 2 3 |   BERT's usual truncation
//                        ends   | 0 1 5 6 |   head and tail; an odd limit
//                                             gives the head one more
//
//   tokens [B, T, D]     out [B, min(T, limit), D]
//
// What is short enough passes unchanged.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

enum class FitKeep : int {
  kLast = 0,
  kFirst = 1,
  kEnds = 2,
};

struct FitOptions {
  std::size_t batch = 1;   // B
  std::size_t length = 0;  // T
  std::size_t width = 0;   // D
  std::size_t limit = 1;
  FitKeep keep = FitKeep::kLast;
};

// out overlaps nothing.
//
// kBadShape: a span has another size. kBadArgument: limit is 0 or keep has no
// such value.
[[nodiscard]] Status fit(std::span<float> out, std::span<const float> tokens,
                         const FitOptions& options) noexcept;

}  // namespace posenc::embedding
