// The 16-bit formats of deep learning, rounded to nearest, ties to even.
//
//             sign exponent fraction   largest    integers exact up to
//   float16     1      5       10      65504      2048
//   bfloat16    1      8        7      3.39e38    256
//
// Encoding follows IEEE 754: what rounds past the largest number becomes
// infinity, float16 keeps its subnormals down to 2^-24, NaN stays NaN. Decoding
// is exact.
#pragma once

#include <bit>
#include <cstdint>

namespace posenc::numeric {

// The format in which a runtime computes. The numbers cross the border to
// JavaScript and never change.
enum class Format : int {
  kFloat32 = 1,
  kBfloat16 = 2,
  kFloat16 = 3,
};

[[nodiscard]] constexpr std::uint16_t to_bfloat16(float x) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) {
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // a quiet NaN
  }
  // Half of the last place, less one where the kept part is even. A carry out
  // of the fraction raises the exponent, up to infinity, as it should.
  const std::uint32_t half = 0x7fffu + ((bits >> 16) & 1u);
  return static_cast<std::uint16_t>((bits + half) >> 16);
}

[[nodiscard]] constexpr float from_bfloat16(std::uint16_t h) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(h) << 16);
}

[[nodiscard]] constexpr std::uint16_t to_float16(float x) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t result = 0;
  if (magnitude > 0x7f800000u) {
    result = 0x7e00u;
  } else if (magnitude >= 0x477ff000u) {  // 65520, half way to 65536
    result = 0x7c00u;
  } else if (magnitude >= 0x38800000u) {  // 2^-14, the smallest normal number
    const std::uint32_t half = 0xfffu + ((magnitude >> 13) & 1u);
    result = (magnitude + half - (112u << 23)) >> 13;
  } else {
    // Adding 2^-1 leaves multiples of 2^-24 in the sum: the addition rounds.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    result = std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u;
  }
  return static_cast<std::uint16_t>(sign | result);
}

[[nodiscard]] constexpr float from_float16(std::uint16_t h) noexcept {
  const std::uint32_t sign = (h & 0x8000u) << 16;
  const std::uint32_t magnitude = h & 0x7fffu;
  std::uint32_t bits = 0;
  if (magnitude >= 0x7c00u) {
    bits = (magnitude << 13) | 0x7f800000u;
  } else if (magnitude >= 0x400u) {
    bits = (magnitude << 13) + (112u << 23);
  } else {
    bits =
        std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
  }
  return std::bit_cast<float>(sign | bits);
}

// x as a runtime holds it that computes in `format`.
[[nodiscard]] constexpr float round_to(Format format, float x) noexcept {
  switch (format) {
    case Format::kBfloat16:
      return from_bfloat16(to_bfloat16(x));
    case Format::kFloat16:
      return from_float16(to_float16(x));
    case Format::kFloat32:
      return x;
  }
  return x;
}

}  // namespace posenc::numeric
