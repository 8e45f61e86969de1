#include <algorithm>

#include "bias/alibi.hpp"
#include "bias/sandwich.hpp"
#include "bias/t5.hpp"
#include "numeric/elementary.hpp"
#include "training/term.hpp"

namespace posenc::training {
namespace {

// Whatever the authors clamp a and p to.
constexpr double kLeast = 0.01;

template <class T>
T clamped(T x) noexcept {
  return x > T{kLeast} ? x : T{kLeast};
}

bias::T5Options t5_of(const ModelOptions& o) noexcept {
  return {.num_buckets = static_cast<std::int32_t>(o.buckets),
          .max_distance = static_cast<std::int32_t>(o.max_distance),
          .bidirectional = !o.causal};
}

[[gnu::noinline]] Status sandwich(std::span<float> out,
                                  const bias::Offsets& offsets,
                                  const ModelOptions& o) noexcept {
  numeric::Frequency scratch[kMaxRows / 2];
  return bias::sandwich_by_offset(out, offsets, o.heads,
                                  {.dim = o.sandwich_width, .base = o.base},
                                  {scratch, o.sandwich_width / 2});
}

}  // namespace

template <class T>
std::size_t OffsetTerm<T>::row(const Layer<T>& layer) const noexcept {
  return 2 * layer.reach - 1 + kLanes;
}

template <class T>
[[gnu::cold]] void OffsetTerm<T>::lay_out(Arena<T>& arena, const Plan& plan,
                                          const Extent& extent) noexcept {
  const std::size_t heads = plan.options.heads;
  const std::size_t offsets = extent.offsets();
  table_ = arena.take(product(heads, offsets + kLanes));
  grads_ = arena.take(product(heads, offsets + kLanes));
  floats_ = arena.take(product(heads, offsets));
  if (plan.options.scheme != Scheme::kT5) return;
  buckets_ = arena.take_integers(offsets);
  scratch_ =
      arena.take_integers(bias::t5_bucket_scratch_size(t5_of(plan.options)));
}

// Tables without parameters, and the buckets.
template <class T>
[[gnu::cold]] void OffsetTerm<T>::prepare(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  const std::size_t heads = o.heads;
  const std::size_t count = 2 * layer.reach - 1;
  const bias::Offsets offsets{1 - static_cast<double>(layer.reach), count};
  const std::span<float> floats(reinterpret_cast<float*>(floats_),
                                heads * count);
  Status status = Status::kOk;
  switch (o.scheme) {
    case Scheme::kAlibi: {
      double slopes[kMaxHeads];
      status =
          bias::alibi_slopes({slopes, heads}, bias::AlibiOrder::kReference, 8);
      // never taken: the plan's ranges are narrower
      if (status == Status::kOk) {
        status = bias::alibi_by_offset(
            floats, offsets, {slopes, heads},
            {.symmetric = true, .future = bias::Future::kKeep});
      }
      break;
    }
    case Scheme::kSandwich:
      status = sandwich(floats, offsets, o);
      break;
    case Scheme::kT5: {
      const bias::T5Options t5 = t5_of(o);
      for (std::size_t n = 0; n < count; ++n) {
        // key - query, in the order of query - key
        buckets_[n] = static_cast<std::int32_t>(layer.reach) - 1 -
                      static_cast<std::int32_t>(n);
      }
      status =
          bias::t5_bucket({buckets_, count}, {buckets_, count}, t5,
                          {scratch_, bias::t5_bucket_scratch_size(t5).size()});
      return;
    }
    default:
      return;
  }
  // never taken: the plan's ranges are narrower
  if (status != Status::kOk) return;
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t n = 0; n < count; ++n) {
      table_[h * row(layer) + n] =
          static_cast<T>(floats[h * count + count - 1 - n]);
    }
  }
}

template <class T>
[[gnu::cold]] void OffsetTerm<T>::begin_layer(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  const std::size_t count = 2 * layer.reach - 1;
  if (layer.grads != nullptr) {
    std::fill_n(grads_, o.heads * row(layer), T{0});
  }
  for (std::size_t h = 0; h < o.heads; ++h) {
    T* const to = table_ + h * row(layer);
    if (o.scheme == Scheme::kT5) {
      const T* const from = layer.plan->at(layer.params, Kind::kRelative);
      for (std::size_t n = 0; n < count; ++n) {
        to[n] = from[static_cast<std::size_t>(buckets_[n]) * o.heads + h];
      }
    } else if (o.scheme == Scheme::kKerple) {
      const T p = clamped(layer.param(Kind::kKerpleP)[h]);
      const T a = clamped(layer.param(Kind::kKerpleA)[h]);
      for (std::size_t d = 0; d < layer.reach; ++d) {
        const double log =
            numeric::log1p(static_cast<double>(a) * static_cast<double>(d));
        to[layer.reach - 1 - d] = -p * static_cast<T>(log);
        to[layer.reach - 1 + d] = to[layer.reach - 1 - d];
      }
    }
    std::fill_n(to + count, kLanes, T{0});
  }
}

template <class T>
void OffsetTerm<T>::add(const Layer<T>& layer, const Block<T>& block) noexcept {
  const T* const table = table_ + block.head * row(layer) + (layer.reach - 1);
  if (layer.in_order) {
    for (std::size_t j = 0; j < block.keys; ++j) {
      // Keys past the last have no offset; what they get is hidden.
      const T* const from = table + block.query - std::min(j, layer.length - 1);
      T* const to = block.tile + j * kLanes;
      write(to, read(to) + read(from));
      write(to + 4, read(to + 4) + read(from + 4));
    }
    return;
  }
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      block.tile[j * kLanes + l] +=
          table[layer.positions[block.query_of(l)] - layer.positions[j]];
    }
  }
}

template <class T>
void OffsetTerm<T>::back_scores(const Layer<T>& layer,
                                const Block<T>& block) noexcept {
  const Scheme scheme = layer.plan->options.scheme;
  if (scheme != Scheme::kT5 && scheme != Scheme::kKerple) return;
  T* const grads = grads_ + block.head * row(layer) + (layer.reach - 1);
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    const T* const from = block.dtile + j * kLanes;
    if (layer.in_order) {
      T* const to = grads + block.query - j;
      write(to, read(to) + read(from));
      write(to + 4, read(to + 4) + read(from + 4));
      continue;
    }
    for (std::size_t l = 0; l < block.count; ++l) {
      grads[layer.positions[block.query + l] - layer.positions[j]] += from[l];
    }
  }
}

template <class T>
[[gnu::cold]] void OffsetTerm<T>::end_layer(const Layer<T>& layer) noexcept {
  const ModelOptions& o = layer.plan->options;
  for (std::size_t h = 0; h < o.heads; ++h) {
    const T* const from = grads_ + h * row(layer);
    if (o.scheme == Scheme::kT5) {
      T* const to = layer.plan->at(layer.grads, Kind::kRelative);
      for (std::size_t n = 0; n < 2 * layer.reach - 1; ++n) {
        to[static_cast<std::size_t>(buckets_[n]) * o.heads + h] += from[n];
      }
    } else if (o.scheme == Scheme::kKerple) {
      const double p = static_cast<double>(layer.param(Kind::kKerpleP)[h]);
      const double a = static_cast<double>(layer.param(Kind::kKerpleA)[h]);
      double dp = 0;
      double da = 0;
      for (std::size_t d = 1; d < layer.reach; ++d) {
        const auto distance = static_cast<double>(d);
        const double g = static_cast<double>(from[layer.reach - 1 + d]) +
                         static_cast<double>(from[layer.reach - 1 - d]);
        dp -= g * numeric::log1p(clamped(a) * distance);
        da -= g * clamped(p) * distance / (1 + clamped(a) * distance);
      }
      // A parameter that is clamped does not move.
      if (p > kLeast) layer.grad(Kind::kKerpleP)[h] += static_cast<T>(dp);
      if (a > kLeast) layer.grad(Kind::kKerpleA)[h] += static_cast<T>(da);
    }
  }
}

template class OffsetTerm<float>;
template class OffsetTerm<double>;

}  // namespace posenc::training
