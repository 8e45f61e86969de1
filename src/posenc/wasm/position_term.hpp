// The position term of a call to attention, made from its arguments:
// list[0] is the scheme, what follows are its own arguments.
#pragma once

#include <variant>

#include "arguments.hpp"
#include "attention/attention.hpp"
#include "attention/offset_bias.hpp"
#include "attention/visibility.hpp"
#include "bias/fire.hpp"
#include "relative/cope.hpp"
#include "relative/deberta.hpp"
#include "relative/shaw.hpp"
#include "relative/transformer_xl.hpp"
#include "relative/tupe.hpp"

namespace posenc::wasm {

enum class Scheme : int {
  kNone = 0,
  kOffsetBias = 1,
  kShaw = 2,
  kTransformerXl = 3,
  kDeberta = 4,
  kCope = 5,
  kTupe = 6,
  kFire = 7,
};

// Where the arguments of each scheme stand in its list, behind the scheme.
// tools/lib/border.mjs makes what writes such a list out of these names.
struct OffsetBiasArguments {
  // stride: numbers from a head's row to the next; 0: as many as are read
  enum : std::size_t { kScheme, kTable, kStride };
};

struct ShawArguments {
  enum : std::size_t {
    kScheme,
    kClip,
    kKeyTables,
    kValueTables,
    kKeyTable,
    kValueTable,
    kMemory
  };
};

struct TransformerXlArguments {
  enum : std::size_t {
    kScheme,
    kRows,
    kFirstDistance,
    kR,
    kContentBias,
    kPositionBias,
    kMemory,
    kContent,   // whether the term has u·r
    kPosition,  // and q·r + v·r
  };
};

struct DebertaArguments {
  enum : std::size_t {
    kScheme,
    kSpan,
    kRelativeKey,    // rows; 0: no content to position
    kRelativeQuery,  // rows; 0: no position to content
    kRowOfOffset,
    kMemory
  };
};

struct CopeArguments {
  enum : std::size_t {
    kScheme,
    kPositions,
    kTables,
    kFactor,
    kEmbeddings,
    kGates,
    kGateHeads,
    kMemory,
    kTellPositions  // instead of the term
  };
};

struct TupeArguments {
  enum : std::size_t {
    kScheme,
    kWidth,
    kCls,
    kScale,
    kQueryPositions,
    kKeyPositions,
    kMemory
  };
};

struct FireArguments {
  enum : std::size_t {
    kScheme,
    kWidth,
    kC,
    kLength,
    kMultiplier,
    kEps,
    kWeights,
    kScratch
  };
};

class PositionTerm {
 public:
  PositionTerm(const Arguments& a, const attention::Options& options,
               std::span<const float> k) {
    status_ = attention::check_sizes(options);
    if (status_ != Status::kOk) return;
    const auto& s = options.shape;
    switch (static_cast<Scheme>(a.word(0))) {
      case Scheme::kNone:
        break;
      case Scheme::kOffsetBias:
        make_offset_bias(a, s);
        break;
      case Scheme::kShaw:
        make_shaw(a, s);
        break;
      case Scheme::kTransformerXl:
        make_transformer_xl(a, s, k);
        break;
      case Scheme::kDeberta:
        make_deberta(a, s, k);
        break;
      case Scheme::kCope:
        make_cope(a, s);
        break;
      case Scheme::kTupe:
        make_tupe(a, s);
        break;
      case Scheme::kFire:
        make_fire(a, options);
        break;
      default:
        status_ = Status::kBadArgument;
    }
  }

  // The object holds the scheme that the term points to.
  PositionTerm(const PositionTerm&) = delete;
  PositionTerm& operator=(const PositionTerm&) = delete;

  [[nodiscard]] const numeric::ScoreTerm& term() const { return term_; }

  // Anything but kOk: the scheme refused its arguments.
  [[nodiscard]] Status status() const { return status_; }

 private:
  using Shape = attention::Shape;

  // The scheme T of these arguments, if it accepts them; null otherwise.
  template <class T, class... Args>
  T* make(const Args&... args) {
    status_ = T::check(args...);
    if (status_ != Status::kOk) return nullptr;
    T& scheme = scheme_.emplace<T>(args...);
    term_ = numeric::score_term(scheme);
    return &scheme;
  }

  void make_offset_bias(const Arguments& a, const Shape& s) {
    using At = OffsetBiasArguments;
    const std::size_t stride = a.size(At::kStride);
    make<attention::OffsetBias>(
        a.read<float>(At::kTable, attention::OffsetBias::size(
                                      s.heads, s.queries, s.keys, stride)),
        s.heads, s.queries, s.keys, stride);
  }

  void make_shaw(const Arguments& a, const Shape& s) {
    using At = ShawArguments;
    const relative::ShawShape shape{.heads = s.heads,
                                    .clip = a.size(At::kClip),
                                    .width = s.width,
                                    .value_width = s.value_width,
                                    .key_tables = a.size(At::kKeyTables),
                                    .value_tables = a.size(At::kValueTables)};
    const Count rows = shape.row_count();
    make<relative::Shaw>(
        shape,
        a.read<float>(At::kKeyTable,
                      product(shape.key_tables, rows, shape.width)),
        a.read<float>(At::kValueTable,
                      product(shape.value_tables, rows, shape.value_width)),
        a.write<float>(At::kMemory, relative::Shaw::memory_size(shape)));
  }

  void make_transformer_xl(const Arguments& a, const Shape& s,
                           std::span<const float> k) {
    using At = TransformerXlArguments;
    const relative::TransformerXlShape shape{
        .batch = s.batch,
        .heads = s.heads,
        .width = s.width,
        .keys = s.keys,
        .key_heads = s.key_heads,
        .rows = a.size(At::kRows),
        .first_distance = a.offset(At::kFirstDistance)};
    const Count head = Count(s.heads) * s.width;
    auto* const scheme = make<relative::TransformerXl>(
        shape, a.read<float>(At::kR, product(shape.rows, s.heads, s.width)),
        a.read<float>(At::kContentBias, head),
        a.read<float>(At::kPositionBias, head), k,
        a.write<float>(At::kMemory,
                       relative::TransformerXl::memory_size(shape)));
    if (scheme != nullptr)
      scheme->choose(a.word(At::kContent) != 0, a.word(At::kPosition) != 0);
  }

  void make_deberta(const Arguments& a, const Shape& s,
                    std::span<const float> k) {
    using At = DebertaArguments;
    const relative::DebertaShape shape{.batch = s.batch,
                                       .heads = s.heads,
                                       .width = s.width,
                                       .queries = s.queries,
                                       .keys = s.keys,
                                       .key_heads = s.key_heads,
                                       .span = a.size(At::kSpan)};
    const Count rows = product(2u, shape.span, s.heads, s.width);
    // Rows that cannot exist would pass for none.
    if (!rows.exists<float>()) {
      status_ = Status::kTooLarge;
      return;
    }
    make<relative::Deberta>(
        shape, a.read<float>(At::kRelativeKey, rows),
        a.read<float>(At::kRelativeQuery, rows), k,
        a.read<std::int32_t>(At::kRowOfOffset, Count(s.queries) + s.keys - 1u),
        a.write<float>(At::kMemory, relative::Deberta::memory_size(
                                        shape, a.size(At::kRelativeKey) != 0,
                                        a.size(At::kRelativeQuery) != 0)));
  }

  void make_cope(const Arguments& a, const Shape& s) {
    using At = CopeArguments;
    const relative::CopeShape shape{.batch = s.batch,
                                    .heads = s.heads,
                                    .width = s.width,
                                    .keys = s.keys,
                                    .gate_heads = a.size(At::kGateHeads),
                                    .positions = a.size(At::kPositions),
                                    .tables = a.size(At::kTables),
                                    .factor = a.real(At::kFactor)};
    auto* const scheme = make<relative::Cope>(
        shape,
        a.read<float>(At::kEmbeddings,
                      product(shape.tables, shape.positions, shape.width)),
        a.read<float>(At::kGates,
                      product(s.batch, s.keys, shape.gate_heads, shape.width)),
        a.write<float>(At::kMemory, relative::Cope::memory_size(shape)));
    if (scheme != nullptr && a.word(At::kTellPositions) != 0)
      scheme->tell_positions();
  }

  void make_tupe(const Arguments& a, const Shape& s) {
    using At = TupeArguments;
    const relative::TupeShape shape{.heads = s.heads,
                                    .width = a.size(At::kWidth),
                                    .queries = s.queries,
                                    .keys = s.keys,
                                    .cls = a.word(At::kCls) != 0,
                                    .scale = a.real(At::kScale)};
    make<relative::Tupe>(
        shape,
        a.read<float>(At::kQueryPositions,
                      product(shape.query_rows(), shape.heads, shape.width)),
        a.read<float>(At::kKeyPositions,
                      product(shape.key_rows(), shape.heads, shape.width)),
        a.write<float>(At::kMemory, relative::Tupe::memory_size(shape)));
  }

  void make_fire(const Arguments& a, const attention::Options& options) {
    using At = FireArguments;
    const Shape& s = options.shape;
    const std::size_t width = a.size(At::kWidth);
    const bias::Offsets offsets = bias::offsets_between(
        s.queries, s.keys, static_cast<double>(options.offset));
    const Count scratch =
        bias::fire_scratch_size(width, s.heads, offsets.count);
    const auto weights = a.read<float>(
        At::kWeights, 2u * Count(width) + (Count(width) + 1u) * s.heads);
    status_ = scratch.exists<double>() && !weights.empty() ? Status::kOk
                                                           : Status::kTooLarge;
    if (status_ != Status::kOk) return;
    status_ = bias::fire_prepare(&plan_, offsets,
                                 bias::fire_weights(weights, s.heads, width),
                                 {.c = a.real(At::kC),
                                  .length = a.real(At::kLength),
                                  .multiplier = a.real(At::kMultiplier),
                                  .eps = a.real(At::kEps),
                                  .future = bias::Future::kKeep},
                                 a.write<double>(At::kScratch, scratch));
    if (status_ != Status::kOk) return;
    make<bias::FireTerm>(plan_, s.heads, s.queries, s.keys, options.offset);
  }

  bias::FirePlan plan_;
  Status status_ = Status::kOk;
  std::variant<std::monostate, attention::OffsetBias, bias::FireTerm,
               relative::Shaw, relative::TransformerXl, relative::Deberta,
               relative::Cope, relative::Tupe>
      scheme_;
  numeric::ScoreTerm term_;
};

}  // namespace posenc::wasm
