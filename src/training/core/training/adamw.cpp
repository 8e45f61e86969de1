#include "training/adamw.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "training/lanes.hpp"

namespace posenc::training {
namespace {

constexpr double kPi = 3.14159265358979323846;

bool is_share(double x) noexcept { return x >= 0 && x <= 1; }

// What a step does to every number of a tensor.
template <class T>
struct Step {
  T gradient;  // factor of g
  T keep1;
  T take1;
  T keep2;
  T take2;
  T rate1;  // rate / c1
  T root2;  // 1 / sqrt(c2)
  T epsilon;
  T shrink;  // 1 - rate * decay

  template <class V>
  void operator()(V g, V* p, V* m, V* v) const noexcept {
    const V scaled = g * V(gradient);
    *m = *m * V(keep1) + scaled * V(take1);
    *v = *v * V(keep2) + scaled * scaled * V(take2);
    *p = *p * V(shrink) -
         V(rate1) * *m / (square_root(*v) * V(root2) + V(epsilon));
  }

 private:
  static float square_root(float x) noexcept { return std::sqrt(x); }
  static double square_root(double x) noexcept { return std::sqrt(x); }
  template <class V>
  static V square_root(V x) noexcept {
    return root(x);
  }
};

}  // namespace

bool is_valid(const AdamWOptions& o) noexcept {
  return o.rate > 0 && o.rate <= 1 && is_share(o.beta1) && o.beta1 < 1 &&
         is_share(o.beta2) && o.beta2 < 1 && o.epsilon > 0 && o.epsilon <= 1 &&
         is_share(o.decay) && o.clip > 0 && is_share(o.final) && o.steps >= 1 &&
         o.steps <= std::uint64_t{1} << 32 && o.warmup <= o.steps;
}

double rate_of(const AdamWOptions& o, std::uint64_t step) noexcept {
  const auto n = static_cast<double>(step);
  const auto warmup = static_cast<double>(o.warmup);
  if (n <= warmup) return o.rate * n / warmup;
  if (step >= o.steps) return o.rate * o.final;
  const double x = (n - warmup) / (static_cast<double>(o.steps) - warmup);
  return o.rate * (o.final + (1 - o.final) * 0.5 * (1 + numeric::cos(kPi * x)));
}

template <class T>
double norm_of(std::span<const T> numbers) noexcept {
  double total = 0;
  for (const T x : numbers) {
    total += static_cast<double>(x) * static_cast<double>(x);
  }
  return std::sqrt(total);
}

template <class T>
void update(const Plan& plan, const AdamWOptions& o, std::uint64_t step,
            double factor, std::span<const T> grads, std::span<T> params,
            std::span<T> m, std::span<T> v) noexcept {
  const auto n = static_cast<double>(step);
  const double c1 = 1 - numeric::pow(o.beta1, n);
  const double c2 = 1 - numeric::pow(o.beta2, n);
  const double rate = rate_of(o, step);
  for (const Tensor& tensor : plan.tensors()) {
    const Step<T> change{
        .gradient = static_cast<T>(factor),
        .keep1 = static_cast<T>(o.beta1),
        .take1 = static_cast<T>(1 - o.beta1),
        .keep2 = static_cast<T>(o.beta2),
        .take2 = static_cast<T>(1 - o.beta2),
        .rate1 = static_cast<T>(rate / c1),
        .root2 = static_cast<T>(1 / std::sqrt(c2)),
        .epsilon = static_cast<T>(o.epsilon),
        .shrink = static_cast<T>(1 - (tensor.decays ? rate * o.decay : 0)),
    };
    const std::size_t end = tensor.offset + tensor.size();
    std::size_t i = tensor.offset;
    for (; i + 4 <= end; i += 4) {
      Four<T> p = read(&params[i]);
      Four<T> first = read(&m[i]);
      Four<T> second = read(&v[i]);
      change(read(&grads[i]), &p, &first, &second);
      write(&params[i], p);
      write(&m[i], first);
      write(&v[i], second);
    }
    for (; i < end; ++i) change(grads[i], &params[i], &m[i], &v[i]);
  }
}

template double norm_of<float>(std::span<const float>) noexcept;
template double norm_of<double>(std::span<const double>) noexcept;
template void update<float>(const Plan&, const AdamWOptions&, std::uint64_t,
                            double, std::span<const float>, std::span<float>,
                            std::span<float>, std::span<float>) noexcept;
template void update<double>(const Plan&, const AdamWOptions&, std::uint64_t,
                             double, std::span<const double>, std::span<double>,
                             std::span<double>, std::span<double>) noexcept;

}  // namespace posenc::training
