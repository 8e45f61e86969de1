// Attention temperature: a factor on each query that grows with its position,
// so that the softmax of a long text stays sharp.
//
//   floor   1 + c ln(1 + floor((p + shift) / L))   shift 1: Llama 4, layers
//                                                  without rotation; shift 0:
//                                                  Ministral 3, Mistral
//                                                  Large 3
//   log     max(1, ln(p + 1) / ln L)               Qwen 1 (log-n)
//
// p >= 0 is the position of the query. c and L are `attn_scale` and
// `floor_scale` of Llama 4, `llama_4_scaling_beta` and
// `original_max_position_embeddings` of Ministral 3; L is `seq_length` of Qwen.
// Everything is float64; max error: 3 ulp of it. Sources: transformers,
// modeling_llama4.py (commit 63210d0e) and modeling_ministral3.py (430bd51d);
// modeling_qwen.py of Qwen-7B, its list of log(i, seq_length).
#pragma once

#include <cstddef>
#include <span>

#include "status.hpp"

namespace posenc::attention {

struct Options;

enum class TemperatureKind : int {
  kNone = 0,
  kFloor = 1,
  kLog = 2,
};

struct Temperature {
  TemperatureKind kind = TemperatureKind::kNone;
  double length = 1;  // L
  double coefficient = 0;
  double shift = 0;                        // 0 or 1
  double first = 0;                        // p of query 0, p + 1 of query 1 ...
  std::span<const double> positions = {};  // or p of each: [Q] or [B, Q]
};

// The factor at position p.
[[nodiscard]] double temperature_at(const Temperature& temperature,
                                    double p) noexcept;

// kBadArgument: no such kind, L is not above 0 (log: above 1), c is not finite,
// shift is neither 0 nor 1, or a position is below 0. kBadShape: positions are
// neither `queries` nor `batch` times as many.
[[nodiscard]] Status check(const Temperature& temperature, std::size_t batch,
                           std::size_t queries) noexcept;

// The factors at positions first, first + 1, ..., or at those that are given.
// Statuses are those of `check`; out is as long as the positions.
[[nodiscard]] Status temperature(std::span<double> out,
                                 const Temperature& temperature) noexcept;

// scale times the factor of a query of a call.
[[nodiscard]] double heat_of(const Options& options, std::size_t batch,
                             std::size_t query) noexcept;

// Multiplies packed queries [D][8] by `heat_of`, `count` lanes from `query` on.
void heat(const Options& options, std::size_t batch, std::size_t query,
          std::size_t count, float* packed) noexcept;

}  // namespace posenc::attention
