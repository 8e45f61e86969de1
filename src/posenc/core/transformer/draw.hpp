// Random weights to begin training with.
//
//   out[i] = std * normal, from stream n of a seed
//
// Each tensor of a model draws from a stream of its own (numeric/random.hpp),
// so its numbers do not depend on what other tensors there are.
#pragma once

#include <cstdint>
#include <span>

#include "status.hpp"

namespace posenc::transformer {

// kBadArgument: std is negative or not finite.
[[nodiscard]] Status draw(std::span<float> out, double std, std::uint64_t seed,
                          std::uint64_t stream) noexcept;

}  // namespace posenc::transformer
