// DeBERTa's logarithmic buckets of relative positions: He et al. 2021
// (arXiv 2006.03654), as the published code computes them.
//
// r = query - key, m = floor(buckets / 2), M = max_position:
//
//   |r| <= m   r
//   |r| >  m   sign(r) (m + ceil(ln(d / m) / ln((M - 1) / m) * (m - 1)))
//              with d = min(|r|, M - 1)
//
//   buckets 256, M 512:   128 -> 128, 129 -> 129, 200 -> 169, 510 -> 255
//
// No logarithm decides a bucket: m + n begins past the largest d with
// d^(m-1) <= m^(m-n) (M-1)^(n-1), found with logarithms of 104 bits, in which
// equality shows as a difference below 2^-80.
//
// Valid: 4 <= buckets <= 65536, buckets / 2 + 1 < M < 2^31.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::relative {

struct LogBucketOptions {
  std::int32_t buckets = 256;
  std::int32_t max_position = 512;  // M
};

[[nodiscard]] bool is_valid(const LogBucketOptions& options) noexcept;

// Numbers of scratch that `log_buckets` needs; 0 for bad options.
[[nodiscard]] Count log_buckets_scratch_size(
    const LogBucketOptions& options) noexcept;

// out[i] = bucket of relative[i], of the sign of relative[i]. out may be
// relative itself.
//
// kBadShape: a span has another size. kBadArgument: bad options.
[[nodiscard]] Status log_buckets(std::span<std::int32_t> out,
                                 std::span<const std::int32_t> relative,
                                 const LogBucketOptions& options,
                                 std::span<std::int32_t> scratch) noexcept;

}  // namespace posenc::relative
