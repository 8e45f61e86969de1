// Rotary position embedding applied to queries and keys.
//
//   y_a = x_a cos - x_b sin          (a, b) the two columns of pair i,
//   y_b = x_b cos + x_a sin          cos and sin of row t, pair i
//
// x and y: [B, T, H, D], row-major float32. Every head of a token is turned
// alike. Columns of a head of width D = 8, d = 6 of them turned:
//
//   half         | a0 a1 a2 b0 b1 b2 -- -- |   GPT-NeoX, Hugging Face's Llama,
//                                              Qwen, Mistral, gpt-oss
//   interleaved  | a0 b0 a1 b1 a2 b2 -- -- |   RoFormer, GPT-J, Meta's Llama,
//                                              Cohere, DeepSeek
//
// and the rest passes through; with `start` the columns from there on turn
// instead (the last 64 of 512 in DeepSeek V4: start = 448). One layout is a
// permutation of the other: a model's weights decide which it needs.
//
// Each number is two products and one sum in float32, each rounded, in this
// order on every machine: native and wasm give the same bits. Max error: 1.5
// ulp of float32 at |x_a| + |x_b|, beside that of the tables.
//
// Source: Su et al. 2021, "RoFormer", equation 34.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "status.hpp"

namespace posenc::rotary {

enum class Layout : int {
  kHalves = 0,
  kInterleaved = 1,
};

struct ApplyOptions {
  std::size_t batch = 1;       // B
  std::size_t seq_len = 0;     // T
  std::size_t num_heads = 1;   // H
  std::size_t head_dim = 0;    // D
  std::size_t rotary_dim = 0;  // d, even, at most D
  std::size_t start = 0;       // first column that turns
  Layout layout = Layout::kHalves;
  // Turn by the negative angle: the transpose, which takes gradients back.
  bool transpose = false;
};

// y from x by tables [R, d/2]. y may be x itself; otherwise they are apart.
//
// rows says which table row a token takes: one number for all, [T], or [B, T];
// empty: row t.
//
// kBadShape: a span has another length. kBadArgument: d is odd, or start + d
// above D.
// kOutOfRange: a token takes a row that is not there.
[[nodiscard]] Status apply(std::span<float> y, std::span<const float> x,
                           std::span<const float> cos,
                           std::span<const float> sin,
                           std::span<const std::uint32_t> rows,
                           const ApplyOptions& options) noexcept;

// The oracle: one number after the other, the same bits.
[[nodiscard]] Status apply_reference(std::span<float> y,
                                     std::span<const float> x,
                                     std::span<const float> cos,
                                     std::span<const float> sin,
                                     std::span<const std::uint32_t> rows,
                                     const ApplyOptions& options) noexcept;

}  // namespace posenc::rotary
