// One number for all bits of an array, to hold native against wasm.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace posenc::test {

// FNV-1a over the bit patterns.
inline std::uint64_t checksum(std::span<const float> values) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const float x : values) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    for (int byte = 0; byte < 4; ++byte) {
      hash = (hash ^ ((bits >> (8 * byte)) & 0xff)) * 0x100000001b3;
    }
  }
  return hash;
}

}  // namespace posenc::test
