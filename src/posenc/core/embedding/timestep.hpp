// Timestep rows of diffusion models: Ho et al. 2020 (DDPM), whose network is
// told by them how much noise is left.
//
//   sin(omega_i s t) and cos(omega_i s t),  i = 0 .. n - 1,  n = floor(D / 2)
//   omega_i = m^(-i / (n - shift))
//
// Output: [T, D], row-major float32. Row t belongs to timestep t.
//
//   sine first     D = 7   | s0 s1 s2 c0 c1 c2  0 |   DDPM
//   cosine first   D = 7   | c0 c1 c2 s0 s1 s2  0 |   guided-diffusion, Stable
//                                                     Diffusion, DiT
//
// DDPM has shift = 1 (the last omega is 1 / m exactly), the others 0; any
// number below 1 spaces them by the same rule. With n = 1 there is only omega_0
// = 1. An odd width ends on a column of zeros. s is for timesteps that were
// scaled down, to 0 .. 1 for instance.
//
// With sines first, s = 1 and shift 1 these are the rows of `sinusoidal` in
// halves with endpoint spacing; with shift 0 and an even width, those with the
// paper's. Bit for bit.
//
// Valid: 2 <= D <= 65536, 1 <= m <= 1e100, -65536 <= shift <= 1, |s| <= 2^20,
// |timestep| <= 2^53 and |s timestep| <= 2^52, any fraction, any sign.
//
// Max error, m from 2 to 1e9: 2.99e-8 for |timestep| <= 2^31, where n - shift
// is a float64 (0, 1, 1/2, ...); it is rounded to one, which is below 1e-9 of a
// radian for any other shift and |timestep| <= 1e6. s multiplies the
// frequency's 106 bits, not the timestep, so that nothing is rounded before the
// angle is reduced.
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

inline constexpr double kMaxTimestepScale = 1048576.0;  // 2^20

struct TimestepOptions {
  std::size_t width = 0;        // D
  double max_period = 10000.0;  // m
  double shift = 1.0;
  double scale = 1.0;  // s
  bool cosine_first = false;
};

// Rows for the given timesteps: out [timesteps.size(), D].
//
// kBadShape: out has another size. kBadArgument: an option or a timestep lies
// outside the valid range. kTooLarge: the table cannot exist.
[[nodiscard]] Status timestep(std::span<float> out,
                              std::span<const double> timesteps,
                              const TimestepOptions& options) noexcept;

// Its oracle: one exact sin or cos per cell.
[[nodiscard]] Status timestep_reference(
    std::span<float> out, std::span<const double> timesteps,
    const TimestepOptions& options) noexcept;

}  // namespace posenc::embedding
