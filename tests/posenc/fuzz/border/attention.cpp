#include "src/posenc/wasm/attention.cpp"

#include <vector>

// The sizes of memory that schemes ask for.
namespace posenc::wasm {
extern "C" {
double relative_shaw_memory(std::uint32_t, std::uint32_t, std::uint32_t);
double relative_transformer_xl_memory(std::uint32_t, std::uint32_t,
                                      std::uint32_t);
double relative_deberta_memory(std::uint32_t, std::uint32_t, std::uint32_t, int,
                               int);
double relative_cope_memory(std::uint32_t, std::uint32_t, std::uint32_t);
double relative_tupe_memory(std::uint32_t, std::uint32_t);
double bias_fire_scratch_size(std::uint32_t, std::uint32_t, std::uint32_t);
}
}  // namespace posenc::wasm

#include "border_case.hpp"

namespace posenc::fuzz {

// The list of arguments, in the order of wasm::Argument.
struct Call {
  Border& border;
  std::vector<double> list;

  template <class Number>
  void add(Number number) {
    list.push_back(static_cast<double>(number));
  }
  [[nodiscard]] Address address() const {
    return reinterpret_cast<Address>(list.data());
  }
};

struct Shape {
  explicit Shape(Input& in)
      : batch(in.flag() ? 1 : in.few32(2)),
        queries(in.few32(12)),
        keys(in.few32(12)),
        key_heads(in.flag() ? 1 : in.few32(2)),
        heads(key_heads * (1 + in.byte() % 3u)),
        width(in.few32(9)),
        value_width(in.few32(9)) {}
  Size batch;
  Size queries;
  Size keys;
  Size key_heads;
  Size heads;
  Size width;
  Size value_width;
};

static void add_scheme(Input& in, Call& c, const Shape& s) {
  Border& b = c.border;
  const std::uint64_t both = plus(s.queries, s.keys);
  const std::uint64_t offsets = both == 0 ? 0 : both - 1;
  const int scheme = in.choice(8);
  c.add(scheme);
  switch (static_cast<wasm::Scheme>(scheme)) {
    case wasm::Scheme::kNone:
      return;
    case wasm::Scheme::kOffsetBias: {
      const Size more = in.flag() ? 0 : 1 + in.byte() % 5u;
      const std::uint64_t row = plus(offsets, more);
      c.add(more == 0 ? b.read<float>({s.heads, offsets})
                      : b.read<float>({plus(
                            product({s.heads == 0 ? 0u : s.heads - 1u, row}),
                            offsets)}));
      c.add(more == 0 ? 0 : row);
      return;
    }
    case wasm::Scheme::kShaw: {
      const Size clip = in.few32(6);
      const Size key_tables = in.flag() ? 1 : s.heads;
      const Size value_tables = in.flag() ? 0 : in.flag() ? 1 : s.heads;
      const std::uint64_t rows = plus(product({2, clip}), 1);
      for (const double x : {clip, key_tables, value_tables}) c.add(x);
      c.add(b.read<float>({key_tables, rows, s.width}));
      c.add(b.read<float>({value_tables, rows, s.value_width}));
      c.add(b.scratch<float>(
          wasm::relative_shaw_memory(clip, s.width, key_tables)));
      return;
    }
    case wasm::Scheme::kTransformerXl: {
      const Size rows = in.flag() ? s.keys : in.few32(20);
      c.add(rows);
      c.add(in.real(-10, 30));
      c.add(b.read<float>({rows, s.heads, s.width}));
      c.add(b.maybe<float>({s.heads, s.width}));
      c.add(b.maybe<float>({s.heads, s.width}));
      c.add(b.scratch<float>(
          wasm::relative_transformer_xl_memory(rows, s.width, s.keys)));
      c.add(in.flag());
      c.add(in.flag());
      return;
    }
    case wasm::Scheme::kDeberta: {
      const Size span = in.few32(6);
      const Address key_rows = b.maybe<float>({2, span, s.heads, s.width});
      const Address query_rows = b.maybe<float>({2, span, s.heads, s.width});
      c.add(span);
      c.add(key_rows);
      c.add(query_rows);
      c.add(b.read<std::int32_t>({offsets}, Fill::kIndex,
                                 2 * std::uint64_t{span}));
      c.add(b.scratch<float>(wasm::relative_deberta_memory(
          span, s.width, s.keys, key_rows != 0, query_rows != 0)));
      return;
    }
    case wasm::Scheme::kCope: {
      const Size positions = in.few32(8);
      const Size tables = in.flag() ? 1 : s.heads;
      const Size gate_heads = in.flag() ? s.heads : s.key_heads;
      c.add(positions);
      c.add(tables);
      c.add(in.real(-1, 1));
      c.add(b.read<float>({tables, positions, s.width}));
      c.add(b.read<float>({s.batch, s.keys, gate_heads, s.width}));
      c.add(gate_heads);
      c.add(b.scratch<float>(
          wasm::relative_cope_memory(positions, s.width, tables)));
      c.add(in.byte() % 8 == 0);
      return;
    }
    case wasm::Scheme::kTupe: {
      const Size width = in.few32(8);
      const Size cls = in.flag() ? 1 : 0;
      c.add(width);
      c.add(cls);
      c.add(in.real(-1, 1));
      c.add(b.read<float>({plus(s.queries, cls), s.heads, width}));
      c.add(b.read<float>({plus(s.keys, cls), s.heads, width}));
      c.add(b.scratch<float>(wasm::relative_tupe_memory(width, s.keys)));
      return;
    }
    case wasm::Scheme::kFire: {
      const Size width = in.few32(6);
      c.add(width);
      c.add(in.real(0.01, 4));
      c.add(in.real(1, 64));
      c.add(in.real(0.1, 1));
      c.add(in.real(1e-6, 1e-3));
      c.add(b.read<float>({plus(plus(product({2, width}), s.heads),
                                product({width, s.heads}))}));
      c.add(b.scratch<double>(wasm::bias_fire_scratch_size(
          width, s.heads, offset_count(s.queries, s.keys))));
      return;
    }
  }
}

static void add_mask(Input& in, Call& c, const Shape& s) {
  const int kind = in.choice(3);
  const Size batch = in.flag() ? 1 : s.batch;
  const Size heads = in.flag() ? 1 : s.heads;
  const Size queries = in.flag() ? 1 : s.queries;
  const Size keys = in.flag() ? 1 : s.keys;
  const Sizes shape = {batch, heads, queries, keys};
  c.add(kind);
  c.add(kind == 1   ? c.border.read<std::uint8_t>(shape, Fill::kIndex, 2)
        : kind == 2 ? c.border.read<float>(shape)
                    : Address{0});
  for (const double x : {batch, heads, queries, keys}) c.add(x);
}

static void add_temperature(Input& in, Call& c, const Shape& s) {
  const std::uint64_t count =
      in.flag() ? 0
                : product({in.flag() ? s.batch : 1, std::uint64_t{s.queries}});
  c.add(in.flag() ? 0 : in.choice(3));
  c.add(in.real(0, 40));
  c.add(in.real(0, 1));
  c.add(in.byte() % 3);
  c.add(in.flag() ? 0 : in.real(-1, 100));
  c.add(count == 0 ? Address{0}
                   : c.border.read<double>({count}, Fill::kIndex, 100));
  c.add(count);
}

// All but the outputs, which stand in front: out, weights, scores.
static void add_call(Input& in, Call& c, const Shape& s, bool some_heads,
                     bool is_step = false) {
  Border& b = c.border;
  c.add(some_heads ? double(in.few32(2)) : 0.0);
  c.add(some_heads ? double(in.few32(4)) : 0.0);
  const auto turned = [&](Sizes sizes) {
    return is_step ? b.update<float>(sizes) : b.read<float>(sizes);
  };
  c.add(turned({s.batch, s.queries, s.heads, s.width}));
  c.add(turned({s.batch, s.keys, s.key_heads, s.width}));
  c.add(b.read<float>({s.batch, s.keys, s.key_heads, s.value_width}));
  for (const double x : {s.batch, s.queries, s.keys, s.heads, s.key_heads,
                         s.width, s.value_width}) {
    c.add(x);
  }
  c.add(in.flag() ? 0.25 : in.real(-1, 1));
  c.add(in.flag() ? 0 : in.real(-20, 20));
  c.add(in.flag());
  c.add(in.flag() ? 0 : in.few32(8));
  c.add(b.maybe<float>({s.heads}));
  add_mask(in, c, s);
  c.add(in.flag() ? 0 : in.real(-1, 60));
  add_temperature(in, c, s);
  add_scheme(in, c, s);
}

static void attend(Input& in) {
  Border b(in);
  Call c{b, {}};
  const Shape s(in);
  const bool exact = in.flag();
  c.add(b.write<float>({s.batch, s.queries, s.heads, s.value_width}));
  c.add(exact ? b.write<float>({s.batch, s.heads, s.queries, s.keys}) : 0);
  c.add(exact && in.flag()
            ? b.write<float>({s.batch, s.heads, s.queries, s.keys})
            : 0);
  const bool some_heads = !exact && in.byte() % 8 == 0;
  if (some_heads) b.leaves_some();
  add_call(in, c, s, some_heads);
  // The term is made of its own arrays before the others' sizes are known.
  if (!b.complete()) return;
  const Address list = c.address();
  const Address scratch = b.scratch<double>(wasm::attention_scratch_size(list));
  b.run([&] { return wasm::attention_attend(list, scratch); });
}

static void step(Input& in) {
  Border b(in);
  Call c{b, {}};
  Shape s(in);
  s.batch = 1;
  c.add(b.write<float>({s.batch, s.queries, s.heads, s.value_width}));
  c.add(0);
  c.add(0);
  add_call(in, c, s, false, true);
  const Size pairs = in.flag() ? 0 : in.few32(5);
  const Size turned = in.flag() ? 0 : in.few32(4);
  const Size rows = std::max(s.queries, turned);
  const Address cos = b.read<float>({rows, pairs});
  const Address sin = b.read<float>({rows, pairs});
  if (!b.complete()) return;
  const Address list = c.address();
  const double needed = wasm::attention_scratch_size(list);
  const bool short_of = in.byte() % 8 == 0 && needed > 0;
  const double given = short_of ? needed - 1 : needed;
  const Address scratch = b.scratch<double>(given);
  const auto room = static_cast<Size>(std::min(given, 4294967295.0));
  const Size start = in.flag() ? 0 : in.few32(4);
  const AnyEnum layout(in.choice(2));
  b.run([&] {
    return static_cast<int>(wasm::attention_step(list, scratch, room, cos, sin,
                                                 pairs, turned, start, layout));
  });
}

static void term_matrix(Input& in) {
  Border b(in);
  Call c{b, {}};
  const Shape s(in);
  const Address out = b.write<float>({s.batch, s.heads, s.queries, s.keys});
  for (int i = 0; i < 3; ++i) c.add(Address{0});
  add_call(in, c, s, false);
  // It reads no values, sinks or masks, so that those may be any.
  if (!b.possible() || b.impossible()) return;
  const Address list = c.address();
  const Address scratch =
      b.scratch<float>(wasm::attention_term_scratch_size(list));
  b.run([&] { return wasm::attention_term_matrix(out, list, scratch); });
}

static void temperature(Input& in) {
  Border b(in);
  const Size count = in.few32(9);
  const Address out = b.write<double>({count});
  const AnyEnum kind(in.choice(3));
  const double length = in.real(0, 40);
  const double coefficient = in.real(0, 1);
  const double shift = in.byte() % 3;
  const double first = in.flag() ? 0 : in.real(-1, 100);
  const Address positions = b.maybe<double>({count});
  b.run([&] {
    return wasm::attention_temperature(out, count, kind, length, coefficient,
                                       shift, first, positions);
  });
}

POSENC_FUZZ_BORDER(attention_targets, {"attention_attend", attend},
                   {"attention_temperature", temperature},
                   {"attention_step", step},
                   {"attention_term_matrix", term_matrix})

}  // namespace posenc::fuzz
