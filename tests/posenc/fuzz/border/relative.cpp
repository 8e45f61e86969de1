#include "src/posenc/wasm/relative.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void shaw_indices(Input& in) {
  Border b(in);
  const Size queries = in.size32();
  const Size keys = in.size32();
  const double offset = in.real(-40, 40);
  const Size clip = in.size32(12);
  const Address out = b.write<std::int32_t>({queries, keys});
  b.run([&] {
    return wasm::relative_shaw_indices(out, queries, keys, offset, clip);
  });
}

static void log_buckets(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Size size = in.size32(300);
  const auto buckets = static_cast<int>(size);
  const auto most =
      static_cast<int>(in.flag() ? in.size32(600) : size / 2 + 2 + in.byte());
  const Address distances = b.read<std::int32_t>({count});
  const Address out = b.write<std::int32_t>({count});
  const bool clamp = in.flag();
  b.run([&] {
    return wasm::relative_log_buckets(out, distances, count, buckets, most,
                                      clamp);
  });
}

static void shift(Input& in) {
  Border b(in);
  const Size queries = in.size32(12);
  const Size rows = in.size32(12);
  const Size keys = in.flag() ? rows : in.size32(12);
  const int wrap = in.flag();
  const Address x = b.read<float>({queries, rows});
  const Address out = b.write<float>({queries, keys});
  b.run(
      [&] { return wasm::relative_shift(out, x, queries, rows, keys, wrap); });
}

static void unshift(Input& in) {
  Border b(in);
  const Size queries = in.size32(12);
  const Size rows = in.size32(12);
  const Size keys = in.flag() ? rows : in.size32(12);
  const int wrap = in.flag();
  const Address x = b.read<float>({queries, keys});
  const Address out = b.write<float>({queries, rows});
  b.run([&] {
    return wasm::relative_unshift(out, x, queries, rows, keys, wrap);
  });
}

static void shaw_values(Input& in) {
  Border b(in);
  const Size matrices = in.size32(3);
  const Size queries = in.size32(12);
  const Size keys = in.size32(12);
  const Size width = in.size32(8);
  const Size clip = in.size32(8);
  const double offset = in.real(-20, 20);
  const Address weights = b.read<float>({matrices, queries, keys});
  const Address table = b.read<float>({plus(product({2, clip}), 1), width});
  const Address out = b.write<float>({matrices, queries, width});
  b.run([&] {
    return wasm::relative_shaw_values(out, weights, table, matrices, queries,
                                      keys, width, clip, offset);
  });
}

// What the memory of a scheme cannot be less than.
static void expect_at_least(double memory, double numbers) {
  if (!(memory >= numbers)) fail("less memory than the rows take");
}

static void shaw_memory(Input& in) {
  const Size clip = in.size32();
  const Size width = in.size32();
  const Size tables = in.size32(4);
  expect_at_least(wasm::relative_shaw_memory(clip, width, tables),
                  (2.0 * clip + 1) * width * tables);
}

static void transformer_xl_memory(Input& in) {
  const Size rows = in.size32();
  const Size width = in.size32();
  const Size keys = in.size32();
  expect_at_least(wasm::relative_transformer_xl_memory(rows, width, keys),
                  static_cast<double>(rows) * width + keys);
}

static void deberta_memory(Input& in) {
  const Size span = in.size32();
  const Size width = in.size32();
  const Size keys = in.size32();
  const int c2p = in.flag();
  const int p2c = in.flag();
  expect_at_least(wasm::relative_deberta_memory(span, width, keys, c2p, p2c),
                  p2c != 0 ? 2.0 * span * keys : 0);
}

static void cope_memory(Input& in) {
  const Size positions = in.size32();
  const Size width = in.size32();
  const Size tables = in.size32(4);
  expect_at_least(wasm::relative_cope_memory(positions, width, tables),
                  static_cast<double>(positions) * width * tables);
}

static void tupe_memory(Input& in) {
  const Size width = in.size32();
  const Size keys = in.size32();
  expect_at_least(wasm::relative_tupe_memory(width, keys),
                  static_cast<double>(keys) * width);
}

POSENC_FUZZ_BORDER(relative_targets, {"relative_shaw_indices", shaw_indices},
                   {"relative_log_buckets", log_buckets},
                   {"relative_shift", shift}, {"relative_unshift", unshift},
                   {"relative_shaw_values", shaw_values},
                   {"relative_shaw_memory", shaw_memory},
                   {"relative_transformer_xl_memory", transformer_xl_memory},
                   {"relative_deberta_memory", deberta_memory},
                   {"relative_cope_memory", cope_memory},
                   {"relative_tupe_memory", tupe_memory})

}  // namespace posenc::fuzz
