// The position term of a call to attention, made from its arguments:
// list[0] is the scheme, what follows are its own arguments.
#pragma once

#include <variant>

#include "arguments.hpp"
#include "attention/attention.hpp"
#include "attention/offset_bias.hpp"
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
  kFire = 7,           // hidden width, reach, c, length, multiplier, eps,
                       // future, weights, scratch
};

class PositionTerm {
 public:
  PositionTerm(const Arguments& a, const attention::Options& options,
               std::span<const float> k) {
    const auto& s = options.shape;
    switch (static_cast<Scheme>(a.word(0))) {
      case Scheme::kNone:
        break;
      case Scheme::kOffsetBias:
        make<attention::OffsetBias>(
            a.read<float>(1, s.heads * (s.queries + s.keys - 1)), s.queries,
            s.keys);
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
        make_fire(a, s);
        break;
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

  template <class T, class... Args>
  T& make(Args&&... args) {
    T& scheme = scheme_.emplace<T>(args...);
    term_ = numeric::score_term(scheme);
    return scheme;
  }

  void make_shaw(const Arguments& a, const Shape& s) {
    const relative::ShawShape shape{.clip = a.size(1),
                                    .width = s.width,
                                    .value_width = s.value_width,
                                    .key_tables = a.size(2),
                                    .value_tables = a.size(3)};
    make<relative::Shaw>(
        shape, a.read<float>(4, shape.key_tables * shape.rows() * shape.width),
        a.read<float>(5, shape.value_tables * shape.rows() * shape.value_width),
        a.write(6, relative::Shaw::packed_size(shape)));
  }

  void make_transformer_xl(const Arguments& a, const Shape& s,
                           std::span<const float> k) {
    const relative::TransformerXlShape shape{.heads = s.heads,
                                             .width = s.width,
                                             .keys = s.keys,
                                             .key_heads = s.key_heads,
                                             .rows = a.size(1),
                                             .first_distance = a.integer(2)};
    const std::size_t head = s.heads * s.width;
    make<relative::TransformerXl>(
        shape, a.read<float>(3, shape.rows * head), a.read<float>(4, head),
        a.read<float>(5, head), k,
        a.write(6, relative::TransformerXl::memory_size(shape)))
        .choose(a.word(7) != 0, a.word(8) != 0);
  }

  void make_deberta(const Arguments& a, const Shape& s,
                    std::span<const float> k) {
    const relative::DebertaShape shape{.heads = s.heads,
                                       .width = s.width,
                                       .queries = s.queries,
                                       .keys = s.keys,
                                       .key_heads = s.key_heads,
                                       .span = a.size(1)};
    const std::size_t rows = 2 * shape.span * s.heads * s.width;
    make<relative::Deberta>(
        shape, a.read<float>(2, rows), a.read<float>(3, rows), k,
        a.read<std::int32_t>(4, s.queries + s.keys - 1),
        a.write(5, relative::Deberta::memory_size(shape, a.size(2) != 0,
                                                  a.size(3) != 0)));
  }

  void make_cope(const Arguments& a, const Shape& s) {
    const relative::CopeShape shape{.heads = s.heads,
                                    .width = s.width,
                                    .keys = s.keys,
                                    .gate_heads = a.size(8),
                                    .positions = a.size(1),
                                    .tables = a.size(2),
                                    .causal = a.word(3) != 0,
                                    .gate_scale = a.real(4),
                                    .factor = a.real(5)};
    auto& scheme = make<relative::Cope>(
        shape, a.read<float>(6, shape.tables * shape.positions * shape.width),
        a.read<float>(7, s.batch * s.keys * shape.gate_heads * shape.width),
        a.write(9, relative::Cope::memory_size(shape)));
    if (a.word(10) != 0) scheme.tell_positions();
  }

  void make_tupe(const Arguments& a, const Shape& s) {
    const relative::TupeShape shape{.heads = s.heads,
                                    .width = a.size(1),
                                    .queries = s.queries,
                                    .keys = s.keys,
                                    .cls = a.word(2) != 0,
                                    .scale = a.real(3)};
    const std::size_t head = shape.heads * shape.width;
    make<relative::Tupe>(shape, a.read<float>(4, shape.query_rows() * head),
                         a.read<float>(5, shape.key_rows() * head),
                         a.write(6, relative::Tupe::memory_size(shape)));
  }

  void make_fire(const Arguments& a, const Shape& s) {
    const std::size_t width = a.size(1);
    const std::size_t reach = a.size(2);
    const auto weights = bias::fire_weights(
        a.read<float>(8, 2 * width + (width + 1) * s.heads), s.heads, width);
    status_ = bias::fire_prepare(
        &plan_, reach, weights,
        {.c = a.real(3),
         .length = a.real(4),
         .multiplier = a.real(5),
         .eps = a.real(6),
         .future = static_cast<bias::Future>(a.word(7))},
        output<double>(a.size(9),
                       bias::fire_scratch_size(width, s.heads, reach)));
    make<bias::FireTerm>(plan_);
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
