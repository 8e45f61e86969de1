// What a batch is checked for, and the tables that its positions need.
#include <algorithm>

#include "embedding/sinusoidal.hpp"
#include "numeric/bits.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"
#include "training/model.hpp"

namespace posenc::training {
namespace {

bool are_below(std::span<const std::int32_t> list, std::int32_t low,
               std::size_t high) noexcept {
  return std::all_of(list.begin(), list.end(), [&](std::int32_t x) {
    return x >= low && x < static_cast<std::int64_t>(high);
  });
}

Status check_design(const Plan& plan, const Design& design) noexcept {
  const ModelOptions& o = plan.options;
  if (o.scheme == Scheme::kDesignedBias) {
    const std::size_t n = design.positions;
    if (n < o.positions || n > kMaxPositions) return Status::kBadArgument;
    return design.by_offset
               ? check_size<float>(design.bias.size(), o.heads, 2 * n - 1)
               : check_size<float>(design.bias.size(), o.heads, n, n);
  }
  if (o.scheme == Scheme::kDesignedRotation) {
    if (design.frequencies.size() != plan.rotary_width() / 2) {
      return Status::kBadShape;
    }
    const bool turn = std::all_of(
        design.frequencies.begin(), design.frequencies.end(), [](double f) {
          return numeric::absolute(f) <= rotary::kMaxRotaryFrequency;
        });
    if (!turn) return Status::kBadArgument;
  }
  return Status::kOk;
}

}  // namespace

template <class T>
[[gnu::cold]] Status Model<T>::check(const Batch& batch, std::size_t params,
                                     std::size_t grads,
                                     const Told& told) const noexcept {
  const ModelOptions& o = plan_.options;
  const std::size_t t = batch.length;
  if (t < 1 || batch.batch < 1) return Status::kBadArgument;
  if (t > size_.length || batch.batch > size_.batch ||
      params != plan_.numbers() ||
      (grads != 0 && (grads != params || !size_.gradients))) {
    return Status::kBadShape;
  }
  const std::size_t all = batch.batch * t;
  if (batch.tokens.size() != all ||
      (!batch.targets.empty() && batch.targets.size() != all) ||
      (!batch.lengths.empty() && batch.lengths.size() != batch.batch) ||
      (!batch.positions.empty() && batch.positions.size() != t)) {
    return Status::kBadShape;
  }
  if (!told.weights.empty()) {
    if (batch.batch != 1) return Status::kBadArgument;
    const Status status =
        check_size<float>(told.weights.size(), o.layers, o.heads, t, t);
    if (status != Status::kOk) return status;
  }
  if (!told.logits.empty()) {
    const Status status =
        check_size<float>(told.logits.size(), all, o.vocabulary);
    if (status != Status::kOk) return status;
  }
  if (!are_below(batch.tokens, 0, o.vocabulary) ||
      !are_below(batch.targets, -1, o.vocabulary) ||
      !are_below(batch.lengths, 1, t + 1)) {
    return Status::kBadArgument;
  }
  if (!are_below(batch.positions, 0, o.positions)) return Status::kOutOfRange;
  for (std::size_t i = 1; i < batch.positions.size(); ++i) {
    if (batch.positions[i] <= batch.positions[i - 1]) {
      return Status::kOutOfRange;
    }
  }
  return check_design(plan_, batch.design);
}

template <class T>
[[gnu::cold]] Status Model<T>::prepare(const Batch& batch) noexcept {
  length_ = batch.length;
  in_order_ = batch.positions.empty();
  for (std::size_t t = 0; t < length_; ++t) {
    positions_[t] =
        in_order_ ? static_cast<std::int32_t>(t) : batch.positions[t];
  }
  reach_ = static_cast<std::size_t>(positions_[length_ - 1]) + 1;
  for (std::size_t t = 0; t < length_; ++t) {
    const Status status = prepare_rows(t, positions_[t]);
    // never taken: the plan's ranges are narrower
    if (status != Status::kOk) return status;
  }
  if (plan_.rotary_width() != 0) {
    const Status status = prepare_turns(batch);
    if (status != Status::kOk) return status;
  }
  matrix_.design(batch.design.bias, batch.design.positions,
                 batch.design.by_offset);
  sequences_ = 0;
  term_->prepare(layer_of(0));
  return Status::kOk;
}

template <class T>
[[gnu::cold]] Status Model<T>::prepare_rows(std::size_t t,
                                            double position) noexcept {
  const ModelOptions& o = plan_.options;
  std::size_t first = 0;
  switch (o.scheme) {
    case Scheme::kSinusoidal:
    case Scheme::kPerturbed:
      break;
    case Scheme::kHybrid:
      first = plan_.learned_width();
      break;
    default:
      return Status::kOk;  // zeros from the beginning
  }
  float row[kMaxWidth];
  const Status status =
      embedding::sinusoidal({row, o.width - first}, {&position, 1},
                            {.width = o.width - first, .base = o.base});
  // never taken: the plan's ranges are narrower
  if (status != Status::kOk) return status;
  std::copy_n(row, o.width - first, waves_ + t * o.width + first);
  return Status::kOk;
}

template <class T>
[[gnu::cold]] Status Model<T>::prepare_turns(const Batch& batch) noexcept {
  const ModelOptions& o = plan_.options;
  const std::size_t half = plan_.rotary_width() / 2;
  numeric::DoubleDouble theta[kMaxWidth / 2];
  double factor = 1;
  Status status = Status::kOk;
  if (o.scheme == Scheme::kDesignedRotation) {
    for (std::size_t i = 0; i < half; ++i) {
      theta[i] = {batch.design.frequencies[i], 0};
    }
  } else {
    status = rotary::frequencies({theta, half}, &factor,
                                 {.rotary_dim = 2 * half,
                                  .base = o.base,
                                  .seq_len = static_cast<double>(length_),
                                  .scaling = batch.scaling});
  }
  float cos[kMaxWidth / 2];
  float sin[kMaxWidth / 2];
  float scale[kMaxWidth / 2];
  for (std::size_t n = 0; n < 2 * length_ && status == Status::kOk; ++n) {
    const bool key = n >= length_;
    const std::size_t t = key ? n - length_ : n;
    const double position = positions_[t];
    if (o.scheme == Scheme::kXpos) {
      status = rotary::xpos_tables({cos, half}, {sin, half}, {scale, half},
                                   {&position, 1}, {theta, half},
                                   {.scale_base = o.xpos_scale_base,
                                    .downscale = key,
                                    .attention_factor = factor});
    } else {
      status =
          rotary::tables({cos, half}, {sin, half},
                         {.theta = {theta, half}, .positions = {&position, 1}},
                         rotary::Precision::kExact, factor);
    }
    std::copy_n(cos, half, turns_[key ? 2 : 0] + t * half);
    std::copy_n(sin, half, turns_[key ? 3 : 1] + t * half);
  }
  return status;
}

template class Model<float>;
template class Model<double>;

}  // namespace posenc::training
