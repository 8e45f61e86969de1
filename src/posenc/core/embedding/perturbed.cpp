#include "embedding/perturbed.hpp"

#include "embedding/fusion.hpp"
#include "embedding/sinusoidal.hpp"

namespace posenc::embedding {

Status perturbed(std::span<float> out, std::span<const float> delta,
                 const PerturbedOptions& options) noexcept {
  if (delta.size() != out.size()) return Status::kBadShape;
  const Status status = sinusoidal_range(
      out, options.rows, 0.0, {.width = options.width, .base = options.base});
  if (status != Status::kOk) return status;
  return add(out, out, delta, {.length = options.rows, .width = options.width});
}

}  // namespace posenc::embedding
