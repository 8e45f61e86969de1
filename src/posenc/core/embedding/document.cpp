#include "embedding/document.hpp"

#include <algorithm>

#include "embedding/sinusoidal.hpp"
#include "numeric/bits.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

// The sum of lengths that are all at least 1.
bool total_length(std::size_t* total,
                  std::span<const std::int32_t> lengths) noexcept {
  *total = 0;
  for (const std::int32_t length : lengths) {
    // never taken: 64 bits hold every sum of lengths, on wasm32 it may overflow
    if (length < 1 || __builtin_add_overflow(
                          *total, static_cast<std::size_t>(length), total)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Status document_rows(std::span<float> out,
                     std::span<const std::int32_t> paragraphs,
                     std::span<const float> offsets,
                     const DocumentRowsOptions& options) noexcept {
  const auto [width, base] = options;
  std::size_t total = 0;
  if (!total_length(&total, paragraphs)) return Status::kBadArgument;
  Status status = check_size<float>(offsets.size(), paragraphs.size(), width);
  if (status != Status::kOk) return status;
  status = sinusoidal_range(out, total, 0.0, {.width = width, .base = base});
  if (status != Status::kOk) return status;

  float* row = out.data();
  const float* offset = offsets.data();
  for (const std::int32_t length : paragraphs) {
    for (std::int32_t t = 0; t < length; ++t, row += width) {
      for (std::size_t j = 0; j < width; ++j) row[j] += offset[j];
    }
    offset += width;
  }
  return Status::kOk;
}

Status document_bias(std::span<float> out,
                     std::span<const std::int32_t> sentences,
                     std::span<const float> table,
                     const DocumentBiasOptions& options) noexcept {
  const auto [window, strength] = options;
  std::size_t total = 0;
  if (!total_length(&total, sentences) || !numeric::is_finite(strength)) {
    return Status::kBadArgument;
  }
  const Status status = check_size<float>(out.size(), total, total);
  if (status != Status::kOk) return status;
  if (!table.empty() && (table.size() % 2 == 0 || table.size() / 2 != window)) {
    return Status::kBadShape;
  }
  std::fill(out.begin(), out.end(), 0.0f);
  std::size_t first = 0;
  for (const std::int32_t length : sentences) {
    const std::size_t end = first + static_cast<std::size_t>(length);
    for (std::size_t q = first; q < end; ++q) {
      const std::size_t low = q - std::min(q - first, window);
      const std::size_t high = q + std::min(end - 1 - q, window);
      for (std::size_t k = low; k <= high; ++k) {
        const auto apart = static_cast<double>(k > q ? k - q : q - k);
        const double share = apart / (static_cast<double>(window) + 1.0);
        out[q * total + k] = table.empty()
                                 ? static_cast<float>(strength * (1.0 - share))
                                 : table[window + k - q];
      }
    }
    first = end;
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
