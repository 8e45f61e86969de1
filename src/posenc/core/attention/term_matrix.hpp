// A position term on its own, as a matrix: what a scheme adds to each score,
// also where causal order, window or mask hide it. For looking at; attention
// itself never makes it.
#pragma once

#include <span>

#include "attention/attention.hpp"
#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::attention {

// Numbers of scratch for `term_matrix`.
[[nodiscard]] Count term_matrix_scratch_size(
    const Options& options, const numeric::ScoreTerm& term) noexcept;

// out [B, H, Q, K]. Only shape, scale, temperature and offset of the options
// are read; for a term with `reads_mask` also what hides keys.
//
// kBadShape: a span has another size. kBadArgument: as for `attend`. kTooLarge:
// no such matrix, or no such scratch.
[[nodiscard]] Status term_matrix(std::span<float> out, std::span<const float> q,
                                 const Options& options,
                                 const numeric::ScoreTerm& term,
                                 std::span<float> scratch) noexcept;

}  // namespace posenc::attention
