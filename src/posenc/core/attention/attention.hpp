// Scaled dot-product attention with any position term: "Attention Is All You
// Need", section 3.2.
//
//   s(i, j) = cap(scale * t_i * q_i . k_j) + term(i, j) + mask(i, j)
//   w(i, j) = e^s(i, j) / (e^sink + sum_j e^s(i, j))
//   out_i   = sum_j w(i, j) v_j
//
// Shapes, row-major: B batch, Q queries, K keys, H heads of the queries, G
// heads of the keys and values, D width, E width of the values.
//
//   q [B, Q, H, D]   k [B, K, G, D]   v [B, K, G, E]   out [B, Q, H, E]
//
// Head h reads the keys and values of head h / (H / G): G = H is multi-head
// attention, G = 1 multi-query, between them grouped (Ainslie et al. 2023,
// arXiv 2305.13245).
//
// Positions. Key j stands at position j, query i at i + offset. When the
// queries are the last Q of K positions (decoding with a cache), offset = K -
// Q.
//
//        causal, Q = 2, K = 5          window = 2, causal
//        offset = 3                    Q = K = 4
//          j  0 1 2 3 4                  j  0 1 2 3
//        i 0  x x x x .                i 0  x . . .
//        i 1  x x x x x                i 1  x x . .
//                                      i 2  . x x .
//                                      i 3  . . x x
//
//   causal   i sees j when j <= i + offset
//   window   i sees j when |i + offset - j| < window   (Mistral, gpt-oss)
//   mask     boolean: 1 where i may see j; additive: a number, -infinity hides
//   sinks    per head, a score that takes weight and gives no value (gpt-oss)
//
//   softcap  cap(x) = c tanh(x / c), which keeps a product within -c ... c
//            (Gemma 2, arXiv 2408.00118, section 2); without it cap(x) = x.
//            Terms and masks come after it, as in FlashAttention.
//   t_i      a factor on query i (attention/temperature.hpp), 1 without.
//            It multiplies the query itself: terms that read the query
//            (Shaw's q . r) grow with it, those that read keys alone do not.
//
// A query that sees nothing gets zeros, never NaN. All inputs but the mask must
// be finite: NaN or infinity may spread to every row of its head. So must be,
// in float32, what is made of them: scale * q_i, scale * q_i . k_j and the
// whole score (below 2^128 = 3.4e38; q and k of 1e25 are not). A score that
// overflows is infinite, and its row becomes NaN.
//
// `attend` is one pass over tiles of 64 queries and 256 keys with a running
// softmax (Milakov and Gimelshein 2018, arXiv 1805.02867; Dao et al. 2022,
// arXiv 2205.14135): no Q x K array exists. Products and sums in float32; the
// error of an output is a few 2^-24 of max |v| times the size of the scores
// (tests/posenc/core/attention/attention_test.cpp has the bound that is
// tested). Tiles that causal or window hide are skipped; weights below 2^-64 of
// a row's largest count as zeros.
//
// `attend_exact` is its oracle and also tells weights and scores: products,
// softmax and sums in float64, each result rounded once (the position term
// alone comes in float32). It keeps K numbers per eight queries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "attention/temperature.hpp"
#include "numeric/score_term.hpp"
#include "shape.hpp"
#include "status.hpp"

namespace posenc::attention {

struct Shape {
  std::size_t batch = 1;        // B
  std::size_t queries = 0;      // Q
  std::size_t keys = 0;         // K
  std::size_t heads = 1;        // H
  std::size_t key_heads = 1;    // G, divides H
  std::size_t width = 0;        // D
  std::size_t value_width = 0;  // E
};

enum class MaskKind : int {
  kNone = 0,
  kBoolean = 1,   // bytes: 0 hides, anything else shows
  kAdditive = 2,  // float32, added to the scores
};

// A mask [B, H, Q, K]; an axis of length 1 is shared by all.
struct Mask {
  MaskKind kind = MaskKind::kNone;
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t queries = 1;
  std::size_t keys = 1;
  std::span<const std::uint8_t> allowed = {};  // kBoolean
  std::span<const float> added = {};           // kAdditive
};

struct Options {
  Shape shape = {};
  double scale = 1;
  std::int64_t offset = 0;  // position of query 0
  bool causal = false;
  std::size_t window = 0;  // 0: none
  Mask mask = {};
  std::span<const float> sinks = {};  // [H] or empty
  double softcap = 0;                 // c; 0: none
  Temperature temperature = {};       // t_i
  // `attend` computes heads b * H + h of [first_head, last_head) and leaves the
  // rest of out alone; 0, 0 is all of them. `attend_exact` always computes all.
  std::size_t first_head = 0;
  std::size_t last_head = 0;
};

// Numbers of scratch for `attend`.
[[nodiscard]] Count attend_scratch_size(
    const Options& options, const numeric::ScoreTerm& term) noexcept;

// One fused pass; ScoreTerm{} is no term. out overlaps no input.
//
// kBadShape: a span has another size, a mask's axis is neither 1 nor full, or
// scratch is too short. kBadArgument: a size is 0, key_heads does not divide
// heads, scale is not finite, softcap is neither 0 nor a positive float32, the
// temperature cannot be, |offset| > 2^52, or first_head ... last_head is no
// range of heads. kTooLarge: no such arrays, or no such scratch.
[[nodiscard]] Status attend(std::span<float> out, std::span<const float> q,
                            std::span<const float> k, std::span<const float> v,
                            const Options& options,
                            const numeric::ScoreTerm& term,
                            std::span<float> scratch) noexcept;

// What `attend_exact` writes; an empty span is not written.
struct Exact {
  std::span<float> out;      // [B, Q, H, E]
  std::span<float> weights;  // [B, H, Q, K]
  std::span<float> scores;   // [B, H, Q, K], -infinity where hidden
};

// Numbers of scratch for `attend_exact`.
struct ExactScratchSize {
  Count doubles;
  Count floats;
};

[[nodiscard]] ExactScratchSize exact_scratch_size(
    const Options& options, const numeric::ScoreTerm& term) noexcept;

struct ExactScratch {
  std::span<double> doubles;
  std::span<float> floats;
};

// The same in float64, with weights and scores; statuses as for `attend`.
[[nodiscard]] Status attend_exact(const Exact& result, std::span<const float> q,
                                  std::span<const float> k,
                                  std::span<const float> v,
                                  const Options& options,
                                  const numeric::ScoreTerm& term,
                                  const ExactScratch& scratch) noexcept;

}  // namespace posenc::attention
