// Do two positions share a row once the table is stored in a number format?
//
// Counts the distinct rows of a table and finds the two that lie closest
// together (Euclidean distance). Rows are compared in the order of their first
// numbers, which for sinusoids spread over all of [-1, 1], as long as those are
// closer than the best pair so far, and each only until its partial sum exceeds
// it. Where all rows begin alike, that is all pairs.
//
// Valid: 2 <= T <= 16384, D >= 1. Distances are float64 sums of exact
// differences: max error D ulp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "embedding/sinusoidal.hpp"
#include "numeric/formats.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::analysis {

inline constexpr std::size_t kMaxCollisionRows = 16384;

// The format a table is kept in.
enum class Storage : int {
  kFloat64 = 0,
  kFloat32 = 1,
  kBfloat16 = 2,
  kFloat16 = 3,
};

// Exact sinusoidal rows in float64: out [T, D] for positions 0 ... T - 1.
[[nodiscard]] Status sinusoidal_float64(
    std::span<double> out, std::size_t count,
    const embedding::SinusoidalOptions& options) noexcept;

struct Collisions {
  std::size_t distinct = 0;  // rows that differ in at least one number
  std::size_t first = 0;     // the closest pair, first < second; of several
                             // the one whose rows come first
  std::size_t second = 0;
  double distance = 0;  // between them; 0 when they are the same row
};

// Numbers of scratch that `collisions` needs.
[[nodiscard]] constexpr Count collisions_scratch_size(
    std::size_t count) noexcept {
  Count slots(16u);
  while (slots < 2u * Count(count)) slots = 2u * slots;
  return slots;
}

// rows [T, D], which are rounded in place, by way of float32, as a table that
// was made in float32 is; scratch of collisions_scratch_size(T) at least.
//
// kBadArgument: T out of its range, or no such storage. kBadShape: no D fits
// the rows, or too little scratch.
[[nodiscard]] Status collisions(Collisions* result, std::span<double> rows,
                                std::size_t count, Storage storage,
                                std::span<std::uint32_t> scratch) noexcept;

}  // namespace posenc::analysis
