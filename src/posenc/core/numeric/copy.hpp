// Copying as fast as memory takes it.
#pragma once

#include <span>

namespace posenc::numeric {

// Copies the first min(out.size(), in.size()) numbers. No overlap.
void copy(std::span<float> out, std::span<const float> in) noexcept;

}  // namespace posenc::numeric
