#include "src/posenc/wasm/rotary.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static Fill positions_of(Input& in) {
  return in.flag() ? Fill::kOrder : Fill::kPosition;
}

static void frequencies(Input& in) {
  Border b(in);
  const Size dim = in.size32(64);
  const std::uint64_t pairs = plus(dim, 1) / 2;
  const auto rescale_count =
      in.flag() ? static_cast<Size>(pairs) : in.size32(32);
  // Of the fields the fuzzer chooses: in their order, each from its range.
  wasm::FrequencyFields f;
  f.base = in.real(1, 1e6);
  f.seq_len = in.real(0, 1e5);
  f.type = in.choice(14);
  f.factor = in.real(1, 64);
  f.original_max_seq_len = in.real(2, 8192);
  f.max_seq_len = f.original_max_seq_len + in.real(1, 1e5);
  f.beta_fast = in.real(1, 64);
  f.beta_slow = in.real(0.1, 4);
  f.truncate = in.choice(2);
  f.mscale = in.real(0, 2);
  f.mscale_all_dim = in.real(0, 2);
  f.attention_factor = in.real(0, 4);
  f.attention_multiplier = in.real(0.1, 4);
  f.extrapolation_factor = in.real(0, 1);
  f.ntk_factor = in.real(0, 1);
  f.low_frequency_factor = in.real(0.5, 2);
  f.high_frequency_factor = in.real(2, 8);
  f.partial_rotary_factor = in.real(0, 1);
  f.magnitude = in.choice(2);
  f.arithmetic = in.choice(2);
  f.k = in.real(0, 32);
  f.share = in.real(0.1, 1);
  f.kappa = in.real(0, 2);
  const auto fields = reinterpret_cast<Address>(&f);
  const Address rescale = b.read<double>({rescale_count}, Fill::kPositive);
  const Address theta = b.write<numeric::DoubleDouble>({pairs});
  const Address factor = b.write<double>({1});
  b.run([&] {
    return wasm::rotary_frequencies(theta, factor, dim, fields, rescale,
                                    rescale_count);
  });
}

static void mscale(Input& in) {
  const double m = wasm::rotary_mscale(in.real(0, 100), in.real(0, 2));
  if (in.tame() && !(m >= 1 && m < 10)) fail("a factor below 1");
}

struct Angles {
  Angles(Input& in, Border& b)
      : pairs(in.size32()),
        rows(in.size32()),
        axes(in.flag() ? 1 : in.size32(3)),
        theta(b.read<numeric::DoubleDouble>({pairs}, Fill::kPositive)),
        positions(b.read<double>({axes, rows}, positions_of(in))),
        axis_of_pair(
            in.flag() ? 0 : b.read<std::uint8_t>({pairs}, Fill::kIndex, axes)) {
  }
  Size pairs;
  Size rows;
  Size axes;
  Address theta;
  Address positions;
  Address axis_of_pair;
};

static void tables(Input& in) {
  Border b(in);
  const Angles a(in, b);
  const AnyEnum precision(in.choice(4));
  const double factor = in.real(0.1, 4);
  const Address cos = b.write<float>({a.rows, a.pairs});
  const Address sin = b.write<float>({a.rows, a.pairs});
  b.run([&] {
    return wasm::rotary_tables(cos, sin, a.theta, a.pairs, a.positions, a.axes,
                               a.rows, a.axis_of_pair, precision, factor);
  });
}

static void angles(Input& in) {
  Border b(in);
  const Angles a(in, b);
  const Address out = b.write<float>({a.rows, a.pairs});
  b.run([&] {
    return wasm::rotary_angles(out, a.theta, a.pairs, a.positions, a.axes,
                               a.rows, a.axis_of_pair);
  });
}

static void invert(Input& in) {
  Border b(in);
  const Size count = in.size32();
  const Address cos = b.update<float>({count});
  const Address sin = b.update<float>({count});
  b.run([&] { return wasm::rotary_invert(cos, sin, count); });
}

static void apply(Input& in) {
  Border b(in);
  const Size batch = in.size32(3);
  const Size seq_len = in.size32(12);
  const Size heads = in.size32(3);
  const Size head_dim = in.size32(40);
  const Size rotary_dim = in.flag() ? head_dim : in.size32(40);
  const Size table = in.flag() ? seq_len : in.size32(12);
  const Size row_count = in.flag()   ? 0
                         : in.flag() ? seq_len
                         : in.flag() ? 1
                                     : batch * seq_len;
  const Size start = in.flag() ? 0 : in.size32(40);
  const AnyEnum layout(in.choice(2));
  const Address cos = b.read<float>({table, rotary_dim / 2});
  const Address sin = b.read<float>({table, rotary_dim / 2});
  const Address rows = b.read<std::uint32_t>({row_count}, Fill::kIndex, table);
  const Address x = b.read<float>({batch, seq_len, heads, head_dim});
  const Address y = b.write<float>({batch, seq_len, heads, head_dim});
  b.run([&] {
    return wasm::rotary_apply(y, x, cos, sin, table, rows, row_count, batch,
                              seq_len, heads, head_dim, rotary_dim, start,
                              layout);
  });
}

static void xpos(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size pairs = in.size32();
  const double scale_base = in.real(1, 1000);
  const double centre = in.real(0, 100);
  const int downscale = in.flag();
  const double factor = in.real(0.1, 4);
  const Address theta = b.read<numeric::DoubleDouble>({pairs}, Fill::kPositive);
  const Address positions = b.read<double>({rows}, positions_of(in));
  const Address cos = b.write<float>({rows, pairs});
  const Address sin = b.write<float>({rows, pairs});
  const Address scale = b.write<float>({rows, pairs});
  b.run([&] {
    return wasm::rotary_xpos(cos, sin, scale, theta, pairs, positions, rows,
                             scale_base, centre, downscale, factor);
  });
}

static void xpos_scale(Input& in) {
  Border b(in);
  const Size pairs = in.size32();
  const Address zeta = b.write<double>({pairs});
  b.run([&] { return wasm::rotary_xpos_scale(zeta, pairs); });
}

static void multimodal(Input& in) {
  Border b(in);
  const Size axes = in.size32(4);
  const Size pairs = in.size32(12);
  const int interleaved = in.flag();
  const Address sections = b.read<std::uint32_t>({axes}, Fill::kPositive);
  const Address out = b.write<std::uint8_t>({pairs});
  b.run([&] {
    return wasm::rotary_multimodal(out, pairs, sections, axes, interleaved);
  });
}

static void axial(Input& in) {
  Border b(in);
  const Size axes = in.size32(3);
  const Size cells = in.size32(30);
  const Size count = in.size32(30);
  const AnyEnum convention(in.choice(4));
  const double max_frequency = in.real(-10, 100);
  const Address shape = b.read<std::uint32_t>({axes}, Fill::kPositive);
  const Address pairs = b.read<std::uint32_t>({axes}, Fill::kPositive);
  const Address bases = b.read<double>({axes}, Fill::kIndex, 100000);
  const Address offsets = b.maybe<double>({axes});
  const Address scales = b.maybe<double>({axes});
  const Address positions = b.write<double>({axes, cells});
  const Address theta = b.write<numeric::DoubleDouble>({count});
  const Address axis = b.write<std::uint8_t>({count});
  b.run([&] {
    return wasm::rotary_axial(positions, theta, axis, count, cells, shape, axes,
                              pairs, bases, convention, max_frequency, offsets,
                              scales);
  });
}

POSENC_FUZZ_BORDER(rotary_targets, {"rotary_frequencies", frequencies},
                   {"rotary_mscale", mscale}, {"rotary_tables", tables},
                   {"rotary_angles", angles}, {"rotary_invert", invert},
                   {"rotary_apply", apply}, {"rotary_xpos", xpos},
                   {"rotary_xpos_scale", xpos_scale},
                   {"rotary_multimodal", multimodal}, {"rotary_axial", axial})

}  // namespace posenc::fuzz
