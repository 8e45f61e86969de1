#include "training/model.hpp"

#include <algorithm>
#include <cmath>

namespace posenc::training {
namespace {

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
      size.batch > kMaxBatch || size.length > plan.options.positions) {
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
  const Count rows = product(extent_.sequences, size_.length) + kSpareRows;
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
    scratch_ =
        arena.take(gradient_scratch(std::max(4 * o.width, o.vocabulary)));
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
  const Count rows = product(extent_.sequences, size_.length) + kSpareRows;
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
