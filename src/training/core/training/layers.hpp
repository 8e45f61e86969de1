// The parts of a model that work on one row, or one number, at a time.
//
//   norm     y = (x - mean) / sqrt(var + 1e-5) * gain + bias
//   gelu     y = x s,  s = sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)),
//            which is the form by tanh (GPT-2): (1 + tanh u) / 2 = sigmoid(2 u)
//   loss     mean over the scored rows of  ln sum_v e^logit_v - logit_target
//   rotate   y_a = x_a cos - x_b sin,  y_b = x_b cos + x_a sin; column a of a
//            pair i, column b = i + width / 2 (rotary/apply.hpp, kHalves)
//   dropout  y = x / (1 - p) or 0, by a hash of seed and place
//
// Rows are multiples of four numbers wide where not said otherwise. Arguments
// are trusted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "training/product.hpp"

namespace posenc::training {

// mean and deviation are of every row: [rows], 1 / sqrt(var + 1e-5).
template <class T>
void norm(Matrix<const T> x, std::size_t rows, std::size_t width, const T* gain,
          const T* bias, Matrix<T> y, T* mean, T* deviation) noexcept;

// dx += what dy does to x; dgain and dbias [width] +=.
template <class T>
void norm_back(Matrix<const T> x, std::size_t rows, std::size_t width,
               const T* gain, const T* mean, const T* deviation,
               Matrix<const T> dy, Matrix<T> dx, T* dgain, T* dbias) noexcept;

// y [count] of x, and the slope of the curve there in place of x.
template <class T>
void gelu(T* x, std::size_t count, T* y) noexcept;

// a[i] *= b[i]
template <class T>
void multiply(T* a, const T* b, std::size_t count) noexcept;

// Cross-entropy of rows of logits, `width` columns of whole panels. Rows with
// target -1 are not scored. Where dlogits are wanted they take the logits'
// place: weight * (softmax - 1 at the target), zeros in rows that are not
// scored and in columns past the last.
struct Scores {
  double loss = 0;         // sum over the scored rows
  std::size_t scored = 0;  // rows
  std::size_t right = 0;   // of these: the target has the largest logit
};

template <class T>
[[nodiscard]] Scores cross_entropy(Matrix<T> logits, std::size_t rows,
                                   std::size_t width,
                                   const std::int32_t* targets, bool backward,
                                   T weight) noexcept;

// The largest of a row; of equal ones the first.
template <class T>
[[nodiscard]] std::size_t largest(const T* row, std::size_t width) noexcept;

// Tables cos and sin [length, width / 2]; row r of x stands at r % length.
// `heads` slices of x, `slice` columns apart. Transposed, it takes gradients
// back.
struct Rotation {
  std::size_t heads = 0;
  std::size_t slice = 0;
  std::size_t width = 0;
  std::size_t length = 0;
};

template <class T>
void rotate(Matrix<T> x, std::size_t rows, const T* cos, const T* sin,
            const Rotation& shape, bool transposed) noexcept;

// The same mask for the same seed and place: rows are counted from `first`.
// stream tells the layers apart.
struct Dropout {
  double rate = 0;
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
  std::uint64_t first = 0;
};

template <class T>
void drop(Matrix<T> x, std::size_t rows, std::size_t width,
          const Dropout& dropout) noexcept;

}  // namespace posenc::training
