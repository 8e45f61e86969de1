#include <algorithm>

#include "embedding/sinusoidal.hpp"
#include "relative/shaw.hpp"
#include "training/term.hpp"

namespace posenc::training {
namespace {

// Rows that offsets choose from.
std::size_t row_count(const ModelOptions& o, std::size_t reach) noexcept {
  switch (o.scheme) {
    case Scheme::kShaw:
      return 2 * o.clip + 1;
    case Scheme::kDeberta:
      return 2 * o.span;
    default:
      return o.causal ? reach : 2 * reach - 1;
  }
}

// [rows, heads * from] into [rows, heads * to], zeros between.
template <class T>
void spread(const T* from, std::size_t from_width, T* to, std::size_t to_width,
            std::size_t slices) noexcept {
  for (std::size_t s = 0; s < slices; ++s) {
    std::copy_n(from + s * from_width, from_width, to + s * to_width);
    std::fill_n(to + s * to_width + from_width, to_width - from_width, T{0});
  }
}

// The way back, added.
template <class T>
void gather(const T* from, std::size_t from_width, T* to, std::size_t to_width,
            std::size_t slices) noexcept {
  for (std::size_t s = 0; s < slices; ++s) {
    for (std::size_t i = 0; i < to_width; ++i) {
      to[s * to_width + i] += from[s * from_width + i];
    }
  }
}

}  // namespace

template <class T>
Matrix<T> RowsTerm<T>::head_of(T* rows, std::size_t head) const noexcept {
  return {rows + head * slice_, stride_};
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::lay_out(Arena<T>& arena, const Plan& plan,
                                        const Extent& extent) noexcept {
  const ModelOptions& o = plan.options;
  const bool shared = o.scheme == Scheme::kShaw;
  const bool deberta = o.scheme == Scheme::kDeberta;
  padded_ = padded(plan.head_width());
  slice_ = shared ? 0 : padded_;
  stride_ = shared ? padded_ : o.heads * padded_;
  count_ = padded(row_count(o, extent.reach));
  index_ = arena.take_integers(extent.offsets());
  const Count all = product(count_, stride_);
  rows_ = arena.take(all);
  drows_ = arena.take(all);
  products_ = arena.take(count_ * kLanes);
  dproducts_ = arena.take(count_ * kLanes);
  packed_ = arena.take(padded_ * kLanes);
  lanes_ = arena.take(padded_ * kLanes);
  if (shared) {
    values_ = arena.take(all);
    dvalues_ = arena.take(all);
    return;
  }
  gradient_ = arena.take(gradient_scratch(o.width));
  flat_ = arena.take(product(count_, o.width));
  const std::size_t weight = o.width * o.width;
  for (Linear<T>& linear : project_) {
    linear.in = o.width;
    linear.out = o.width;
    linear.across = arena.take(weight);
    linear.back = arena.take(weight);
  }
  if (deberta) {
    key_rows_ = arena.take(all);
    dkey_rows_ = arena.take(all);
    panel_ = arena.take(count_ * padded_);
    const Count each =
        product(extent.sequences * extent.length + kPanel, count_);
    key_products_ = arena.take(each);
    dkey_products_ = arena.take(each);
  } else {
    waves_ = arena.take(product(count_, o.width));
  }
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::prepare(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  const auto reach = static_cast<std::int64_t>(layer.reach);
  count_ = padded(row_count(o, layer.reach));
  for (std::int64_t n = 1 - reach; n < reach; ++n) {  // n = p_i - p_j
    std::int64_t row = 0;
    if (o.scheme == Scheme::kShaw) {
      row = static_cast<std::int64_t>(relative::shaw_index(-n, o.clip));
    } else if (o.scheme == Scheme::kDeberta) {
      const auto span = static_cast<std::int64_t>(o.span);
      row = std::clamp<std::int64_t>(n + span, 0, 2 * span - 1);
    } else {
      // Keys ahead of a causal query have no row, and are hidden.
      row = o.causal ? std::max<std::int64_t>(n, 0) : n + reach - 1;
    }
    index_[n + reach - 1] = static_cast<std::int32_t>(row);
  }
  if (o.scheme != Scheme::kTransformerXl) return;
  const std::size_t rows = row_count(o, layer.reach);
  const double first = o.causal ? 0 : 1 - static_cast<double>(layer.reach);
  for (std::size_t r = 0; r < rows; ++r) {
    float row[kMaxWidth];
    const Status status = embedding::sinusoidal_range(
        {row, o.width}, 1, first + static_cast<double>(r),
        {.width = o.width,
         .base = o.base,
         .layout = embedding::SinusoidalLayout::kHalves});
    // never taken: the plan's ranges are narrower
    if (status != Status::kOk) return;
    std::copy_n(row, o.width, waves_ + r * o.width);
  }
  std::fill(waves_ + rows * o.width, waves_ + count_ * o.width, T{0});
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::begin_layer(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  const std::size_t rows = row_count(o, layer.reach);
  const std::size_t d = layer.plan->head_width();
  const bool backward = layer.grads != nullptr;
  if (backward) std::fill_n(drows_, count_ * stride_, T{0});
  if (o.scheme == Scheme::kShaw) {
    spread(layer.param(Kind::kRelativeKeys), d, rows_, padded_, rows);
    std::fill(rows_ + rows * stride_, rows_ + count_ * stride_, T{0});
    if (!o.shaw_values) return;
    spread(layer.param(Kind::kRelativeValues), d, values_, padded_, rows);
    std::fill(values_ + rows * stride_, values_ + count_ * stride_, T{0});
    if (backward) std::fill_n(dvalues_, count_ * stride_, T{0});
    return;
  }
  const bool deberta = o.scheme == Scheme::kDeberta;
  const T* const source =
      deberta ? layer.plan->at(layer.params, Kind::kRelative) : waves_;
  const Kind kinds[] = {Kind::kRelativeKeys, Kind::kRelativeQueries};
  T* const to[] = {rows_, key_rows_};
  for (std::size_t i = 0; i < (deberta ? 2 : 1); ++i) {
    project_[i].weight = layer.param(kinds[i]);
    pack(project_[i]);
    std::fill_n(flat_, count_ * o.width, T{0});
    forward<T>(project_[i], {source, o.width}, rows, {flat_, o.width}, false);
    spread(flat_, d, to[i], padded_, count_ * o.heads);
  }
  if (deberta && backward) std::fill_n(dkey_rows_, count_ * stride_, T{0});
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::begin_head(const Layer<T>& layer,
                                           std::size_t head) noexcept {
  if (key_rows_ == nullptr) return;
  // k_j . qr for all keys in memory.
  const Matrix<T> rows = head_of(key_rows_, head);
  const auto scale = static_cast<T>(layer.scale);
  for (std::size_t r = 0; r < count_; ++r) {
    for (std::size_t e = 0; e < padded_; ++e) {
      panel_[(r / kPanel * padded_ + e) * kPanel + r % kPanel] =
          scale * rows.row(r)[e];
    }
  }
  const std::size_t keys = layer.sequences * layer.length;
  for (std::size_t r = 0; r < count_; r += kPanel) {
    times<T>(layer.keys(0, head), keys, {panel_ + r * padded_, kPanel}, padded_,
             {key_products_ + r, count_}, false);
  }
  if (layer.grads != nullptr) {
    std::fill_n(dkey_products_, keys * count_, T{0});
  }
}

template <class T>
const T* RowsTerm<T>::content_bias(const Layer<T>& layer,
                                   std::size_t head) noexcept {
  const T* const bias = layer.param(Kind::kContentBias);
  return bias == nullptr ? nullptr : bias + head * layer.plan->head_width();
}

template <class T>
T* RowsTerm<T>::content_bias_grad(const Layer<T>& layer,
                                  std::size_t head) noexcept {
  T* const bias = layer.grad(Kind::kContentBias);
  return bias == nullptr ? nullptr : bias + head * layer.plan->head_width();
}

// The queries as the rows meet them: Transformer-XL gives them another bias.
template <class T>
void RowsTerm<T>::pack_queries(const Layer<T>& layer,
                               const Block<T>& block) noexcept {
  const std::size_t d = layer.plan->head_width();
  const T* const bias = layer.param(Kind::kPositionBias);
  const auto scale = static_cast<T>(layer.scale);
  for (std::size_t l = 0; l < kLanes; ++l) {
    for (std::size_t e = 0; e < padded_; ++e) {
      T x{0};
      if (l < block.count && e < d) {
        x = block.q.row(l)[e];
        if (bias != nullptr) x += bias[block.head * d + e];
      }
      lanes_[l * padded_ + e] = scale * x;
      packed_[e * kLanes + l] = scale * x;
    }
  }
}

template <class T>
void RowsTerm<T>::add(const Layer<T>& layer, const Block<T>& block) noexcept {
  pack_queries(layer, block);
  const Matrix<T> rows = head_of(rows_, block.head);
  times<T>({rows.data, rows.stride}, count_, {packed_, kLanes}, padded_,
           {products_, kLanes}, false);
  const std::int32_t* const index = index_ + (layer.reach - 1);
  const T* const keys =
      key_products_ == nullptr
          ? nullptr
          : key_products_ + block.sequence * layer.length * count_;
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const auto r = static_cast<std::size_t>(
          index[layer.positions[block.query_of(l)] - layer.positions[j]]);
      T x = products_[r * kLanes + l];
      if (keys != nullptr) x += keys[j * count_ + r];
      block.tile[j * kLanes + l] += x;
    }
  }
}

template <class T>
void RowsTerm<T>::collect(const Layer<T>& layer,
                          const Block<T>& block) noexcept {
  if (!layer.plan->has(Kind::kRelativeValues)) return;
  std::fill_n(products_, count_ * kLanes, T{0});
  const std::int32_t* const index = index_ + (layer.reach - 1);
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const auto r = static_cast<std::size_t>(
          index[layer.positions[block.query_of(l)] - layer.positions[j]]);
      products_[r * kLanes + l] += block.tile[j * kLanes + l];
    }
  }
  for (std::size_t l = 0; l < kLanes; l += 4) {
    for (std::size_t e = 0; e < padded_; e += kPanel) {
      outer<T>({products_ + l, kLanes}, {values_ + e, stride_}, count_,
               {block.out + l * padded_ + e, padded_});
    }
  }
}

// Behind `collect` or, on the way back, behind `add`: the sums are made anew.
template <class T>
void RowsTerm<T>::collect_back(const Layer<T>& layer,
                               const Block<T>& block) noexcept {
  if (!layer.plan->has(Kind::kRelativeValues)) return;
  std::fill_n(products_, count_ * kLanes, T{0});
  // dproducts = aV . dout, by way of the packed gradient of the output.
  for (std::size_t l = 0; l < kLanes; ++l) {
    for (std::size_t e = 0; e < padded_; ++e) {
      packed_[e * kLanes + l] = block.dout[l * padded_ + e];
    }
  }
  times<T>({values_, stride_}, count_, {packed_, kLanes}, padded_,
           {dproducts_, kLanes}, false);
  const std::int32_t* const index = index_ + (layer.reach - 1);
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const auto r = static_cast<std::size_t>(
          index[layer.positions[block.query_of(l)] - layer.positions[j]]);
      products_[r * kLanes + l] += block.tile[j * kLanes + l];
      block.dtile[j * kLanes + l] += dproducts_[r * kLanes + l];
    }
  }
  for (std::size_t e = 0; e < padded_; e += kPanel) {
    times<T>({products_, kLanes}, count_, {block.dout + e, padded_}, kLanes,
             {dvalues_ + e, stride_}, true);
  }
}

template <class T>
void RowsTerm<T>::back(const Layer<T>& layer, const Block<T>& block) noexcept {
  std::fill_n(dproducts_, count_ * kLanes, T{0});
  const std::int32_t* const index = index_ + (layer.reach - 1);
  T* const keys = dkey_products_ == nullptr
                      ? nullptr
                      : dkey_products_ + block.sequence * layer.length * count_;
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    for (std::size_t l = 0; l < block.count; ++l) {
      const auto r = static_cast<std::size_t>(
          index[layer.positions[block.query + l] - layer.positions[j]]);
      const T x = block.dtile[j * kLanes + l];
      dproducts_[r * kLanes + l] += x;
      if (keys != nullptr) keys[j * count_ + r] += x;
    }
  }
  pack_queries(layer, block);
  const Matrix<T> rows = head_of(rows_, block.head);
  const Matrix<T> drows = head_of(drows_, block.head);
  T* const bias = layer.grad(Kind::kPositionBias);
  const std::size_t d = layer.plan->head_width();
  std::fill_n(packed_, kLanes * padded_, T{0});
  for (std::size_t e = 0; e < padded_; e += kPanel) {
    times<T>({dproducts_, kLanes}, count_, {lanes_ + e, padded_}, kLanes,
             {drows.data + e, stride_}, true);
    for (std::size_t l = 0; l < kLanes; l += 4) {
      outer<T>({dproducts_ + l, kLanes}, {rows.data + e, stride_}, count_,
               {packed_ + l * padded_ + e, padded_});
    }
  }
  const auto scale = static_cast<T>(layer.scale);
  for (std::size_t l = 0; l < block.count; ++l) {
    for (std::size_t e = 0; e < d; ++e) {
      const T x = packed_[l * padded_ + e];
      block.dq[l * padded_ + e] += x;
      if (bias != nullptr) bias[block.head * d + e] += scale * x;
    }
  }
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::end_head(const Layer<T>& layer,
                                         std::size_t head) noexcept {
  if (key_rows_ == nullptr) return;
  const Matrix<T> rows = head_of(key_rows_, head);
  const Matrix<T> drows = head_of(dkey_rows_, head);
  const auto scale = static_cast<T>(layer.scale);
  const std::size_t keys = layer.sequences * layer.length;
  std::fill_n(panel_, count_ * padded_, T{0});
  for (std::size_t e = 0; e < padded_; e += kPanel) {
    for (std::size_t r = 0; r < count_; r += 4) {
      outer<T>({dkey_products_ + r, count_},
               {layer.keys(0, head).data + e, layer.qkv.stride}, keys,
               {panel_ + r * padded_ + e, padded_});
    }
  }
  for (std::size_t r = 0; r < count_; ++r) {
    for (std::size_t e = 0; e < padded_; ++e) {
      drows.row(r)[e] += scale * panel_[r * padded_ + e];
      panel_[r * padded_ + e] = scale * rows.row(r)[e];
    }
  }
  for (std::size_t e = 0; e < padded_; e += kPanel) {
    times<T>({dkey_products_, count_}, keys, {panel_ + e, padded_}, count_,
             {layer.dkeys(0, head).data + e, layer.dqkv.stride}, true);
  }
}

template <class T>
[[gnu::cold]] void RowsTerm<T>::end_layer(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  const std::size_t rows = row_count(o, layer.reach);
  const std::size_t d = layer.plan->head_width();
  if (o.scheme == Scheme::kShaw) {
    gather(drows_, padded_, layer.grad(Kind::kRelativeKeys), d, rows);
    if (o.shaw_values) {
      gather(dvalues_, padded_, layer.grad(Kind::kRelativeValues), d, rows);
    }
    return;
  }
  const bool deberta = o.scheme == Scheme::kDeberta;
  const T* const source =
      deberta ? layer.plan->at(layer.params, Kind::kRelative) : waves_;
  const Kind kinds[] = {Kind::kRelativeKeys, Kind::kRelativeQueries};
  const T* const from[] = {drows_, dkey_rows_};
  for (std::size_t i = 0; i < (deberta ? 2 : 1); ++i) {
    std::fill_n(flat_, count_ * o.width, T{0});
    gather(from[i], padded_, flat_, d, rows * o.heads);
    gradient<T>(project_[i], {flat_, o.width}, {source, o.width}, rows,
                layer.grad(kinds[i]), nullptr, gradient_);
    if (!deberta) continue;
    T* const relative = layer.plan->at(layer.grads, Kind::kRelative);
    backward<T>(project_[i], {flat_, o.width}, rows / 4 * 4,
                {relative, o.width}, true);
    // The last rows of a number that is no multiple of four.
    for (std::size_t r = rows / 4 * 4; r < rows; ++r) {
      for (std::size_t in = 0; in < o.width; ++in) {
        T total{0};
        for (std::size_t out = 0; out < o.width; ++out) {
          total +=
              flat_[r * o.width + out] * project_[i].weight[out * o.width + in];
        }
        relative[r * o.width + in] += total;
      }
    }
  }
}

template class RowsTerm<float>;
template class RowsTerm<double>;

}  // namespace posenc::training
