#include "embedding/ordinal.hpp"

#include <algorithm>
#include <cstdint>

#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::embedding {

Status index(std::span<float> out, std::span<const double> positions) noexcept {
  if (out.size() != positions.size()) return Status::kBadShape;
  if (!std::all_of(positions.begin(), positions.end(), numeric::is_position)) {
    return Status::kBadArgument;
  }
  std::transform(positions.begin(), positions.end(), out.begin(),
                 [](double p) { return static_cast<float>(p); });
  return Status::kOk;
}

Status normalized(std::span<float> out) noexcept {
  const auto last =
      static_cast<double>(std::max<std::size_t>(out.size(), 2)) - 1.0;
  for (std::size_t t = 0; t < out.size(); ++t) {
    out[t] = static_cast<float>(static_cast<double>(t) / last);
  }
  return Status::kOk;
}

Status binary(std::span<float> out, std::span<const double> positions,
              std::size_t bits) noexcept {
  if (bits < 1 || bits > kMaxBits) return Status::kBadArgument;
  const Status status = check_size<float>(out.size(), positions.size(), bits);
  if (status != Status::kOk) return status;
  for (const double p : positions) {
    if (!(p >= 0 && p <= numeric::kMaxPosition)) return Status::kBadArgument;
    const auto whole = static_cast<std::uint64_t>(p);
    if (static_cast<double>(whole) != p) return Status::kBadArgument;
    if (whole >> bits != 0) return Status::kOutOfRange;
  }
  for (std::size_t t = 0; t < positions.size(); ++t) {
    const auto whole = static_cast<std::uint64_t>(positions[t]);
    for (std::size_t b = 0; b < bits; ++b) {
      out[t * bits + b] = (whole >> (bits - 1 - b) & 1) != 0 ? 1.0f : 0.0f;
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
