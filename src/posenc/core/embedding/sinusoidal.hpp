// Sinusoidal position rows: "Attention Is All You Need", section 3.5.
//
//   sin(omega_i p) and cos(omega_i p),   omega_i falling from 1 to 1 / base
//
// Output: [T, D], row-major float32. Row t belongs to position p_t.
//
//   interleaved   D = 6   | s0 c0 s1 c1 s2 c2 |   the paper, PyTorch, Keras
//   halves        D = 6   | s0 s1 s2 c0 c1 c2 |   tensor2tensor, GPT-J,
//                                                 Marian, Transformer-XL
//
//   paper         omega_i = base^(-2i / D)
//   endpoint      omega_i = base^(-i / max(n - 1, 1)) for n pairs: the last is
//                 1 / base exactly (tensor2tensor, fairseq)
//
// Odd widths, as the implementations that allow them have it:
//
//   interleaved          D = 5   | s0 c0 s1 c1 s2 |  ends on a sine; n = 3
//   halves, paper        D = 5   | s0 s1 s2 c0 c1 |  Marian, RoFormer; n = 3
//   halves, endpoint     D = 5   | s0 s1 c0 c1  0 |  a zero column; n = 2
//
// fairseq's zeroed padding row is the caller's matter. tensor2tensor's
// min_timescale m is position * m with base = max_timescale / m.
//
// Valid: 1 <= D <= 65536, 1 <= base <= 1e100, |position| <= 2^53, any
// fraction, any sign.
//
// Max error, base 2 to 1e9: 2.99e-8 for |position| <= 2^31, half an ulp of
// float32 at 1, and more than 99.99 % of the cells are the float32 nearest to
// the exact value. Row p holds the same bits whatever the range or list of
// positions it was asked for in, if p is an integer.
#pragma once

#include <cstddef>
#include <span>

#include "numeric/phase_rows.hpp"
#include "status.hpp"

namespace posenc::embedding {

inline constexpr std::size_t kMaxWidth = 65536;

// Where the sine and the cosine of pair i stand in a row.
enum class SinusoidalLayout : int {
  kInterleaved = 0,  // s0 c0 s1 c1 ...
  kHalves = 1,       // s0 s1 ... c0 c1 ...
};

// How the exponents are spaced.
enum class SinusoidalSpacing : int {
  kPaper = 0,     // 2i / D
  kEndpoint = 1,  // i / (n - 1)
};

struct SinusoidalOptions {
  std::size_t width = 0;  // D
  double base = 10000.0;  // 1 to 1e100
  SinusoidalLayout layout = SinusoidalLayout::kInterleaved;
  SinusoidalSpacing spacing = SinusoidalSpacing::kPaper;

  bool operator==(const SinusoidalOptions&) const = default;
};

// What the options say about one row.
struct SinusoidalColumns {
  std::size_t sines;    // pairs, counting a sine without its cosine
  std::size_t cosines;  // sines or sines - 1
  std::size_t zeros;    // trailing zero columns, 0 or 1
  std::size_t step;     // omega_i = base^(-i step / period)
  std::size_t period;
};

// Valid: options that `check_sinusoidal` takes.
[[nodiscard]] SinusoidalColumns sinusoidal_columns(
    const SinusoidalOptions& options) noexcept;

// kBadArgument: an option lies outside the valid range. kBadShape: `size` is
// not rows * D. kTooLarge: the table cannot exist.
[[nodiscard]] Status check_sinusoidal(
    std::size_t size, std::size_t rows,
    const SinusoidalOptions& options) noexcept;

// What a call has prepared, for the next one of the same options: a row at a
// time, as decoders ask for them, takes a fifth of the time. Kept are rows of
// at most 2 numeric::kTilePairs columns; the caller owns it. The bits are the
// same.
struct SinusoidalKept {
  SinusoidalOptions options;  // width 0: nothing yet
  numeric::PhaseTile tile;
};

// Rows for the given positions: out [positions.size(), D].
//
// kBadShape: out has another size. kBadArgument: an option or a position lies
// outside the valid range. kTooLarge: the table cannot exist.
[[nodiscard]] Status sinusoidal(std::span<float> out,
                                std::span<const double> positions,
                                const SinusoidalOptions& options,
                                SinusoidalKept* kept = nullptr) noexcept;

// Rows for offset, offset + 1, ..., offset + rows - 1: out [rows, D]. The sums
// are exact, also where float64 would round them.
[[nodiscard]] Status sinusoidal_range(std::span<float> out, std::size_t rows,
                                      double offset,
                                      const SinusoidalOptions& options,
                                      SinusoidalKept* kept = nullptr) noexcept;

// The oracle of both: one exact sin or cos per cell.
[[nodiscard]] Status sinusoidal_reference(
    std::span<float> out, std::span<const double> positions,
    const SinusoidalOptions& options) noexcept;

}  // namespace posenc::embedding
