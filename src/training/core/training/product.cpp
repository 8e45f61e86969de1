#include "training/product.hpp"

#include <algorithm>

namespace posenc::training {
namespace {

// Numbers of x that stay in the first cache while all panels pass by: half of
// one, of which another thread of the core may have the rest.
constexpr std::size_t kBlock = 4096;

template <class T>
struct Tile {
  Four<T> low[4];
  Four<T> high[4];

  // Eight numbers of the right times one number of each row of the left.
  void add(const T* right, T a0, T a1, T a2, T a3) noexcept {
    const Four<T> b0 = read(right);
    const Four<T> b1 = read(right + 4);
    low[0] = multiply_add(Four<T>(a0), b0, low[0]);
    high[0] = multiply_add(Four<T>(a0), b1, high[0]);
    low[1] = multiply_add(Four<T>(a1), b0, low[1]);
    high[1] = multiply_add(Four<T>(a1), b1, high[1]);
    low[2] = multiply_add(Four<T>(a2), b0, low[2]);
    high[2] = multiply_add(Four<T>(a2), b1, high[2]);
    low[3] = multiply_add(Four<T>(a3), b0, low[3]);
    high[3] = multiply_add(Four<T>(a3), b1, high[3]);
  }
};

// out [4][8] of a tile whose last rows may not exist.
template <class T>
void outer_partial(Matrix<const T> left, Matrix<const T> right,
                   std::size_t depth, Matrix<T> out,
                   std::size_t rows) noexcept {
  T tile[4 * kPanel] = {};
  outer<T>(left, right, depth, {tile, kPanel});
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < kPanel; ++c) {
      out.row(r)[c] += tile[r * kPanel + c];
    }
  }
}

// kStride: of the right; 0 where it is known at run time only, which takes
// engines one more register.
template <std::size_t kStride, class T>
[[gnu::noinline]] void times_by(Matrix<const T> left, std::size_t rows,
                                Matrix<const T> right, std::size_t depth,
                                Matrix<T> out, bool add,
                                const T* start) noexcept {
  const std::size_t step = kStride == 0 ? right.stride : kStride;
  const Four<T> s0 = start == nullptr ? Four<T>(T{0}) : read(start);
  const Four<T> s1 = start == nullptr ? Four<T>(T{0}) : read(start + 4);
  for (std::size_t r = 0; r < rows; r += 4) {
    const T* x0 = left.row(r);
    const T* x1 = x0 + left.stride;
    const T* x2 = x1 + left.stride;
    const T* x3 = x2 + left.stride;
    const T* b = right.data;
    Tile<T> tile;
    for (std::size_t i = 0; i < 4; ++i) {
      tile.low[i] = s0;
      tile.high[i] = s1;
    }
    // Unrolled, engines run out of registers for the addresses.
#pragma GCC unroll 1
    for (std::size_t k = 0; k < depth; ++k) {
      tile.add(b, *x0, *x1, *x2, *x3);
      ++x0;
      ++x1;
      ++x2;
      ++x3;
      b += step;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      T* const to = out.row(r + i);
      if (add) {
        tile.low[i] += read(to);
        tile.high[i] += read(to + 4);
      }
      write(to, tile.low[i]);
      write(to + 4, tile.high[i]);
    }
  }
}

// kLeft and kRight: strides, as above.
template <std::size_t kLeft, std::size_t kRight, class T>
[[gnu::noinline]] void outer_by(Matrix<const T> left, Matrix<const T> right,
                                std::size_t depth, Matrix<T> out) noexcept {
  const std::size_t left_step = kLeft == 0 ? left.stride : kLeft;
  const std::size_t right_step = kRight == 0 ? right.stride : kRight;
  const T* a = left.data;
  const T* b = right.data;
  Tile<T> tile;
  for (std::size_t i = 0; i < 4; ++i) {
    tile.low[i] = read(out.row(i));
    tile.high[i] = read(out.row(i) + 4);
  }
#pragma GCC unroll 1
  for (std::size_t k = 0; k < depth; ++k) {
    tile.add(b, a[0], a[1], a[2], a[3]);
    a += left_step;
    b += right_step;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    write(out.row(i), tile.low[i]);
    write(out.row(i) + 4, tile.high[i]);
  }
}

}  // namespace

template <class T>
void times(Matrix<const T> left, std::size_t rows, Matrix<const T> right,
           std::size_t depth, Matrix<T> out, bool add,
           const T* start) noexcept {
  if (right.stride == kPanel) {
    times_by<kPanel>(left, rows, right, depth, out, add, start);
  } else {
    times_by<0>(left, rows, right, depth, out, add, start);
  }
}

template <class T>
void outer(Matrix<const T> left, Matrix<const T> right, std::size_t depth,
           Matrix<T> out) noexcept {
  outer_by<0, 0>(left, right, depth, out);
}

template <class T>
[[gnu::cold]] void pack(const Linear<T>& linear) noexcept {
  const auto [weight, bias, in, out, across, back] = linear;
  const std::size_t columns = padded(out);
  for (std::size_t o = 0; o < columns; ++o) {
    T* const to = across + o / kPanel * kPanel * in + o % kPanel;
    for (std::size_t i = 0; i < in; ++i) {
      const T w = o < out ? weight[o * in + i] : T{0};
      to[i * kPanel] = w;
      back[(i / kPanel * columns + o) * kPanel + i % kPanel] = w;
    }
  }
}

template <class T>
void forward(const Linear<T>& linear, Matrix<const T> x, std::size_t rows,
             Matrix<T> y, bool add) noexcept {
  const auto [weight, bias, in, out, across, back] = linear;
  const std::size_t block = std::max<std::size_t>(kBlock / in / 4 * 4, 4);
  for (std::size_t r = 0; r < rows; r += block) {
    const std::size_t count = std::min(block, rows - r);
    for (std::size_t o = 0; o < out; o += kPanel) {
      T start[kPanel] = {};
      if (bias != nullptr) {
        std::copy_n(bias + o, std::min(kPanel, out - o), start);
      }
      times<T>({x.row(r), x.stride}, count, {across + o * in, kPanel}, in,
               {y.row(r) + o, y.stride}, add, start);
    }
  }
}

template <class T>
void backward(const Linear<T>& linear, Matrix<const T> dy, std::size_t rows,
              Matrix<T> dx, bool add) noexcept {
  const std::size_t depth = padded(linear.out);
  const std::size_t block = std::max<std::size_t>(kBlock / depth / 4 * 4, 4);
  for (std::size_t r = 0; r < rows; r += block) {
    const std::size_t count = std::min(block, rows - r);
    for (std::size_t i = 0; i < linear.in; i += kPanel) {
      times<T>({dy.row(r), dy.stride}, count, {linear.back + i * depth, kPanel},
               depth, {dx.row(r) + i, dx.stride}, add);
    }
  }
}

namespace {

// Columns of dy that `gradient` has packed at a time.
constexpr std::size_t kGradientColumns = 512;

// [width / 4][kGradientRows][4] of dy [rows][width]. Where they lie, rows are
// so far apart that they share few places of the cache.
template <class T>
void pack_quads(Matrix<const T> dy, std::size_t rows, std::size_t width,
                T* to) noexcept {
  for (std::size_t k = 0; k < rows; ++k) {
    const T* const from = dy.row(k);
    for (std::size_t o = 0; o < width; o += 4) {
      write(to + o * kGradientRows + k * 4, read(from + o));
    }
  }
}

template <class T>
void add_columns(const T* quads, std::size_t rows, std::size_t width,
                 T* sums) noexcept {
  for (std::size_t o = 0; o < width; o += 4) {
    const T* const quad = quads + o * kGradientRows;
    Four<T> total(T{0});
    for (std::size_t k = 0; k < rows; ++k) total += read(quad + k * 4);
    T lane[4];
    write(lane, total);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, width - o); ++i) {
      sums[o + i] += lane[i];
    }
  }
}

// dweight [width, in] += dy^T x for the rows of `quads`.
template <class T>
void add_outer(const T* quads, Matrix<const T> x, std::size_t rows,
               std::size_t width, std::size_t in, T* dweight,
               T* panel) noexcept {
  for (std::size_t i = 0; i < in; i += kPanel) {
    for (std::size_t k = 0; k < rows; ++k) {
      const T* const from = x.row(k) + i;
      write(panel + k * kPanel, read(from));
      write(panel + k * kPanel + 4, read(from + 4));
    }
    for (std::size_t o = 0; o < width; o += 4) {
      const Matrix<const T> left{quads + o * kGradientRows, 4};
      const Matrix<T> to{dweight + o * in + i, in};
      if (o + 4 <= width) {
        outer_by<4, kPanel, T>(left, {panel, kPanel}, rows, to);
      } else {
        outer_partial<T>(left, {panel, kPanel}, rows, to, width - o);
      }
    }
  }
}

}  // namespace

std::size_t gradient_scratch(std::size_t out) noexcept {
  return kGradientRows * (kPanel + std::min(padded(out), kGradientColumns));
}

template <class T>
void gradient(const Linear<T>& linear, Matrix<const T> dy, Matrix<const T> x,
              std::size_t rows, T* dweight, T* dbias, T* scratch) noexcept {
  T* const quads = scratch + kGradientRows * kPanel;
  for (std::size_t r = 0; r < rows; r += kGradientRows) {
    const std::size_t count = std::min(kGradientRows, rows - r);
    for (std::size_t o = 0; o < linear.out; o += kGradientColumns) {
      const std::size_t width = std::min(kGradientColumns, linear.out - o);
      pack_quads<T>({dy.row(r) + o, dy.stride}, count, width, quads);
      add_outer<T>(quads, {x.row(r), x.stride}, count, width, linear.in,
                   dweight + o * linear.in, scratch);
      if (dbias != nullptr) add_columns(quads, count, width, dbias + o);
    }
  }
}

#define POSENC_INSTANCE(T)                                                  \
  template void times<T>(Matrix<const T>, std::size_t, Matrix<const T>,     \
                         std::size_t, Matrix<T>, bool, const T*) noexcept;  \
  template void outer<T>(Matrix<const T>, Matrix<const T>, std::size_t,     \
                         Matrix<T>) noexcept;                               \
  template void pack<T>(const Linear<T>&) noexcept;                         \
  template void forward<T>(const Linear<T>&, Matrix<const T>, std::size_t,  \
                           Matrix<T>, bool) noexcept;                       \
  template void backward<T>(const Linear<T>&, Matrix<const T>, std::size_t, \
                            Matrix<T>, bool) noexcept;                      \
  template void gradient<T>(const Linear<T>&, Matrix<const T>,              \
                            Matrix<const T>, std::size_t, T*, T*,           \
                            T*) noexcept;
POSENC_INSTANCE(float)
POSENC_INSTANCE(double)
#undef POSENC_INSTANCE

}  // namespace posenc::training
