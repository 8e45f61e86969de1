// Storing and copying as fast as memory takes it: the peers that a benchmark
// holds a table against, in the same module and run.
#pragma once

#include <cstddef>
#include <span>

namespace posenc::numeric {

// Writes `value` everywhere, one SIMD store after the other.
void fill(std::span<float> out, float value) noexcept;

// Copies the first min(out.size(), in.size()) numbers. No overlap.
void copy(std::span<float> out, std::span<const float> in) noexcept;

}  // namespace posenc::numeric
