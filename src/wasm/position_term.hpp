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

// The numbers are those of position.ts.
enum class Scheme : int {
  kNone = 0,
  kOffsetBias = 1,     // table
  kShaw = 2,           // clip, key tables, value tables, key table, value
                       // table, memory
  kTransformerXl = 3,  // rows, first distance, r, content bias, position bias,
                       // memory, content?, position?
  kDeberta = 4,        // span, key rows, query rows, row of each offset, memory
  kCope = 5,           // positions, tables, causal, gate scale, factor,
                       // embeddings, gates, gate heads, memory, positions?
  kTupe = 6,           // width, cls, scale, query positions, key positions,
                       // memory
  kFire = 7,           // hidden width, c, length, multiplier, eps, future,
                       // weights, scratch
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
        make<attention::OffsetBias>(
            a.read<float>(1, s.heads * (Count(s.queries) + s.keys - 1u)),
            s.heads, s.queries, s.keys);
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

  void make_shaw(const Arguments& a, const Shape& s) {
    const relative::ShawShape shape{.heads = s.heads,
                                    .clip = a.size(1),
                                    .width = s.width,
                                    .value_width = s.value_width,
                                    .key_tables = a.size(2),
                                    .value_tables = a.size(3)};
    const Count rows = shape.row_count();
    make<relative::Shaw>(
        shape, a.read<float>(4, product(shape.key_tables, rows, shape.width)),
        a.read<float>(5, product(shape.value_tables, rows, shape.value_width)),
        a.write<float>(6, relative::Shaw::memory_size(shape)));
  }

  void make_transformer_xl(const Arguments& a, const Shape& s,
                           std::span<const float> k) {
    const relative::TransformerXlShape shape{.batch = s.batch,
                                             .heads = s.heads,
                                             .width = s.width,
                                             .keys = s.keys,
                                             .key_heads = s.key_heads,
                                             .rows = a.size(1),
                                             .first_distance = a.offset(2)};
    const Count head = Count(s.heads) * s.width;
    auto* const scheme = make<relative::TransformerXl>(
        shape, a.read<float>(3, product(shape.rows, s.heads, s.width)),
        a.read<float>(4, head), a.read<float>(5, head), k,
        a.write<float>(6, relative::TransformerXl::memory_size(shape)));
    if (scheme != nullptr) scheme->choose(a.word(7) != 0, a.word(8) != 0);
  }

  void make_deberta(const Arguments& a, const Shape& s,
                    std::span<const float> k) {
    const relative::DebertaShape shape{.batch = s.batch,
                                       .heads = s.heads,
                                       .width = s.width,
                                       .queries = s.queries,
                                       .keys = s.keys,
                                       .key_heads = s.key_heads,
                                       .span = a.size(1)};
    const Count rows = product(2u, shape.span, s.heads, s.width);
    // Rows that cannot exist would pass for none.
    if (!rows.exists<float>()) {
      status_ = Status::kTooLarge;
      return;
    }
    make<relative::Deberta>(
        shape, a.read<float>(2, rows), a.read<float>(3, rows), k,
        a.read<std::int32_t>(4, Count(s.queries) + s.keys - 1u),
        a.write<float>(5, relative::Deberta::memory_size(shape, a.size(2) != 0,
                                                         a.size(3) != 0)));
  }

  void make_cope(const Arguments& a, const Shape& s) {
    const relative::CopeShape shape{.batch = s.batch,
                                    .heads = s.heads,
                                    .width = s.width,
                                    .keys = s.keys,
                                    .gate_heads = a.size(8),
                                    .positions = a.size(1),
                                    .tables = a.size(2),
                                    .causal = a.word(3) != 0,
                                    .gate_scale = a.real(4),
                                    .factor = a.real(5)};
    auto* const scheme = make<relative::Cope>(
        shape,
        a.read<float>(6, product(shape.tables, shape.positions, shape.width)),
        a.read<float>(7,
                      product(s.batch, s.keys, shape.gate_heads, shape.width)),
        a.write<float>(9, relative::Cope::memory_size(shape)));
    if (scheme != nullptr && a.word(10) != 0) scheme->tell_positions();
  }

  void make_tupe(const Arguments& a, const Shape& s) {
    const relative::TupeShape shape{.heads = s.heads,
                                    .width = a.size(1),
                                    .queries = s.queries,
                                    .keys = s.keys,
                                    .cls = a.word(2) != 0,
                                    .scale = a.real(3)};
    make<relative::Tupe>(
        shape,
        a.read<float>(4, product(shape.query_rows(), shape.heads, shape.width)),
        a.read<float>(5, product(shape.key_rows(), shape.heads, shape.width)),
        a.write<float>(6, relative::Tupe::memory_size(shape)));
  }

  void make_fire(const Arguments& a, const attention::Options& options) {
    const Shape& s = options.shape;
    const std::size_t width = a.size(1);
    const bias::Offsets offsets = bias::offsets_between(
        s.queries, s.keys, static_cast<double>(options.offset));
    const Count scratch =
        bias::fire_scratch_size(width, s.heads, offsets.count);
    const auto weights =
        a.read<float>(7, 2u * Count(width) + (Count(width) + 1u) * s.heads);
    status_ = scratch.exists<double>() && !weights.empty() ? Status::kOk
                                                           : Status::kTooLarge;
    if (status_ != Status::kOk) return;
    status_ = bias::fire_prepare(
        &plan_, offsets, bias::fire_weights(weights, s.heads, width),
        {.c = a.real(2),
         .length = a.real(3),
         .multiplier = a.real(4),
         .eps = a.real(5),
         .future = static_cast<bias::Future>(a.word(6))},
        a.write<double>(8, scratch));
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
