// DeBERTa's logarithmic buckets of relative positions: He et al. 2021
// (arXiv 2006.03654), as the published code computes them.
//
// r = query - key, m = floor(buckets / 2), M = max_position:
//
//   |r| <= m   r
//   |r| >  m   sign(r) (m + ceil(ln(|r| / m) / ln((M - 1) / m) * (m - 1)))
//
//   buckets 256, M 512:   128 -> 128, 129 -> 129, 200 -> 169, 510 -> 255,
//                         512 -> 256, 1000 -> 317
//
// Two published codes part at M: Hugging Face goes on as written here, the
// authors' (microsoft/DeBERTa, DeBERTa/deberta/da_utils.py) first clamps r to
// -(M - 1) ... M - 1, which is `clamp`.
//
// No float decides a bucket: n with d^(m-1) <= m^(m-1-n) (M-1)^n is the
// ceiling, compared by logarithms of 104 bits, in which equality shows as a
// difference below 2^-80.
//
// Valid: 4 <= buckets <= 65536, buckets / 2 + 1 < M < 2^31.
#pragma once

#include <cstdint>
#include <span>

#include "status.hpp"

namespace posenc::relative {

struct LogBucketOptions {
  std::int32_t buckets = 256;
  std::int32_t max_position = 512;  // M
  bool clamp = false;
};

[[nodiscard]] bool is_valid(const LogBucketOptions& options) noexcept;

// out[i] = bucket of relative[i], of the sign of relative[i]. out may be
// relative itself.
//
// kBadShape: a span has another size. kBadArgument: bad options, or a bucket
// beyond 32 bits, which takes thousands of buckets between buckets / 2 and an M
// close to it.
[[nodiscard]] Status log_buckets(std::span<std::int32_t> out,
                                 std::span<const std::int32_t> relative,
                                 const LogBucketOptions& options) noexcept;

}  // namespace posenc::relative
