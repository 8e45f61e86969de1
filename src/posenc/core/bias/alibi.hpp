// ALiBi, attention with linear biases: Press, Smith and Lewis 2022
// (arXiv:2108.12409), section 3.
//
//   bias[h, i, j] = -m_h * (p_i - k_j)         query at p_i, key at k_j
//
// and the key lies in the past, so that the bias is never positive. Ways in
// which implementations write it, all equal after a causal mask and softmax:
//
//   distance, masked     -m (p - k) and -infinity for k > p   this default
//   distance, zero       -m (p - k) and 0 for k > p           GPT-NeoX, KERPLE
//   symmetric            -m |p - k|                           OpenNMT, encoders
//   signed               -m (p - k) on both sides             the bare formula
//   key                  m k, whatever the query              fairseq, BLOOM
//
// The last is the first plus m p, a constant in each row of scores, which
// softmax does not see. MPT's one row m (j - (K - 1)) is the distance form of
// the last query alone.
//
// Slopes m_h for H heads, M = max_bias (the paper: 8):
//
//   H a power of two     2^(-M h / H),  h = 1 .. H
//   else, with c the power of two below H:
//   reference            the c slopes of c heads, then every other one of 2c
//                        heads, the first, third, ... of them, until H are
//                        there (the authors', BLOOM, ggml)
//   mpt                  every slope of 2c heads; the second, fourth, ... of
//                        them first, then the first, third, ... (MPT)
//   geometric            2^(-M h / H) for any H (the text of the paper taken
//                        literally: MLX until January 2026)
//
// The second slope of 2c heads is the first of c heads, so reference and mpt
// are one and the same sequence, for every H and M; tests/posenc/core/bias
// shows it. Both names stay because configurations use both.
//
//   H = 6     reference, mpt  1/4 1/16 1/64 1/256 1/2 1/8
//
// Errors: slopes are powers of two exactly where the exponent is an integer,
// else within 0.8 ulp of float64; each bias is rounded once to float32.
#pragma once

#include <cstddef>
#include <span>

#include "bias/offsets.hpp"
#include "status.hpp"

namespace posenc::bias {

enum class AlibiOrder : int {
  kReference = 0,
  kMpt = 1,
  kGeometric = 2,
};

// One slope per head: H = out.size().
//
// kBadArgument: no head, max_bias not above 0 and at most 1000, or no such
// order.
[[nodiscard]] Status alibi_slopes(std::span<double> out, AlibiOrder order,
                                  double max_bias) noexcept;

struct AlibiOptions {
  bool symmetric = false;
  Future future = Future::kMask;
};

// out [H, count]: m_h r, or -m_h |r| when symmetric; H = slopes.size().
//
// kBadShape: out has another size. kBadArgument: offsets or options outside
// their range, or a slope that is not finite.
[[nodiscard]] Status alibi_by_offset(std::span<float> out,
                                     const Offsets& offsets,
                                     std::span<const double> slopes,
                                     const AlibiOptions& options) noexcept;

// The oracle of alibi_by_offset: scalar, cell by cell.
[[nodiscard]] Status alibi_by_offset_reference(
    std::span<float> out, const Offsets& offsets,
    std::span<const double> slopes, const AlibiOptions& options) noexcept;

// The key form: out [H, Q, K], m_h k_j whatever the query, except where
// `future` closes k_j > p_i. Positions may have any order.
//
// scratch: K floats. kBadShape: a span has another size, or is empty.
// kBadArgument: a position or a slope that is not finite, or no such future.
[[nodiscard]] Status alibi_by_key(std::span<float> out,
                                  std::span<const double> slopes,
                                  std::span<const double> query_positions,
                                  std::span<const double> key_positions,
                                  Future future,
                                  std::span<float> scratch) noexcept;

}  // namespace posenc::bias
