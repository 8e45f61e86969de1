// Products with rows of keys and values where they lie, for `attend_few`.
#pragma once

#include <algorithm>
#include <cstddef>

#include "numeric/simd.hpp"

namespace posenc::attention {

// Keys whose scores are summed at a time. What is left over goes one by one:
// less to download.
constexpr std::size_t kRows = 16;

// scores of kRows keys: each adds its products in the order of the width.
inline void dot(const float* rows, std::size_t stride, const float* query,
                std::size_t width, float* to) noexcept {
  numeric::F32x4 sum[kRows / 4];
  std::fill_n(sum, kRows / 4, numeric::F32x4(0.0f));
  // A cache line of four rows at a time: those of sixteen rows a multiple of
  // 4 KiB apart would push each other out of the cache. Rows of other widths
  // don't begin with a cache line, and this order would be slower.
  const std::size_t step = width % 16 == 0 ? 16 : 4;
  for (std::size_t line = 0; line < width; line += step) {
    const std::size_t end = line + step;
    POSENC_UNROLL
    for (std::size_t g = 0; g < kRows / 4; ++g) {
      for (std::size_t d = line; d < end; d += 4) {
        numeric::F32x4 x[4];
        POSENC_UNROLL
        for (std::size_t r = 0; r < 4; ++r) {
          x[r] = numeric::load(rows + (4 * g + r) * stride + d);
        }
        xsimd::transpose(x, x + 4);
        POSENC_UNROLL
        for (std::size_t i = 0; i < 4; ++i) {
          sum[g] =
              numeric::multiply_add(x[i], numeric::F32x4(query[d + i]), sum[g]);
        }
      }
    }
  }
  POSENC_UNROLL
  for (std::size_t g = 0; g < kRows / 4; ++g) {
    numeric::store(to + 4 * g, sum[g]);
  }
}

// to [kColumns] += weights times values, one key after the other.
template <std::size_t kColumns>
void weigh(const float* row, std::size_t stride, const float* weights,
           std::size_t count, float* to) noexcept {
  numeric::F32x4 sum[kColumns / 4];
  POSENC_UNROLL
  for (std::size_t i = 0; i < kColumns / 4; ++i) {
    sum[i] = numeric::load(to + 4 * i);
  }
  for (std::size_t j = 0; j < count; ++j, row += stride) {
    const numeric::F32x4 weight(weights[j]);
    POSENC_UNROLL
    for (std::size_t i = 0; i < kColumns / 4; ++i) {
      sum[i] =
          numeric::multiply_add(numeric::load(row + 4 * i), weight, sum[i]);
    }
  }
  POSENC_UNROLL
  for (std::size_t i = 0; i < kColumns / 4; ++i) {
    numeric::store(to + 4 * i, sum[i]);
  }
}

}  // namespace posenc::attention
