#include "embedding/logarithmic.hpp"

#include <algorithm>

#include "embedding/sinusoidal.hpp"
#include "numeric/elementary.hpp"
#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::embedding {

Status logarithmic(std::span<float> out, std::span<const double> positions,
                   const LogarithmicOptions& options) noexcept {
  const auto [width, max_len, base] = options;
  const bool valid = width >= 1 && width <= kMaxWidth && max_len >= 2 &&
                     max_len <= numeric::kMaxPosition && base >= 1 &&
                     base <= 1e12;
  if (!valid || !std::all_of(positions.begin(), positions.end(), [](double p) {
        return p >= 0 && numeric::is_position(p);
      })) {
    return Status::kBadArgument;
  }
  const Status status = check_size<float>(out.size(), positions.size(), width);
  if (status != Status::kOk) return status;

  const auto steps = static_cast<double>(std::max<std::size_t>(width, 2) - 1);
  for (std::size_t j = 0; j < width; ++j) {
    const double tau = numeric::pow(base, static_cast<double>(j) / steps);
    const double full = numeric::log1p((max_len - 1.0) / tau);
    for (std::size_t t = 0; t < positions.size(); ++t) {
      out[t * width + j] =
          static_cast<float>(numeric::log1p(positions[t] / tau) / full);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
