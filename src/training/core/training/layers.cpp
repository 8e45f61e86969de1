#include "training/layers.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/random.hpp"

namespace posenc::training {
namespace {

constexpr double kEpsilon = 1e-5;

}  // namespace

template <class T>
void norm(Matrix<const T> x, std::size_t rows, std::size_t width, const T* gain,
          const T* bias, Matrix<T> y, T* mean, T* deviation) noexcept {
  const T share = T{1} / static_cast<T>(width);
  for (std::size_t r = 0; r < rows; ++r) {
    const T* const from = x.row(r);
    T* const to = y.row(r);
    Four<T> total(T{0});
    for (std::size_t i = 0; i < width; i += 4) total += read(from + i);
    const T m = sum(total) * share;
    Four<T> square(T{0});
    for (std::size_t i = 0; i < width; i += 4) {
      const Four<T> gap = read(from + i) - Four<T>(m);
      square += gap * gap;
    }
    const T s = T{1} / std::sqrt(sum(square) * share + T{kEpsilon});
    for (std::size_t i = 0; i < width; i += 4) {
      const Four<T> unit = (read(from + i) - Four<T>(m)) * Four<T>(s);
      write(to + i, unit * read(gain + i) + read(bias + i));
    }
    mean[r] = m;
    deviation[r] = s;
  }
}

template <class T>
void norm_back(Matrix<const T> x, std::size_t rows, std::size_t width,
               const T* gain, const T* mean, const T* deviation,
               Matrix<const T> dy, Matrix<T> dx, T* dgain, T* dbias) noexcept {
  const T share = T{1} / static_cast<T>(width);
  for (std::size_t r = 0; r < rows; ++r) {
    const T* const from = x.row(r);
    const T* const d = dy.row(r);
    T* const to = dx.row(r);
    const Four<T> m(mean[r]);
    const Four<T> s(deviation[r]);
    Four<T> along(T{0});
    Four<T> level(T{0});
    for (std::size_t i = 0; i < width; i += 4) {
      const Four<T> unit = (read(from + i) - m) * s;
      const Four<T> here = read(d + i);
      const Four<T> du = here * read(gain + i);
      along += du * unit;
      level += du;
      write(dgain + i, read(dgain + i) + here * unit);
      write(dbias + i, read(dbias + i) + here);
    }
    const Four<T> a(sum(along) * share);
    const Four<T> l(sum(level) * share);
    for (std::size_t i = 0; i < width; i += 4) {
      const Four<T> unit = (read(from + i) - m) * s;
      const Four<T> du = read(d + i) * read(gain + i);
      write(to + i, read(to + i) + s * ((du - l) - unit * a));
    }
  }
}

template <class T>
void gelu(T* x, std::size_t count, T* y) noexcept {
  constexpr double kTwice = 1.59576912160573071176;  // 2 sqrt(2 / pi)
  constexpr double kCube = 0.044715;
  const Four<T> one(T{1});
  for (std::size_t i = 0; i < count; i += 4) {
    const Four<T> v = read(x + i);
    const Four<T> square = v * v;
    const Four<T> u =
        Four<T>(T{-kTwice}) * v * (one + Four<T>(T{kCube}) * square);
    const Four<T> s = one / (one + exp(u));
    const Four<T> slope =
        Four<T>(T{kTwice}) * (one + Four<T>(T{3 * kCube}) * square);
    write(y + i, v * s);
    write(x + i, s + v * s * (one - s) * slope);
  }
}

template <class T>
void multiply(T* a, const T* b, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; i += 4) {
    write(a + i, read(a + i) * read(b + i));
  }
}

template <class T>
std::size_t largest(const T* row, std::size_t width) noexcept {
  std::size_t best = 0;
  for (std::size_t i = 1; i < width; ++i) {
    if (row[i] > row[best]) best = i;
  }
  return best;
}

template <class T>
Scores cross_entropy(Matrix<T> logits, std::size_t rows, std::size_t width,
                     const std::int32_t* targets, bool backward,
                     T weight) noexcept {
  Scores scores;
  const std::size_t columns = padded(width);
  for (std::size_t r = 0; r < rows; ++r) {
    T* const row = logits.row(r);
    if (targets[r] < 0) {
      if (backward) std::fill_n(row, columns, T{0});
      continue;
    }
    const auto target = static_cast<std::size_t>(targets[r]);
    const std::size_t best = largest(row, width);
    const Four<T> top(row[best]);
    const T at_target = row[target] - row[best];
    Four<T> total(T{0});
    for (std::size_t i = width; i < columns; ++i) row[i] = T{-1e30f};
    for (std::size_t i = 0; i < columns; i += 4) {
      const Four<T> e = exp(read(row + i) - top);
      if (backward) write(row + i, e);
      total += e;
    }
    const T all = sum(total);
    scores.loss +=
        numeric::log(static_cast<double>(all)) - static_cast<double>(at_target);
    ++scores.scored;
    scores.right += best == target ? 1 : 0;
    if (!backward) continue;
    const Four<T> factor(weight / all);
    for (std::size_t i = 0; i < columns; i += 4) {
      write(row + i, read(row + i) * factor);
    }
    row[target] -= weight;
  }
  return scores;
}

template <class T>
void rotate(Matrix<T> x, std::size_t rows, const T* cos, const T* sin,
            const Rotation& shape, bool transposed) noexcept {
  const std::size_t half = shape.width / 2;
  const std::size_t whole = half / 4 * 4;
  const T sign = transposed ? T{-1} : T{1};
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t at = r % shape.length * half;
    for (std::size_t h = 0; h < shape.heads; ++h) {
      T* const a = x.row(r) + h * shape.slice;
      T* const b = a + half;
      for (std::size_t i = 0; i < whole; i += 4) {
        const Four<T> c = read(cos + at + i);
        const Four<T> s = read(sin + at + i) * Four<T>(sign);
        const Four<T> xa = read(a + i);
        const Four<T> xb = read(b + i);
        write(a + i, xa * c - xb * s);
        write(b + i, xb * c + xa * s);
      }
      for (std::size_t i = whole; i < half; ++i) {
        const T c = cos[at + i];
        const T s = sin[at + i] * sign;
        const T xa = a[i];
        const T xb = b[i];
        a[i] = xa * c - xb * s;
        b[i] = xb * c + xa * s;
      }
    }
  }
}

template <class T>
[[gnu::cold]] void drop(Matrix<T> x, std::size_t rows, std::size_t width,
                        const Dropout& dropout) noexcept {
  const auto keep = static_cast<T>(1 / (1 - dropout.rate));
  // Streams of rows, so that no mask depends on how rows are grouped.
  const std::uint64_t stream =
      numeric::random_stream(dropout.seed, dropout.stream).next();
  for (std::size_t r = 0; r < rows; ++r) {
    numeric::Random random = numeric::random_stream(stream, dropout.first + r);
    T* const row = x.row(r);
    for (std::size_t i = 0; i < width; ++i) {
      row[i] *= random.uniform() < dropout.rate ? T{0} : keep;
    }
  }
}

#define POSENC_INSTANCE(T)                                                   \
  template void norm<T>(Matrix<const T>, std::size_t, std::size_t, const T*, \
                        const T*, Matrix<T>, T*, T*) noexcept;               \
  template void norm_back<T>(Matrix<const T>, std::size_t, std::size_t,      \
                             const T*, const T*, const T*, Matrix<const T>,  \
                             Matrix<T>, T*, T*) noexcept;                    \
  template void gelu<T>(T*, std::size_t, T*) noexcept;                       \
  template void multiply<T>(T*, const T*, std::size_t) noexcept;             \
  template std::size_t largest<T>(const T*, std::size_t) noexcept;           \
  template Scores cross_entropy<T>(Matrix<T>, std::size_t, std::size_t,      \
                                   const std::int32_t*, bool, T) noexcept;   \
  template void rotate<T>(Matrix<T>, std::size_t, const T*, const T*,        \
                          const Rotation&, bool) noexcept;                   \
  template void drop<T>(Matrix<T>, std::size_t, std::size_t,                 \
                        const Dropout&) noexcept;
POSENC_INSTANCE(float)
POSENC_INSTANCE(double)
#undef POSENC_INSTANCE

}  // namespace posenc::training
