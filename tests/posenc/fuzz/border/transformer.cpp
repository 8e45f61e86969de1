#include "src/posenc/wasm/transformer.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void layer_norm(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const Address x = b.read<float>({rows, width});
  const Address gain = b.maybe<float>({width});
  const Address bias = b.maybe<float>({width});
  const Address y = b.write<float>({rows, width});
  const double epsilon = in.real(1e-5, 1);
  b.run([&] {
    return wasm::transformer_layer_norm(y, x, gain, bias, rows, width, epsilon);
  });
}

static void activate(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Address x = b.read<float>({count});
  const Address y = b.write<float>({count});
  const AnyEnum activation(in.choice(3));
  b.run([&] { return wasm::transformer_activate(y, x, count, activation); });
}

static void draw(Input& in) {
  Border b(in);
  const Size count = in.size32(60);
  const Address out = b.write<float>({count});
  const double std = in.real(0, 4);
  const double seed = in.real(-0x1p53, 0x1p53);
  const Size stream = in.size32();
  b.run([&] { return wasm::transformer_draw(out, count, std, seed, stream); });
}

POSENC_FUZZ_BORDER(transformer_targets, {"transformer_layer_norm", layer_norm},
                   {"transformer_activate", activate},
                   {"transformer_draw", draw})

}  // namespace posenc::fuzz
