// KERPLE, kernelized relative positions: Chi, Fan, Ramadge and Rudnicky 2022
// (arXiv:2205.09921), equations 4 and 5.
//
//   d = |p_i - k_j|                                  query at p_i, key at k_j
//   log      bias[h, i, j] = -p_h ln(1 + a_h d)
//   power    bias[h, i, j] = -a_h d^p_h              ALiBi is p = 1
//
// Parameters are learned and kept legal by clamping, as the authors do:
// a >= eps, p >= eps, and p <= 2 in the power kernel. Without a, the power
// kernel has a = 1; without p, p = 1.
//
// The authors' power variant may also weigh the scores s,
//
//   s[h, i, j] * exp(-wa_h d^wp_h) + bias[h, i, j]
//
// which `kerple_scores` computes, rounding once; the log variant has no weight.
// Where a Future is closed the score itself stays (bias 0, weight 1) or is
// -infinity.
//
// Max error: 1e-14 relative before the one rounding to float32.
#pragma once

#include <cstddef>
#include <span>

#include "bias/offsets.hpp"
#include "status.hpp"

namespace posenc::bias {

enum class KerpleKind : int {
  kLog = 0,
  kPower = 1,
};

struct KerpleOptions {
  KerpleKind kind = KerpleKind::kLog;
  double eps = 0.01;  // above 0
  Future future = Future::kKeep;
};

// Per head, or empty where the parameter does not exist. Both empty: no kernel.
struct KerpleKernel {
  std::span<const double> a;
  std::span<const double> p;
};

// out [H, count].
//
// kBadShape: out or a parameter has another size. kBadArgument: options or
// offsets outside their range, a parameter that is not finite, or a log kernel
// without a or p.
[[nodiscard]] Status kerple_by_offset(std::span<float> out,
                                      const Offsets& offsets, std::size_t heads,
                                      const KerpleKernel& bias,
                                      const KerpleOptions& options) noexcept;

// Queries at offset, offset + 1, ..., keys at 0, 1, ...
struct ScoreShape {
  std::size_t batch = 1;    // B
  std::size_t heads = 0;    // H
  std::size_t queries = 0;  // Q
  std::size_t keys = 0;     // K
  double offset = 0;
};

// out and scores [B, H, Q, K]; out may be scores itself. The weight needs the
// power kind. An empty bias adds nothing, an empty weight is 1.
//
// scratch: 2 (Q + K - 1) numbers. Errors as kerple_by_offset; kTooLarge: the
// scores cannot exist.
[[nodiscard]] Status kerple_scores(std::span<float> out,
                                   std::span<const float> scores,
                                   const ScoreShape& shape,
                                   const KerpleKernel& bias,
                                   const KerpleKernel& weight,
                                   const KerpleOptions& options,
                                   std::span<double> scratch) noexcept;

// The oracle of kerple_scores: both kernels anew for each cell.
[[nodiscard]] Status kerple_scores_reference(
    std::span<float> out, std::span<const float> scores,
    const ScoreShape& shape, const KerpleKernel& bias,
    const KerpleKernel& weight, const KerpleOptions& options) noexcept;

}  // namespace posenc::bias
