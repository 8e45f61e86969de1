#include "src/posenc/wasm/embedding.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void sinusoidal(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const Address positions =
      b.read<double>({rows}, in.flag() ? Fill::kOrder : Fill::kPosition);
  const Address out = b.write<float>({rows, width});
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  b.run([&] {
    return wasm::embedding_sinusoidal(out, positions, rows, width, base, layout,
                                      spacing);
  });
}

static void sinusoidal_range(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const double offset = in.real(-1e6, 1e6);
  const double base = in.real(1, 1e6);
  const AnyEnum layout(in.choice(2));
  const AnyEnum spacing(in.choice(2));
  const Address out = b.write<float>({rows, width});
  b.run([&] {
    return wasm::embedding_sinusoidal_range(out, rows, offset, width, base,
                                            layout, spacing);
  });
}

static void add(Input& in) {
  Border b(in);
  const Size batch = in.size32(3);
  const Size length = in.size32();
  const Size width = in.size32();
  const Size rows = in.flag() ? length : in.size32();
  const Size offset = in.size32(3);
  const double scale = in.real(-8, 8);
  const Address tokens = b.read<float>({batch, length, width});
  const Address table = b.read<float>({rows, width});
  const Address out = b.write<float>({batch, length, width});
  b.run([&] {
    return wasm::embedding_add(out, tokens, table, batch, length, width, rows,
                               offset, scale);
  });
}

static void multiply(Input& in) {
  Border b(in);
  const Size batch = in.size32(3);
  const Size length = in.size32();
  const Size width = in.size32();
  const Address tokens = b.read<float>({batch, length, width});
  const Address rows = b.read<float>({length, width});
  const Address out = b.write<float>({batch, length, width});
  b.run([&] {
    return wasm::embedding_multiply(out, tokens, rows, batch, length, width);
  });
}

static void fit(Input& in) {
  Border b(in);
  const Size batch = in.size32(3);
  const Size length = in.size32();
  const Size width = in.size32();
  const Size limit = in.size32();
  const AnyEnum keep(in.choice(3));
  const Address tokens = b.read<float>({batch, length, width});
  const Address out = b.write<float>({batch, std::min(length, limit), width});
  b.run([&] {
    return wasm::embedding_fit(out, tokens, batch, length, width, limit, keep);
  });
}

static void concat(Input& in) {
  Border b(in);
  const Size batch = in.size32(3);
  const Size length = in.size32();
  const Size left = in.size32();
  const Size right = in.size32();
  const Address tokens = b.read<float>({batch, length, left});
  const Address rows = b.read<float>({length, right});
  const Address out = b.write<float>({batch, length, plus(left, right)});
  b.run([&] {
    return wasm::embedding_concat(out, tokens, rows, batch, length, left,
                                  right);
  });
}

POSENC_FUZZ_BORDER(embedding_targets, {"embedding_sinusoidal", sinusoidal},
                   {"embedding_sinusoidal_range", sinusoidal_range},
                   {"embedding_add", add}, {"embedding_multiply", multiply},
                   {"embedding_fit", fit}, {"embedding_concat", concat})

}  // namespace posenc::fuzz
