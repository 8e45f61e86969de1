#include "embedding/learned.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/random.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

// The columns are walked in blocks whose float64 sums stay on the stack.
constexpr std::size_t kBlock = 64;

// The rows of a table, or 0 when its length is no multiple of the width or a
// row's number would not fit in an int32.
std::int64_t rows_of(std::size_t length, std::size_t width) noexcept {
  if (width == 0 || length % width != 0) return 0;
  const auto rows = static_cast<std::int64_t>(length / width);
  return rows <= INT32_MAX ? rows : 0;
}

std::int64_t row_at(std::int64_t position, std::int64_t rows,
                    Overflow overflow) noexcept {
  if (overflow == Overflow::kWrap) return (position % rows + rows) % rows;
  return std::clamp<std::int64_t>(position, 0, rows - 1);
}

bool all_inside(std::span<const std::int32_t> positions,
                std::int64_t rows) noexcept {
  return std::all_of(positions.begin(), positions.end(),
                     [rows](std::int32_t p) { return p >= 0 && p < rows; });
}

// Columns [start, start + count) of one row that was looked up; `first` and
// then `next` list where.
void descend(float* out, const float* row, const float* gradient,
             std::int32_t first, const std::int32_t* next, std::size_t start,
             std::size_t count, const UpdateOptions& options) noexcept {
  double sum[kBlock] = {};
  for (std::int32_t t = first; t >= 0; t = next[t]) {
    const float* const g =
        gradient + static_cast<std::size_t>(t) * options.width + start;
    for (std::size_t j = 0; j < count; ++j) {
      sum[j] += static_cast<double>(g[j]);
    }
  }
  for (std::size_t j = 0; j < count; ++j) {
    out[start + j] = static_cast<float>(static_cast<double>(row[start + j]) -
                                        options.learning_rate * sum[j]);
  }
}

}  // namespace

Status learned(std::span<float> out, const LearnedOptions& options) noexcept {
  if (!(options.std >= 0) || !numeric::is_finite(options.std)) {
    return Status::kBadArgument;
  }
  numeric::Random random(options.seed);
  numeric::fill_normal(random, out, 0.0, options.std);
  return Status::kOk;
}

Status lookup(std::span<float> out, std::span<const float> table,
              std::span<const std::int32_t> positions,
              const LookupOptions& options) noexcept {
  const auto [width, overflow] = options;
  const int kind = static_cast<int>(overflow);
  const std::int64_t rows = rows_of(table.size(), width);
  if (rows == 0 || kind < 0 || kind > 2) return Status::kBadArgument;
  const Status status = check_size<float>(out.size(), positions.size(), width);
  if (status != Status::kOk) return status;
  if (overflow == Overflow::kError && !all_inside(positions, rows)) {
    return Status::kOutOfRange;
  }
  float* to = out.data();
  for (const std::int32_t position : positions) {
    const auto row = static_cast<std::size_t>(row_at(position, rows, overflow));
    to = std::copy_n(table.data() + row * width, width, to);
  }
  return Status::kOk;
}

Status update(std::span<float> out, std::span<const float> table,
              std::span<const std::int32_t> positions,
              std::span<const float> gradient, std::span<std::int32_t> scratch,
              const UpdateOptions& options) noexcept {
  const std::size_t width = options.width;
  const std::int64_t rows = rows_of(table.size(), width);
  if (rows == 0 || !numeric::is_finite(options.learning_rate)) {
    return Status::kBadArgument;
  }
  Status status = check_size<float>(gradient.size(), positions.size(), width);
  if (status != Status::kOk) return status;
  const auto count = static_cast<std::size_t>(rows);
  if (out.size() != table.size() || positions.size() > INT32_MAX) {
    return Status::kBadShape;
  }
  status = check_scratch<std::int32_t>(
      scratch.size(), update_scratch_size(count, positions.size()));
  if (status != Status::kOk) return status;
  if (!all_inside(positions, rows)) return Status::kOutOfRange;

  // For every row the list of the positions that asked for it, in order.
  std::int32_t* const first = scratch.data();
  std::int32_t* const next = first + count;
  std::fill_n(first, count, -1);
  for (std::size_t t = positions.size(); t-- > 0;) {
    std::int32_t& head = first[positions[t]];
    next[t] = head;
    head = static_cast<std::int32_t>(t);
  }
  if (out.data() != table.data()) {
    std::copy(table.begin(), table.end(), out.begin());
  }
  for (std::size_t r = 0; r < count; ++r) {
    if (first[r] < 0) continue;
    for (std::size_t start = 0; start < width; start += kBlock) {
      descend(out.data() + r * width, table.data() + r * width, gradient.data(),
              first[r], next, start, std::min(kBlock, width - start), options);
    }
  }
  return Status::kOk;
}

Status padded_positions(std::span<std::int32_t> out,
                        std::span<const std::uint8_t> mask, std::size_t length,
                        std::int32_t padding) noexcept {
  if (length == 0 || mask.size() % length != 0 || out.size() != mask.size()) {
    return Status::kBadShape;
  }
  if (static_cast<std::int64_t>(length) > INT64_C(0x7fffffff) - padding ||
      padding < -1) {
    return Status::kBadArgument;
  }
  for (std::size_t start = 0; start < mask.size(); start += length) {
    std::int32_t last = padding;
    for (std::size_t t = start; t < start + length; ++t) {
      out[t] = mask[t] != 0 ? ++last : padding;
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
