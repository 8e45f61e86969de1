#include "bias/alibi.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "numeric/bits.hpp"
#include "numeric/copy.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::F64x2;

// Slope `head`, counted from 1, of `heads` heads.
double slope(std::size_t head, std::size_t heads, double max_bias) noexcept {
  return numeric::exp2(-(max_bias * static_cast<double>(head)) /
                       static_cast<double>(heads));
}

bool all_finite(std::span<const double> values) noexcept {
  return std::all_of(values.begin(), values.end(), numeric::is_finite);
}

Status check(std::span<float> out, const Offsets& offsets,
             std::span<const double> slopes,
             const AlibiOptions& options) noexcept {
  if (!is_valid(offsets) || !is_valid(options.future) || slopes.empty() ||
      !all_finite(slopes)) {
    return Status::kBadArgument;
  }
  return check_size<float>(out.size(), slopes.size(), offsets.count);
}

// m r, or -m |r| without a negative zero at r = 0. V is double or F64x2.
template <class V>
V distance_bias(V r, V m, bool symmetric) noexcept {
  if (!symmetric) return m * r;
  return V(0.0) - m * numeric::from_bits((numeric::to_bits(r) << 1) >> 1);
}

}  // namespace

Status alibi_slopes(std::span<double> out, AlibiOrder order,
                    double max_bias) noexcept {
  const std::size_t heads = out.size();
  const int rule = static_cast<int>(order);
  if (heads == 0 || rule < 0 || rule > 2) return Status::kBadArgument;
  if (!(max_bias > 0 && max_bias <= 1000)) return Status::kBadArgument;
  const std::size_t floor = std::bit_floor(heads);
  for (std::size_t h = 0; h < heads; ++h) {
    if (order == AlibiOrder::kGeometric || floor == heads) {
      out[h] = slope(h + 1, heads, max_bias);
    } else if (h >= floor) {
      out[h] = slope(2 * (h - floor) + 1, 2 * floor, max_bias);
    } else if (order == AlibiOrder::kReference) {
      out[h] = slope(h + 1, floor, max_bias);
    } else {
      out[h] = slope(2 * (h + 1), 2 * floor, max_bias);
    }
  }
  return Status::kOk;
}

Status alibi_by_offset(std::span<float> out, const Offsets& offsets,
                       std::span<const double> slopes,
                       const AlibiOptions& options) noexcept {
  const Status status = check(out, offsets, slopes, options);
  if (status != Status::kOk) return status;
  const F64x2 first(offsets.first);
  for (std::size_t h = 0; h < slopes.size(); ++h) {
    const std::span<float> row = out.subspan(h * offsets.count, offsets.count);
    const F64x2 m(slopes[h]);
    numeric::for_each_quad(row.size(), [&](std::size_t t, std::size_t n) {
      const F64x2 step(static_cast<double>(t));
      const F64x2 low = first + (step + F64x2(0.0, 1.0));
      const F64x2 high = first + (step + F64x2(2.0, 3.0));
      numeric::write_quad(
          &row[t],
          numeric::demote(distance_bias(low, m, options.symmetric),
                          distance_bias(high, m, options.symmetric)),
          n);
    });
    close_future(row, offsets, options.future);
  }
  return Status::kOk;
}

Status alibi_by_offset_reference(std::span<float> out, const Offsets& offsets,
                                 std::span<const double> slopes,
                                 const AlibiOptions& options) noexcept {
  const Status status = check(out, offsets, slopes, options);
  if (status != Status::kOk) return status;
  for (std::size_t h = 0; h < slopes.size(); ++h) {
    for (std::size_t t = 0; t < offsets.count; ++t) {
      const double r = offsets.first + static_cast<double>(t);
      float& cell = out[h * offsets.count + t];
      cell = static_cast<float>(distance_bias(r, slopes[h], options.symmetric));
      if (r <= 0) continue;
      if (options.future == Future::kZero) cell = 0;
      if (options.future == Future::kMask) {
        cell = -std::numeric_limits<float>::infinity();
      }
    }
  }
  return Status::kOk;
}

Status alibi_by_key(std::span<float> out, std::span<const double> slopes,
                    std::span<const double> query_positions,
                    std::span<const double> key_positions, Future future,
                    std::span<float> scratch) noexcept {
  const std::size_t queries = query_positions.size();
  const std::size_t keys = key_positions.size();
  const Status status =
      check_size<float>(out.size(), slopes.size(), queries, keys);
  if (status != Status::kOk) return status;
  if (out.empty() || scratch.size() != keys) return Status::kBadShape;
  if (!is_valid(future) || !all_finite(slopes) ||
      !all_finite(query_positions) || !all_finite(key_positions)) {
    return Status::kBadArgument;
  }
  const float closed =
      future == Future::kMask ? -std::numeric_limits<float>::infinity() : 0.0f;
  // Then each row is an open part and a closed one.
  const bool rising =
      std::is_sorted(key_positions.begin(), key_positions.end());
  float* cell = out.data();
  for (const double m : slopes) {
    for (std::size_t j = 0; j < keys; ++j) {
      scratch[j] = static_cast<float>(m * key_positions[j]);
    }
    for (const double query : query_positions) {
      const double last =
          future == Future::kKeep ? std::numeric_limits<double>::max() : query;
      if (rising) {
        const auto open = static_cast<std::size_t>(
            std::upper_bound(key_positions.begin(), key_positions.end(), last) -
            key_positions.begin());
        numeric::copy({cell, open}, {scratch.data(), open});
        std::fill(cell + open, cell + keys, closed);
      } else {
        for (std::size_t j = 0; j < keys; ++j) {
          cell[j] = key_positions[j] > last ? closed : scratch[j];
        }
      }
      cell += keys;
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
