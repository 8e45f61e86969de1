#include "embedding/hierarchical.hpp"

#include <algorithm>
#include <cstdint>

#include "shape.hpp"

namespace posenc::embedding {

Status hierarchical(std::span<float> out, std::span<const float> table,
                    const HierarchicalOptions& options) noexcept {
  const auto [rows, width, alpha] = options;
  if (!(alpha > 0 && alpha < 1) || alpha == 0.5) return Status::kBadArgument;
  const Status status = check_size<float>(out.size(), rows, width);
  if (status != Status::kOk) return status;
  if (width == 0 || table.size() % width != 0) return Status::kBadShape;
  const std::size_t n = table.size() / width;
  if (rows > std::uint64_t{n} * n) return Status::kOutOfRange;

  const std::size_t kept = std::min(rows, n);
  std::copy_n(table.data(), kept * width, out.data());
  const double beta = 1.0 - alpha;
  for (std::size_t k = kept; k < rows; ++k) {
    const float* const high = table.data() + k / n * width;
    const float* const low = table.data() + k % n * width;
    for (std::size_t j = 0; j < width; ++j) {
      const double origin = alpha * static_cast<double>(table[j]);
      const double sum = alpha * (static_cast<double>(high[j]) - origin) +
                         beta * (static_cast<double>(low[j]) - origin);
      out[k * width + j] = static_cast<float>(sum / beta);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
