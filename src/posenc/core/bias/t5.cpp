#include "bias/t5.hpp"

#include <algorithm>
#include <limits>

#include "numeric/bits.hpp"
#include "numeric/double_double.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::DoubleDouble;

// Up to this distance buckets stand in a table; they are searched for beyond.
constexpr std::int32_t kTableReach = 4095;

// Buckets of one direction, and the first of them that spans a range.
struct Direction {
  std::int32_t buckets;  // n
  std::int32_t exact;    // e
};

Direction direction(const T5Options& options) noexcept {
  const std::int32_t n =
      options.bidirectional ? options.num_buckets / 2 : options.num_buckets;
  return {n, n / 2};
}

DoubleDouble log2_of(std::int32_t x) noexcept {
  const numeric::Log2 parts = numeric::log2_parts(x);
  return add({static_cast<double>(parts.whole), 0.0}, parts.fraction);
}

// Whether d^n >= max_distance^k e^(n-k), for d > 0; log_ratio is
// log2(max_distance / e).
bool reaches(std::int32_t d, std::int32_t k, std::int32_t n,
             DoubleDouble log_exact, DoubleDouble log_ratio) noexcept {
  const DoubleDouble left =
      multiply(subtract(log2_of(d), log_exact), {static_cast<double>(n), 0.0});
  const DoubleDouble right = multiply(log_ratio, {static_cast<double>(k), 0.0});
  return subtract(left, right).hi > -0x1p-80;
}

// |r|, or max(-r, 0): unsigned, because the magnitude of -2^31 has 32 bits.
std::uint32_t distance(std::int32_t r, bool bidirectional) noexcept {
  const auto u = static_cast<std::uint32_t>(r);
  if (r < 0) return 0u - u;
  return bidirectional ? u : 0u;
}

std::int32_t search(std::uint32_t d, std::span<const std::int32_t> thresholds,
                    const Direction& one) noexcept {
  const auto exact = static_cast<std::uint32_t>(one.exact);
  if (d < exact) return static_cast<std::int32_t>(d);
  const auto above =
      std::upper_bound(thresholds.begin(), thresholds.end(), d,
                       [](std::uint32_t x, std::int32_t threshold) {
                         return x < static_cast<std::uint32_t>(threshold);
                       });
  return one.exact - 1 + static_cast<std::int32_t>(above - thresholds.begin());
}

std::int32_t bucket_of(std::int32_t r, std::span<const std::int32_t> thresholds,
                       const Direction& one, bool bidirectional) noexcept {
  const std::int32_t own = search(distance(r, bidirectional), thresholds, one);
  return bidirectional && r > 0 ? own + one.buckets : own;
}

// The distance from which all share the last bucket of the table.
std::int32_t table_reach(const T5Options& options) noexcept {
  return std::min(options.max_distance, kTableReach);
}

// out[i] = table[relative[i] + reach], with relative[i] held to +-reach.
void look_up(std::span<std::int32_t> out,
             std::span<const std::int32_t> relative, const std::int32_t* table,
             std::int32_t reach) noexcept {
  const numeric::I32x4 high(reach);
  const numeric::I32x4 low(-reach);
  std::size_t i = 0;
  for (; i + 4 <= out.size(); i += 4) {
    const numeric::I32x4 r = numeric::load(&relative[i]);
    const auto [a, b] = numeric::lanes(xsimd::bitwise_cast<std::uint64_t>(
        (xsimd::max(xsimd::min(r, high), low) + high) << 2));
    const auto at = [&](std::uint64_t byte) {
      return *reinterpret_cast<const std::int32_t*>(
          reinterpret_cast<const char*>(table) +
          static_cast<std::uint32_t>(byte));
    };
    numeric::I32x4(at(a), at(a >> 32), at(b), at(b >> 32))
        .store_unaligned(&out[i]);
  }
  for (; i < out.size(); ++i) {
    out[i] = table[std::clamp(relative[i], -reach, reach) + reach];
  }
}

// The most thresholds that are counted faster than a table is read.
constexpr std::size_t kCounted = 16;
// Registers that share each threshold.
constexpr std::size_t kRegisters = 4;
constexpr std::size_t kAtOnce = 16 * kRegisters;

// Whether distances fit in bytes, and thresholds are few (and so are buckets:
// half of them, of one direction, have a threshold).
bool is_counted(std::span<const std::int32_t> thresholds) noexcept {
  return thresholds.size() <= kCounted && thresholds.back() <= 127;
}

// The first multiple of kAtOnce of the buckets, sixteen to a register: each
// is e or the distance, and one more for each threshold that it reaches.
std::size_t count_thresholds(std::span<std::int32_t> out,
                             std::span<const std::int32_t> relative,
                             std::span<const std::int32_t> thresholds,
                             const Direction& one,
                             bool bidirectional) noexcept {
  using numeric::I8x16;
  const I8x16 zero(0);
  const I8x16 exact(static_cast<std::int8_t>(one.exact));
  const I8x16 future(static_cast<std::int8_t>(bidirectional ? one.buckets : 0));
  I8x16 limits[kCounted];
  for (std::size_t t = 1; t < thresholds.size(); ++t) {
    limits[t] = I8x16(static_cast<std::int8_t>(thresholds[t] - 1));
  }
  std::size_t i = 0;
  for (; i + kAtOnce <= out.size(); i += kAtOnce) {
    I8x16 d[kRegisters];
    I8x16 bucket[kRegisters];
    POSENC_UNROLL
    for (std::size_t k = 0; k < kRegisters; ++k) {
      const std::int32_t* const r = &relative[i + 16 * k];
      const I8x16 x =
          numeric::narrow(numeric::load(r), numeric::load(r + 4),
                          numeric::load(r + 8), numeric::load(r + 12));
      // -128 has no magnitude in a byte; 127 is as far.
      const I8x16 past = zero - xsimd::max(x, I8x16(-127));
      d[k] = xsimd::max(past, bidirectional ? x : zero);
      bucket[k] =
          xsimd::min(d[k], exact) + xsimd::select(x > zero, future, zero);
    }
    for (std::size_t t = 1; t < thresholds.size(); ++t) {
      const I8x16 below = limits[t];
      POSENC_UNROLL
      for (std::size_t k = 0; k < kRegisters; ++k) {
        bucket[k] = bucket[k] + xsimd::select(d[k] > below, I8x16(1), zero);
      }
    }
    POSENC_UNROLL
    for (std::size_t k = 0; k < kRegisters; ++k) {
      numeric::store_wide(&out[i + 16 * k], bucket[k]);
    }
  }
  return i;
}

}  // namespace

bool is_valid(const T5Options& options) noexcept {
  const std::int32_t n = options.num_buckets;
  if (n < 2 || n > 65536) return false;
  if (options.bidirectional && (n < 4 || n % 2 != 0)) return false;
  return options.max_distance > direction(options).exact;
}

std::size_t t5_threshold_count(const T5Options& options) noexcept {
  if (!is_valid(options)) return 0;
  const Direction one = direction(options);
  return static_cast<std::size_t>(one.buckets - one.exact);
}

Status t5_thresholds(std::span<std::int32_t> out,
                     const T5Options& options) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  if (out.size() != t5_threshold_count(options)) return Status::kBadShape;
  const Direction one = direction(options);
  const std::int32_t n = one.buckets - one.exact;
  const DoubleDouble log_exact = log2_of(one.exact);
  const DoubleDouble log_ratio =
      subtract(log2_of(options.max_distance), log_exact);
  out[0] = one.exact;
  for (std::int32_t k = 1; k < n; ++k) {
    // A float64 guess is within one of the threshold; the exact test settles
    // which. No threshold exceeds max_distance, where k = n would begin.
    const double guess = one.exact * numeric::exp2(log_ratio.hi * k / n);
    std::int32_t d =
        std::max(one.exact, static_cast<std::int32_t>(
                                std::min<double>(guess, options.max_distance)));
    // never taken: exp2 is not seen to err upwards here
    while (d > one.exact && reaches(d - 1, k, n, log_exact, log_ratio)) --d;
    while (!reaches(d, k, n, log_exact, log_ratio)) ++d;
    out[static_cast<std::size_t>(k)] = d;
  }
  return Status::kOk;
}

Count t5_bucket_scratch_size(const T5Options& options) noexcept {
  if (!is_valid(options)) return {};
  const auto reach = static_cast<std::size_t>(table_reach(options));
  return Count(t5_threshold_count(options)) + (2 * reach + 1);
}

Status t5_bucket(std::span<std::int32_t> out,
                 std::span<const std::int32_t> relative,
                 const T5Options& options,
                 std::span<std::int32_t> scratch) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  if (out.size() != relative.size()) return Status::kBadShape;
  Status status =
      check_size<std::int32_t>(scratch.size(), t5_bucket_scratch_size(options));
  if (status != Status::kOk) return status;
  const std::span<std::int32_t> thresholds =
      scratch.first(t5_threshold_count(options));
  status = t5_thresholds(thresholds, options);
  // never taken: the options and the size have been checked
  if (status != Status::kOk) return status;
  const std::int32_t reach = table_reach(options);
  if (thresholds.back() > reach) {
    return t5_bucket_reference(out, relative, options, thresholds);
  }
  const Direction one = direction(options);
  if (is_counted(thresholds)) {
    const std::size_t done =
        count_thresholds(out, relative, thresholds, one, options.bidirectional);
    return t5_bucket_reference(out.subspan(done), relative.subspan(done),
                               options, thresholds);
  }
  const std::span<std::int32_t> table = scratch.subspan(thresholds.size());
  for (std::int32_t r = -reach; r <= reach; ++r) {
    table[static_cast<std::size_t>(r + reach)] =
        bucket_of(r, thresholds, one, options.bidirectional);
  }
  look_up(out, relative, table.data(), reach);
  return Status::kOk;
}

Status t5_bucket_reference(std::span<std::int32_t> out,
                           std::span<const std::int32_t> relative,
                           const T5Options& options,
                           std::span<const std::int32_t> thresholds) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  if (out.size() != relative.size() ||
      thresholds.size() != t5_threshold_count(options)) {
    return Status::kBadShape;
  }
  const Direction one = direction(options);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = bucket_of(relative[i], thresholds, one, options.bidirectional);
  }
  return Status::kOk;
}

Status t5_by_offset(std::span<float> out, const Offsets& offsets,
                    std::span<const float> table, std::size_t heads,
                    const T5Options& options, Future future,
                    std::span<std::int32_t> scratch) noexcept {
  if (!is_valid(options) || !is_valid(offsets) || !is_valid(future) ||
      offsets.first != numeric::nearest(offsets.first) ||
      offsets.first < std::numeric_limits<std::int32_t>::min() ||
      offsets.first + static_cast<double>(offsets.count - 1) >
          std::numeric_limits<std::int32_t>::max()) {
    return Status::kBadArgument;
  }
  Status status = check_size<float>(out.size(), heads, offsets.count);
  if (status != Status::kOk) return status;
  status = check_size<float>(
      table.size(), static_cast<std::size_t>(options.num_buckets), heads);
  if (status != Status::kOk) return status;
  status = t5_thresholds(scratch, options);
  if (status != Status::kOk || out.empty()) return status;

  const Direction one = direction(options);
  const std::int64_t first = static_cast<std::int64_t>(offsets.first);
  for (std::size_t t = 0; t < offsets.count; ++t) {
    const auto r =
        static_cast<std::int32_t>(first + static_cast<std::int64_t>(t));
    const std::int32_t bucket =
        bucket_of(r, scratch, one, options.bidirectional);
    for (std::size_t h = 0; h < heads; ++h) {
      out[h * offsets.count + t] =
          table[static_cast<std::size_t>(bucket) * heads + h];
    }
  }
  for (std::size_t h = 0; h < heads; ++h) {
    close_future(out.subspan(h * offsets.count, offsets.count), offsets,
                 future);
  }
  return Status::kOk;
}

}  // namespace posenc::bias
