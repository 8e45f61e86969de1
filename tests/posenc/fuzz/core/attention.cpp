// src/posenc/core/attention, with every position term there is.
#include "attention/attention.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <variant>

#include "attention/few.hpp"
#include "attention/offset_bias.hpp"
#include "attention/term_matrix.hpp"
#include "attention/visibility.hpp"
#include "bias/fire.hpp"
#include "case.hpp"
#include "relative/cope.hpp"
#include "relative/deberta.hpp"
#include "relative/shaw.hpp"
#include "relative/transformer_xl.hpp"
#include "relative/tupe.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::attention;
using numeric::ScoreTerm;

// Of a case, as `is_short` counts: up to four seconds under sanitizers.
constexpr double kMostWork = 5e8;

// A scheme and what makes it: anew before each call, for its memory is scratch.
struct Scheme {
  std::variant<std::monostate, OffsetBias, bias::FireTerm, relative::Shaw,
               relative::TransformerXl, relative::Deberta, relative::Cope,
               relative::Tupe>
      object;
  bias::FirePlan plan;
  ScoreTerm term;
  // Rows that each query, or key, is multiplied with.
  std::size_t rows = 0;
  // kOk when the scheme accepts its arguments.
  std::function<Status()> make = [] { return Status::kOk; };
};

template <class T, class... Args>
static Status make(Scheme& scheme, const Args&... args) {
  const Status status = T::check(args...);
  if (status != Status::kOk) return status;
  scheme.term = numeric::score_term(scheme.object.emplace<T>(args...));
  return Status::kOk;
}

static void choose_offset_bias(Input&, Case& c, Scheme& to, const Shape& s) {
  const std::uint64_t both = plus(s.queries, s.keys);
  const auto table = c.read<float>({s.heads, both == 0 ? 0 : both - 1});
  to.make = [=, &to] {
    return make<OffsetBias>(to, table, s.heads, s.queries, s.keys);
  };
}

static void choose_shaw(Input& in, Case& c, Scheme& to, const Shape& s) {
  const relative::ShawShape shape{.heads = s.heads,
                                  .clip = in.few(6),
                                  .width = s.width,
                                  .value_width = s.value_width,
                                  .key_tables = in.flag() ? 1 : s.heads,
                                  .value_tables = in.flag()   ? 0
                                                  : in.flag() ? 1
                                                              : s.heads};
  const std::uint64_t rows = plus(product({2, shape.clip}), 1);
  const auto keys = c.read<float>({shape.key_tables, rows, s.width});
  const auto values = c.read<float>({shape.value_tables, rows, s.value_width});
  const auto memory =
      c.scratch<float>({number_of(relative::Shaw::memory_size(shape))});
  to.rows = static_cast<std::size_t>(rows);
  to.make = [=, &to] {
    return make<relative::Shaw>(to, shape, keys, values, memory);
  };
}

static void choose_transformer_xl(Input& in, Case& c, Scheme& to,
                                  const Shape& s, std::span<const float> k) {
  const relative::TransformerXlShape shape{
      .batch = s.batch,
      .heads = s.heads,
      .width = s.width,
      .keys = s.keys,
      .key_heads = s.key_heads,
      .rows = in.flag() ? s.keys : in.few(20),
      .first_distance = in.integer(-10, 30)};
  const auto r = c.read<float>({shape.rows, s.heads, s.width});
  const auto content = c.maybe<float>({s.heads, s.width});
  const auto position = c.maybe<float>({s.heads, s.width});
  const auto memory = c.scratch<float>(
      {number_of(relative::TransformerXl::memory_size(shape))});
  to.rows = shape.rows;
  to.make = [=, &to] {
    return make<relative::TransformerXl>(to, shape, r, content, position, k,
                                         memory);
  };
}

static void choose_deberta(Input& in, Case& c, Scheme& to, const Shape& s,
                           std::span<const float> k) {
  const relative::DebertaShape shape{.batch = s.batch,
                                     .heads = s.heads,
                                     .width = s.width,
                                     .queries = s.queries,
                                     .keys = s.keys,
                                     .key_heads = s.key_heads,
                                     .span = in.few(6)};
  const auto key_rows = c.maybe<float>({2, shape.span, s.heads, s.width});
  const auto query_rows = c.maybe<float>({2, shape.span, s.heads, s.width});
  const std::uint64_t both = plus(s.queries, s.keys);
  const auto rows = c.read<std::int32_t>({both == 0 ? 0 : both - 1},
                                         Fill::kIndex, 2 * shape.span);
  const auto memory =
      c.scratch<float>({number_of(relative::Deberta::memory_size(
          shape, !key_rows.empty(), !query_rows.empty()))});
  to.rows = shape.span;
  to.make = [=, &to] {
    return make<relative::Deberta>(to, shape, key_rows, query_rows, k, rows,
                                   memory);
  };
}

// `tells`: positions in place of terms, which only `term_matrix` makes sense
// of.
static void choose_cope(Input& in, Case& c, Scheme& to, const Options& o,
                        bool tells) {
  const Shape& s = o.shape;
  const relative::CopeShape shape{.batch = s.batch,
                                  .heads = s.heads,
                                  .width = s.width,
                                  .keys = s.keys,
                                  .gate_heads = in.flag()   ? s.heads
                                                : in.flag() ? s.key_heads
                                                            : 1,
                                  .positions = in.few(8),
                                  .tables = in.flag() ? 1 : s.heads,
                                  .factor = in.real(-1, 1)};
  const auto e = c.read<float>({shape.tables, shape.positions, s.width});
  const auto x = c.read<float>({s.batch, s.keys, shape.gate_heads, s.width});
  const auto memory =
      c.scratch<float>({number_of(relative::Cope::memory_size(shape))});
  to.rows = shape.positions;
  to.make = [=, &to] {
    const Status status = make<relative::Cope>(to, shape, e, x, memory);
    if (status == Status::kOk && tells) {
      std::get<relative::Cope>(to.object).tell_positions();
    }
    return status;
  };
}

static void choose_tupe(Input& in, Case& c, Scheme& to, const Shape& s) {
  const relative::TupeShape shape{.heads = s.heads,
                                  .width = in.few(8),
                                  .queries = s.queries,
                                  .keys = s.keys,
                                  .cls = in.flag(),
                                  .scale = in.real(-1, 1)};
  const std::uint64_t extra = shape.cls ? 1 : 0;
  const auto pq = c.read<float>({plus(s.queries, extra), s.heads, shape.width});
  const auto pk = c.read<float>({plus(s.keys, extra), s.heads, shape.width});
  const auto memory =
      c.scratch<float>({number_of(relative::Tupe::memory_size(shape))});
  to.make = [=, &to] {
    return make<relative::Tupe>(to, shape, pq, pk, memory);
  };
}

static void choose_fire(Input& in, Case& c, Scheme& to, const Options& o) {
  const Shape& s = o.shape;
  const std::size_t width = in.few(6);
  const bias::Offsets offsets =
      in.flag() ? bias::offsets_between(s.queries, s.keys,
                                        static_cast<double>(o.offset))
                : bias::Offsets{in.real(-80, 10), in.few(80)};
  bias::FireWeights w;
  w.hidden_weight = c.read<float>({width});
  w.hidden_bias = c.read<float>({width});
  w.output_weight = c.read<float>({s.heads, width});
  w.output_bias = c.read<float>({s.heads});
  const bias::FireOptions options{.c = in.real(0.01, 4),
                                  .length = in.real(1, 64),
                                  .multiplier = in.real(0.1, 1),
                                  .eps = in.real(1e-6, 1e-3),
                                  .future = in.choose<bias::Future>(3)};
  const auto scratch = c.scratch<double>(
      {number_of(bias::fire_scratch_size(width, s.heads, offsets.count))});
  to.make = [=, &to] {
    const Status status =
        bias::fire_prepare(&to.plan, offsets, w, options, scratch);
    if (status != Status::kOk) return status;
    return make<bias::FireTerm>(to, to.plan, s.heads, s.queries, s.keys,
                                o.offset);
  };
}

static void choose(Input& in, Case& c, Scheme& to, const Options& o,
                   std::span<const float> k, bool tells = false) {
  switch (in.byte() % 8) {
    case 0:
      return;
    case 1:
      return choose_offset_bias(in, c, to, o.shape);
    case 2:
      return choose_shaw(in, c, to, o.shape);
    case 3:
      return choose_transformer_xl(in, c, to, o.shape, k);
    case 4:
      return choose_deberta(in, c, to, o.shape, k);
    case 5:
      return choose_cope(in, c, to, o, tells);
    case 6:
      return choose_tupe(in, c, to, o.shape);
    default:
      return choose_fire(in, c, to, o);
  }
}

// A shape of few tiles; a few keys more than one tile now and then.
static Options options_of(Input& in, Case& c) {
  Options o;
  Shape& s = o.shape;
  s.batch = in.flag() ? 1 : in.few(2);
  s.queries = in.few(18);
  s.keys = in.few(18) + (in.byte() % 16 == 0 ? 250 : 0);
  s.key_heads = in.flag() ? 1 : in.few(2);
  s.heads = static_cast<std::size_t>(
      std::min<std::uint64_t>(product({s.key_heads, 1 + in.byte() % 3u}),
                              std::numeric_limits<std::size_t>::max()));
  s.width = in.few(9);
  s.value_width = in.few(9);
  o.scale = in.flag() ? 0.25 : in.real(-1, 1);
  o.offset = in.flag() ? 0 : in.integer(-20, 20);
  o.causal = in.flag();
  o.window = in.flag() ? 0 : in.few(8);
  o.sinks = c.maybe<float>({s.heads});
  o.softcap = in.flag() ? 0 : in.real(-1, 60);
  Temperature& t = o.temperature;
  t.kind = in.flag() ? TemperatureKind::kNone : in.choose<TemperatureKind>(3);
  t.length = in.flag() ? static_cast<double>(in.few(40)) : in.real(2, 40);
  t.coefficient = in.real(0, 1);
  t.shift = in.byte() % 3;
  t.first = in.flag() ? 0 : in.real(-1, 100);
  if (in.flag()) {
    t.positions =
        c.read<double>({in.flag() ? s.batch : 1, s.queries}, Fill::kIndex, 100);
  }
  Mask& m = o.mask;
  m.kind = in.choose<MaskKind>(3);
  if (m.kind != MaskKind::kNone) {
    if (in.flag()) m.batch = s.batch;
    if (in.flag()) m.heads = s.heads;
    if (in.flag()) m.queries = s.queries;
    if (in.flag()) m.keys = s.keys;
    const Sizes shape = {m.batch, m.heads, m.queries, m.keys};
    if (m.kind == MaskKind::kBoolean) {
      m.allowed = c.read<std::uint8_t>(shape, Fill::kIndex, 2);
    } else {
      m.added = c.read<float>(shape);
    }
  }
  return o;
}

// Whether a call that is not refused ends within seconds under sanitizers: all
// inputs may fit while pairs of queries and keys are the square of them. What
// is to be refused is tried at any size.
static bool is_short(const Case& c, const Shape& s, const Scheme& scheme) {
  if (c.lied()) return true;
  const auto number = [](std::size_t n) { return static_cast<double>(n); };
  const double pairs = number(s.queries) * number(s.keys);
  const double width = number(s.width);
  const double work =
      pairs * (width + number(s.value_width) + 64) +
      (number(s.queries) + number(s.keys)) * number(scheme.rows) * (width + 1);
  const bool none = s.width == 0 || s.value_width == 0;
  return none || number(s.batch) * number(s.heads) * work < kMostWork;
}

struct Inputs {
  std::span<const float> q;
  std::span<const float> k;
  std::span<const float> v;
};

static Inputs inputs_of(Case& c, const Shape& s) {
  return {c.read<float>({s.batch, s.queries, s.heads, s.width}),
          c.read<float>({s.batch, s.keys, s.key_heads, s.width}),
          c.read<float>({s.batch, s.keys, s.key_heads, s.value_width})};
}

// What no numbers of scratch can be less than, where the inputs exist.
static void check_scratch_size(std::uint64_t numbers, const Case& c,
                               const Shape& s) {
  if (!c.impossible() && numbers < product({s.keys, s.value_width})) {
    fail("less scratch than the packed values of a head");
  }
}

static void fuzz_attend(Input& in) {
  Case c(in);
  Options o = options_of(in, c);
  const Shape& s = o.shape;
  const auto [q, k, v] = inputs_of(c, s);
  const auto out = c.write<float>({s.batch, s.queries, s.heads, s.value_width});
  Scheme scheme;
  choose(in, c, scheme, o, k);
  if (!is_short(c, s, scheme)) return;
  const Status made = scheme.make();
  const std::uint64_t numbers = number_of(attend_scratch_size(o, scheme.term));
  // Few queries pack nothing, and hidden keys are not packed.
  if (!are_few(o, scheme.term) && !o.causal && o.window == 0) {
    check_scratch_size(numbers, c, s);
  }
  const auto scratch = c.scratch<float>({numbers});
  if (in.byte() % 8 == 0) {
    o.first_head = in.few(3);
    o.last_head = in.few(4);
    c.leaves_some();
  }
  const Status status = c.run([&] {
    const Status again = scheme.make();
    if (again != Status::kOk) return again;
    return attend(out, q, k, v, o, scheme.term, scratch);
  });
  const bool all = o.first_head == 0 && o.last_head == 0;
  if (status != Status::kOk || made != Status::kOk || !all) return;

  Case d(in);
  const auto size = exact_scratch_size(o, scheme.term);
  const auto expected = d.write_list<float>(out.size());
  const auto doubles = d.scratch<double>({number_of(size.doubles)});
  const auto floats = d.scratch<float>({number_of(size.floats)});
  if (d.lied()) return;
  const Status again = d.run([&] {
    const Status remade = scheme.make();
    if (remade != Status::kOk) return remade;
    return attend_exact({expected, {}, {}}, q, k, v, o, scheme.term,
                        {doubles, floats});
  });
  expect_status(status, again);
  if (in.tame()) check_near(out, expected, 2e-4, 1e-4);
}

static void fuzz_attend_exact(Input& in) {
  Case c(in);
  const Options o = options_of(in, c);
  const Shape& s = o.shape;
  const auto [q, k, v] = inputs_of(c, s);
  Exact result;
  const Sizes scores = {s.batch, s.heads, s.queries, s.keys};
  bool absent = false;
  const auto some = [&](Sizes sizes) -> std::span<float> {
    if (!in.flag()) return {};
    const auto numbers = c.write<float>(sizes);
    absent = absent || numbers.empty();
    return numbers;
  };
  result.out = some({s.batch, s.queries, s.heads, s.value_width});
  result.weights = some(scores);
  result.scores = some(scores);
  if (absent) return;  // an empty span is not asked for
  Scheme scheme;
  choose(in, c, scheme, o, k);
  if (!is_short(c, s, scheme)) return;
  const Status made = scheme.make();
  const auto size = exact_scratch_size(o, scheme.term);
  const auto doubles = c.scratch<double>({number_of(size.doubles)});
  const auto floats = c.scratch<float>({number_of(size.floats)});
  const Status status = c.run([&] {
    const Status again = scheme.make();
    if (again != Status::kOk) return again;
    return attend_exact(result, q, k, v, o, scheme.term, {doubles, floats});
  });
  if (status != Status::kOk || made != Status::kOk) return;
  if (!in.tame()) return;
  check_bound(result.weights, 1.0001, "a weight above 1");
  for (const float score : result.scores) {
    if (std::isnan(score)) fail("a score that is NaN");
  }
}

static void fuzz_term_matrix(Input& in) {
  Case c(in);
  const Options o = options_of(in, c);
  const Shape& s = o.shape;
  const auto [q, k, v] = inputs_of(c, s);
  // Sinks, mask and values are not read.
  if (!c.too_large()) {
    c.set_lied(q.size() != product({s.batch, s.queries, s.heads, s.width}));
  }
  Scheme scheme;
  choose(in, c, scheme, o, k, in.flag());
  if (!is_short(c, s, scheme)) return;
  const Status made = scheme.make();
  const auto out = c.write<float>({s.batch, s.heads, s.queries, s.keys});
  const auto scratch =
      c.scratch<float>({number_of(term_matrix_scratch_size(o, scheme.term))});
  if (made != Status::kOk || c.too_large()) return;
  c.run([&] {
    const Status again = scheme.make();
    if (again != Status::kOk) return again;
    return term_matrix(out, q, o, scheme.term, scratch);
  });
}

static void fuzz_temperature(Input& in) {
  Case c(in);
  const std::uint64_t count = in.few(9);
  const auto out = c.write<double>({count});
  Temperature t{.kind = in.choose<TemperatureKind>(3),
                .length = in.real(0, 40),
                .coefficient = in.real(0, 1),
                .shift = static_cast<double>(in.byte() % 3),
                .first = in.flag() ? 0 : in.real(-1, 100)};
  if (in.flag()) t.positions = c.read<double>({count}, Fill::kIndex, 100);
  // The output's length is how many positions there are.
  c.set_lied(!t.positions.empty() && t.positions.size() != out.size());
  c.run([&] { return temperature(out, t); });
}

POSENC_FUZZ({"attend", fuzz_attend}, {"temperature", fuzz_temperature},
            {"attend_exact", fuzz_attend_exact},
            {"term_matrix", fuzz_term_matrix})

}  // namespace posenc::fuzz
