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

// Hidden unit u before the ReLU. V is double or F64x2, two offsets at once.
template <class V>
V hidden_unit(const LogCpbWeights& weights, std::size_t u, V dy,
              V dx) noexcept {
  return V(static_cast<double>(weights.hidden_weight[2 * u])) * dy +
         V(static_cast<double>(weights.hidden_weight[2 * u + 1])) * dx +
         V(static_cast<double>(weights.hidden_bias[u]));
}

float squash(double x, double scale) noexcept {
  return static_cast<float>(scale / (1 + numeric::exp(-x)));
}

// Offset number i of an axis, from the last token's to the first's.
double falling_coordinate(std::size_t i, std::size_t side,
                          std::size_t pretrained) noexcept {
  return coordinate(static_cast<double>(side - 1) - static_cast<double>(i),
                    side, pretrained);
}

// How many offsets share one reading of the weights: two vectors of them for
// two heads keep four sums under way.
constexpr std::size_t kOffsets = 4;

// What fill_table works with, cut from the scratch.
struct Scratch {
  double* hidden;  // [W, kOffsets]
  double* weight;  // [H, W], output_weight
  double* dy;      // [2h-1], falling
  double* dx;      // [2w-1], falling
};

Scratch prepare(double* memory, std::size_t heads, const LogCpbWeights& weights,
                const LogCpbOptions& options) noexcept {
  const auto [height, width] = options.window;
  const std::size_t units = weights.hidden_bias.size();
  Scratch s;
  s.hidden = memory;
  s.weight = s.hidden + kOffsets * units;
  s.dy = s.weight + heads * units;
  s.dx = s.dy + 2 * height - 1;
  std::copy(weights.output_weight.begin(), weights.output_weight.end(),
            s.weight);
  for (std::size_t i = 0; i < 2 * height - 1; ++i) {
    s.dy[i] = falling_coordinate(i, height, options.pretrained.height);
  }
  for (std::size_t i = 0; i < 2 * width - 1; ++i) {
    s.dx[i] = falling_coordinate(i, width, options.pretrained.width);
  }
  return s;
}

// The hidden layer of kOffsets offsets, from number `first`.
void fill_hidden(const Scratch& s, std::size_t first,
                 const LogCpbWeights& weights, const Window& window) noexcept {
  const std::size_t columns = 2 * window.width - 1;
  const std::size_t last = (2 * window.height - 1) * columns - 1;
  double dy[kOffsets];
  double dx[kOffsets];
  for (std::size_t lane = 0; lane < kOffsets; ++lane) {
    const std::size_t at = std::min(first + lane, last);
    dy[lane] = s.dy[at / columns];
    dx[lane] = s.dx[at % columns];
  }
  for (std::size_t u = 0; u < weights.hidden_bias.size(); ++u) {
    for (std::size_t lane = 0; lane < kOffsets; lane += 2) {
      const F64x2 before = hidden_unit(weights, u, numeric::load(dy + lane),
                                       numeric::load(dx + lane));
      numeric::store(s.hidden + kOffsets * u + lane,
                     xsimd::max(before, F64x2(0.0)));
    }
  }
}

// table [H, 2h-1, 2w-1]: the bias at k - q, in which the rows of a window are
// contiguous.
void fill_table(float* table, std::size_t heads, const LogCpbWeights& weights,
                const LogCpbOptions& options, const Scratch& s) noexcept {
  const std::size_t units = weights.hidden_bias.size();
  const std::size_t cells =
      (2 * options.window.height - 1) * (2 * options.window.width - 1);
  for (std::size_t cell = 0; cell < cells; cell += kOffsets) {
    fill_hidden(s, cell, weights, options.window);
    for (std::size_t h = 0; h < heads; h += 2) {
      const std::size_t head[2] = {h, std::min(h + 1, heads - 1)};
      F64x2 a_low(0.0);
      F64x2 a_high(0.0);
      F64x2 b_low(0.0);
      F64x2 b_high(0.0);
      for (std::size_t u = 0; u < units; ++u) {
        const F64x2 low = numeric::load(s.hidden + kOffsets * u);
        const F64x2 high = numeric::load(s.hidden + kOffsets * u + 2);
        const F64x2 a(s.weight[head[0] * units + u]);
        const F64x2 b(s.weight[head[1] * units + u]);
        a_low = a_low + a * low;
        a_high = a_high + a * high;
        b_low = b_low + b * low;
        b_high = b_high + b * high;
      }
      double x[2 * kOffsets];
      numeric::store(x, a_low);
      numeric::store(x + 2, a_high);
      numeric::store(x + 4, b_low);
      numeric::store(x + 6, b_high);
      for (std::size_t lane = 0; lane < 2 * kOffsets; ++lane) {
        const std::size_t at = cell + lane % kOffsets;
        if (at < cells) {
          table[head[lane / kOffsets] * cells + at] =
              squash(x[lane], options.scale);
        }
      }
    }
  }
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

std::size_t log_cpb_table_size(std::size_t heads,
                               const Window& window) noexcept {
  std::size_t size = 0;
  return is_valid(window) &&
                 element_count<float>(&size, heads, 2 * window.height - 1,
                                      2 * window.width - 1)
             ? size
             : 0;
}

std::size_t log_cpb_scratch_size(std::size_t heads, std::size_t hidden,
                                 const Window& window) noexcept {
  if (!is_valid(window)) return 0;
  return (kOffsets + heads) * hidden + 2 * (window.height + window.width) - 2;
}

Status log_cpb(std::span<float> out, std::size_t heads,
               const LogCpbWeights& weights, const LogCpbOptions& options,
               std::span<float> table, std::span<double> scratch) noexcept {
  const Status status = check(out, heads, weights, options);
  if (status != Status::kOk) return status;
  const auto [height, width] = options.window;
  if (table.size() != log_cpb_table_size(heads, options.window) ||
      scratch.size() != log_cpb_scratch_size(heads, weights.hidden_bias.size(),
                                             options.window)) {
    return Status::kBadShape;
  }
  fill_table(table.data(), heads, weights, options,
             prepare(scratch.data(), heads, weights, options));
  const std::size_t rows = 2 * height - 1;
  const std::size_t columns = 2 * width - 1;
  float* y = out.data();
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t qy = 0; qy < height; ++qy) {
      for (std::size_t qx = 0; qx < width; ++qx) {
        const float* from =
            &table[(h * rows + height - 1 - qy) * columns + width - 1 - qx];
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
  const std::size_t units = weights.hidden_bias.size();
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t q = 0; q < tokens; ++q) {
      for (std::size_t k = 0; k < tokens; ++k) {
        const double y =
            static_cast<double>(q / width) - static_cast<double>(k / width);
        const double x =
            static_cast<double>(q % width) - static_cast<double>(k % width);
        const double dy = coordinate(y, height, options.pretrained.height);
        const double dx = coordinate(x, width, options.pretrained.width);
        double sum = 0;
        for (std::size_t u = 0; u < units; ++u) {
          sum += weights.output_weight[h * units + u] *
                 std::max(hidden_unit(weights, u, dy, dx), 0.0);
        }
        out[(h * tokens + q) * tokens + k] = squash(sum, options.scale);
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
