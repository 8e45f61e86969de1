// What a mask adds to scores, where they are made.
#pragma once

#include "attention/attention.hpp"
#include "numeric/score_term.hpp"

namespace posenc::attention {

// tile [keys.count][8] of what the mask adds to the scores. There is a mask.
// What rows past the last key and idle lanes get does not matter.
void read_mask(const Options& options, const numeric::QueryBlock& queries,
               const numeric::KeyBlock& keys, float* tile) noexcept;

// The same for the first query alone: row [keys.count].
void read_mask_row(const Options& options, const numeric::QueryBlock& queries,
                   const numeric::KeyBlock& keys, float* row) noexcept;

}  // namespace posenc::attention
