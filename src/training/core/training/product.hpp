// The products of matrices that training is made of.
//
// All are one of two walks of a tile of 4 x 8 sums, the tile of
// numeric/matmul.hpp, whose one operand stays where it is:
//
//   times   out [R][8] = left [R][K]    right [K][8]     rows of the left lie
//                                                        as they are
//   outer   out [R][8] = left [K][R]^T  right [K][8]     so do both
//
// Weights are packed, once a step, and what comes back for their gradients, a
// block of rows at a time: where they lie, rows are so far apart that they
// share few places of the cache. Activations that `times` multiplies stay as
// they are; packing them would take longer than what the packed kernel gains
// (measured: 38 against 42 GFLOP/s).
//
// Sums add their products in the order of k in T, so that native and wasm agree
// bit for bit. Arguments are trusted.
//
// Rows of `times` come in fours: up to three rows past the last one are read
// and written, and their numbers mean nothing.
#pragma once

#include <cstddef>

#include "training/lanes.hpp"

namespace posenc::training {

// A matrix, row by row, `stride` numbers from one to the next.
template <class T>
struct Matrix {
  T* data = nullptr;
  std::size_t stride = 0;

  [[nodiscard]] T* row(std::size_t r) const noexcept {
    return data + r * stride;
  }
};

// out [rows][8] = left [rows][depth] right [depth][8], plus `start` [8] in
// every row, plus what is there when `add` is set.
template <class T>
void times(Matrix<const T> left, std::size_t rows, Matrix<const T> right,
           std::size_t depth, Matrix<T> out, bool add,
           const T* start = nullptr) noexcept;

// out [4][8] += left [depth][4]^T right [depth][8].
template <class T>
void outer(Matrix<const T> left, Matrix<const T> right, std::size_t depth,
           Matrix<T> out) noexcept;

// The linear layer y = x W^T + b, weight [out, in], bias [out] or none.
//
// `in` is a multiple of 8. Matrices with `out` columns have whole panels of
// eight; the columns past the last are zeros in y when they are in the bias,
// and must be zeros in dy.
template <class T>
struct Linear {
  const T* weight = nullptr;
  const T* bias = nullptr;
  std::size_t in = 0;
  std::size_t out = 0;
  // The weight, packed by `pack`: [out / 8][in][8] and [in / 8][out][8].
  T* across = nullptr;
  T* back = nullptr;

  // Numbers in each of the two.
  [[nodiscard]] std::size_t packed_numbers() const noexcept {
    return padded(out) * in;
  }
};

template <class T>
void pack(const Linear<T>& linear) noexcept;

// y [rows, out] = x W^T + b, or y += when `add` is set.
template <class T>
void forward(const Linear<T>& linear, Matrix<const T> x, std::size_t rows,
             Matrix<T> y, bool add) noexcept;

// dx [rows, in] = dy W, or dx += when `add` is set.
template <class T>
void backward(const Linear<T>& linear, Matrix<const T> dy, std::size_t rows,
              Matrix<T> dx, bool add) noexcept;

// Rows that `gradient` takes at a time.
inline constexpr std::size_t kGradientRows = 128;

// Numbers that `gradient` of so many outputs has as its scratch.
[[nodiscard]] std::size_t gradient_scratch(std::size_t out) noexcept;

// dweight [out, in] += dy^T x, dbias [out] += the sums of the columns of dy.
template <class T>
void gradient(const Linear<T>& linear, Matrix<const T> dy, Matrix<const T> x,
              std::size_t rows, T* dweight, T* dbias, T* scratch) noexcept;

}  // namespace posenc::training
