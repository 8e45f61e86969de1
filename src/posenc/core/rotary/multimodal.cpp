#include "rotary/multimodal.hpp"

#include <algorithm>

namespace posenc::rotary {

[[gnu::cold]] Status multimodal_axes(std::span<std::uint8_t> axis_of_pair,
                                     std::span<const std::uint32_t> sections,
                                     bool interleaved) noexcept {
  const std::size_t axes = sections.size();
  if (axes < 1 || axes > 255) return Status::kBadArgument;
  std::uint64_t sum = 0;
  for (const std::uint32_t section : sections) sum += section;
  if (sum != axis_of_pair.size()) return Status::kBadShape;
  if (!interleaved) {
    std::size_t i = 0;
    for (std::size_t a = 0; a < axes; ++a) {
      for (std::uint32_t n = 0; n < sections[a]; ++n) {
        axis_of_pair[i++] = static_cast<std::uint8_t>(a);
      }
    }
    return Status::kOk;
  }
  // Axis a takes pairs a, a + A, a + 2A, ...; the last of them must exist.
  for (std::size_t a = 1; a < axes; ++a) {
    if (sections[a] > 0 &&
        (std::uint64_t{sections[a]} - 1) * axes + a >= axis_of_pair.size()) {
      return Status::kBadShape;
    }
  }
  for (std::size_t i = 0; i < axis_of_pair.size(); ++i) {
    const std::size_t a = i % axes;
    const bool left = i / axes < sections[a];
    axis_of_pair[i] = static_cast<std::uint8_t>(left ? a : 0);
  }
  return Status::kOk;
}

}  // namespace posenc::rotary
