#include "transformer/layer_norm.hpp"

#include <cmath>

#include "numeric/bits.hpp"

namespace posenc::transformer {

Status layer_norm(std::span<float> y, std::span<const float> x,
                  std::span<const float> gain, std::span<const float> bias,
                  std::size_t width, double epsilon) noexcept {
  if (width == 0 || x.size() % width != 0 || y.size() != x.size() ||
      (!gain.empty() && gain.size() != width) ||
      (!bias.empty() && bias.size() != width)) {
    return Status::kBadShape;
  }
  if (!(epsilon >= 0) || !numeric::is_finite(epsilon)) {
    return Status::kBadArgument;
  }
  const auto count = static_cast<double>(width);
  for (std::size_t row = 0; row < x.size(); row += width) {
    double mean = 0;
    for (std::size_t j = 0; j < width; ++j) mean += double{x[row + j]};
    mean /= count;
    double variance = 0;
    for (std::size_t j = 0; j < width; ++j) {
      const double gap = double{x[row + j]} - mean;
      variance += gap * gap;
    }
    // Of equal numbers the deviation is 0, whatever it is divided by.
    const double square = variance / count + epsilon;
    const double factor =
        1 / std::sqrt(square + static_cast<double>(square == 0));
    for (std::size_t j = 0; j < width; ++j) {
      double value = (double{x[row + j]} - mean) * factor;
      if (!gain.empty()) value *= double{gain[j]};
      if (!bias.empty()) value += double{bias[j]};
      y[row + j] = static_cast<float>(value);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::transformer
