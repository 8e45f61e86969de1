// Bindings of src/posenc/core/attention.
//
// Attention has too many arguments for one call: they come as a list of float64
// in the order of `AttentionArguments`, addresses (0: absent) and numbers
// alike.
#include "attention/attention.hpp"
#include "arguments.hpp"
#include "attention/term_matrix.hpp"
#include "attention/visibility.hpp"
#include "border.hpp"
#include "position_term.hpp"
#include "rotary/apply.hpp"

namespace posenc::wasm {

namespace {

using attention::Options;

enum AttentionArguments : std::size_t {
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
  kSoftcap,
  kTemperature,  // its kind
  kTemperatureLength,
  kTemperatureCoefficient,
  kTemperatureShift,
  kTemperatureFirst,
  kTemperaturePositions,
  kTemperatureCount
};

// Scheme, and the arguments of the scheme after it.
constexpr std::size_t kTerm = kTemperatureCount + 1;

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
  o.offset = a.offset(kOffset);
  o.causal = a.word(kCausal) != 0;
  o.window = a.size(kWindow);
  o.sinks = a.read<float>(kSinks, o.shape.heads);
  o.first_head = a.size(kFirstHead);
  o.last_head = a.size(kLastHead);
  o.softcap = a.real(kSoftcap);
  o.temperature = {
      .kind = static_cast<attention::TemperatureKind>(a.word(kTemperature)),
      .length = a.real(kTemperatureLength),
      .coefficient = a.real(kTemperatureCoefficient),
      .shift = a.real(kTemperatureShift),
      .first = a.real(kTemperatureFirst),
      .positions =
          a.read<double>(kTemperaturePositions, a.size(kTemperatureCount))};
  auto& mask = o.mask;
  mask.kind = static_cast<attention::MaskKind>(a.word(kMaskKind));
  mask.batch = a.size(kMaskBatch);
  mask.heads = a.size(kMaskHeads);
  mask.queries = a.size(kMaskQueries);
  mask.keys = a.size(kMaskKeys);
  const Count cells = product(mask.batch, mask.heads, mask.queries, mask.keys);
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
    const Count keys = product(s.batch, s.keys, s.key_heads);
    q = a.read<float>(kQ, product(s.batch, s.queries, s.heads, s.width));
    k = a.read<float>(kK, keys * s.width);
    v = a.read<float>(kV, keys * s.value_width);
  }

  [[nodiscard]] Count score_count() const {
    const auto& s = options.shape;
    return product(s.batch, s.heads, s.queries, s.keys);
  }
};

}  // namespace

// out [count]: the factors at positions from `first` on, or at those of a list.
POSENC_EXPORT int attention_temperature(Doubles out, Size count,
                                        attention::TemperatureKind kind,
                                        double length, double coefficient,
                                        double shift, double first,
                                        OptionalDoubles positions) {
  return with(
      [&](auto factors, auto places) {
        return attention::temperature(factors, {.kind = kind,
                                                .length = length,
                                                .coefficient = coefficient,
                                                .shift = shift,
                                                .first = first,
                                                .positions = places});
      },
      output<double>(out, count), optional_input<double>(positions, count));
}

// In float64 numbers, whatever the kernel makes of them.
POSENC_EXPORT double attention_scratch_size(Doubles arguments) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  attention::ExactScratchSize size;
  if (is_exact(a)) {
    size = attention::exact_scratch_size(in.options, position.term());
  } else {
    size.floats = attention::attend_scratch_size(in.options, position.term());
  }
  return size.doubles.number() + round_up(size.floats, 2).number() / 2;
}

POSENC_EXPORT int attention_attend(Doubles arguments, Doubles scratch) {
  const Arguments a(arguments);
  const Inputs in(a);
  const Options& options = in.options;
  const PositionTerm position(a.from(kTerm), options, in.k);
  if (position.status() != Status::kOk) return number(position.status());
  const numeric::ScoreTerm& term = position.term();
  const auto& s = options.shape;
  const auto out =
      a.write<float>(kOut, product(s.batch, s.queries, s.heads, s.value_width));
  if (!is_exact(a)) {
    return with(
        [&](auto memory) {
          return attention::attend(out, in.q, in.k, in.v, options, term,
                                   memory);
        },
        output<float>(scratch, attention::attend_scratch_size(options, term)));
  }
  const Count scores = in.score_count();
  if (!scores.exists<float>()) return number(Status::kTooLarge);
  const auto size = attention::exact_scratch_size(options, term);
  const Array<double> doubles = output<double>(scratch, size.doubles);
  if (!doubles.exists()) return number(Status::kTooLarge);
  return with(
      [&](auto wide, auto memory) {
        return attention::attend_exact({out, a.write<float>(kWeights, scores),
                                        a.write<float>(kScores, scores)},
                                       in.q, in.k, in.v, options, term,
                                       {wide, memory});
      },
      doubles,
      output<float>(scratch + size.doubles.size() * sizeof(double),
                    size.floats));
}

// A step of a loop over tokens, whose memory is kept: 0 when it is done, the
// status otherwise; where the scratch of `room` numbers is too short, nothing
// is done, and the answer is how many it needs, as a negative number. With
// pairs, queries and the last `turned` keys are turned first, where they lie,
// each from row 0 of the tables cos and sin on, [rows, pairs]: as many as the
// longer has; columns of a head turn from `start` on.
POSENC_EXPORT double attention_step(Doubles arguments, Doubles scratch,
                                    Size room, Floats cos, Floats sin,
                                    Size pairs, Size turned, Size start,
                                    rotary::Layout layout) {
  const Arguments a(arguments);
  const Inputs in(a);
  const auto& s = in.options.shape;
  // What can be refused is, before anything is turned.
  const Status checked = attention::check(in.options, in.q, in.k, in.v);
  if (checked != Status::kOk) return number(checked);
  if (turned > s.keys || is_exact(a)) return number(Status::kBadArgument);
  {
    const PositionTerm position(a.from(kTerm), in.options, in.k);
    if (position.status() != Status::kOk) return number(position.status());
    const double size =
        attention::attend_scratch_size(in.options, position.term()).number();
    const double needed = __builtin_ceil(size / 2);
    if (needed > room) return -needed;
  }
  const auto turn = [&](Address x, std::size_t rows, std::size_t heads) {
    const Count count = product(s.batch, rows, heads, s.width);
    const Count table = Count(rows) * pairs;
    return call(rotary::apply, output<float>(x, count), input<float>(x, count),
                input<float>(cos, table), input<float>(sin, table),
                input<std::uint32_t>(0, 0u),
                {.batch = s.batch,
                 .seq_len = rows,
                 .num_heads = heads,
                 .head_dim = s.width,
                 .rotary_dim = 2 * std::size_t{pairs},
                 .start = start,
                 .layout = layout});
  };
  int status = number(Status::kOk);
  if (pairs > 0) status = turn(a.size(kQ), s.queries, s.heads);
  if (pairs > 0 && turned > 0 && status == number(Status::kOk)) {
    const std::size_t skipped = (s.keys - turned) * s.key_heads * s.width;
    status = turn(a.size(kK) + skipped * sizeof(float), turned, s.key_heads);
  }
  if (status != number(Status::kOk)) return status;
  return attention_attend(arguments, scratch);
}

POSENC_EXPORT double attention_term_scratch_size(Doubles arguments) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  return attention::term_matrix_scratch_size(in.options, position.term())
      .number();
}

// out [B, H, Q, K]: the position term alone.
POSENC_EXPORT int attention_term_matrix(Floats out, Doubles arguments,
                                        Floats scratch) {
  const Arguments a(arguments);
  const Inputs in(a);
  const PositionTerm position(a.from(kTerm), in.options, in.k);
  if (position.status() != Status::kOk) return number(position.status());
  const auto& term = position.term();
  return with(
      [&](auto matrix, auto memory) {
        return attention::term_matrix(matrix, in.q, in.options, term, memory);
      },
      output<float>(out, in.score_count()),
      output<float>(scratch,
                    attention::term_matrix_scratch_size(in.options, term)));
}

}  // namespace posenc::wasm
