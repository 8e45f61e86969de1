#include "analysis/similarity.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::analysis {
namespace {

using numeric::F32x4;
using numeric::F64x2;

// Rows that stay in the second-level cache while all others pass by.
constexpr std::size_t kPanel = 64;
constexpr std::size_t kTileRows = 4;
constexpr std::size_t kTileColumns = 2;

Status check(std::span<float> out, std::span<const float> rows,
             std::size_t length, std::size_t width,
             SimilarityKind kind) noexcept {
  if (kind != SimilarityKind::kInnerProduct &&
      kind != SimilarityKind::kCosine) {
    return Status::kBadArgument;
  }
  const Status status = check_size<float>(rows.size(), length, width);
  if (status != Status::kOk) return status;
  return check_size<float>(out.size(), length, length);
}

// Inner products of kRows rows from a and kColumns rows from b. The sum over d
// runs in the same order for every tile size, so that [i, j] and [j, i] agree.
template <std::size_t kRows, std::size_t kColumns>
void multiply_tile(const float* a, const float* b, std::size_t width,
                   double (&out)[kTileRows][kTileColumns]) noexcept {
  F64x2 sum[kRows][kColumns];
  for (auto& row : sum) {
    for (F64x2& x : row) x = F64x2(0.0);
  }
  numeric::for_each_quad(width, [&](std::size_t d, auto n) {
    F64x2 low[kColumns];
    F64x2 high[kColumns];
    for (std::size_t j = 0; j < kColumns; ++j) {
      const F32x4 y = numeric::read_quad(b + j * width + d, n);
      low[j] = numeric::promote_low(y);
      high[j] = numeric::promote_high(y);
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      const F32x4 x = numeric::read_quad(a + i * width + d, n);
      const F64x2 x_low = numeric::promote_low(x);
      const F64x2 x_high = numeric::promote_high(x);
      for (std::size_t j = 0; j < kColumns; ++j) {
        sum[i][j] = sum[i][j] + x_low * low[j];
        sum[i][j] = sum[i][j] + x_high * high[j];
      }
    }
  });
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      out[i][j] = sum[i][j].get(0) + sum[i][j].get(1);
    }
  }
}

// Tiles at the lower or right edge are cut row by row.
void multiply_edge(const float* a, const float* b, std::size_t width,
                   std::size_t rows, std::size_t columns,
                   double (&out)[kTileRows][kTileColumns]) noexcept {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      double one[kTileRows][kTileColumns];
      multiply_tile<1, 1>(a + i * width, b + j * width, width, one);
      out[i][j] = one[0][0];
    }
  }
}

// 1 / |row|, or 0 for a zero row; 1 when nothing is to be normalised.
double inverse_norm(const float* row, std::size_t width,
                    SimilarityKind kind) noexcept {
  if (kind == SimilarityKind::kInnerProduct) return 1;
  double square[kTileRows][kTileColumns];
  multiply_tile<1, 1>(row, row, width, square);
  return square[0][0] > 0 ? 1 / std::sqrt(square[0][0]) : 0;
}

}  // namespace

Status similarity(std::span<float> out, std::span<const float> rows,
                  std::size_t length, std::size_t width,
                  SimilarityKind kind) noexcept {
  const Status status = check(out, rows, length, width, kind);
  if (status != Status::kOk) return status;

  for (std::size_t panel = 0; panel < length; panel += kPanel) {
    const std::size_t panel_end = std::min(panel + kPanel, length);
    double panel_scale[kPanel];
    for (std::size_t j = panel; j < panel_end; ++j) {
      panel_scale[j - panel] =
          inverse_norm(rows.data() + j * width, width, kind);
    }
    // Only the part on and above the diagonal; the rest is its mirror image.
    for (std::size_t i = 0; i < panel_end; i += kTileRows) {
      const std::size_t m = std::min(kTileRows, panel_end - i);
      double scale[kTileRows] = {};
      for (std::size_t r = 0; r < m; ++r) {
        scale[r] = inverse_norm(rows.data() + (i + r) * width, width, kind);
      }
      std::size_t j = std::max(panel, i / kTileColumns * kTileColumns);
      for (; j < panel_end; j += kTileColumns) {
        const std::size_t n = std::min(kTileColumns, panel_end - j);
        const float* const a = rows.data() + i * width;
        const float* const b = rows.data() + j * width;
        double tile[kTileRows][kTileColumns];
        if (m == kTileRows && n == kTileColumns) {
          multiply_tile<kTileRows, kTileColumns>(a, b, width, tile);
        } else {
          multiply_edge(a, b, width, m, n, tile);
        }
        for (std::size_t r = 0; r < m; ++r) {
          for (std::size_t c = 0; c < n; ++c) {
            const float value = static_cast<float>(
                tile[r][c] * (scale[r] * panel_scale[j + c - panel]));
            out[(i + r) * length + j + c] = value;
            out[(j + c) * length + i + r] = value;
          }
        }
      }
    }
  }
  return Status::kOk;
}

Status similarity_reference(std::span<float> out, std::span<const float> rows,
                            std::size_t length, std::size_t width,
                            SimilarityKind kind) noexcept {
  const Status status = check(out, rows, length, width, kind);
  if (status != Status::kOk) return status;
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t d = 0; d < width; ++d) {
      sum += static_cast<double>(rows[i * width + d]) * rows[j * width + d];
    }
    return sum;
  };
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < length; ++j) {
      double value = product(i, j);
      if (kind == SimilarityKind::kCosine) {
        const double norms =
            std::sqrt(product(i, i)) * std::sqrt(product(j, j));
        value = norms > 0 ? value / norms : 0;
      }
      out[i * length + j] = static_cast<float>(value);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::analysis
