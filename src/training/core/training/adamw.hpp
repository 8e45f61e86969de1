// AdamW: Loshchilov and Hutter 2019 (arXiv 1711.05101), as PyTorch computes it.
//
//   m = b1 m + (1 - b1) g        v = b2 v + (1 - b2) g^2
//   p = p - rate (decay p + (m / c1) / (sqrt(v / c2) + epsilon))
//   c1 = 1 - b1^n, c2 = 1 - b2^n at step n = 1, 2, ...
//
// Decay is for the tensors that the plan says. The rate rises over `warmup`
// steps to its peak and then falls along a cosine to `final` of it:
//
//   rate(n) = peak * n / warmup                                  n <= warmup
//   rate(n) = peak * (final + (1 - final) (1 + cos(pi x)) / 2),
//             x = (n - warmup) / (steps - warmup), at most 1
//
// Before that, gradients whose norm, over all parameters, is above `clip` are
// scaled down to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "training/plan.hpp"

namespace posenc::training {

struct AdamWOptions {
  double rate = 3e-3;     // peak, above 0, to 1
  double beta1 = 0.9;     // 0 to below 1
  double beta2 = 0.98;    // 0 to below 1
  double epsilon = 1e-8;  // above 0, to 1
  double decay = 0.01;    // 0 to 1
  double clip = 1;        // above 0; infinity: none
  std::uint64_t warmup = 50;
  std::uint64_t steps = 1000;  // of the schedule, to 2^32
  double final = 0.1;          // 0 to 1
};

[[nodiscard]] bool is_valid(const AdamWOptions& options) noexcept;

// The rate of step n = 1, 2, ...
[[nodiscard]] double rate_of(const AdamWOptions& options,
                             std::uint64_t step) noexcept;

// The norm of all numbers. Sums in float64; not finite when one of them is not.
template <class T>
[[nodiscard]] double norm_of(std::span<const T> numbers) noexcept;

// Step n: of the moments m and v and of the parameters, all as long as the plan
// says. Gradients count `factor` times.
template <class T>
void update(const Plan& plan, const AdamWOptions& options, std::uint64_t step,
            double factor, std::span<const T> grads, std::span<T> params,
            std::span<T> m, std::span<T> v) noexcept;

}  // namespace posenc::training
