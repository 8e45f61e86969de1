// relative/cope.hpp has the formula. Gates and content are divided by sqrt(d)
// alike here (the factor is 1), the paper's form.
#include <algorithm>

#include "training/term.hpp"

namespace posenc::training {

template <class T>
[[gnu::cold]] void CopeTerm<T>::lay_out(Arena<T>& arena, const Plan& plan,
                                        const Extent& extent) noexcept {
  head_ = padded(plan.head_width());
  const std::size_t rows = padded(plan.options.cope_positions);
  rows_ = arena.take(rows * head_);
  drows_ = arena.take(rows * head_);
  products_ = arena.take(rows * kLanes);
  dproducts_ = arena.take(rows * kLanes);
  gates_ = arena.take(extent.keys() * kLanes);
  places_ = arena.take(extent.keys() * kLanes);
}

template <class T>
[[gnu::cold]] void CopeTerm<T>::begin_layer(const Layer<T>& layer) noexcept {
  const std::size_t d = layer.plan->head_width();
  const std::size_t rows = layer.plan->options.cope_positions;
  const T* const from = layer.param(Kind::kRelativeKeys);
  std::fill_n(rows_, padded(rows) * head_, T{0});
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(from + r * d, d, rows_ + r * head_);
  }
  if (layer.grads != nullptr) std::fill_n(drows_, padded(rows) * head_, T{0});
}

template <class T>
void CopeTerm<T>::add(const Layer<T>& layer, const Block<T>& block) noexcept {
  const ModelOptions& o = layer.plan->options;
  times<T>({rows_, head_}, padded(o.cope_positions), {block.packed, kLanes},
           head_, {products_, kLanes}, false);
  const Four<T> one(T{1});
  for (std::size_t x = 0; x < block.keys * kLanes; x += 4) {
    write(gates_ + x, one / (one + exp(Four<T>(T{0}) - read(block.tile + x))));
  }
  const T last = static_cast<T>(o.cope_positions - 1);
  const std::size_t rows = o.cope_positions;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::size_t end =
        o.causal ? std::min(block.query_of(l) + 1, block.limit) : block.limit;
    T place{0};
    for (std::size_t j = block.keys; j-- > 0;) {
      const std::size_t x = j * kLanes + l;
      if (j >= end) {
        gates_[x] = T{0};
      }
      place += gates_[x];
      places_[x] = place;
      const T p = std::min(place, last);
      const std::size_t n = std::min(static_cast<std::size_t>(p), rows - 2);
      const T w = p - static_cast<T>(n);
      block.tile[x] += (T{1} - w) * products_[n * kLanes + l] +
                       w * products_[(n + 1) * kLanes + l];
    }
  }
}

template <class T>
void CopeTerm<T>::back_scores(const Layer<T>& layer,
                              const Block<T>& block) noexcept {
  const std::size_t rows = layer.plan->options.cope_positions;
  const T last = static_cast<T>(rows - 1);
  std::fill_n(dproducts_, padded(rows) * kLanes, T{0});
  for (std::size_t l = 0; l < block.count; ++l) {
    // A gate moves the positions of its own key and of all before it.
    T moved{0};
    for (std::size_t j = 0; j < block.keys; ++j) {
      const std::size_t x = j * kLanes + l;
      const T g = block.dtile[x];
      const T p = std::min(places_[x], last);
      const std::size_t n = std::min(static_cast<std::size_t>(p), rows - 2);
      const T w = p - static_cast<T>(n);
      dproducts_[n * kLanes + l] += (T{1} - w) * g;
      dproducts_[(n + 1) * kLanes + l] += w * g;
      if (places_[x] < last) {
        moved +=
            g * (products_[(n + 1) * kLanes + l] - products_[n * kLanes + l]);
      }
      block.dtile[x] = g + moved * gates_[x] * (T{1} - gates_[x]);
    }
  }
  for (std::size_t e = 0; e < head_; e += kPanel) {
    times<T>({dproducts_, kLanes}, padded(rows), {block.rows + e, head_},
             kLanes, {drows_ + e, head_}, true);
    for (std::size_t l = 0; l < kLanes; l += 4) {
      outer<T>({dproducts_ + l, kLanes}, {rows_ + e, head_}, padded(rows),
               {block.dq + l * head_ + e, head_});
    }
  }
}

template <class T>
[[gnu::cold]] void CopeTerm<T>::end_layer(const Layer<T>& layer) noexcept {
  const std::size_t d = layer.plan->head_width();
  T* const to = layer.grad(Kind::kRelativeKeys);
  for (std::size_t r = 0; r < layer.plan->options.cope_positions; ++r) {
    for (std::size_t e = 0; e < d; ++e) to[r * d + e] += drows_[r * head_ + e];
  }
}

template class CopeTerm<float>;
template class CopeTerm<double>;

}  // namespace posenc::training
