#include "training/model.hpp"

#include <algorithm>
#include <cmath>

namespace posenc::training {
namespace {

// Rows past the last one that products read and write.
constexpr std::size_t kSpare = 4;
// Rows of a group of sequences: activations of a few layers fit the caches.
constexpr std::size_t kGroupRows = 256;

std::size_t group_of(const ModelSize& size) noexcept {
  return std::clamp<std::size_t>(kGroupRows / size.length, 1, size.batch);
}

}  // namespace

template <class T>
[[gnu::cold]] Model<T>::Model(const Plan& plan, const ModelSize& size,
                              Arena<T> arena) noexcept
    : plan_(plan), size_(size) {
  lay_out(arena);
}

template <class T>
[[gnu::cold]] Model<T>::Model(const Plan& plan, const ModelSize& size,
                              std::span<T> memory) noexcept
    : Model(plan, size, Arena<T>(memory.data())) {
  // What products read past the last row must be finite.
  std::fill(memory.begin(), memory.end(), T{0});
}

template <class T>
Count model_memory_size(const Plan& plan, const ModelSize& size) noexcept {
  if (size.length < 1 || size.length > kMaxLength || size.batch < 1 ||
      size.length > plan.options.positions) {
    return Count(UINT64_MAX);
  }
  Arena<T> arena;
  Model<T> model(plan, size, arena);
  model.lay_out(arena);
  return arena.used();
}

template <class T>
[[gnu::cold]] void Model<T>::lay_out(Arena<T>& arena) noexcept {
  const ModelOptions& o = plan_.options;
  head_ = padded(plan_.head_width());
  extent_ = {group_of(size_), size_.length, o.positions};
  const Count rows = product(extent_.sequences, size_.length) + kSpare;
  out_.in = o.width;
  out_.out = o.vocabulary;
  out_.across = arena.take(out_.packed_numbers());
  out_.back = arena.take(out_.packed_numbers());
  for (std::size_t l = 0; l < o.layers; ++l) lay_out_layer(arena, l);
  // The sum behind the last layer, or of every second one.
  layers_[o.layers].x = arena.take(rows * o.width);
  if (!size_.gradients) {
    for (std::size_t l = 1; l < o.layers; ++l) {
      layers_[l].x = l % 2 == 0 ? layers_[0].x : layers_[o.layers].x;
    }
    if (o.layers % 2 == 0) layers_[o.layers].x = layers_[0].x;
  }
  block_.lay_out(arena, head_, extent_.keys());
  if (head_ != plan_.head_width()) flat_ = arena.take(rows * 3u * o.width);
  last_ = arena.take(rows * o.width);
  last_mean_ = arena.take(rows);
  last_deviation_ = arena.take(rows);
  logits_ = arena.take(rows * padded(o.vocabulary));
  dpart_ = arena.take(rows * o.width);
  if (size_.gradients) {
    dx_ = arena.take(rows * o.width);
    dy_ = arena.take(rows * o.width);
    dwide_ = arena.take(rows * 4u * o.width);
    dqkv_ = arena.take(rows * 3u * o.heads * head_);
    scratch_ = arena.take(kGradientRows * kPanel);
  }
  waves_ = arena.take(Count(size_.length) * o.width);
  for (T*& turns : turns_) {
    turns = arena.take(product(size_.length, plan_.head_width()));
  }
  positions_ = arena.take_integers(size_.length);
  switch (o.scheme) {
    case Scheme::kShaw:
    case Scheme::kTransformerXl:
    case Scheme::kDeberta:
      term_ = &rows_term_;
      break;
    case Scheme::kCope:
      term_ = &cope_;
      break;
    case Scheme::kForgetting:
      term_ = &forget_;
      break;
    case Scheme::kT5:
    case Scheme::kAlibi:
    case Scheme::kKerple:
    case Scheme::kSandwich:
      term_ = &offset_;
      break;
    case Scheme::kFire:
    case Scheme::kDesignedBias:
      term_ = &matrix_;
      break;
    default:
      break;
  }
  term_->lay_out(arena, plan_, extent_);
}

template <class T>
[[gnu::cold]] void Model<T>::lay_out_layer(Arena<T>& arena,
                                           std::size_t layer) noexcept {
  const std::size_t width = plan_.options.width;
  Linears& linears = linears_[layer];
  const auto linear = [&](Linear<T>& to, std::size_t in, std::size_t out) {
    to.in = in;
    to.out = out;
    to.across = arena.take(to.packed_numbers());
    to.back = arena.take(to.packed_numbers());
  };
  linear(linears.qkv, width, 3 * width);
  linear(linears.proj, width, width);
  linear(linears.up, width, 4 * width);
  linear(linears.down, 4 * width, width);
  Activations& a = layers_[layer];
  // Without a way back, one layer's memory serves all.
  if (layer > 0 && !size_.gradients) {
    a = layers_[0];
    return;
  }
  const Count rows = product(extent_.sequences, size_.length) + kSpare;
  const Count kept =
      product(extent_.sequences, plan_.options.heads, extent_.keys());
  for (T** part : {&a.x, &a.y1, &a.out, &a.x2, &a.y2}) {
    *part = arena.take(rows * width);
  }
  for (T** part : {&a.mean1, &a.deviation1, &a.mean2, &a.deviation2}) {
    *part = arena.take(rows);
  }
  a.qkv = arena.take(rows * 3u * plan_.options.heads * head_);
  a.largest = arena.take(kept);
  a.inverse = arena.take(kept);
  a.slope = arena.take(rows * 4u * width);
  a.bent = arena.take(rows * 4u * width);
}

template <class T>
[[gnu::cold]] void Model<T>::take_parameters(const T* params) noexcept {
  const auto take = [&](Linear<T>& linear, Kind weight, Kind bias,
                        std::size_t layer) {
    linear.weight = plan_.at(params, weight, layer);
    linear.bias = plan_.at(params, bias, layer);
    pack(linear);
  };
  for (std::size_t l = 0; l < plan_.options.layers; ++l) {
    take(linears_[l].qkv, Kind::kQkv, Kind::kQkvBias, l);
    take(linears_[l].proj, Kind::kProj, Kind::kProjBias, l);
    take(linears_[l].up, Kind::kUp, Kind::kUpBias, l);
    take(linears_[l].down, Kind::kDown, Kind::kDownBias, l);
  }
  out_.weight =
      plan_.at(params, plan_.options.tied ? Kind::kTokens : Kind::kOut);
  pack(out_);
}

template <class T>
Layer<T> Model<T>::layer_of(std::size_t layer) const noexcept {
  const Activations& a = layers_[layer];
  const std::size_t wide = 3 * plan_.options.heads * head_;
  // DeBERTa's scores have three products.
  const double terms = plan_.options.scheme == Scheme::kDeberta ? 3 : 1;
  Layer<T> to;
  to.plan = &plan_;
  to.layer = layer;
  to.params = params_;
  to.sequences = sequences_;
  to.length = length_;
  to.reach = reach_;
  to.positions = positions_;
  to.in_order = in_order_;
  to.scale = 1 / std::sqrt(terms * static_cast<double>(plan_.head_width()));
  to.qkv = {a.qkv, wide};
  to.dqkv = {dqkv_, wide};
  to.head = head_;
  to.input = {a.y1, plan_.options.width};
  to.dinput = {dy_, plan_.options.width};
  return to;
}

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
  std::fill_n(dqkv_, (rows_ + kSpare) * wide, T{0});
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

template <class T>
void Model<T>::forward_group(const Told& told) noexcept {
  const std::size_t width = plan_.options.width;
  const std::size_t layers = plan_.options.layers;
  embed();
  for (std::size_t l = 0; l < layers; ++l) forward_layer(l, told);
  norm<T>({layers_[layers].x, width}, rows_, width,
          plan_.at(params_, Kind::kNormGain),
          plan_.at(params_, Kind::kNormBias), {last_, width}, last_mean_,
          last_deviation_);
  forward<T>(out_, {last_, width}, rows_,
             {logits_, padded(plan_.options.vocabulary)}, false);
}

template <class T>
void Model<T>::backward_group() noexcept {
  const std::size_t width = plan_.options.width;
  const std::size_t layers = plan_.options.layers;
  const std::size_t columns = padded(plan_.options.vocabulary);
  // No part has Kind::kOut as its bias: the output has none.
  gradient<T>(out_, {logits_, columns}, {last_, width}, rows_,
              plan_.at(grads_, plan_.options.tied ? Kind::kTokens : Kind::kOut),
              nullptr, scratch_);
  backward<T>(out_, {logits_, columns}, rows_, {dy_, width}, false);
  std::fill_n(dx_, rows_ * width, T{0});
  norm_back<T>({layers_[layers].x, width}, rows_, width,
               plan_.at(params_, Kind::kNormGain), last_mean_, last_deviation_,
               {dy_, width}, {dx_, width}, plan_.at(grads_, Kind::kNormGain),
               plan_.at(grads_, Kind::kNormBias));
  for (std::size_t l = layers; l-- > 0;) backward_layer(l);
  embed_back();
}

template <class T>
void Model<T>::score_group(const Told& told, Result* result) noexcept {
  const std::size_t vocabulary = plan_.options.vocabulary;
  const std::size_t columns = padded(vocabulary);
  if (!told.logits.empty()) {
    for (std::size_t r = 0; r < rows_; ++r) {
      const T* const from = logits_ + r * columns;
      float* const to =
          told.logits.data() + (first_ * length_ + r) * vocabulary;
      for (std::size_t v = 0; v < vocabulary; ++v) {
        to[v] = static_cast<float>(from[v]);
      }
    }
  }
  if (batch_->targets.empty()) return;
  for (std::size_t s = 0; s < sequences_; ++s) {
    const Scores scores = cross_entropy<T>(
        {logits_ + s * length_ * columns, columns}, length_, vocabulary,
        batch_->targets.data() + (first_ + s) * length_, grads_ != nullptr,
        weight_);
    result->loss += scores.loss;
    result->scored += scores.scored;
    result->right += scores.right;
    result->texts_right += scores.right == scores.scored ? 1 : 0;
  }
}

template <class T>
Status Model<T>::run(const Batch& batch, std::span<const T> params,
                     std::span<T> grads, const Told& told,
                     Result* result) noexcept {
  Status status = check(batch, params.size(), grads.size(), told);
  if (status != Status::kOk) return status;
  batch_ = &batch;
  params_ = params.data();
  grads_ = grads.empty() ? nullptr : grads.data();
  status = prepare(batch);
  if (status != Status::kOk) return status;
  take_parameters(params_);
  *result = {};
  const auto scored = std::count_if(batch.targets.begin(), batch.targets.end(),
                                    [](std::int32_t t) { return t >= 0; });
  weight_ = scored == 0 ? T{0} : T{1} / static_cast<T>(scored);
  for (first_ = 0; first_ < batch.batch; first_ += extent_.sequences) {
    sequences_ = std::min(extent_.sequences, batch.batch - first_);
    rows_ = sequences_ * length_;
    forward_group(told);
    score_group(told, result);
    if (grads_ != nullptr) backward_group();
  }
  if (scored > 0) result->loss /= static_cast<double>(scored);
  return Status::kOk;
}

template class Model<float>;
template class Model<double>;
template Count model_memory_size<float>(const Plan&, const ModelSize&) noexcept;
template Count model_memory_size<double>(const Plan&,
                                         const ModelSize&) noexcept;

}  // namespace posenc::training
