// Multimodal rotary embedding (M-RoPE): one angle per pair, but the positions
// of several coordinates, such as time, height and width of an image patch.
//
// The sections say how many of the d/2 pairs belong to each axis. Pair by pair,
// for sections 3, 2, 2 of T, H, W:
//
//   chunked      | T T T H H W W |   Qwen2-VL, Qwen2.5-VL
//   interleaved  | T H W T H W T |   Qwen3-VL: pair i is of axis i mod 3 while
//                                    that axis has pairs left, else of axis 0
//
// Text has the same position on every axis, which gives ordinary RoPE.
//
// Source: Wang et al. 2024, "Qwen2-VL", section 2.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "status.hpp"

namespace posenc::rotary {

// axis_of_pair[i] for tables (rotary/tables.hpp): axis_of_pair [d/2].
//
// kBadShape: the sections do not sum up to d/2, or an interleaved one reaches
// past it. kBadArgument: there is no section, or more than 255.
[[nodiscard]] Status multimodal_axes(std::span<std::uint8_t> axis_of_pair,
                                     std::span<const std::uint32_t> sections,
                                     bool interleaved) noexcept;

}  // namespace posenc::rotary
