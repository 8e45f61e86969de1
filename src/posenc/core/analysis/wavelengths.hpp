// The wavelength of a pair: positions until its hand has turned once,
//
//   lambda_i = 2 pi / w_i = 2 pi base^(2i/D)       from 2 pi to almost 2 pi
//   base
#pragma once

#include <span>

#include "embedding/sinusoidal.hpp"
#include "status.hpp"

namespace posenc::analysis {

// out [n], n = ceil(D / 2) pairs; with halves and end point spacing n = D / 2
// rounded down (an odd width ends on zeros there).
//
// Valid: D from 1 to 65536, 1 <= base <= 1e100. Max error: 1 ulp of float64.
[[nodiscard]] Status wavelengths(
    std::span<double> out,
    const embedding::SinusoidalOptions& options) noexcept;

}  // namespace posenc::analysis
