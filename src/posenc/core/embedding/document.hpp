// Three layers of position for a long document: where a token stands in the
// text, in which paragraph, and how near its neighbours in the sentence are.
//
//   base       sinusoidal row of the token's position in the document
//   paragraph  an offset vector of its paragraph, added to the row
//   sentence   a bias on the score of two tokens of one sentence, from their
//              distance, inside a window of W tokens to either side
//
//   rows[t, :]  = sinusoidal(t) + offsets[paragraph of t, :]          [T, D]
//   bias[q, k]  = table[W + k - q]   same sentence and |k - q| <= W   [T, T]
//                 0                  elsewhere
//
//   T = 5, sentences of 3 and 2, W = 1      | t0 t+          |
//   (t- t0 t+ = table)                      | t- t0 t+       |
//                                           |    t- t0       |
//                                           |          t0 t+ |
//                                           |          t- t0 |
//
// The rows are added to the token embeddings, the bias to the scores of every
// head. Without a table the bias is a tent that falls to 0 where the window
// ends: strength * (1 - |k - q| / (W + 1)).
//
// The definition is ours: descriptions of hierarchical encodings for long
// documents name these three layers (base, paragraph, sentence) and leave
// formulas open. A paragraph layer that is added and a sentence layer that is
// relative is what they say; everything else is the simplest choice.
//
// Errors: rows that of `sinusoidal` plus one rounding; bias one rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "status.hpp"

namespace posenc::embedding {

struct DocumentRowsOptions {
  std::size_t width = 0;  // D
  double base = 10000.0;  // 1 to 1e100
};

// paragraphs: the length of each in tokens, [P], sum T. offsets [P, D], out
// [T, D].
//
// kBadShape: a span has another size. kBadArgument: a length below 1, or an
// option that `sinusoidal` refuses.
[[nodiscard]] Status document_rows(std::span<float> out,
                                   std::span<const std::int32_t> paragraphs,
                                   std::span<const float> offsets,
                                   const DocumentRowsOptions& options) noexcept;

struct DocumentBiasOptions {
  std::size_t window = 8;  // W
  double strength = 1.0;   // of the tent
};

// sentences: the length of each in tokens, [S], sum T. table is [2 W + 1] or
// empty for the tent. out [T, T].
//
// kBadShape: a span has another size. kBadArgument: a length below 1.
[[nodiscard]] Status document_bias(std::span<float> out,
                                   std::span<const std::int32_t> sentences,
                                   std::span<const float> table,
                                   const DocumentBiasOptions& options) noexcept;

}  // namespace posenc::embedding
