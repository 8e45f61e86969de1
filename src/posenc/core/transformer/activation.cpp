#include "transformer/activation.hpp"

#include <cstddef>

#include "numeric/activation.hpp"

namespace posenc::transformer {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;       // 1 / sqrt 2
constexpr double kRootTwoOverPi = 0.79788456080286535588;  // sqrt(2 / pi)

[[gnu::noinline]] double gelu(double x, bool by_tanh) noexcept {
  const double bend =
      by_tanh ? numeric::tanh(kRootTwoOverPi * (x + 0.044715 * (x * x * x)))
              : numeric::erf(kHalfRoot * x);
  return 0.5 * x * (1 + bend);
}

}  // namespace

Status activate(std::span<float> y, std::span<const float> x,
                Activation activation) noexcept {
  if (y.size() != x.size()) return Status::kBadShape;
  if (activation < Activation::kRelu || activation > Activation::kGeluTanh) {
    return Status::kBadArgument;
  }
  if (activation == Activation::kRelu) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] < 0 ? 0 : x[i];
    return Status::kOk;
  }
  const bool by_tanh = activation == Activation::kGeluTanh;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = static_cast<float>(gelu(double{x[i]}, by_tanh));
  }
  return Status::kOk;
}

}  // namespace posenc::transformer
