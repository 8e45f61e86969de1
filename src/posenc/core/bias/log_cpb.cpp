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

float squash(double x, double scale) noexcept {
  return static_cast<float>(scale / (1 + numeric::exp(-x)));
}

// Offset number i of an axis, from the last token's to the first's.
double falling_coordinate(std::size_t i, std::size_t side,
                          std::size_t pretrained) noexcept {
  return coordinate(static_cast<double>(side - 1) - static_cast<double>(i),
                    side, pretrained);
}

// What fill_table works with, cut from the scratch. A sum holds a slope for
// each of `heads` heads and then an intercept for each.
struct Scratch {
  std::size_t heads;  // even
  double* weight;     // [W, heads], output_weight turned over
  double* dy;         // [2h-1], falling
  double* dx;         // [2w-1], falling
  double* left;       // [2w, 2 heads]: units that are positive from here on
  double* right;      // [2w, 2 heads]: units that are positive up to here
};

Scratch prepare(std::span<double> memory, std::size_t heads,
                const LogCpbWeights& weights,
                const LogCpbOptions& options) noexcept {
  const auto [height, width] = options.window;
  const std::size_t units = weights.hidden_bias.size();
  Scratch s;
  s.heads = heads + heads % 2;
  s.weight = memory.data();
  s.dy = s.weight + s.heads * units;
  s.dx = s.dy + 2 * height - 1;
  s.left = s.dx + 2 * width - 1;
  s.right = s.left + 2 * width * 2 * s.heads;
  for (std::size_t u = 0; u < units; ++u) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      s.weight[u * s.heads + h] =
          h < heads ? weights.output_weight[h * units + u] : 0.0f;
    }
  }
  for (std::size_t i = 0; i < 2 * height - 1; ++i) {
    s.dy[i] = falling_coordinate(i, height, options.pretrained.height);
  }
  for (std::size_t i = 0; i < 2 * width - 1; ++i) {
    s.dx[i] = falling_coordinate(i, width, options.pretrained.width);
  }
  return s;
}

// How many of `count` >= 1 falling numbers are above a limit.
std::size_t count_above(const double* falling, std::size_t count,
                        double limit) noexcept {
  std::size_t first = 0;
  while (count > 1) {
    const std::size_t half = count / 2;
    first += falling[first + half - 1] > limit ? half : 0;
    count -= half;
  }
  return first + (falling[first] > limit ? 1 : 0);
}

// to += from
void add(double* to, const double* from, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; i += 2) {
    numeric::store(to + i, numeric::load(to + i) + numeric::load(from + i));
  }
}

// Along a row dy' of the table a hidden unit is a line in dx', cut off where it
// is zero: it is positive to one side of its corner. So each unit is added once
// where its side begins, and sums from both ends give the line of every offset.
// Nothing is taken away again, which would leave rounding errors of large units
// where they are zero.
void add_units(const Scratch& s, double dy, const LogCpbWeights& weights,
               std::size_t columns) noexcept {
  for (std::size_t u = 0; u < weights.hidden_bias.size(); ++u) {
    const double slope = weights.hidden_weight[2 * u + 1];
    const double intercept =
        static_cast<double>(weights.hidden_weight[2 * u]) * dy +
        static_cast<double>(weights.hidden_bias[u]);
    double* to = s.left;
    if (slope == 0) {
      if (!(intercept > 0)) continue;
    } else {
      const std::size_t above = count_above(s.dx, columns, -intercept / slope);
      to = (slope > 0 ? s.right : s.left) + above * 2 * s.heads;
    }
    const double* const weight = s.weight + u * s.heads;
    for (std::size_t h = 0; h < s.heads; h += 2) {
      const F64x2 v = numeric::load(weight + h);
      double* const a = to + h;
      double* const b = a + s.heads;
      numeric::store(a, numeric::load(a) + v * F64x2(slope));
      numeric::store(b, numeric::load(b) + v * F64x2(intercept));
    }
  }
}

// table [H, 2h-1, 2w-1]: the bias at k - q, in which the rows of a window are
// contiguous.
void fill_table(float* table, std::size_t heads, const LogCpbWeights& weights,
                const LogCpbOptions& options, const Scratch& s) noexcept {
  const std::size_t rows = 2 * options.window.height - 1;
  const std::size_t columns = 2 * options.window.width - 1;
  const std::size_t sum = 2 * s.heads;
  for (std::size_t row = 0; row < rows; ++row) {
    std::fill(s.left, s.right + (columns + 1) * sum, 0.0);
    add_units(s, s.dy[row], weights, columns);
    for (std::size_t i = columns; i-- > 1;) {
      add(s.right + i * sum, s.right + (i + 1) * sum, sum);
    }
    for (std::size_t i = 0; i < columns; ++i) {
      double* const line = s.left + i * sum;
      if (i > 0) add(line, line - sum, sum);
      const double* const other = s.right + (i + 1) * sum;
      for (std::size_t h = 0; h < heads; ++h) {
        const double x = (line[h] + other[h]) * s.dx[i] +
                         (line[s.heads + h] + other[s.heads + h]);
        table[(h * rows + row) * columns + i] = squash(x, options.scale);
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

Count log_cpb_table_size(std::size_t heads, const Window& window) noexcept {
  return heads * (Count(window.height) * 2u - 1u) *
         (Count(window.width) * 2u - 1u);
}

Count log_cpb_scratch_size(std::size_t heads, std::size_t hidden,
                           const Window& window) noexcept {
  const Count sides = Count(window.height) + window.width;
  return round_up(Count(heads), 2) * (hidden + Count(window.width) * 8u) +
         (sides * 2u - 2u);
}

Status log_cpb(std::span<float> out, std::size_t heads,
               const LogCpbWeights& weights, const LogCpbOptions& options,
               std::span<float> table, std::span<double> scratch) noexcept {
  Status status = check(out, heads, weights, options);
  if (status != Status::kOk) return status;
  const auto [height, width] = options.window;
  status = check_size<float>(table.size(),
                             log_cpb_table_size(heads, options.window));
  if (status != Status::kOk) return status;
  status = check_size<double>(
      scratch.size(),
      log_cpb_scratch_size(heads, weights.hidden_bias.size(), options.window));
  if (status != Status::kOk) return status;
  fill_table(table.data(), heads, weights, options,
             prepare(scratch, heads, weights, options));
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
          const double hidden =
              static_cast<double>(weights.hidden_weight[2 * u]) * dy +
              static_cast<double>(weights.hidden_weight[2 * u + 1]) * dx +
              static_cast<double>(weights.hidden_bias[u]);
          if (hidden > 0) sum += weights.output_weight[h * units + u] * hidden;
        }
        out[(h * tokens + q) * tokens + k] = squash(sum, options.scale);
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
