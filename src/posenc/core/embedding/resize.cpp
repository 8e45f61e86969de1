#include "embedding/resize.hpp"

#include <algorithm>

#include "shape.hpp"

namespace posenc::embedding {
namespace {

using numeric::ResampleAxis;
using numeric::ResampleTaps;

// The columns are walked in blocks whose float64 sums stay on the stack.
constexpr std::size_t kBlock = 64;

struct Source {
  ResampleAxis rows;
  ResampleAxis columns;
  const float* data;
  std::size_t width;  // D
};

// Columns [start, start + count) of one new row.
void resize_row(float* out, const Source& source, const ResampleTaps& down,
                const ResampleTaps& across, std::size_t start,
                std::size_t count) noexcept {
  double sum[kBlock] = {};
  for (std::size_t v = 0; v < down.count; ++v) {
    const double row_weight = numeric::resample_weight(source.rows, down, v);
    if (row_weight == 0) continue;
    const std::size_t y = numeric::resample_index(source.rows, down, v);
    for (std::size_t u = 0; u < across.count; ++u) {
      const double weight =
          row_weight * numeric::resample_weight(source.columns, across, u);
      if (weight == 0) continue;
      const std::size_t x = numeric::resample_index(source.columns, across, u);
      const float* const row =
          source.data + (y * source.columns.from + x) * source.width + start;
      for (std::size_t j = 0; j < count; ++j) {
        sum[j] += weight * static_cast<double>(row[j]);
      }
    }
  }
  for (std::size_t j = 0; j < count; ++j) {
    out[start + j] = static_cast<float>(sum[j]);
  }
}

// prefix + h w rows of D numbers, if a table of that size can exist.
Status check_table(std::size_t length, Grid grid,
                   const ResizeOptions& options) noexcept {
  return check_size<float>(
      length, Count(grid.height) * grid.width + options.prefix, options.width);
}

}  // namespace

Status resize(std::span<float> out, std::span<const float> table,
              const ResizeOptions& options) noexcept {
  const auto& [from, to, width, prefix, method, corners, antialias, offset] =
      options;
  const ResampleAxis down{from.height, to.height, method,
                          corners,     antialias, offset};
  const ResampleAxis across{from.width, to.width,  method,
                            corners,    antialias, offset};
  if (!numeric::is_resample_axis(down) || !numeric::is_resample_axis(across)) {
    return Status::kBadArgument;
  }
  Status status = check_table(table.size(), from, options);
  if (status != Status::kOk) return status;
  status = check_table(out.size(), to, options);
  if (status != Status::kOk) return status;

  // Without columns there is nothing to do, however many rows.
  if (out.empty()) return Status::kOk;
  if (from.height == to.height && from.width == to.width) {
    // Weights of 0 and 1 would make −0 into 0.
    std::ranges::copy(table, out.data());
    return Status::kOk;
  }
  std::copy_n(table.data(), prefix * width, out.data());
  const Source source{down, across, table.data() + prefix * width, width};
  float* row = out.data() + prefix * width;
  for (std::size_t y = 0; y < to.height; ++y) {
    const ResampleTaps vertical = numeric::resample_taps(down, y);
    for (std::size_t x = 0; x < to.width; ++x, row += width) {
      const ResampleTaps horizontal = numeric::resample_taps(across, x);
      for (std::size_t start = 0; start < width; start += kBlock) {
        resize_row(row, source, vertical, horizontal, start,
                   std::min(kBlock, width - start));
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
