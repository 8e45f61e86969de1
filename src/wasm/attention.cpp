// Bindings of src/core/attention.
//
// Attention has too many arguments for one call: they come as a list of float64
// in the order of `Argument`, addresses (0: absent) and numbers alike.
#include "attention/attention.hpp"
#include "arguments.hpp"
#include "attention/term_matrix.hpp"
#include "border.hpp"
#include "position_term.hpp"

namespace posenc::wasm {

namespace {

using attention::Options;

enum Argument : std::size_t {
  kOut,
  kWeights,  // with weights or scores the exact kernel runs
  kScores,
  kFirstHead,
  kLastHead,
  kQ,
  kK,
  kV,
  kBatch,
  kQueries,
  kKeys,
  kHeads,
  kKeyHeads,
  kWidth,
  kValueWidth,
  kScale,
  kOffset,
  kCausal,
  kWindow,
  kSinks,
  kMaskKind,
  kMask,
  kMaskBatch,
  kMaskHeads,
  kMaskQueries,
  kMaskKeys,
  kTerm  // Scheme, and the arguments of the scheme after it
};

Options options_of(const Arguments& a) {
  Options o;
  o.shape = {.batch = a.size(kBatch),
             .queries = a.size(kQueries),
             .keys = a.size(kKeys),
             .heads = a.size(kHeads),
             .key_heads = a.size(kKeyHeads),
             .width = a.size(kWidth),
             .value_width = a.size(kValueWidth)};
  o.scale = a.real(kScale);
  o.offset = static_cast<std::int64_t>(a.real(kOffset));
  o.causal = a.word(kCausal) != 0;
  o.window = a.size(kWindow);
  o.sinks = a.read<float>(kSinks, o.shape.heads);
  o.first_head = a.size(kFirstHead);
  o.last_head = a.size(kLastHead);
  auto& mask = o.mask;
  mask.kind = static_cast<attention::MaskKind>(a.word(kMaskKind));
  mask.batch = a.size(kMaskBatch);
  mask.heads = a.size(kMaskHeads);
  mask.queries = a.size(kMaskQueries);
  mask.keys = a.size(kMaskKeys);
  const std::size_t cells = mask.batch * mask.heads * mask.queries * mask.keys;
  if (mask.kind == attention::MaskKind::kBoolean) {
    mask.allowed = a.read<std::uint8_t>(kMask, cells);
  } else if (mask.kind == attention::MaskKind::kAdditive) {
    mask.added = a.read<float>(kMask, cells);
  }
  return o;
}

bool is_exact(const Arguments& a) {
  return a.size(kWeights) != 0 || a.size(kScores) != 0;
}

// The inputs of a call, all of which the kernels read.
struct Inputs {
  Options options;
  std::span<const float> q;
  std::span<const float> k;
  std::span<const float> v;

  explicit Inputs(const Arguments& a) : options(options_of(a)) {
    const auto& s = options.shape;
    const std::size_t keys = s.batch * s.keys * s.key_heads;
    q = a.read<float>(kQ, s.batch * s.queries * s.heads * s.width);
    k = a.read<float>(kK, keys * s.width);
    v = a.read<float>(kV, keys * s.value_width);
  }

  [[nodiscard]] std::size_t score_count() const {
    const auto& s = options.shape;
    return s.batch * s.heads * s.queries * s.keys;
  }
};

}  // namespace

// In float64 numbers, whatever the kernel makes of them.
POSENC_EXPORT double attention_scratch_size(Address arguments) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  if (!is_exact(a)) {
    return static_cast<double>(
        attention::attend_scratch_size(in.options, position.term()) / 2 + 1);
  }
  const auto size = attention::exact_scratch_size(in.options, position.term());
  return static_cast<double>(size.doubles + size.floats / 2 + 1);
}

POSENC_EXPORT int attention_attend(Address arguments, Address scratch) {
  const Arguments a(arguments);
  const Inputs in(a);
  const Options& options = in.options;
  const PositionTerm position(a.from(kTerm), options, in.k);
  if (position.status() != Status::kOk) return number(position.status());
  const numeric::ScoreTerm& term = position.term();
  const auto& s = options.shape;
  const auto out = a.write(kOut, s.batch * s.queries * s.heads * s.value_width);
  if (!is_exact(a)) {
    return number(attention::attend(
        out, in.q, in.k, in.v, options, term,
        output<float>(scratch, attention::attend_scratch_size(options, term))));
  }
  const auto size = attention::exact_scratch_size(options, term);
  return number(attention::attend_exact(
      {out, a.write(kWeights, in.score_count()),
       a.write(kScores, in.score_count())},
      in.q, in.k, in.v, options, term,
      {output<double>(scratch, size.doubles),
       output<float>(scratch + size.doubles * sizeof(double), size.floats)}));
}

POSENC_EXPORT double attention_term_scratch_size(Address arguments) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  return static_cast<double>(
      attention::term_matrix_scratch_size(in.options, position.term()));
}

// out [B, H, Q, K]: the position term alone.
POSENC_EXPORT int attention_term_matrix(Address out, Address arguments,
                                        Address scratch) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  const auto& term = position.term();
  return number(attention::term_matrix(
      output<float>(out, in.score_count()), in.q, in.options, term,
      output<float>(scratch,
                    attention::term_matrix_scratch_size(in.options, term))));
}

}  // namespace posenc::wasm
