#include <algorithm>

#include "numeric/elementary.hpp"
#include "training/term.hpp"

namespace posenc::training {
namespace {

constexpr double kEps = 1e-6;  // of the paper's quotient

template <class T>
double absolute(T x) noexcept {
  const auto y = static_cast<double>(x);
  return y < 0 ? -y : y;
}

// The parameters of the network, and then their gradients.
template <class T>
struct Fire {
  T* hidden;
  T* hidden_bias;
  T* out;
  T* out_bias;
  T* c;
  T* multiplier;

  Fire(const Plan& plan, T* all, std::size_t layer) noexcept
      : hidden(plan.at(all, Kind::kFireHidden, layer)),
        hidden_bias(plan.at(all, Kind::kFireHiddenBias, layer)),
        out(plan.at(all, Kind::kFireOut, layer)),
        out_bias(plan.at(all, Kind::kFireOutBias, layer)),
        c(plan.at(all, Kind::kFireC, layer)),
        multiplier(plan.at(all, Kind::kFireMultiplier, layer)) {}
};

}  // namespace

template <class T>
[[gnu::cold]] void MatrixTerm<T>::lay_out(Arena<T>& arena, const Plan& plan,
                                          const Extent& extent) noexcept {
  fire_ = plan.options.scheme == Scheme::kFire;
  tile_ = arena.take(extent.keys() * kLanes);
  if (!fire_) return;
  dtile_ = arena.take(extent.keys() * kLanes);
  logs_ = arena.take(extent.reach);
  dlogs_ = arena.take(extent.reach);
  floors_ = arena.take(extent.reach);
  dfloors_ = arena.take(extent.reach);
  sums_ = arena.take(3 * plan.options.fire_width * 4);
}

template <class T>
[[gnu::cold]] void MatrixTerm<T>::begin_layer(const Layer<T>& layer) noexcept {
  if (!fire_) return;
  const Fire<const T> fire(*layer.plan, layer.params, layer.layer);
  const double c = absolute(*fire.c);
  const double least =
      absolute(*fire.multiplier) * layer.plan->options.fire_length;
  for (std::size_t n = 0; n < layer.reach; ++n) {
    const auto p = static_cast<double>(n);
    logs_[n] = static_cast<T>(numeric::log1p(c * p));
    floors_[n] =
        static_cast<T>(1 / (numeric::log1p(c * std::max(p, least)) + kEps));
  }
  if (layer.grads == nullptr) return;
  std::fill_n(dlogs_, layer.reach, T{0});
  std::fill_n(dfloors_, layer.reach, T{0});
}

template <class T>
[[gnu::cold]] void MatrixTerm<T>::begin_block(const Layer<T>& layer,
                                              const Block<T>& block) noexcept {
  if (fire_) {
    fire_tile(layer, block);
    if (layer.grads != nullptr) {
      std::fill_n(dtile_, block.keys * kLanes, T{0});
    }
    return;
  }
  const std::size_t n = positions_;
  for (std::size_t j = 0; j < block.keys; ++j) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      T& to = tile_[j * kLanes + l];
      to = T{0};
      if (j >= layer.length) continue;
      const auto p =
          static_cast<std::size_t>(layer.positions[block.query_of(l)]);
      const auto k = static_cast<std::size_t>(layer.positions[j]);
      to = static_cast<T>(by_offset_
                              ? table_[block.head * (2 * n - 1) + p + n - 1 - k]
                              : table_[(block.head * n + p) * n + k]);
    }
  }
}

// The quotients of a key and eight queries.
template <class T>
void shares(const Layer<T>& layer, const Block<T>& block, std::size_t key,
            const T* logs, const T* floors, T (&x)[kLanes]) noexcept {
  const std::int32_t k = layer.positions[std::min(key, layer.length - 1)];
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::int32_t p = layer.positions[block.query_of(l)];
    x[l] = logs[p < k ? k - p : p - k] * floors[p];
  }
}

template <class T>
void MatrixTerm<T>::fire_tile(const Layer<T>& layer,
                              const Block<T>& block) noexcept {
  const Fire<const T> fire(*layer.plan, layer.params, layer.layer);
  const std::size_t width = layer.plan->options.fire_width;
  const T* const out = fire.out + block.head * width;
  const Four<T> zero(T{0});
  for (std::size_t j = 0; j < block.keys; ++j) {
    T x[kLanes];
    shares(layer, block, j, logs_, floors_, x);
    const Four<T> x0 = read(x);
    const Four<T> x1 = read(x + 4);
    Four<T> b0(fire.out_bias[block.head]);
    Four<T> b1 = b0;
    for (std::size_t w = 0; w < width; ++w) {
      const Four<T> slope(fire.hidden[w]);
      const Four<T> level(fire.hidden_bias[w]);
      b0 += larger(slope * x0 + level, zero) * Four<T>(out[w]);
      b1 += larger(slope * x1 + level, zero) * Four<T>(out[w]);
    }
    write(tile_ + j * kLanes, b0);
    write(tile_ + j * kLanes + 4, b1);
  }
}

template <class T>
void MatrixTerm<T>::add(const Layer<T>&, const Block<T>& block) noexcept {
  for (std::size_t x = 0; x < block.keys * kLanes; x += 4) {
    write(block.tile + x, read(block.tile + x) + read(tile_ + x));
  }
}

template <class T>
void MatrixTerm<T>::back_scores(const Layer<T>&,
                                const Block<T>& block) noexcept {
  if (!fire_) return;
  for (std::size_t x = 0; x < block.keys * kLanes; x += 4) {
    write(dtile_ + x, read(dtile_ + x) + read(block.dtile + x));
  }
}

template <class T>
void MatrixTerm<T>::end_block(const Layer<T>& layer,
                              const Block<T>& block) noexcept {
  if (fire_) fire_back(layer, block);
}

template <class T>
void MatrixTerm<T>::fire_back(const Layer<T>& layer,
                              const Block<T>& block) noexcept {
  const Fire<const T> fire(*layer.plan, layer.params, layer.layer);
  const Fire<T> grads(*layer.plan, layer.grads, layer.layer);
  const std::size_t width = layer.plan->options.fire_width;
  const T* const out = fire.out + block.head * width;
  const Four<T> zero(T{0});
  std::fill_n(sums_, 3 * width * 4, T{0});
  Four<T> level_sum(T{0});
  for (std::size_t j = 0; j < std::min(block.keys, layer.length); ++j) {
    T x[kLanes];
    T dx[kLanes];
    shares(layer, block, j, logs_, floors_, x);
    for (std::size_t half = 0; half < kLanes; half += 4) {
      const Four<T> x4 = read(x + half);
      const Four<T> g = read(dtile_ + j * kLanes + half);
      Four<T> dx4(T{0});
      for (std::size_t w = 0; w < width; ++w) {
        const Four<T> slope(fire.hidden[w]);
        const Four<T> before = slope * x4 + Four<T>(fire.hidden_bias[w]);
        const Four<T> du = where_positive(before, g * Four<T>(out[w]));
        T* const to = sums_ + 12 * w;
        write(to, read(to) + g * larger(before, zero));
        write(to + 4, read(to + 4) + du * x4);
        write(to + 8, read(to + 8) + du);
        dx4 += du * slope;
      }
      level_sum += g;
      write(dx + half, dx4);
    }
    const std::int32_t k = layer.positions[j];
    for (std::size_t l = 0; l < block.count; ++l) {
      const std::int32_t p = layer.positions[block.query + l];
      const std::int32_t d = p < k ? k - p : p - k;
      dlogs_[d] += dx[l] * floors_[p];
      dfloors_[p] += dx[l] * logs_[d];
    }
  }
  for (std::size_t w = 0; w < width; ++w) {
    const T* const from = sums_ + 12 * w;
    grads.out[block.head * width + w] += sum(read(from));
    grads.hidden[w] += sum(read(from + 4));
    grads.hidden_bias[w] += sum(read(from + 8));
  }
  grads.out_bias[block.head] += sum(level_sum);
}

template <class T>
[[gnu::cold]] void MatrixTerm<T>::end_layer(const Layer<T>& layer) noexcept {
  if (!fire_) return;
  const Fire<const T> fire(*layer.plan, layer.params, layer.layer);
  const Fire<T> grads(*layer.plan, layer.grads, layer.layer);
  const double length = layer.plan->options.fire_length;
  const double c = absolute(*fire.c);
  const double least = absolute(*fire.multiplier) * length;
  double dc = 0;
  double dm = 0;
  for (std::size_t n = 0; n < layer.reach; ++n) {
    const auto p = static_cast<double>(n);
    dc += static_cast<double>(dlogs_[n]) * p / (1 + c * p);
    const double farthest = std::max(p, least);
    const auto inverse = static_cast<double>(floors_[n]);
    const double dlog = -static_cast<double>(dfloors_[n]) * inverse * inverse;
    dc += dlog * farthest / (1 + c * farthest);
    if (least > p) dm += dlog * c / (1 + c * farthest) * length;
  }
  *grads.c += static_cast<T>(*fire.c < 0 ? -dc : dc);
  *grads.multiplier += static_cast<T>(*fire.multiplier < 0 ? -dm : dm);
}

template class MatrixTerm<float>;
template class MatrixTerm<double>;

}  // namespace posenc::training
