#include "training/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "numeric/bits.hpp"
#include "numeric/phase.hpp"
#include "numeric/random.hpp"
#include "training/lanes.hpp"

namespace posenc::training {
namespace {

constexpr const char* kNames[kKinds] = {
    "tokens.weight",
    "positions.weight",
    "relative.weight",
    "norm1.weight",
    "norm1.bias",
    "attention.qkv.weight",
    "attention.qkv.bias",
    "attention.proj.weight",
    "attention.proj.bias",
    "norm2.weight",
    "norm2.bias",
    "feed_forward.up.weight",
    "feed_forward.up.bias",
    "feed_forward.down.weight",
    "feed_forward.down.bias",
    "attention.relative_keys.weight",
    "attention.relative_values.weight",
    "attention.relative_queries.weight",
    "attention.content_bias",
    "attention.position_bias",
    "attention.forget.weight",
    "attention.forget.bias",
    "attention.kerple.p",
    "attention.kerple.a",
    "attention.fire.hidden.weight",
    "attention.fire.hidden.bias",
    "attention.fire.out.weight",
    "attention.fire.out.bias",
    "attention.fire.c",
    "attention.fire.multiplier",
    "norm.weight",
    "norm.bias",
    "out.weight",
};

// Deviation of tables that begin near nothing.
constexpr double kSmall = 0.02;
// Of an embedded token's numbers. With 1 the logits of tied models begin large,
// and copying takes twice as long to learn.
constexpr double kTokenSize = 0.3;
// Of learned rows: that of sinusoids. From 0.02 they take ten times as long.
constexpr double kRowSize = 0.7071;

constexpr bool within(std::size_t n, std::size_t low,
                      std::size_t high) noexcept {
  return n >= low && n <= high;
}

bool is_of_layer(Kind kind) noexcept {
  return kind >= Kind::kNorm1Gain && kind <= Kind::kFireMultiplier;
}

bool rotates(Scheme scheme) noexcept {
  // never taken: the last schemes rotate
  return scheme >= Scheme::kRotary && scheme <= Scheme::kDesignedRotation;
}

bool is_valid(const ModelOptions& o) noexcept {
  const int scheme = static_cast<int>(o.scheme);
  if (!within(o.layers, 1, kMaxLayers) || !within(o.width, 8, kMaxWidth) ||
      o.width % kPanel != 0 || !within(o.heads, 1, kMaxHeads) ||
      o.width % o.heads != 0 || !within(o.vocabulary, 1, kMaxVocabulary) ||
      !within(o.positions, 1, kMaxPositions) || scheme < 0 ||
      scheme >= kSchemes) {
    return false;
  }
  const std::size_t head = o.width / o.heads;
  if (!(o.dropout >= 0 && o.dropout <= 0.9) || !numeric::is_base(o.base) ||
      o.learned_width >= o.width || !within(o.clip, 1, kMaxRows) ||
      !within(o.span, 1, kMaxRows) || !within(o.cope_positions, 2, kMaxRows) ||
      !within(o.buckets, 4, kMaxRows) || o.buckets % 2 != 0 ||
      !within(o.max_distance, o.buckets / 2 + 1, 1u << 30) ||
      !within(o.fire_width, 1, kMaxRows) ||
      !(o.fire_length > 0 && o.fire_length <= 1e9) ||
      !within(o.sandwich_width, 2, kMaxRows) || o.sandwich_width % 2 != 0 ||
      o.rotary_width > head || o.rotary_width % 2 != 0 ||
      !(o.xpos_scale_base >= 1 && o.xpos_scale_base <= 0x1p31)) {
    return false;
  }
  if (rotates(o.scheme) && head % 2 != 0) return false;
  if (o.scheme == Scheme::kPartialRotary && head < 4) return false;
  return o.scheme != Scheme::kForgetting || o.causal;
}

double inverse_root(std::size_t n) noexcept {
  return 1 / std::sqrt(static_cast<double>(n));
}

Tensor normal(Kind kind, std::size_t rows, std::size_t columns,
              double deviation) noexcept {
  return {.kind = kind,
          .rows = rows,
          .columns = columns,
          .init = Init::kNormal,
          .low = deviation};
}

Tensor constant(Kind kind, std::size_t rows, std::size_t columns,
                double value) noexcept {
  return {.kind = kind, .rows = rows, .columns = columns, .low = value};
}

Tensor uniform(Kind kind, std::size_t rows, std::size_t columns, double low,
               double high) noexcept {
  return {.kind = kind,
          .rows = rows,
          .columns = columns,
          .init = Init::kUniform,
          .low = low,
          .high = high};
}

// The weight of a linear layer.
Tensor weight(Kind kind, std::size_t out, std::size_t in,
              double factor = 1) noexcept {
  Tensor tensor = normal(kind, out, in, factor * inverse_root(in));
  tensor.decays = true;
  return tensor;
}

}  // namespace

std::size_t Plan::learned_width() const noexcept {
  switch (options.scheme) {
    case Scheme::kLearned:
    case Scheme::kPerturbed:
      return options.width;
    case Scheme::kHybrid:
      return options.learned_width == 0 ? options.width / 2
                                        : options.learned_width;
    default:
      return 0;
  }
}

std::size_t Plan::rotary_width() const noexcept {
  if (!rotates(options.scheme)) return 0;
  if (options.scheme != Scheme::kPartialRotary) return head_width();
  if (options.rotary_width != 0) return options.rotary_width;
  return std::max<std::size_t>(head_width() / 4 * 2, 2);
}

void Plan::add(Tensor tensor) noexcept {
  tensor.offset = numbers_;
  place_[static_cast<int>(tensor.kind)][tensor.layer] =
      static_cast<std::int16_t>(count_);
  tensors_[count_] = tensor;
  ++count_;
  numbers_ += tensor.size();
}

void Plan::add_layer(std::size_t layer) noexcept {
  const std::size_t width = options.width;
  const double shrink = inverse_root(2 * options.layers);
  const Tensor list[] = {
      constant(Kind::kNorm1Gain, 1, width, 1),
      constant(Kind::kNorm1Bias, 1, width, 0),
      weight(Kind::kQkv, 3 * width, width),
      constant(Kind::kQkvBias, 1, 3 * width, 0),
      weight(Kind::kProj, width, width, shrink),
      constant(Kind::kProjBias, 1, width, 0),
      constant(Kind::kNorm2Gain, 1, width, 1),
      constant(Kind::kNorm2Bias, 1, width, 0),
      weight(Kind::kUp, 4 * width, width),
      constant(Kind::kUpBias, 1, 4 * width, 0),
      weight(Kind::kDown, width, 4 * width, shrink),
      constant(Kind::kDownBias, 1, width, 0),
  };
  for (Tensor tensor : list) {
    tensor.layer = layer;
    add(tensor);
  }
  add_scheme(layer);
}

void Plan::add_scheme(std::size_t layer) noexcept {
  const auto& o = options;
  const std::size_t head = head_width();
  const auto put = [&](Tensor tensor) {
    tensor.layer = layer;
    add(tensor);
  };
  switch (o.scheme) {
    case Scheme::kShaw:
      put(normal(Kind::kRelativeKeys, 2 * o.clip + 1, head, kSmall));
      if (o.shaw_values) {
        put(normal(Kind::kRelativeValues, 2 * o.clip + 1, head, kSmall));
      }
      break;
    case Scheme::kTransformerXl:
      put(weight(Kind::kRelativeKeys, o.width, o.width));
      put(normal(Kind::kContentBias, o.heads, head, kSmall));
      put(normal(Kind::kPositionBias, o.heads, head, kSmall));
      break;
    case Scheme::kDeberta:
      put(weight(Kind::kRelativeKeys, o.width, o.width));
      put(weight(Kind::kRelativeQueries, o.width, o.width));
      break;
    case Scheme::kCope:
      // Zeros, as the paper's code has it.
      put(constant(Kind::kRelativeKeys, o.cope_positions, head, 0));
      break;
    case Scheme::kForgetting:
      put(weight(Kind::kForget, o.heads, o.width));
      put(constant(Kind::kForgetBias, 1, o.heads, 0));
      break;
    case Scheme::kKerple:
      // As the authors draw them: up to 2 and up to 1.
      put(uniform(Kind::kKerpleP, 1, o.heads, 0, 2));
      put(uniform(Kind::kKerpleA, 1, o.heads, 0, 1));
      break;
    case Scheme::kFire: {
      const double limit = inverse_root(o.fire_width);
      put(uniform(Kind::kFireHidden, 1, o.fire_width, -1, 1));
      put(uniform(Kind::kFireHiddenBias, 1, o.fire_width, -1, 1));
      put(uniform(Kind::kFireOut, o.heads, o.fire_width, -limit, limit));
      put(uniform(Kind::kFireOutBias, 1, o.heads, -limit, limit));
      put(constant(Kind::kFireC, 1, 1, 0.1));
      put(constant(Kind::kFireMultiplier, 1, 1, 1));
      break;
    }
    default:
      break;
  }
}

Status make_plan(Plan* plan, const ModelOptions& options) noexcept {
  if (!is_valid(options)) return Status::kBadArgument;
  plan->options = options;
  plan->count_ = 0;
  plan->numbers_ = 0;
  for (auto& places : plan->place_) std::fill_n(places, kMaxLayers, -1);
  const std::size_t width = options.width;
  const double spread = inverse_root(width);
  plan->add(
      normal(Kind::kTokens, options.vocabulary, width, kTokenSize * spread));
  if (plan->learned_width() > 0) {
    // A disturbance of sinusoids begins small, rows in their place do not.
    const bool disturbs = options.scheme == Scheme::kPerturbed;
    plan->add(normal(Kind::kPositions, options.positions, plan->learned_width(),
                     disturbs ? kSmall : kRowSize));
  }
  if (options.scheme == Scheme::kDeberta) {
    plan->add(normal(Kind::kRelative, 2 * options.span, width, kSmall));
  }
  if (options.scheme == Scheme::kT5) {
    plan->add(normal(Kind::kRelative, options.buckets, options.heads, spread));
  }
  for (std::size_t l = 0; l < options.layers; ++l) plan->add_layer(l);
  plan->add(constant(Kind::kNormGain, 1, width, 1));
  plan->add(constant(Kind::kNormBias, 1, width, 0));
  if (!options.tied) {
    Tensor out = weight(Kind::kOut, options.vocabulary, width);
    plan->add(out);
  }
  return Status::kOk;
}

void initialise(const Plan& plan, std::uint64_t seed,
                std::span<float> params) noexcept {
  for (const Tensor& tensor : plan.tensors()) {
    const std::span<float> to = params.subspan(tensor.offset, tensor.size());
    const auto stream =
        static_cast<std::uint64_t>(tensor.kind) * kMaxLayers + tensor.layer;
    numeric::Random random = numeric::random_stream(seed, stream);
    // never taken: these are all
    switch (tensor.init) {
      case Init::kConstant:
        std::fill(to.begin(), to.end(), static_cast<float>(tensor.low));
        break;
      case Init::kNormal:
        numeric::fill_normal(random, to, 0, tensor.low);
        break;
      case Init::kUniform:
        numeric::fill_uniform(random, to, tensor.low, tensor.high);
        break;
    }
  }
}

std::size_t name_of(const Tensor& tensor,
                    std::span<char, kMaxName> to) noexcept {
  char* at = to.data();
  if (is_of_layer(tensor.kind)) {
    std::memcpy(at, "layers.0.", 9);
    at[7] = static_cast<char>('0' + tensor.layer);
    at += 9;
  }
  const char* const name = kNames[static_cast<int>(tensor.kind)];
  const std::size_t length = std::strlen(name);
  std::memcpy(at, name, length);
  return static_cast<std::size_t>(at - to.data()) + length;
}

}  // namespace posenc::training
