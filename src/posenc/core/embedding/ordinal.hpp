// The plain ways to number positions, which explain why nobody stops there.
//
//   index        | p |                  grows without bound
//   normalized   | p / (T - 1) |        0 .. 1; the step depends on the length
//   binary       | b_(n-1) .. b_1 b_0 | the bits of p, the most significant
//                                       first; jumps, but bounded and distinct
//
// index and binary give the same row for a position whatever the length;
// normalized does not, and answers 0 for a text of one position.
//
// Errors: index is exact for integers up to 2^24 and else one rounding to
// float32, normalized one rounding; binary is exact.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

inline constexpr std::size_t kMaxBits = 32;

// out [T]. kBadShape: out has another size. kBadArgument: not a position.
[[nodiscard]] Status index(std::span<float> out,
                           std::span<const double> positions) noexcept;

// out [T], positions 0 .. T - 1.
[[nodiscard]] Status normalized(std::span<float> out) noexcept;

// out [T, bits]. kBadArgument: bits is not 1 to 32, or a position is not an
// integer from 0. kOutOfRange: a position needs more bits.
[[nodiscard]] Status binary(std::span<float> out,
                            std::span<const double> positions,
                            std::size_t bits) noexcept;

}  // namespace posenc::embedding
