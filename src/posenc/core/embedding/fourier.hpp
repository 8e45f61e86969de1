// Fourier features: sines and cosines of continuous coordinates.
//
//   coords [N, C]  in float64      gamma_k = cos or sin of pi f_k x_c
//
//   octaves   f_k = 2^k, k = 0 .. K - 1                                  (NeRF)
//   linear    f_k from 1 to max_frequency / 2 in K equal steps      (Perceiver)
//
// Columns, C = 2 and K = 2; xk and Xk are sine and cosine of coordinate x and
// band k:
//
//   interleaved   | x0 X0 x1 X1 y0 Y0 y1 Y1 |      the formula in NeRF's paper
//   halves        | x0 x1 y0 y1 X0 X1 Y0 Y1 |      Perceiver
//   bands         | x0 y0 X0 Y0 x1 y1 X1 Y1 |      NeRF's published code, which
//                                                  leaves the pi away: divide x
//   include_input puts the coordinates themselves in front: | x y | ... |
//
//   out [N, 2 C K (+ C)]
//
// Random features draw their directions instead, B [M, C]:
//
//   out [N, 2 M]   | sin 2 pi B0 x  sin 2 pi B1 x ...  cos 2 pi B0 x ... |
//
// Valid: |x| <= 2^20; K from 1 to 30 for octaves, to 65536 for linear, with
// max_frequency from 2 to 2^30; C times the largest |B| at most 2^30, so that
// the product B x stays below 2^50 turns.
//
// Errors: octaves 3e-8; linear and random 3e-8 + 1e-15 times the angle (f_k
// and the sum B x are rounded to float64).
//
// Sources: B. Mildenhall et al., "NeRF", arXiv 2003.08934, section 5.1;
// A. Jaegle et al., "Perceiver", arXiv 2103.03206, section 3.2; M. Tancik et
// al., "Fourier features let networks learn high frequency functions",
// arXiv 2006.10739.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

enum class FourierSpacing : int {
  kOctaves = 0,
  kLinear = 1,
};

enum class FourierLayout : int {
  kInterleaved = 0,
  kHalves = 1,
  kBands = 2,
};

struct FourierOptions {
  std::size_t rows = 0;         // N
  std::size_t coordinates = 1;  // C
  std::size_t bands = 1;        // K
  FourierSpacing spacing = FourierSpacing::kOctaves;
  double max_frequency = 2;  // linear only
  FourierLayout layout = FourierLayout::kInterleaved;
  bool include_input = false;
};

// kBadShape: a span has another size. kBadArgument: an option or a coordinate
// lies outside the valid range.
[[nodiscard]] Status fourier(std::span<float> out,
                             std::span<const double> coords,
                             const FourierOptions& options) noexcept;

struct RandomFourierOptions {
  std::size_t rows = 0;         // N
  std::size_t coordinates = 1;  // C
  std::size_t features = 1;     // M
};

// matrix is B [M, C]; the paper draws it from N(0, scale^2), which `learned`
// does (M rows of width C, std = scale).
[[nodiscard]] Status random_fourier(
    std::span<float> out, std::span<const double> coords,
    std::span<const float> matrix,
    const RandomFourierOptions& options) noexcept;

}  // namespace posenc::embedding
