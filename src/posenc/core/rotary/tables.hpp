// Tables of cos and sin for rotary position embedding.
//
//   cos[t, i] = m cos(p_t theta_i)      sin[t, i] = m sin(p_t theta_i)
//
// Output: two tables [T, d/2], row-major float32; m is the attention factor.
//
// Several coordinates (M-RoPE, grids): positions are [A, T], one row per axis,
// and pair i takes the row axis_of_pair[i].
//
// Precision says what is rounded when:
//
//   exact      the angle is reduced modulo 2 pi exactly (numeric/phase.hpp), m
//              is multiplied in float64, and one rounding to float32 ends it
//   float32    as Hugging Face's models compute from theta on (float32.hpp has
//              the thetas that they begin with): theta and p are rounded to
//              float32, so is their product, so are cos and sin of that angle,
//              and so is their product with m, itself rounded to float32
//   bfloat16,  as a runtime that casts positions and frequencies: theta, p,
//   float16    their product, its cos and sin and their products with m are
//              rounded to the format, each to nearest, ties to even (by way of
//              float32, as such runtimes do); m is rounded to float32
//
// The cos and sin of an angle in a reduced format are themselves correctly
// rounded; a runtime's own may differ in the last place. In float16 positions
// from 65520 on round to infinity and the tables are NaN, as they are there.
//
// Valid: |p| <= 2^31, |theta| <= 2^20, 0 < m <= 2^64.
//
// Max error, exact: half an ulp of float32 of m at 1, 2.99e-8 m, when theta is
// given as hi + lo; with lo = 0 the rounding of theta to float64 adds up to
// |p| theta 2^-53, which is below 2.5e-7 at 2^31.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/double_double.hpp"
#include "numeric/phase_rows.hpp"
#include "status.hpp"

namespace posenc::rotary {

enum class Precision : int {
  kExact = 0,
  kFloat32 = 1,  // from here on as numeric::Format
  kBfloat16 = 2,
  kFloat16 = 3,
};

inline constexpr double kMaxRotaryPosition = 2147483648.0;  // 2^31
inline constexpr double kMaxRotaryFrequency = 1048576.0;    // 2^20

// What the angles are made of.
struct Angles {
  std::span<const numeric::DoubleDouble> theta =
      {};                                  // [d/2], radians per position
  std::span<const double> positions = {};  // [A, T]
  std::size_t axes = 1;                    // A
  std::span<const std::uint8_t> axis_of_pair = {};  // [d/2]; empty: axis 0
};

// What a call has prepared, for the next one of the same theta and factor: a
// row at a time, as decoders ask for them, takes a third of the time. Kept are
// at most numeric::kTilePairs pairs of one axis; the caller owns it. The bits
// are the same.
struct TablesKept {
  std::size_t pairs;  // 0: nothing yet
  double factor;
  numeric::DoubleDouble theta[numeric::kTilePairs];
  numeric::PhaseTile tile;
};

// cos, sin [T, d/2].
//
// kBadShape: a span has another length. kBadArgument: a number outside the
// valid range. kOutOfRange: axis_of_pair names an axis that is not there.
[[nodiscard]] Status tables(std::span<float> cos, std::span<float> sin,
                            const Angles& angles, Precision precision,
                            double attention_factor,
                            TablesKept* kept = nullptr) noexcept;

// The oracle: one cell after the other.
[[nodiscard]] Status tables_reference(std::span<float> cos,
                                      std::span<float> sin,
                                      const Angles& angles, Precision precision,
                                      double attention_factor) noexcept;

// sin and cos of position * theta, reduced exactly: one cell. Out of line, for
// the many places that need it once.
[[gnu::noinline]] void sincos_cell(double position, numeric::DoubleDouble theta,
                                   double* sin, double* cos) noexcept;

// The angles themselves, p_t theta_i, unreduced and rounded once: out [T, d/2].
[[nodiscard]] Status table_angles(std::span<float> out,
                                  const Angles& angles) noexcept;

// Tables that undo given ones, in place: (cos, -sin) / (cos^2 + sin^2).
// kBadArgument, and nothing written, where both are 0 or one is not finite.
[[nodiscard]] Status invert_tables(std::span<float> cos,
                                   std::span<float> sin) noexcept;

}  // namespace posenc::rotary
