// Bindings of src/core/attention.
//
// Attention has too many arguments for one call: they come as a list of float64
// in the order of `Argument`, addresses (0: absent) and numbers alike.
#include <emscripten/bind.h>

#include "attention/attention.hpp"
#include "attention/offset_bias.hpp"
#include "border.hpp"

namespace posenc::wasm {
namespace {

using attention::Options;

enum Argument : std::size_t {
  kOut,
  kWeights,  // with weights or scores the exact kernel runs
  kScores,
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
  kTerm,        // Term
  kTermOptions  // the arguments of the term follow
};

enum Term : int {
  kNone = 0,
  kOffsetBias = 1,  // address of by_offset
};

// The list, read by name.
class Arguments {
 public:
  explicit Arguments(Address address)
      : list_(reinterpret_cast<const double*>(address)) {}

  [[nodiscard]] double real(std::size_t i) const { return list_[i]; }
  [[nodiscard]] std::size_t size(std::size_t i) const {
    return static_cast<std::size_t>(list_[i]);
  }
  [[nodiscard]] int word(std::size_t i) const {
    return static_cast<int>(list_[i]);
  }
  template <class T>
  [[nodiscard]] std::span<const T> read(std::size_t i,
                                        std::size_t count) const {
    return input<T>(size(i), size(i) == 0 ? 0 : count);
  }
  [[nodiscard]] std::span<float> write(std::size_t i, std::size_t count) const {
    return output<float>(size(i), size(i) == 0 ? 0 : count);
  }

 private:
  const double* list_;
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

// Calls use(term) with the position term of the call.
template <class Use>
auto with_term(const Arguments& a, const Options& options, Use&& use) {
  const auto& shape = options.shape;
  if (a.word(kTerm) == kOffsetBias) {
    const std::size_t count = shape.heads * (shape.queries + shape.keys - 1);
    attention::OffsetBias bias(a.read<float>(kTermOptions, count),
                               shape.queries, shape.keys);
    return use(numeric::score_term(bias));
  }
  return use(numeric::ScoreTerm{});
}

bool is_exact(const Arguments& a) {
  return a.size(kWeights) != 0 || a.size(kScores) != 0;
}

// In float64 numbers, whatever the kernel makes of them.
double attention_scratch_size(Address arguments) {
  const Arguments a(arguments);
  const Options options = options_of(a);
  return with_term(a, options, [&](const numeric::ScoreTerm& term) {
    if (!is_exact(a)) {
      return static_cast<double>(
          attention::attend_scratch_size(options, term) / 2 + 1);
    }
    const auto size = attention::exact_scratch_size(options, term);
    return static_cast<double>(size.doubles + size.floats / 2 + 1);
  });
}

int attention_attend(Address arguments, Address scratch) {
  const Arguments a(arguments);
  const Options options = options_of(a);
  const auto& s = options.shape;
  const std::size_t rows = s.batch * s.queries * s.heads;
  const std::size_t key_rows = s.batch * s.keys * s.key_heads;
  const auto out = a.write(kOut, rows * s.value_width);
  const auto q = a.read<float>(kQ, rows * s.width);
  const auto k = a.read<float>(kK, key_rows * s.width);
  const auto v = a.read<float>(kV, key_rows * s.value_width);
  return with_term(a, options, [&](const numeric::ScoreTerm& term) {
    if (!is_exact(a)) {
      return number(attention::attend(
          out, q, k, v, options, term,
          output<float>(scratch,
                        attention::attend_scratch_size(options, term))));
    }
    const auto size = attention::exact_scratch_size(options, term);
    return number(attention::attend_exact(
        {out, a.write(kWeights, rows * s.keys),
         a.write(kScores, rows * s.keys)},
        q, k, v, options, term,
        {output<double>(scratch, size.doubles),
         output<float>(scratch + size.doubles * sizeof(double), size.floats)}));
  });
}

EMSCRIPTEN_BINDINGS(posenc_attention) {
  using emscripten::function;
  function("attention_scratch_size", &attention_scratch_size);
  function("attention_attend", &attention_attend);
}

}  // namespace
}  // namespace posenc::wasm
