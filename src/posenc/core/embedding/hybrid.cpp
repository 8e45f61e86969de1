#include "embedding/hybrid.hpp"

#include "embedding/fusion.hpp"
#include "embedding/sinusoidal.hpp"
#include "shape.hpp"

namespace posenc::embedding {

Status hybrid(std::span<float> out, std::span<const float> learned,
              std::span<float> scratch, const HybridOptions& options) noexcept {
  const auto [rows, width, learned_width, base] = options;
  if (learned_width < 1 || learned_width >= width) return Status::kBadArgument;
  const std::size_t waves = width - learned_width;
  Status status = check_size<float>(out.size(), rows, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(learned.size(), rows, learned_width);
  if (status != Status::kOk) return status;
  status = sinusoidal_range(scratch, rows, 0.0, {.width = waves, .base = base});
  if (status != Status::kOk) return status;
  return concat(
      out, learned, scratch,
      {.length = rows, .token_width = learned_width, .row_width = waves});
}

}  // namespace posenc::embedding
