// T5's relative position buckets: Raffel et al. 2020 (arXiv:1910.10683),
// section 2.1, as mesh-tensorflow and Hugging Face compute them.
//
// r = key position - query position. One direction has n buckets: all of them
// when causal, half of them when bidirectional, where the second half is for
// r > 0. With d = |r| (causal: max(-r, 0)) and e = floor(n / 2):
//
//   d < e     bucket d                                   one each, exactly
//   d >= e    min(n - 1, e + floor(ln(d/e) / ln(max_distance/e) * (n - e)))
//
//   num_buckets 32, max_distance 128, bidirectional:
//   d        0 1 2 3 4 5 6 7 | 8 12 16 23 32 46 64 91 ...
//   bucket   0 1 2 3 4 5 6 7 | 8  9 10 11 12 13 14 15        + 16 for r > 0
//
// No logarithm decides a bucket when the library runs: bucket e + k begins at
// the smallest integer d with d^(n-e) >= max_distance^k * e^(n-e-k). These
// thresholds are found with logarithms of 104 bits, in which an equality of the
// two sides (32 above: 4 / 8 of the way from 8 to 128) shows as a difference
// below 2^-80, and everything else is integer comparison. float32 logarithms
// agree with it in the published configurations.
//
// Valid: 2 <= num_buckets <= 65536; bidirectional: an even number of at least
// 4; e < max_distance < 2^31. All r of 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bias/offsets.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::bias {

struct T5Options {
  std::int32_t num_buckets = 32;
  std::int32_t max_distance = 128;
  bool bidirectional = true;
};

[[nodiscard]] bool is_valid(const T5Options& options) noexcept;

// n - e: how many thresholds t5_thresholds writes; 0 for bad options.
[[nodiscard]] std::size_t t5_threshold_count(const T5Options& options) noexcept;

// out[k] = smallest d of bucket e + k, so out[0] = e; rising, equal where a
// bucket is empty.
//
// kBadShape: out has not t5_threshold_count. kBadArgument: bad options.
[[nodiscard]] Status t5_thresholds(std::span<std::int32_t> out,
                                   const T5Options& options) noexcept;

// How many numbers of scratch t5_bucket needs; 0 for bad options.
[[nodiscard]] Count t5_bucket_scratch_size(const T5Options& options) noexcept;

// out[i] = bucket of relative[i], from 0 to num_buckets - 1. out may be
// relative itself.
//
// kBadShape: a span has another size. kBadArgument: bad options.
[[nodiscard]] Status t5_bucket(std::span<std::int32_t> out,
                               std::span<const std::int32_t> relative,
                               const T5Options& options,
                               std::span<std::int32_t> scratch) noexcept;

// The oracle of t5_bucket: a search among the thresholds for each number.
// thresholds as of t5_thresholds.
[[nodiscard]] Status t5_bucket_reference(
    std::span<std::int32_t> out, std::span<const std::int32_t> relative,
    const T5Options& options,
    std::span<const std::int32_t> thresholds) noexcept;

// The bias of each offset: out [H, count] = table[bucket, h] of table
// [num_buckets, H], copied. T5 adds it to q.k without the factor 1/sqrt(D).
//
// scratch: t5_threshold_count. kBadShape: a span has another size.
// kBadArgument: bad options or offsets, or an offset that is no integer of 32
// bits.
[[nodiscard]] Status t5_by_offset(std::span<float> out, const Offsets& offsets,
                                  std::span<const float> table,
                                  std::size_t heads, const T5Options& options,
                                  Future future,
                                  std::span<std::int32_t> scratch) noexcept;

}  // namespace posenc::bias
