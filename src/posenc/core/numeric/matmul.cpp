#include "numeric/matmul.hpp"

#include <algorithm>

#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::numeric {
namespace {

[[gnu::noinline]] void multiply_panels(const Panels& panels, bool add,
                                       float* out) noexcept {
  const auto [panel, count, left_stride, b, depth] = panels;
  for (std::size_t p = 0; p < count; ++p) {
    const float* left = panel + p * left_stride;
    const float* right = b;
    F32x4 sum[2][4];
    for (auto& half : sum) std::fill_n(half, 4, F32x4(0.0f));
    for (std::size_t k = 0; k < depth; ++k) {
      const F32x4 b0 = load(right);
      const F32x4 b1 = load(right + 4);
      for (std::size_t r = 0; r < 4; ++r) {
        const F32x4 a(left[r]);
        sum[0][r] = multiply_add(a, b0, sum[0][r]);
        sum[1][r] = multiply_add(a, b1, sum[1][r]);
      }
      left += kLeftPanel;
      right += kRightPanel;
    }
    float* const to = out + p * kLeftPanel * kRightPanel;
    if (add) {
      for (std::size_t r = 0; r < 4; ++r) {
        sum[0][r] += load(to + r * kRightPanel);
        sum[1][r] += load(to + r * kRightPanel + 4);
      }
    }
    for (std::size_t r = 0; r < 4; ++r) {
      store(to + r * kRightPanel, sum[0][r]);
      store(to + r * kRightPanel + 4, sum[1][r]);
    }
  }
}

// Numbers of a row from i on that make a quad. Packing is no inner loop: one
// body with the length at run time is a third of the code of two.
std::size_t quad(std::size_t size, std::size_t i) noexcept {
  return std::min<std::size_t>(4, size - i);
}

// Four rows from `row` on as [width][4], `to_stride` numbers from one column to
// the next. Rows past the last one count as zeros.
[[gnu::noinline, gnu::cold]] void pack_four(const Rows& rows, std::size_t row,
                                            float scale, std::size_t to_stride,
                                            float* to) noexcept {
  const std::size_t left = rows.count > row ? rows.count - row : 0;
  const float* const from = rows.data + row * rows.stride;
  const F32x4 factor(scale);
  for (std::size_t k = 0; k < rows.width; k += 4) {
    const std::size_t n = quad(rows.width, k);
    F32x4 x[4];
    for (std::size_t r = 0; r < 4; ++r) {
      x[r] = r < left ? read_quad(from + r * rows.stride + k, n) * factor
                      : F32x4(0.0f);
    }
    xsimd::transpose(x, x + 4);
    for (std::size_t i = 0; i < n; ++i) store(to + (k + i) * to_stride, x[i]);
  }
}

Status check(std::span<const float> y, std::span<const float> x,
             std::span<const float> weight, std::span<const float> bias,
             const LinearShape& shape) noexcept {
  if (shape.in == 0) return Status::kBadShape;
  Status status = check_size<float>(y.size(), shape.rows, shape.out);
  if (status != Status::kOk) return status;
  status = check_size<float>(x.size(), shape.rows, shape.in);
  if (status != Status::kOk) return status;
  status = check_size<float>(weight.size(), shape.out, shape.in);
  if (status != Status::kOk) return status;
  if (!bias.empty() && bias.size() != shape.out) return Status::kBadShape;
  return Status::kOk;
}

}  // namespace

void pack_left(const Rows& rows, float* to) noexcept {
  for (std::size_t r = 0; r < rows.count; r += kLeftPanel) {
    pack_four(rows, r, 1.0f, kLeftPanel, to + r * rows.width);
  }
}

void pack_right(const Rows& rows, float scale, float* to) noexcept {
  for (std::size_t r = 0; r < rows.count; r += kRightPanel) {
    float* const panel = to + r * rows.width;
    pack_four(rows, r, scale, kRightPanel, panel);
    pack_four(rows, r + 4, scale, kRightPanel, panel + 4);
  }
}

[[gnu::cold]] void pack_left_transposed(const Rows& rows, std::size_t depth,
                                        float* to) noexcept {
  for (std::size_t c = 0; c < rows.width; c += kLeftPanel) {
    const std::size_t n = quad(rows.width, c);
    float* const panel = to + c * depth;
    for (std::size_t k = 0; k < depth; ++k) {
      store(panel + k * kLeftPanel,
            k < rows.count ? read_quad(rows.data + k * rows.stride + c, n)
                           : F32x4(0.0f));
    }
  }
}

[[gnu::cold]] void store_columns(const float* tile,
                                 const Columns& columns) noexcept {
  const auto [out, count, width, stride] = columns;
  for (std::size_t e = 0; e < width; e += 4) {
    const std::size_t n = quad(width, e);
    for (std::size_t half = 0; half < count; half += 4) {
      F32x4 x[4];
      for (std::size_t i = 0; i < 4; ++i) {
        x[i] = load(tile + (e + i) * kRightPanel + half);
      }
      xsimd::transpose(x, x + 4);
      for (std::size_t r = half; r < std::min(count, half + 4); ++r) {
        write_quad(out + r * stride + e, x[r - half], n);
      }
    }
  }
}

void multiply(const Panels& panels, float* out) noexcept {
  multiply_panels(panels, false, out);
}

void multiply_add(const Panels& panels, float* out) noexcept {
  multiply_panels(panels, true, out);
}

Count linear_scratch_size(const LinearShape& shape) noexcept {
  const Count out = round_up(Count(shape.out), kLeftPanel);
  return out * shape.in + kRightPanel * (shape.in + out);
}

[[gnu::cold]] Status linear(std::span<float> y, std::span<const float> x,
                            std::span<const float> weight,
                            std::span<const float> bias,
                            const LinearShape& shape,
                            std::span<float> scratch) noexcept {
  Status status = check(y, x, weight, bias, shape);
  if (status != Status::kOk) return status;
  status = check_scratch<float>(scratch.size(), linear_scratch_size(shape));
  if (status != Status::kOk) return status;
  const auto [rows, in, out] = shape;
  const std::size_t panels = round_up(out, kLeftPanel) / kLeftPanel;
  float* const left = scratch.data();
  float* const right = left + panels * kLeftPanel * in;
  float* const tile = right + kRightPanel * in;
  pack_left({weight.data(), out, in, in}, left);
  for (std::size_t r = 0; r < rows; r += kRightPanel) {
    const std::size_t count = std::min(kRightPanel, rows - r);
    pack_right({x.data() + r * in, count, in, in}, 1.0f, right);
    if (bias.empty()) {
      multiply({left, panels, kLeftPanel * in, right, in}, tile);
    } else {
      // The sums start from the bias.
      for (std::size_t o = 0; o < out; ++o) {
        store(tile + o * kRightPanel, F32x4(bias[o]));
        store(tile + o * kRightPanel + 4, F32x4(bias[o]));
      }
      multiply_add({left, panels, kLeftPanel * in, right, in}, tile);
    }
    store_columns(tile, {y.data() + r * out, count, out, out});
  }
  return Status::kOk;
}

Status linear_reference(std::span<float> y, std::span<const float> x,
                        std::span<const float> weight,
                        std::span<const float> bias,
                        const LinearShape& shape) noexcept {
  const Status status = check(y, x, weight, bias, shape);
  if (status != Status::kOk) return status;
  const auto [rows, in, out] = shape;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t o = 0; o < out; ++o) {
      double sum = bias.empty() ? 0.0 : static_cast<double>(bias[o]);
      for (std::size_t k = 0; k < in; ++k) {
        sum += static_cast<double>(x[r * in + k]) *
               static_cast<double>(weight[o * in + k]);
      }
      y[r * out + o] = static_cast<float>(sum);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::numeric
