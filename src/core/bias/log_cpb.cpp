#include "bias/log_cpb.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::F64x2;

bool is_valid(const Window& window) noexcept {
  return window.height >= 1 && window.height <= 65536 && window.width >= 1 &&
         window.width <= 65536;
}

// Zeros stand for the window itself.
bool is_valid_pretrained(const Window& window) noexcept {
  return is_valid(window) || (window.height == 0 && window.width == 0);
}

// dy' or dx' of offset x.
double coordinate(double x, std::size_t side, std::size_t pretrained) noexcept {
  const std::size_t unit = pretrained == 0 ? side : pretrained;
  if (x == 0) return 0;
  // A window trained with one token has no scale; the window's own stands in.
  const auto span = static_cast<double>((unit > 1 ? unit : side) - 1);
  const double magnitude =
      numeric::log2(1 + numeric::absolute(8 * x / span)) / 3;
  return numeric::copy_sign(magnitude, x);
}

Status check(std::span<float> out, std::size_t heads,
             const LogCpbWeights& weights,
             const LogCpbOptions& options) noexcept {
  if (!is_valid(options.window) || !is_valid_pretrained(options.pretrained) ||
      !numeric::is_finite(options.scale)) {
    return Status::kBadArgument;
  }
  const auto [height, width] = options.window;
  Status status =
      check_size<float>(out.size(), heads, height, width, height, width);
  if (status != Status::kOk) return status;
  const std::size_t hidden = weights.hidden_bias.size();
  if (hidden == 0 || heads == 0) return Status::kBadShape;
  status = check_size<float>(weights.hidden_weight.size(), hidden, 2u);
  if (status != Status::kOk) return status;
  status = check_size<float>(weights.output_weight.size(), heads, hidden);
  if (status != Status::kOk) return status;
  for (const std::span<const float> values :
       {weights.hidden_weight, weights.hidden_bias, weights.output_weight}) {
    for (const float x : values) {
      if (!numeric::is_finite(x)) return Status::kBadArgument;
    }
  }
  return Status::kOk;
}

// MLP_n at (dy', dx'). V is double or F64x2, two offsets at once.
template <class V>
V perceptron(const LogCpbWeights& weights, std::size_t head, V dy,
             V dx) noexcept {
  const std::size_t hidden = weights.hidden_bias.size();
  V sum(0.0);
  for (std::size_t u = 0; u < hidden; ++u) {
    const V x = V(static_cast<double>(weights.hidden_weight[2 * u])) * dy +
                V(static_cast<double>(weights.hidden_weight[2 * u + 1])) * dx +
                V(static_cast<double>(weights.hidden_bias[u]));
    const V zero(0.0);
    V positive;
    if constexpr (std::is_same_v<V, double>) {
      positive = std::max(x, zero);
    } else {
      positive = xsimd::max(x, zero);
    }
    sum =
        sum + V(static_cast<double>(weights.output_weight[head * hidden + u])) *
                  positive;
  }
  return sum;
}

float squash(double x, double scale) noexcept {
  return static_cast<float>(scale / (1 + numeric::exp(-x)));
}

}  // namespace

Status relative_position_index(std::span<std::int32_t> out,
                               const Window& window) noexcept {
  if (!is_valid(window)) return Status::kBadArgument;
  const auto [height, width] = window;
  const Status status =
      check_size<std::int32_t>(out.size(), height, width, height, width);
  if (status != Status::kOk) return status;
  std::int32_t* cell = out.data();
  const std::size_t columns = 2 * width - 1;
  for (std::size_t qy = 0; qy < height; ++qy) {
    for (std::size_t qx = 0; qx < width; ++qx) {
      for (std::size_t ky = 0; ky < height; ++ky) {
        const std::size_t row = (qy + height - 1 - ky) * columns;
        for (std::size_t kx = 0; kx < width; ++kx) {
          *cell++ = static_cast<std::int32_t>(row + qx + width - 1 - kx);
        }
      }
    }
  }
  return Status::kOk;
}

Status relative_coords(std::span<float> out, const Window& window,
                       const Window& pretrained) noexcept {
  if (!is_valid(window) || !is_valid_pretrained(pretrained)) {
    return Status::kBadArgument;
  }
  const std::size_t rows = 2 * window.height - 1;
  const std::size_t columns = 2 * window.width - 1;
  const Status status = check_size<float>(out.size(), rows, columns, 2u);
  if (status != Status::kOk) return status;
  // The x' of the first row serve all rows.
  for (std::size_t j = 0; j < columns; ++j) {
    const double x =
        static_cast<double>(j) - static_cast<double>(window.width - 1);
    out[2 * j + 1] =
        static_cast<float>(coordinate(x, window.width, pretrained.width));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const double y =
        static_cast<double>(i) - static_cast<double>(window.height - 1);
    const auto dy =
        static_cast<float>(coordinate(y, window.height, pretrained.height));
    for (std::size_t j = 0; j < columns; ++j) {
      out[2 * (i * columns + j)] = dy;
      out[2 * (i * columns + j) + 1] = out[2 * j + 1];
    }
  }
  return Status::kOk;
}

std::size_t log_cpb_scratch_size(std::size_t heads,
                                 const Window& window) noexcept {
  std::size_t size = 0;
  return is_valid(window) &&
                 element_count<float>(&size, heads, 2 * window.height - 1,
                                      2 * window.width - 1)
             ? size
             : 0;
}

Status log_cpb(std::span<float> out, std::size_t heads,
               const LogCpbWeights& weights, const LogCpbOptions& options,
               std::span<float> scratch) noexcept {
  const Status status = check(out, heads, weights, options);
  if (status != Status::kOk) return status;
  const auto [height, width] = options.window;
  if (scratch.size() != log_cpb_scratch_size(heads, options.window)) {
    return Status::kBadShape;
  }
  // The table holds offsets of k - q, in which a window's rows are contiguous.
  const std::size_t rows = 2 * height - 1;
  const std::size_t columns = 2 * width - 1;
  const auto column_at = [&](std::size_t j) {
    return coordinate(static_cast<double>(width - 1) - static_cast<double>(j),
                      width, options.pretrained.width);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    const F64x2 dy(
        coordinate(static_cast<double>(height - 1) - static_cast<double>(i),
                   height, options.pretrained.height));
    for (std::size_t j = 0; j < columns; j += 2) {
      const std::size_t next = std::min(j + 1, columns - 1);
      const F64x2 dx(column_at(j), column_at(next));
      for (std::size_t h = 0; h < heads; ++h) {
        double x[2];
        numeric::store(x, perceptron(weights, h, dy, dx));
        float* const row = &scratch[(h * rows + i) * columns];
        row[j] = squash(x[0], options.scale);
        row[next] = squash(x[next - j], options.scale);
      }
    }
  }
  float* y = out.data();
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t qy = 0; qy < height; ++qy) {
      for (std::size_t qx = 0; qx < width; ++qx) {
        const float* from =
            &scratch[(h * rows + height - 1 - qy) * columns + width - 1 - qx];
        for (std::size_t ky = 0; ky < height; ++ky) {
          numeric::for_each_quad(width, [&](std::size_t kx, std::size_t n) {
            numeric::write_quad(y + kx, numeric::read_quad(from + kx, n), n);
          });
          y += width;
          from += columns;
        }
      }
    }
  }
  return Status::kOk;
}

Status log_cpb_reference(std::span<float> out, std::size_t heads,
                         const LogCpbWeights& weights,
                         const LogCpbOptions& options) noexcept {
  const Status status = check(out, heads, weights, options);
  if (status != Status::kOk) return status;
  const auto [height, width] = options.window;
  const std::size_t tokens = height * width;
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t q = 0; q < tokens; ++q) {
      for (std::size_t k = 0; k < tokens; ++k) {
        const double y =
            static_cast<double>(q / width) - static_cast<double>(k / width);
        const double x =
            static_cast<double>(q % width) - static_cast<double>(k % width);
        const double dy = coordinate(y, height, options.pretrained.height);
        const double dx = coordinate(x, width, options.pretrained.width);
        out[(h * tokens + q) * tokens + k] =
            squash(perceptron(weights, h, dy, dx), options.scale);
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
