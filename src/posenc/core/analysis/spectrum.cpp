#include "analysis/spectrum.hpp"

#include <cmath>

#include "numeric/bits.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::analysis {
namespace {

using numeric::F64x2;
using Row = std::span<double>;

struct Matrix {
  double* data;
  std::size_t width;
  [[nodiscard]] double* row(std::size_t i) const noexcept {
    return data + i * width;
  }
};

[[gnu::noinline]] double dot(const double* a, const double* b,
                             std::size_t n) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// y += factor * x
[[gnu::noinline]] void add_scaled(double* y, const double* x, double factor,
                                  std::size_t n) noexcept {
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    numeric::store(y + i,
                   numeric::load(y + i) + F64x2(factor) * numeric::load(x + i));
  }
  if (i < n) y[i] += factor * x[i];
}

void means(Row out, std::span<const float> rows) noexcept {
  const std::size_t width = out.size();
  for (double& m : out) m = 0;
  for (std::size_t first = 0; first < rows.size(); first += width) {
    for (std::size_t j = 0; j < width; ++j) out[j] += rows[first + j];
  }
  const double share =
      static_cast<double>(width) / static_cast<double>(rows.size());
  for (double& m : out) m *= share;
}

// Rows that are added at once.
constexpr std::size_t kRows = 4;

// Adds to the lower triangle what so many rows give, one after the other: a
// number of C is read and written once for all of them.
void add_products(Matrix c, const double* centred) noexcept {
  const std::size_t width = c.width;
  for (std::size_t i = 0; i < width; ++i) {
    double* out = c.row(i);
    F64x2 factor[kRows];
    POSENC_UNROLL
    for (std::size_t t = 0; t < kRows; ++t) {
      factor[t] = F64x2(centred[t * width + i]);
    }
    std::size_t j = 0;
    for (; j + 2 <= i + 1; j += 2) {
      F64x2 sum = numeric::load(out + j);
      POSENC_UNROLL
      for (std::size_t t = 0; t < kRows; ++t) {
        sum = sum + factor[t] * numeric::load(centred + t * width + j);
      }
      numeric::store(out + j, sum);
    }
    if (j > i) continue;
    for (std::size_t t = 0; t < kRows; ++t) {
      out[i] += centred[t * width + i] * centred[t * width + i];
    }
  }
}

void covariance(Matrix c, Row mean, double* centred,
                std::span<const float> rows) noexcept {
  const std::size_t width = c.width;
  for (std::size_t k = 0; k < width * width; ++k) c.data[k] = 0;
  for (std::size_t first = 0; first < rows.size(); first += kRows * width) {
    for (std::size_t k = 0; k < kRows; ++k) {
      const std::size_t from = first + k * width;
      for (std::size_t j = 0; j < width; ++j) {
        // Past the last row zeros, which add nothing.
        centred[k * width + j] =
            from < rows.size() ? rows[from + j] - mean[j] : 0;
      }
    }
    add_products(c, centred);
  }
  const double share =
      static_cast<double>(width) / static_cast<double>(rows.size());
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      c.row(i)[j] *= share;
      c.row(j)[i] = c.row(i)[j];
    }
  }
}

// Leaves the diagonal in d, the one beside it in e, and in q the rows of Q^T
// with C = Q T Q^T, unless q has no columns.
void tridiagonalize(Matrix c, Matrix q, Row d, Row e, Row v, Row p) noexcept {
  const std::size_t n = c.width;
  for (std::size_t k = 0; k < n * q.width; ++k) q.data[k] = 0;
  for (std::size_t k = 0; k < q.width; ++k) q.row(k)[k] = 1;
  for (std::size_t k = 0; k + 2 < n; ++k) {
    const std::size_t rest = n - k - 1;
    // C is symmetric: its row k is its column k.
    double* x = c.row(k) + k + 1;
    const double norm = std::sqrt(dot(x, x, rest));
    if (norm == 0) continue;
    const double alpha = x[0] > 0 ? -norm : norm;
    for (std::size_t j = 0; j < rest; ++j) v[j] = x[j];
    v[0] -= alpha;
    const double beta = 2 / dot(v.data(), v.data(), rest);
    // C is symmetric but for rounding: sums of rows are sums of columns.
    for (std::size_t j = 0; j < rest; ++j) p[j] = 0;
    for (std::size_t j = 0; j < rest; ++j) {
      add_scaled(p.data(), c.row(k + 1 + j) + k + 1, beta * v[j], rest);
    }
    add_scaled(p.data(), v.data(), -0.5 * beta * dot(p.data(), v.data(), rest),
               rest);
    for (std::size_t j = 0; j < rest; ++j) {
      double* row = c.row(k + 1 + j) + k + 1;
      add_scaled(row, p.data(), -v[j], rest);
      add_scaled(row, v.data(), -p[j], rest);
    }
    x[0] = alpha;
    if (q.width == 0) continue;
    // Q^T gets the reflection from the left: rows k + 1 ... n - 1.
    for (std::size_t j = 0; j < n; ++j) p[j] = 0;
    for (std::size_t j = 0; j < rest; ++j) {
      add_scaled(p.data(), q.row(k + 1 + j), v[j], n);
    }
    for (std::size_t j = 0; j < rest; ++j) {
      add_scaled(q.row(k + 1 + j), p.data(), -beta * v[j], n);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    d[k] = c.row(k)[k];
    e[k] = k + 1 < n ? c.row(k)[k + 1] : 0;
  }
}

// One implicit QR step on the unreduced block lo ... hi.
void qr_step(Matrix q, Row d, Row e, std::size_t lo, std::size_t hi) noexcept {
  const double half = (d[hi - 1] - d[hi]) / 2;
  const double beside = e[hi - 1];
  const double root = std::sqrt(half * half + beside * beside);
  const double shift =
      d[hi] - beside * beside / (half + (half < 0 ? -root : root));
  double x = d[lo] - shift;
  double z = e[lo];
  for (std::size_t k = lo; k < hi; ++k) {
    const double r = std::sqrt(x * x + z * z);
    double c = 1;
    double s = 0;
    // never taken: 0, which only rounding could make of both
    if (r != 0) {
      c = x / r;
      s = z / r;
    }
    if (k > lo) e[k - 1] = r;
    const double a = d[k];
    const double b = d[k + 1];
    const double f = e[k];
    d[k] = c * c * a + 2 * c * s * f + s * s * b;
    d[k + 1] = s * s * a - 2 * c * s * f + c * c * b;
    e[k] = c * s * (b - a) + (c * c - s * s) * f;
    if (k + 1 < hi) {
      x = e[k];
      z = s * e[k + 1];
      e[k + 1] *= c;
    }
    double* upper = q.row(k);
    double* lower = q.row(k + 1);
    for (std::size_t j = 0; j < q.width; ++j) {
      const double u = upper[j];
      const double w = lower[j];
      upper[j] = c * u + s * w;
      lower[j] = c * w - s * u;
    }
  }
}

void diagonalize(Matrix q, Row d, Row e) noexcept {
  const std::size_t n = d.size();
  std::size_t hi = n - 1;
  // Two or three steps per value are usual; the bound only ends what rounding
  // might keep alive.
  // never taken: so many steps
  for (std::size_t step = 0; hi > 0 && step < 60 * n; ++step) {
    const auto negligible = [&](std::size_t k) {
      return numeric::absolute(e[k]) <=
             0x1p-53 * (numeric::absolute(d[k]) + numeric::absolute(d[k + 1]));
    };
    // Exact zeros on the diagonal leave nothing to compare with.
    const auto vanishes = [&](std::size_t k) {
      // never taken: beside exact zeros, rounding left 0 as well
      return negligible(k) || numeric::absolute(e[k]) < 0x1p-900;
    };
    if (vanishes(hi - 1)) {
      --hi;
      continue;
    }
    std::size_t lo = hi - 1;
    while (lo > 0 && !vanishes(lo - 1)) --lo;
    qr_step(q, d, e, lo, hi);
  }
}

void swap_rows(Matrix q, std::size_t a, std::size_t b) noexcept {
  for (std::size_t j = 0; j < q.width; ++j) {
    const double x = q.row(a)[j];
    q.row(a)[j] = q.row(b)[j];
    q.row(b)[j] = x;
  }
}

void sort_falling(Matrix q, Row d) noexcept {
  for (std::size_t k = 0; k + 1 < d.size(); ++k) {
    std::size_t largest = k;
    for (std::size_t j = k + 1; j < d.size(); ++j) {
      if (d[j] > d[largest]) largest = j;
    }
    if (largest == k) continue;
    const double x = d[k];
    d[k] = d[largest];
    d[largest] = x;
    swap_rows(q, k, largest);
  }
}

void fix_sign(double* row, std::size_t n) noexcept {
  std::size_t largest = 0;
  for (std::size_t j = 1; j < n; ++j) {
    if (numeric::absolute(row[j]) > numeric::absolute(row[largest])) {
      largest = j;
    }
  }
  if (row[largest] < 0) {
    for (std::size_t j = 0; j < n; ++j) row[j] = -row[j];
  }
}

}  // namespace

Status spectrum(std::span<double> variances, std::span<float> components,
                std::span<float> projections, std::span<const float> rows,
                std::size_t width, std::span<double> scratch) noexcept {
  if (width < 1 || width > kMaxSpectrumWidth) return Status::kBadArgument;
  const std::size_t count = rows.size() / width;
  const std::size_t kept = components.size() / width;
  if (count == 0 || count * width != rows.size() ||
      kept * width != components.size() || kept > width ||
      variances.size() != width || projections.size() != count * kept ||
      scratch.size() < spectrum_scratch_size(width)) {
    return Status::kBadShape;
  }
  for (const float x : rows) {
    if (!numeric::is_finite(x)) return Status::kBadArgument;
  }
  const Matrix c{scratch.data(), width};
  // Nobody asks for the axes where none is kept.
  const Matrix q{c.data + width * width, kept == 0 ? 0 : width};
  double* const spare = q.data + width * width;
  const Row e{spare, width};
  const Row v{spare + width, width};
  const Row p{spare + 2 * width, width};
  const Row mean{spare + 3 * width, width};
  means(mean, rows);
  // Up to the mean nothing is begun yet, room for the rows that are added.
  covariance(c, mean, q.data, rows);
  tridiagonalize(c, q, variances, e, v, p);
  diagonalize(q, variances, e);
  sort_falling(q, variances);
  for (double& x : variances) x = x > 0 ? x : 0;  // rounding below zero
  for (std::size_t k = 0; k < kept; ++k) {
    fix_sign(q.row(k), width);
    for (std::size_t j = 0; j < width; ++j) {
      components[k * width + j] = static_cast<float>(q.row(k)[j]);
    }
  }
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t j = 0; j < width; ++j) {
      v[j] = rows[t * width + j] - mean[j];
    }
    for (std::size_t k = 0; k < kept; ++k) {
      projections[t * kept + k] =
          static_cast<float>(dot(q.row(k), v.data(), width));
    }
  }
  return Status::kOk;
}

}  // namespace posenc::analysis
