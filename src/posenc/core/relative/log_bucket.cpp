#include "relative/log_bucket.hpp"

#include <algorithm>
#include <limits>

#include "numeric/double_double.hpp"

namespace posenc::relative {
namespace {

using numeric::DoubleDouble;

DoubleDouble log2_of(std::int64_t x) noexcept {
  const numeric::Log2 parts = numeric::log2_parts(static_cast<double>(x));
  return add({static_cast<double>(parts.whole), 0.0}, parts.fraction);
}

std::int64_t size_of(std::int32_t r) noexcept {
  return r < 0 ? -std::int64_t{r} : std::int64_t{r};
}

// The bucket of a distance d > mid.
class Far {
 public:
  explicit Far(const LogBucketOptions& options) noexcept
      : mid_(options.buckets / 2),
        last_(options.clamp ? options.max_position - 1
                            : std::numeric_limits<std::int64_t>::max()),
        log_mid_(log2_of(mid_)),
        ratio_(subtract(log2_of(std::int64_t{options.max_position} - 1),
                        log_mid_)) {}

  [[nodiscard]] std::int64_t mid() const noexcept { return mid_; }

  [[nodiscard]] std::int64_t bucket(std::int64_t d) const noexcept {
    const DoubleDouble steps{static_cast<double>(mid_ - 1), 0.0};
    const DoubleDouble x =
        multiply(subtract(log2_of(std::min(d, last_)), log_mid_), steps);
    // One too few or too many where the quotient is nearly whole.
    auto n = static_cast<std::int64_t>(divide(x, ratio_).hi);
    const auto is_above = [&](std::int64_t whole) {
      const DoubleDouble bound =
          multiply(ratio_, {static_cast<double>(whole), 0.0});
      return subtract(x, bound).hi > 0x1p-80;
    };
    while (n > 0 && !is_above(n - 1)) --n;
    while (is_above(n)) ++n;
    return mid_ + n;
  }

 private:
  std::int64_t mid_;
  std::int64_t last_;
  DoubleDouble log_mid_;
  DoubleDouble ratio_;
};

}  // namespace

bool is_valid(const LogBucketOptions& options) noexcept {
  return options.buckets >= 4 && options.buckets <= 65536 &&
         options.max_position > options.buckets / 2 + 1;
}

Status log_buckets(std::span<std::int32_t> out,
                   std::span<const std::int32_t> relative,
                   const LogBucketOptions& options) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  if (out.size() != relative.size()) return Status::kBadShape;
  const Far far(options);
  std::int64_t largest = 0;
  for (const std::int32_t r : relative) largest = std::max(largest, size_of(r));
  if (largest > far.mid() &&
      far.bucket(largest) > std::numeric_limits<std::int32_t>::max()) {
    return Status::kBadArgument;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int32_t r = relative[i];
    const std::int64_t size = size_of(r);
    if (size <= far.mid()) {
      out[i] = r;
      continue;
    }
    const auto bucket = static_cast<std::int32_t>(far.bucket(size));
    out[i] = r < 0 ? -bucket : bucket;
  }
  return Status::kOk;
}

}  // namespace posenc::relative
