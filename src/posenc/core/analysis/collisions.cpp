#include "analysis/collisions.hpp"

#include <cmath>

#include "analysis/sinusoidal_pairs.hpp"
#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::analysis {
namespace {

constexpr std::uint32_t kEmpty = 0xffffffff;

bool same(const double* a, const double* b, std::size_t width) noexcept {
  for (std::size_t j = 0; j < width; ++j) {
    if (a[j] != b[j]) return false;
  }
  return true;
}

std::uint64_t hash(const double* row, std::size_t width) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15;
  for (std::size_t j = 0; j < width; ++j) {
    // Adding zero makes -0 and 0, which are equal, the same bits.
    h = (h ^ numeric::to_bits(row[j] + 0.0)) * 0xff51afd7ed558ccd;
    h ^= h >> 32;
  }
  return h;
}

std::size_t count_distinct(std::span<const double> rows, std::size_t count,
                           std::size_t width,
                           std::span<std::uint32_t> slots) noexcept {
  const std::size_t mask = collisions_scratch_size(count).size() - 1;
  for (std::size_t s = 0; s <= mask; ++s) slots[s] = kEmpty;
  std::size_t distinct = 0;
  for (std::size_t t = 0; t < count; ++t) {
    const double* row = rows.data() + t * width;
    std::size_t s = static_cast<std::size_t>(hash(row, width)) & mask;
    while (slots[s] != kEmpty &&
           !same(row, rows.data() + slots[s] * width, width)) {
      s = (s + 1) & mask;
    }
    if (slots[s] == kEmpty) {
      slots[s] = static_cast<std::uint32_t>(t);
      ++distinct;
    }
  }
  return distinct;
}

// The squared distance, or some number above `limit`.
double squared_distance(const double* a, const double* b, std::size_t width,
                        double limit) noexcept {
  constexpr std::size_t kStride = 16;
  double sum = 0;
  for (std::size_t j = 0; j < width && sum <= limit; j += kStride) {
    const std::size_t end = j + kStride < width ? j + kStride : width;
    for (std::size_t i = j; i < end; ++i) {
      const double gap = a[i] - b[i];
      sum += gap * gap;
    }
  }
  return sum;
}

// Row numbers in the order of the rows' first numbers, by Shell's method.
void sort_by_first(std::span<std::uint32_t> order, const double* rows,
                   std::size_t width) noexcept {
  const std::size_t count = order.size();
  for (std::size_t t = 0; t < count; ++t) {
    order[t] = static_cast<std::uint32_t>(t);
  }
  std::size_t step = 1;
  while (step < count / 3) step = 3 * step + 1;
  for (; step > 0; step /= 3) {
    for (std::size_t t = step; t < count; ++t) {
      const std::uint32_t row = order[t];
      const double x = rows[row * width];
      std::size_t at = t;
      for (; at >= step && rows[order[at - step] * width] > x; at -= step) {
        order[at] = order[at - step];
      }
      order[at] = row;
    }
  }
}

// The closest pair; of several, the one whose rows come first.
void find_closest(Collisions* result, const double* rows, std::size_t width,
                  std::span<const std::uint32_t> order) noexcept {
  double best = HUGE_VAL;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const double* row = rows + order[i] * width;
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const double* other = rows + order[j] * width;
      // All further rows are further off in this number alone.
      const double gap = *other - *row;
      if (gap * gap > best) break;
      const double d = squared_distance(row, other, width, best);
      if (d > best) continue;
      const std::size_t first = order[i] < order[j] ? order[i] : order[j];
      const std::size_t second = order[i] < order[j] ? order[j] : order[i];
      if (d == best && (first > result->first ||
                        (first == result->first && second >= result->second))) {
        continue;
      }
      best = d;
      result->first = first;
      result->second = second;
    }
  }
  result->distance = std::sqrt(best);
}

// Valid: there is such a storage.
void store_as(Storage storage, std::span<double> rows) noexcept {
  if (storage == Storage::kFloat64) return;
  const auto format = static_cast<numeric::Format>(storage);
  for (double& x : rows) {
    x = numeric::round_to(format, static_cast<float>(x));
  }
}

}  // namespace

Status sinusoidal_float64(
    std::span<double> out, std::size_t count,
    const embedding::SinusoidalOptions& options) noexcept {
  if (!SinusoidalPairs::valid(options)) return Status::kBadArgument;
  const std::size_t width = options.width;
  if (const Status s = check_size<double>(out.size(), count, width);
      s != Status::kOk) {
    return s;
  }
  const SinusoidalPairs pairs(options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const SinusoidalPair pair = pairs.at(i);
    for (std::size_t t = 0; t < count; ++t) {
      double* row = out.data() + t * width;
      numeric::sincos_phase(static_cast<double>(t), pair.frequency,
                            row + pair.sine, row + pair.cosine);
    }
  }
  return Status::kOk;
}

Status collisions(Collisions* result, std::span<double> rows, std::size_t count,
                  Storage storage, std::span<std::uint32_t> scratch) noexcept {
  if (count < 2 || count > kMaxCollisionRows || storage < Storage::kFloat64 ||
      storage > Storage::kFloat16) {
    return Status::kBadArgument;
  }
  const std::size_t width = rows.size() / count;
  if (width == 0 || width * count != rows.size() ||
      scratch.size() < collisions_scratch_size(count)) {
    return Status::kBadShape;
  }
  store_as(storage, rows);
  result->distinct = count_distinct(rows, count, width, scratch);
  // The slots have done their service.
  const std::span<std::uint32_t> order = scratch.first(count);
  sort_by_first(order, rows.data(), width);
  find_closest(result, rows.data(), width, order);
  return Status::kOk;
}

}  // namespace posenc::analysis
