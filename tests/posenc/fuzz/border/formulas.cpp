#include "src/posenc/wasm/embedding_formulas.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static Fill positions_of(Input& in) {
  return in.flag() ? Fill::kOrder : Fill::kPosition;
}

static void logarithmic(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double max_len = in.real(2, 5000);
  const double base = in.real(1, 1e6);
  const Address positions = b.read<double>({rows}, positions_of(in));
  const Address out = b.write<float>({rows, width});
  b.run([&] {
    return wasm::embedding_logarithmic(out, positions, rows, width, max_len,
                                       base);
  });
}

static void timestep(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double max_period = in.real(1, 1e6);
  const double shift = in.real(-9, 1);
  const double scale = in.real(-1000, 1000);
  const bool cosine_first = in.flag();
  const Address timesteps = b.read<double>({rows}, positions_of(in));
  const Address out = b.write<float>({rows, width});
  b.run([&] {
    return wasm::embedding_timestep(out, timesteps, rows, width, max_period,
                                    shift, scale, cosine_first);
  });
}

static void coordinate(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double step = in.real(-1000, 1000);
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(3));
  const AnyEnum spacing(in.choice(3));
  const Address positions = b.read<double>({rows}, positions_of(in));
  const Address out = b.write<float>({rows, width});
  b.run([&] {
    return wasm::embedding_coordinate(out, positions, rows, width, step, base,
                                      layout, spacing);
  });
}

static void coordinate_core(Input& in) {
  const embedding::CoordinateOptions o{
      .columns = {.width = in.size(),
                  .base = in.real(1, 1e6),
                  .layout = in.choose<embedding::SinusoidalLayout>(2),
                  .spacing = in.choose<embedding::SinusoidalSpacing>(2)},
      .step = in.real(-1000, 1000)};
  Case c(in);
  const auto positions = c.list<double>(in.size(), positions_of(in));
  const auto out = c.write<float>({positions.size(), o.columns.width});
  const Status status =
      c.run([&] { return embedding::coordinate(out, positions, o); });
  if (status == Status::kOk) check_bound(out, 2, "two sines above 2");
}

static void index(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Address positions = b.read<double>({rows}, positions_of(in));
  const Address out = b.write<float>({rows});
  b.run([&] { return wasm::embedding_index(out, positions, rows); });
}

static void normalized(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Address out = b.write<float>({rows});
  b.run([&] { return wasm::embedding_normalized(out, rows); });
}

static void binary(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size bits = in.size32();
  const Address positions = b.read<double>({rows}, Fill::kIndex, 1 << 16);
  const Address out = b.write<float>({rows, bits});
  b.run([&] { return wasm::embedding_binary(out, positions, rows, bits); });
}

static void fourier(Input& in) {
  Border b(in);
  const Size rows = in.size32(12);
  const Size coordinates = in.size32(4);
  const Size bands = in.size32(12);
  const AnyEnum spacing(in.choice(2));
  const double max_frequency = in.real(2, 1000);
  const AnyEnum layout(in.choice(3));
  const int input = in.flag();
  const std::uint64_t columns =
      plus(product({2, coordinates, bands}), input != 0 ? coordinates : 0);
  const auto width = static_cast<Size>(columns);
  if (width != columns) return;  // JavaScript has no such array
  const Address coords = b.read<double>({rows, coordinates});
  const Address out = b.write<float>({rows, columns});
  b.run([&] {
    return wasm::embedding_fourier(out, coords, width, rows, coordinates, bands,
                                   spacing, max_frequency, layout, input);
  });
}

static void random_fourier(Input& in) {
  Border b(in);
  const Size rows = in.size32(12);
  const Size coordinates = in.size32(4);
  const Size features = in.size32(12);
  const Address coords = b.read<double>({rows, coordinates});
  const Address matrix = b.read<float>({features, coordinates});
  const Address out = b.write<float>({rows, 2, features});
  b.run([&] {
    return wasm::embedding_random_fourier(out, coords, matrix, rows,
                                          coordinates, features);
  });
}

static void axial(Input& in) {
  Border b(in);
  const Size axes = in.flag() ? 2 : in.size32(3);
  const Size first = in.size32(6);
  const Size second = axes > 1 ? in.size32(6) : 1;
  const Size third = axes > 2 ? in.size32(6) : 1;
  const Size width = in.size32(48);
  const Size prefix = in.size32(2);
  const double base = in.real(1, 1e6);
  const AnyEnum convention(in.choice(4));
  const int interleave = in.flag();
  const std::uint64_t cells = plus(prefix, product({first, second, third}));
  const auto rows = static_cast<Size>(cells);
  if (rows != cells) return;  // JavaScript has no such array
  const std::uint64_t total =
      plus(first, plus(axes > 1 ? second : 0, axes > 2 ? third : 0));
  const double numbers = wasm::embedding_axial_scratch_size(
      axes, first, second, third, width, convention);
  const Address coordinates = b.read<double>({total}, positions_of(in));
  const Address out = b.write<float>({cells, width});
  const Address scratch = b.scratch<float>(numbers);
  const Size scratch_size = wasm::integer<Size>(numbers);
  b.run([&] {
    return wasm::embedding_axial(out, coordinates, scratch, scratch_size, rows,
                                 axes, first, second, third, width, prefix,
                                 base, convention, interleave);
  });
}

POSENC_FUZZ_BORDER(formula_targets, {"embedding_logarithmic", logarithmic},
                   {"embedding_timestep", timestep}, {"embedding_index", index},
                   {"embedding_normalized", normalized},
                   {"embedding_binary", binary}, {"embedding_fourier", fourier},
                   {"embedding_random_fourier", random_fourier},
                   {"embedding_axial", axial},
                   {"embedding_coordinate", coordinate},
                   {"coordinate", coordinate_core})

}  // namespace posenc::fuzz
