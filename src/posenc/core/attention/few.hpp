// The fused pass for few queries, as in decoding one token at a time.
//
// A tile of eight queries would be idle in seven of its lanes, and packing
// reads every key and value once more. So here the queries of all heads go over
// the keys and values where they lie, sixteen keys at a time: four keys in the
// lanes for the scores, four columns for the values. Tiles, orders of sums and
// roundings are those of attend.cpp, and so are the bits of the result.
#pragma once

#include <cstddef>
#include <span>

#include "attention/attention.hpp"
#include "numeric/score_term.hpp"
#include "shape.hpp"

namespace posenc::attention {

// Whether `attend_few` takes the call, faster than tiles of eight queries.
[[nodiscard]] bool are_few(const Options& options,
                           const numeric::ScoreTerm& term) noexcept;

// Numbers of scratch.
[[nodiscard]] Count few_scratch_size(const Options& options,
                                     const numeric::ScoreTerm& term) noexcept;

// Heads [first, last) of a call that `attend` has checked.
void attend_few(std::span<float> out, std::span<const float> q,
                std::span<const float> k, std::span<const float> v,
                const Options& options, const numeric::ScoreTerm& term,
                std::size_t first, std::size_t last, float* scratch) noexcept;

}  // namespace posenc::attention
