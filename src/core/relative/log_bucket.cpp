#include "relative/log_bucket.hpp"

#include <algorithm>

#include "numeric/double_double.hpp"

namespace posenc::relative {
namespace {

using numeric::DoubleDouble;

DoubleDouble log2_of(std::int32_t x) noexcept {
  const numeric::Log2 parts = numeric::log2_parts(x);
  return add({static_cast<double>(parts.whole), 0.0}, parts.fraction);
}

}  // namespace

bool is_valid(const LogBucketOptions& options) noexcept {
  return options.buckets >= 4 && options.buckets <= 65536 &&
         options.max_position > options.buckets / 2 + 1;
}

Count log_buckets_scratch_size(const LogBucketOptions& options) noexcept {
  if (!is_valid(options)) return {};
  return static_cast<std::size_t>(options.buckets / 2 - 1);
}

Status log_buckets(std::span<std::int32_t> out,
                   std::span<const std::int32_t> relative,
                   const LogBucketOptions& options,
                   std::span<std::int32_t> scratch) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  if (out.size() != relative.size()) return Status::kBadShape;
  const Count needed = log_buckets_scratch_size(options);
  const Status status = check_scratch<std::int32_t>(scratch.size(), needed);
  if (status != Status::kOk) return status;
  const std::size_t count = needed.size();
  const std::int32_t mid = options.buckets / 2;
  const std::int32_t last = options.max_position - 1;
  const DoubleDouble log_mid = log2_of(mid);
  const DoubleDouble ratio = subtract(log2_of(last), log_mid);
  const DoubleDouble steps{static_cast<double>(mid - 1), 0.0};
  // first[n]: the smallest d of bucket mid + n + 1, so with a ceiling above n.
  const std::span<std::int32_t> first = scratch.first(count);
  std::int32_t low = mid + 1;
  for (std::size_t n = 0; n < count; ++n) {
    const DoubleDouble bound = multiply(ratio, {static_cast<double>(n), 0.0});
    const auto above = [&](std::int32_t d) {
      const DoubleDouble log_d = subtract(log2_of(d), log_mid);
      return subtract(multiply(log_d, steps), bound).hi > 0x1p-80;
    };
    std::int32_t high = last;
    while (low < high) {
      const std::int32_t middle = low + (high - low) / 2;
      if (above(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    first[n] = low;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int32_t r = relative[i];
    const std::int64_t size = r < 0 ? -std::int64_t{r} : std::int64_t{r};
    if (size <= mid) {
      out[i] = r;
      continue;
    }
    const auto d =
        static_cast<std::int32_t>(std::min<std::int64_t>(size, last));
    const auto bucket =
        mid +
        static_cast<std::int32_t>(
            std::upper_bound(first.begin(), first.end(), d) - first.begin());
    out[i] = r < 0 ? -bucket : bucket;
  }
  return Status::kOk;
}

}  // namespace posenc::relative
