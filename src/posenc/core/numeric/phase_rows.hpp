// Rows of sines and cosines, many positions at a time, by rotation.
//
// An exact sine costs some sixty operations, a rotation by a known angle four:
//
//   sin(C + b w) = sin C cos bw + cos C sin bw
//   sin(C - b w) = sin C cos bw - cos C sin bw          (the same products)
//
// so positions are cut into blocks of 16 and only block centres are known:
//
//   p    ... | 8 ... 15 16 17 ... 23 | 24 ... 31 32 33 ... 39 | ...
//                       C                        C = 16 m
//
// Row C + b comes from C by the constants cos bw, sin bw (b = 1 .. 8); the next
// centre by those of 16 w; and at every multiple of 256 the centre is computed
// anew from the exact phase, so that errors never grow. All of it in float64,
// one rounding to float32 (and `amplitude`, if any, in the seeds) at the end.
//
// The grid of centres belongs to the positions, not to the call: row p has the
// same bits in whatever range or order it is asked for.
//
// Columns are worked through in tiles of kTilePairs frequencies, which fit on a
// small stack and in the first-level cache; the caller loops over tiles.
//
// Max error before rounding: 6e-15 (fifteen steps, three doublings deep turns
// and one addition, at one or two units of 2^-53 each). It is relative to the
// terms, so the sines of tiny angles keep their digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "numeric/phase.hpp"

namespace posenc::numeric {

inline constexpr std::size_t kTilePairs = 128;

// Constants of up to kTilePairs frequencies, in planes; about 21 KB.
struct PhaseTile {
  static constexpr std::size_t kReach = 8;  // rows on either side of a centre

  std::size_t pairs;
  double amplitude;
  double hi[kTilePairs];
  double lo[kTilePairs];
  double turn_sine[kReach][kTilePairs];  // of (b + 1) w
  double turn_cosine[kReach][kTilePairs];
  double step_sine[kTilePairs];  // of 16 w
  double step_cosine[kTilePairs];
};

// Where a tile's columns go. Row t starts at `sine + t * stride` (and `cosine +
// t * stride`).
//
//   interleaved   sine | s0 c0 s1 c1 ... |    `cosine` is not used
//   planar        sine | s0 s1 ... |   cosine | c0 c1 ... |
//
// `cosines` is `sines` or one less: an odd width ends on a sine. Both are at
// most the tile's number of pairs.
struct PairColumns {
  float* sine;
  float* cosine;
  std::size_t stride;
  std::size_t sines;
  std::size_t cosines;
  bool interleaved;
};

// Prepares `tile` for `frequencies`, at most kTilePairs. All results are
// multiplied by `amplitude`.
void set_tile(PhaseTile& tile, std::span<const Frequency> frequencies,
              double amplitude = 1.0) noexcept;

// Rows for offset, offset + 1, ..., offset + rows - 1; the sums are exact.
// Valid: |offset|, |offset + rows| <= kMaxPosition.
void write_range(const PhaseTile& tile, double offset, std::size_t rows,
                 const PairColumns& out) noexcept;

// Rows for any positions. Integers go through the grid of `write_range`, in
// runs where they follow each other; others are computed cell by cell.
// Valid: every |position| <= kMaxPosition.
void write_positions(const PhaseTile& tile, std::span<const double> positions,
                     const PairColumns& out) noexcept;

// out[k] += sum over j of cos(k w_j), for at most kTilePairs frequencies.
//
// Sums need two products a cosine, for both rows beside a centre together:
//
//   sum cos((C + b) w) = sum cos C cos bw - sum sin C sin bw
//   sum cos((C - b) w) = sum cos C cos bw + sum sin C sin bw
//
// All centres and all turns are exact here: max error 4e-16 per cosine.
void add_cosines(std::span<const Frequency> frequencies,
                 std::span<double> out) noexcept;

}  // namespace posenc::numeric
