#include <algorithm>

#include "numeric/activation.hpp"
#include "training/term.hpp"

namespace posenc::training {

template <class T>
[[gnu::cold]] void ForgetTerm<T>::lay_out(Arena<T>& arena, const Plan& plan,
                                          const Extent& extent) noexcept {
  const ModelOptions& o = plan.options;
  stride_ = extent.keys() + kLanes;
  gate_.in = o.width;
  gate_.out = o.heads;
  gate_.across = arena.take(gate_.packed_numbers());
  gate_.back = arena.take(gate_.packed_numbers());
  gates_ = arena.take(product(extent.sequences * extent.length + 4, kPanel));
  const Count sums = product(extent.sequences, o.heads, stride_);
  sums_ = arena.take(sums);
  dsums_ = arena.take(sums);
  gradient_ = arena.take(gradient_scratch(kPanel));
}

template <class T>
[[gnu::cold]] void ForgetTerm<T>::begin_layer(const Layer<T>& layer) noexcept {
  gate_.weight = layer.param(Kind::kForget);
  gate_.bias = layer.param(Kind::kForgetBias);
  pack(gate_);
  const std::size_t rows = layer.sequences * layer.length;
  forward<T>(gate_, layer.input, rows, {gates_, kPanel}, false);
  for (std::size_t s = 0; s < layer.sequences; ++s) {
    for (std::size_t h = 0; h < layer.heads(); ++h) {
      T* const to = sums(sums_, layer, s, h);
      double total = 0;
      for (std::size_t t = 0; t < layer.length; ++t) {
        const T x = gates_[(s * layer.length + t) * kPanel + h];
        total -= numeric::softplus(-static_cast<double>(x));
        to[t] = static_cast<T>(total);
      }
      // What padded keys and idle lanes read.
      std::fill(to + layer.length, to + stride_, T{0});
    }
  }
  if (layer.grads != nullptr) {
    std::fill_n(dsums_, layer.sequences * layer.heads() * stride_, T{0});
  }
}

template <class T>
void ForgetTerm<T>::add(const Layer<T>& layer, const Block<T>& block) noexcept {
  const T* const sum = sums(sums_, layer, block.sequence, block.head);
  const Four<T> q0 = read(sum + block.query);
  const Four<T> q1 = read(sum + block.query + 4);
  for (std::size_t j = 0; j < block.keys; ++j) {
    T* const to = block.tile + j * kLanes;
    const Four<T> key(sum[j]);
    write(to, read(to) + (q0 - key));
    write(to + 4, read(to + 4) + (q1 - key));
  }
}

template <class T>
void ForgetTerm<T>::back_scores(const Layer<T>& layer,
                                const Block<T>& block) noexcept {
  T* const dsum = sums(dsums_, layer, block.sequence, block.head);
  Four<T> q0(T{0});
  Four<T> q1(T{0});
  for (std::size_t j = 0; j < block.keys; ++j) {
    const T* const from = block.dtile + j * kLanes;
    const Four<T> d0 = read(from);
    const Four<T> d1 = read(from + 4);
    q0 += d0;
    q1 += d1;
    dsum[j] -= sum(d0) + sum(d1);
  }
  T* const to = dsum + block.query;
  write(to, read(to) + q0);
  write(to + 4, read(to + 4) + q1);
}

template <class T>
[[gnu::cold]] void ForgetTerm<T>::end_layer(const Layer<T>& layer) noexcept {
  const std::size_t rows = layer.sequences * layer.length;
  for (std::size_t s = 0; s < layer.sequences; ++s) {
    for (std::size_t h = 0; h < layer.heads(); ++h) {
      const T* const from = sums(dsums_, layer, s, h);
      T total{0};
      for (std::size_t t = layer.length; t-- > 0;) {
        total += from[t];
        T& gate = gates_[(s * layer.length + t) * kPanel + h];
        // d ln sigmoid(x) / dx = sigmoid(-x)
        const double closed = numeric::sigmoid(-static_cast<double>(gate));
        gate = total * static_cast<T>(closed);
      }
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    std::fill(gates_ + r * kPanel + layer.heads(), gates_ + (r + 1) * kPanel,
              T{0});
  }
  gradient<T>(gate_, {gates_, kPanel}, layer.input, rows,
              layer.grad(Kind::kForget), layer.grad(Kind::kForgetBias),
              gradient_);
  backward<T>(gate_, {gates_, kPanel}, rows, layer.dinput, true);
}

template class ForgetTerm<float>;
template class ForgetTerm<double>;

}  // namespace posenc::training
