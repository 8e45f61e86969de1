// One number for an array of numbers, to compare builds bit by bit.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace posenc::testing {

// FNV-1a over the bytes, least significant first.
inline std::uint64_t checksum(std::span<const float> values) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const float value : values) {
    std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    for (int i = 0; i < 4; ++i, bits >>= 8) {
      hash = (hash ^ (bits & 0xff)) * 0x100000001b3;
    }
  }
  return hash;
}

}  // namespace posenc::testing
