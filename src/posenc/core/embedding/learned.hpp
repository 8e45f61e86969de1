// Learned position tables: as many rows as positions, all of them trained.
//
//   table [N, D]
//
//   learned   initial values N(0, std^2), the same for a seed on every machine
//   lookup    out[t, :] = table[p_t, :]
//   update    one step of gradient descent on the rows that were looked up:
//             table[r, :] -= rate * sum over {t : p_t = r} of gradient[t, :]
//
// A row that no position asked for has no gradient and keeps its values: a
// model trained on short texts has never moved its late rows.
//
// Past the table there is nothing. `lookup` refuses, as PyTorch does, or takes
// the nearest row (clamp) or starts over (wrap).
//
// Errors: learned: float64, one rounding. lookup copies. update: sums in
// float64, one rounding.
//
// Sources: J. Gehring et al., "Convolutional sequence to sequence learning",
// arXiv 1705.03122, section 3.1; J. Devlin et al., "BERT", arXiv 1810.04805
// (std = 0.02).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::embedding {

struct LearnedOptions {
  double std = 0.02;
  std::uint64_t seed = 0;
};

// Fills out, of any shape, row by row: a longer table of the same seed begins
// with the shorter one if they are of one width.
//
// kBadArgument: std is negative or not finite.
[[nodiscard]] Status learned(std::span<float> out,
                             const LearnedOptions& options) noexcept;

// What a position outside 0 .. N - 1 means.
enum class Overflow : int {
  kError = 0,
  kClamp = 1,
  kWrap = 2,
};

struct LookupOptions {
  std::size_t width = 0;  // D
  Overflow overflow = Overflow::kError;
};

// out [T, D] from table [N, D]; they must not overlap.
//
// kBadShape: a span has another size. kBadArgument: an empty table or no such
// overflow. kOutOfRange: a position outside the table, with kError.
[[nodiscard]] Status lookup(std::span<float> out, std::span<const float> table,
                            std::span<const std::int32_t> positions,
                            const LookupOptions& options) noexcept;

struct UpdateOptions {
  std::size_t width = 0;  // D
  double learning_rate = 0;
};

// How many std::int32_t `update` needs: N + T.
[[nodiscard]] constexpr Count update_scratch_size(
    std::size_t rows, std::size_t positions) noexcept {
  return Count(rows) + positions;
}

// out and table [N, D], gradient [T, D]. out may be table.
//
// kBadShape: a span has another size. kBadArgument: the rate is not finite.
// kOutOfRange: a position outside the table.
[[nodiscard]] Status update(std::span<float> out, std::span<const float> table,
                            std::span<const std::int32_t> positions,
                            std::span<const float> gradient,
                            std::span<std::int32_t> scratch,
                            const UpdateOptions& options) noexcept;

// Positions of padded texts, as fairseq, RoBERTa and OPT count them: real
// tokens from padding + 1 on, one after the other, padding tokens all at
// `padding`.
//
//   padding = 1    token  <pad> <pad>  a  b  c
//                  p        1     1    2  3  4
//
// mask and out [B, T] with T = length; a byte other than 0 is a real token.
// padding = -1 counts from 0.
//
// kBadShape: a span has another size. kBadArgument: the last position would
// not fit.
[[nodiscard]] Status padded_positions(std::span<std::int32_t> out,
                                      std::span<const std::uint8_t> mask,
                                      std::size_t length,
                                      std::int32_t padding) noexcept;

}  // namespace posenc::embedding
