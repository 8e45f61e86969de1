#include "embedding/fit.hpp"

#include <algorithm>

#include "shape.hpp"

namespace posenc::embedding {

Status fit(std::span<float> out, std::span<const float> tokens,
           const FitOptions& options) noexcept {
  const auto [batch, length, width, limit, keep] = options;
  const int kind = static_cast<int>(keep);
  if (limit == 0 || kind < 0 || kind > 2) return Status::kBadArgument;
  const std::size_t kept = std::min(length, limit);
  Status status = check_size<float>(tokens.size(), batch, length, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(out.size(), batch, kept, width);
  if (status != Status::kOk) return status;
  if (out.empty()) return Status::kOk;  // whatever the batch

  const std::size_t head = keep == FitKeep::kLast    ? 0
                           : keep == FitKeep::kFirst ? kept
                                                     : kept - kept / 2;
  const std::size_t tail = kept - head;
  float* to = out.data();
  for (std::size_t b = 0; b < batch; ++b) {
    const float* const from = tokens.data() + b * length * width;
    to = std::copy_n(from, head * width, to);
    to = std::copy_n(from + (length - tail) * width, tail * width, to);
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
