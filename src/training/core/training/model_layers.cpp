// The layers of a model, forward and back.
#include <algorithm>
#include <cmath>

#include "training/model.hpp"

namespace posenc::training {

template <class T>
Dropout Model<T>::dropout(std::uint64_t stream) const noexcept {
  const bool drops = grads_ != nullptr;
  return {drops ? plan_.options.dropout : 0, batch_->dropout_seed, stream,
          first_ * length_};
}

template <class T>
void Model<T>::embed() noexcept {
  const std::size_t width = plan_.options.width;
  const auto unit = static_cast<T>(std::sqrt(static_cast<double>(width)));
  const T* const tokens = plan_.at(params_, Kind::kTokens);
  const T* const learned = plan_.at(params_, Kind::kPositions);
  const std::size_t columns = plan_.learned_width();
  for (std::size_t r = 0; r < rows_; ++r) {
    const std::size_t t = r % length_;
    const auto id =
        static_cast<std::size_t>(batch_->tokens[first_ * length_ + r]);
    const T* const token = tokens + id * width;
    const T* const wave = waves_ + t * width;
    T* const to = layers_[0].x + r * width;
    for (std::size_t i = 0; i < width; i += 4) {
      write(to + i, Four<T>(unit) * read(token + i) + read(wave + i));
    }
    if (columns == 0) continue;
    const T* const row =
        learned + static_cast<std::size_t>(positions_[t]) * columns;
    for (std::size_t i = 0; i < columns; ++i) to[i] += row[i];
  }
  const Dropout dropped = dropout(0);
  if (dropped.rate > 0) {
    drop<T>({layers_[0].x, width}, rows_, width, dropped);
  }
}

template <class T>
void Model<T>::embed_back() noexcept {
  const std::size_t width = plan_.options.width;
  const auto unit = static_cast<T>(std::sqrt(static_cast<double>(width)));
  T* const tokens = plan_.at(grads_, Kind::kTokens);
  T* const learned = plan_.at(grads_, Kind::kPositions);
  const std::size_t columns = plan_.learned_width();
  const Dropout dropped = dropout(0);
  if (dropped.rate > 0) drop<T>({dx_, width}, rows_, width, dropped);
  for (std::size_t r = 0; r < rows_; ++r) {
    const auto id =
        static_cast<std::size_t>(batch_->tokens[first_ * length_ + r]);
    const T* const from = dx_ + r * width;
    T* const token = tokens + id * width;
    for (std::size_t i = 0; i < width; i += 4) {
      write(token + i, read(token + i) + Four<T>(unit) * read(from + i));
    }
    if (columns == 0) continue;
    T* const row =
        learned + static_cast<std::size_t>(positions_[r % length_]) * columns;
    for (std::size_t i = 0; i < columns; ++i) row[i] += from[i];
  }
}

// to = before + linear(from), by way of dropout.
template <class T>
void Model<T>::add_part(const Linear<T>& linear, const T* from,
                        std::size_t width, const T* before, T* to,
                        std::uint64_t stream) noexcept {
  const std::size_t columns = plan_.options.width;
  const Dropout dropped = dropout(stream);
  if (dropped.rate == 0) {
    std::copy_n(before, rows_ * columns, to);
    forward<T>(linear, {from, width}, rows_, {to, columns}, true);
    return;
  }
  forward<T>(linear, {from, width}, rows_, {dpart_, columns}, false);
  drop<T>({dpart_, columns}, rows_, columns, dropped);
  for (std::size_t i = 0; i < rows_ * columns; i += 4) {
    write(to + i, read(before + i) + read(dpart_ + i));
  }
}

template <class T>
void Model<T>::gradient_of(const Linear<T>& linear, const T* dy,
                           std::size_t dwidth, const T* x, Kind weight,
                           Kind bias, std::size_t layer) noexcept {
  gradient<T>(linear, {dy, dwidth}, {x, linear.in}, rows_,
              plan_.at(grads_, weight, layer), plan_.at(grads_, bias, layer),
              scratch_);
}

// The gradients of such a part, and to = that of `from`.
template <class T>
const T* Model<T>::part_back(const Linear<T>& linear, const T* from,
                             std::size_t width, Kind weight, Kind bias,
                             std::size_t layer, std::uint64_t stream,
                             T* to) noexcept {
  const std::size_t columns = plan_.options.width;
  const Dropout dropped = dropout(stream);
  const T* dy = dx_;
  if (dropped.rate > 0) {
    std::copy_n(dx_, rows_ * columns, dpart_);
    drop<T>({dpart_, columns}, rows_, columns, dropped);
    dy = dpart_;
  }
  gradient_of(linear, dy, columns, from, weight, bias, layer);
  backward<T>(linear, {dy, columns}, rows_, {to, width}, false);
  return to;
}

// Queries, keys and values of a layer, turned.
template <class T>
void Model<T>::project(std::size_t layer) noexcept {
  const ModelOptions& o = plan_.options;
  const Activations& a = layers_[layer];
  const std::size_t wide = 3 * o.heads * head_;
  const std::size_t d = plan_.head_width();
  T* const to = flat_ == nullptr ? a.qkv : flat_;
  forward<T>(linears_[layer].qkv, {a.y1, o.width}, rows_, {to, 3 * o.width},
             false);
  if (flat_ != nullptr) {
    for (std::size_t s = 0; s < rows_ * 3 * o.heads; ++s) {
      std::copy_n(flat_ + s * d, d, a.qkv + s * head_);
    }
  }
  if (plan_.rotary_width() == 0) return;
  const Rotation rotation{o.heads, head_, plan_.rotary_width(), length_};
  rotate<T>({a.qkv, wide}, rows_, turns_[0], turns_[1], rotation, false);
  rotate<T>({a.qkv + o.heads * head_, wide}, rows_, turns_[2], turns_[3],
            rotation, false);
}

template <class T>
void Model<T>::project_back(std::size_t layer) noexcept {
  const ModelOptions& o = plan_.options;
  const std::size_t wide = 3 * o.heads * head_;
  const std::size_t d = plan_.head_width();
  if (plan_.rotary_width() != 0) {
    const Rotation rotation{o.heads, head_, plan_.rotary_width(), length_};
    rotate<T>({dqkv_, wide}, rows_, turns_[0], turns_[1], rotation, true);
    rotate<T>({dqkv_ + o.heads * head_, wide}, rows_, turns_[2], turns_[3],
              rotation, true);
  }
  const T* from = dqkv_;
  if (flat_ != nullptr) {
    for (std::size_t s = 0; s < rows_ * 3 * o.heads; ++s) {
      std::copy_n(dqkv_ + s * head_, d, flat_ + s * d);
    }
    from = flat_;
  }
  gradient_of(linears_[layer].qkv, from, 3 * o.width, layers_[layer].y1,
              Kind::kQkv, Kind::kQkvBias, layer);
  backward<T>(linears_[layer].qkv, {from, 3 * o.width}, rows_, {dy_, o.width},
              true);
}

template <class T>
void Model<T>::forward_layer(std::size_t layer, const Told& told) noexcept {
  const std::size_t width = plan_.options.width;
  const Activations& a = layers_[layer];
  const auto param = [&](Kind kind) { return plan_.at(params_, kind, layer); };
  norm<T>({a.x, width}, rows_, width, param(Kind::kNorm1Gain),
          param(Kind::kNorm1Bias), {a.y1, width}, a.mean1, a.deviation1);
  project(layer);
  Attention<T> attention;
  attention.causal = plan_.options.causal;
  attention.lengths =
      batch_->lengths.empty() ? nullptr : batch_->lengths.data() + first_;
  attention.out = {a.out, width};
  attention.largest = a.largest;
  attention.inverse = a.inverse;
  if (!told.weights.empty()) {
    attention.weights =
        told.weights.data() + layer * plan_.options.heads * length_ * length_;
  }
  attend(layer_of(layer), attention, *term_, block_);
  add_part(linears_[layer].proj, a.out, width, a.x, a.x2, 2 * layer + 1);
  norm<T>({a.x2, width}, rows_, width, param(Kind::kNorm2Gain),
          param(Kind::kNorm2Bias), {a.y2, width}, a.mean2, a.deviation2);
  forward<T>(linears_[layer].up, {a.y2, width}, rows_, {a.slope, 4 * width},
             false);
  gelu(a.slope, rows_ * 4 * width, a.bent);
  add_part(linears_[layer].down, a.bent, 4 * width, a.x2, layers_[layer + 1].x,
           2 * layer + 2);
}

template <class T>
void Model<T>::backward_layer(std::size_t layer) noexcept {
  const std::size_t width = plan_.options.width;
  const Activations& a = layers_[layer];
  const auto param = [&](Kind kind) { return plan_.at(params_, kind, layer); };
  const auto grad = [&](Kind kind) { return plan_.at(grads_, kind, layer); };
  part_back(linears_[layer].down, a.bent, 4 * width, Kind::kDown,
            Kind::kDownBias, layer, 2 * layer + 2, dwide_);
  multiply(dwide_, a.slope, rows_ * 4 * width);
  gradient_of(linears_[layer].up, dwide_, 4 * width, a.y2, Kind::kUp,
              Kind::kUpBias, layer);
  backward<T>(linears_[layer].up, {dwide_, 4 * width}, rows_, {dy_, width},
              false);
  norm_back<T>({a.x2, width}, rows_, width, param(Kind::kNorm2Gain), a.mean2,
               a.deviation2, {dy_, width}, {dx_, width}, grad(Kind::kNorm2Gain),
               grad(Kind::kNorm2Bias));
  // The feed-forward's memory is free again.
  part_back(linears_[layer].proj, a.out, width, Kind::kProj, Kind::kProjBias,
            layer, 2 * layer + 1, dwide_);
  const std::size_t wide = 3 * plan_.options.heads * head_;
  std::fill_n(dqkv_, (rows_ + kSpareRows) * wide, T{0});
  std::fill_n(dy_, rows_ * width, T{0});
  Attention<T> attention;
  attention.causal = plan_.options.causal;
  attention.lengths =
      batch_->lengths.empty() ? nullptr : batch_->lengths.data() + first_;
  attention.largest = a.largest;
  attention.inverse = a.inverse;
  attention.dout = {dwide_, width};
  Layer<T> here = layer_of(layer);
  here.grads = grads_;
  attend_back(here, attention, *term_, block_);
  project_back(layer);
  norm_back<T>({a.x, width}, rows_, width, param(Kind::kNorm1Gain), a.mean1,
               a.deviation1, {dy_, width}, {dx_, width}, grad(Kind::kNorm1Gain),
               grad(Kind::kNorm1Bias));
}

template class Model<float>;
template class Model<double>;

}  // namespace posenc::training
