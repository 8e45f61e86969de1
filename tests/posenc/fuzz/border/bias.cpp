#include "src/posenc/wasm/bias.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void expand(Input& in) {
  Border b(in);
  const Size heads = in.size32(4);
  const Size queries = in.size32();
  const Size keys = in.size32();
  const std::uint64_t both = plus(queries, keys);
  const std::uint64_t row = both == 0 ? 0 : both - 1;
  const Size stride = in.flag() ? 0 : static_cast<Size>(row + in.byte() % 5u);
  const std::uint64_t before =
      heads == 0 || stride == 0 ? 0 : product({heads - 1u, stride});
  const Address rows = stride == 0 || heads == 0
                           ? b.read<float>({heads, row})
                           : b.read<float>({plus(before, row)});
  const Address out = b.write<float>({heads, queries, keys});
  b.run([&] {
    return wasm::bias_expand(out, rows, heads, queries, keys, stride);
  });
}

static void gather(Input& in) {
  Border b(in);
  const Size heads = in.size32(4);
  const Size count = in.size32(60);
  const Size queries = in.size32();
  const Size keys = in.size32();
  const double first = in.real(-60, 0);
  const Address rows = b.read<float>({heads, count});
  const Address from = b.read<std::int32_t>({queries}, Fill::kIndex, 16);
  const Address to = b.read<std::int32_t>({keys}, Fill::kIndex, 16);
  const Address out = b.write<float>({heads, queries, keys});
  b.run([&] {
    return wasm::bias_gather(out, rows, heads, count, first, from, queries, to,
                             keys);
  });
}

static void alibi_slopes(Input& in) {
  Border b(in);
  const Size heads = in.size32();
  const AnyEnum order(in.choice(3));
  const double max_bias = in.real(1, 16);
  const Address out = b.write<double>({heads});
  b.run([&] { return wasm::bias_alibi_slopes(out, heads, order, max_bias); });
}

static void alibi(Input& in) {
  Border b(in);
  const Size heads = in.size32(4);
  const Size count = in.size32(60);
  const double first = in.real(-100, 100);
  const int symmetric = in.flag();
  const AnyEnum future(in.choice(3));
  const Address slopes = b.read<double>({heads});
  const Address out = b.write<float>({heads, count});
  b.run([&] {
    return wasm::bias_alibi(out, first, count, slopes, heads, symmetric,
                            future);
  });
}

static void alibi_keys(Input& in) {
  Border b(in);
  const Size heads = in.size32(4);
  const Size queries = in.size32();
  const Size keys = in.size32();
  const AnyEnum future(in.choice(3));
  const Address slopes = b.read<double>({heads});
  const Address from = b.read<double>({queries}, Fill::kOrder);
  const Address to = b.read<double>({keys}, Fill::kOrder);
  const Address out = b.write<float>({heads, queries, keys});
  const Address scratch = b.scratch<float>(keys);
  b.run([&] {
    return wasm::bias_alibi_keys(out, slopes, heads, from, queries, to, keys,
                                 future, scratch);
  });
}

struct Buckets {
  explicit Buckets(Input& in)
      : count(in.size32(32) & ~1u),
        distance(in.flag() ? in.size32(200) : count + in.byte()),
        bidirectional(in.flag()) {}
  Size count;
  Size distance;
  int bidirectional;
};

static void t5_bucket(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Buckets o(in);
  const Address relative = b.read<std::int32_t>({count});
  const Address out = b.write<std::int32_t>({count});
  const Address scratch = b.scratch<std::int32_t>(
      wasm::bias_t5_bucket_scratch_size(o.count, o.distance, o.bidirectional));
  b.run([&] {
    return wasm::bias_t5_bucket(out, relative, count, o.count, o.distance,
                                o.bidirectional, scratch);
  });
}

static void t5(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Size heads = in.size32(4);
  const Buckets o(in);
  const double first = in.real(-100, 100);
  const AnyEnum future(in.choice(3));
  const Address table = b.read<float>({o.count, heads});
  const Address out = b.write<float>({heads, count});
  // As src/posenc/js/bias.ts allocates it.
  const Address scratch = b.scratch<std::int32_t>(o.count);
  b.run([&] {
    return wasm::bias_t5(out, first, count, table, heads, o.count, o.distance,
                         o.bidirectional, future, scratch);
  });
}

static void kerple(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Size heads = in.size32(4);
  const double first = in.real(-100, 100);
  const AnyEnum kind(in.choice(2));
  const double eps = in.real(0.001, 1);
  const AnyEnum future(in.choice(3));
  const Address a = b.maybe<double>({heads});
  const Address p = b.maybe<double>({heads});
  const Address out = b.write<float>({heads, count});
  b.run([&] {
    return wasm::bias_kerple(out, first, count, heads, a, p, kind, eps, future);
  });
}

static void kerple_scores(Input& in) {
  Border b(in);
  const Size batch = in.size32(2);
  const Size heads = in.size32(3);
  const Size queries = in.size32(12);
  const Size keys = in.size32(12);
  const double offset = in.real(-10, 10);
  const AnyEnum kind(in.choice(2));
  const double eps = in.real(0.001, 1);
  const AnyEnum future(in.choice(3));
  const Address a = b.maybe<double>({heads});
  const Address p = b.maybe<double>({heads});
  const Address weight_a = b.maybe<double>({heads});
  const Address weight_p = b.maybe<double>({heads});
  const Address scores = b.read<float>({batch, heads, queries, keys});
  const Address out = b.write<float>({batch, heads, queries, keys});
  const double both = static_cast<double>(queries) + keys;
  const Address scratch = b.scratch<double>(both == 0 ? 0 : 2 * (both - 1));
  b.run([&] {
    return wasm::bias_kerple_scores(out, scores, batch, heads, queries, keys,
                                    offset, a, p, weight_a, weight_p, kind, eps,
                                    future, scratch);
  });
}

static void sandwich(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Size heads = in.size32(4);
  const Size dim = in.size32(32) & ~1u;
  const double first = in.real(-100, 100);
  const double base = in.real(1, 1e5);
  const AnyEnum convention(in.choice(2));
  const AnyEnum future(in.choice(3));
  const Address out = b.write<float>({heads, count});
  const Address scratch = b.scratch<numeric::Frequency>(dim / 2);
  b.run([&] {
    return wasm::bias_sandwich(out, first, count, heads, dim, base, convention,
                               future, scratch);
  });
}

static std::uint64_t weights_of(Size width, Size heads) {
  return plus(plus(product({2, width}), product({heads, width})), heads);
}

struct Fire {
  explicit Fire(Input& in)
      : width(in.size32(12)),
        heads(in.size32(4)),
        c(in.real(0.01, 4)),
        length(in.real(1, 512)),
        multiplier(in.real(0.01, 2)),
        eps(in.real(1e-6, 1e-3)),
        future(in.choice(3)) {}
  Size width;
  Size heads;
  double c;
  double length;
  double multiplier;
  double eps;
  AnyEnum future;
};

static void fire(Input& in) {
  Border b(in);
  const Fire f(in);
  const Size queries = in.size32(12);
  const Size keys = in.size32(12);
  const double offset = in.real(-10, 10);
  const Address weights = b.read<float>({weights_of(f.width, f.heads)});
  const Address out = b.write<float>({f.heads, queries, keys});
  // The weights are read before the matrix is known to fit.
  if (!b.complete()) return;
  const Address scratch = b.scratch<double>(wasm::bias_fire_scratch_size(
      f.width, f.heads, offset_count(queries, keys)));
  b.run([&] {
    return wasm::bias_fire(out, queries, keys, offset, weights, f.heads,
                           f.width, f.c, f.length, f.multiplier, f.eps,
                           f.future, scratch);
  });
}

static void fire_positions(Input& in) {
  Border b(in);
  const Fire f(in);
  const Size queries = in.size32(12);
  const Size keys = in.size32(12);
  const Address from = b.read<double>({queries}, Fill::kOrder);
  const Address to = b.read<double>({keys}, Fill::kOrder);
  const Address weights = b.read<float>({weights_of(f.width, f.heads)});
  const Address out = b.write<float>({f.heads, queries, keys});
  b.run([&] {
    return wasm::bias_fire_positions(out, from, queries, to, keys, weights,
                                     f.heads, f.width, f.c, f.length,
                                     f.multiplier, f.eps, f.future);
  });
}

static void position_index(Input& in) {
  Border b(in);
  const Size height = in.size32(6);
  const Size width = in.size32(6);
  const Address out = b.write<std::int32_t>({height, width, height, width});
  b.run([&] { return wasm::bias_relative_position_index(out, height, width); });
}

static std::uint64_t offsets_along(Size side) {
  return side == 0 ? 0 : 2 * std::uint64_t{side} - 1;
}

static void coords(Input& in) {
  Border b(in);
  const Size height = in.size32(12);
  const Size width = in.size32(12);
  const bool own = in.flag();
  const Size pretrained_height = own ? 0 : in.size32(12);
  const Size pretrained_width = own ? 0 : in.size32(12);
  const Address out =
      b.write<float>({offsets_along(height), offsets_along(width), 2});
  b.run([&] {
    return wasm::bias_relative_coords(out, height, width, pretrained_height,
                                      pretrained_width);
  });
}

static void log_cpb(Input& in) {
  Border b(in);
  const Size heads = in.size32(3);
  const Size hidden = in.size32(8);
  const Size height = in.size32(4);
  const Size width = in.size32(4);
  const bool own = in.flag();
  const Size pretrained_height = own ? 0 : in.size32(12);
  const Size pretrained_width = own ? 0 : in.size32(12);
  const double scale = in.real(-20, 20);
  const Address hidden_weight = b.read<float>({hidden, 2});
  const Address hidden_bias = b.read<float>({hidden});
  const Address output_weight = b.read<float>({heads, hidden});
  const Address out = b.write<float>({heads, height, width, height, width});
  // As src/posenc/js/bias-window.ts allocates it.
  const Address table = b.scratch<float>(static_cast<double>(
      product({heads, offsets_along(height), offsets_along(width)})));
  const Address scratch = b.scratch<double>(
      wasm::bias_log_cpb_scratch_size(heads, hidden, height, width));
  b.run([&] {
    return wasm::bias_log_cpb(out, heads, height, width, pretrained_height,
                              pretrained_width, hidden_weight, hidden_bias,
                              output_weight, hidden, scale, table, scratch);
  });
}

POSENC_FUZZ_BORDER(bias_targets, {"bias_expand", expand},
                   {"bias_gather", gather}, {"bias_alibi_slopes", alibi_slopes},
                   {"bias_alibi", alibi}, {"bias_alibi_keys", alibi_keys},
                   {"bias_t5_bucket", t5_bucket}, {"bias_t5", t5},
                   {"bias_kerple", kerple},
                   {"bias_kerple_scores", kerple_scores},
                   {"bias_sandwich", sandwich}, {"bias_fire", fire},
                   {"bias_fire_positions", fire_positions},
                   {"bias_relative_position_index", position_index},
                   {"bias_relative_coords", coords}, {"bias_log_cpb", log_cpb})

}  // namespace posenc::fuzz
