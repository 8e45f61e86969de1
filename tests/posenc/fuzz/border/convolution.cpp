#include "src/posenc/wasm/embedding_convolution.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void convolutional(Input& in) {
  Border b(in);
  const Size batch = in.size32(2);
  const Size length = in.size32(30);
  const Size groups = in.size32(3);
  const Size inputs = groups * in.size32(5);
  const Size outputs = groups * in.size32(5);
  const Size kernel = in.size32(5);
  const AnyEnum padding(in.choice(3));
  const AnyEnum activation(in.choice(2));
  const double numbers =
      wasm::embedding_convolutional_scratch_size(inputs, groups, kernel);
  const Address x = b.read<float>({batch, length, inputs});
  const Address weight =
      b.read<float>({outputs, groups == 0 ? 0 : inputs / groups, kernel});
  const Address gain = b.maybe<float>({kernel});
  const Address bias = b.maybe<float>({outputs});
  const Address residual = b.maybe<float>({batch, length, outputs});
  const Address out = b.write<float>({batch, length, outputs});
  const Address scratch = b.scratch<double>(numbers);
  const Size scratch_size = wasm::integer<Size>(numbers);
  b.run([&] {
    return wasm::embedding_convolutional(
        out, x, weight, gain, bias, residual, scratch, scratch_size, batch,
        length, inputs, outputs, groups, kernel, padding, activation);
  });
}

static void weight_norm(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size taps = in.size32();
  const Address v = b.read<float>({rows, taps});
  const Address gain = b.read<float>({taps});
  const Address out = b.write<float>({rows, taps});
  b.run([&] { return wasm::embedding_weight_norm(out, v, gain, rows, taps); });
}

static void convolutional2d(Input& in) {
  Border b(in);
  const Size batch = in.size32(2);
  const Size height = in.size32(6);
  const Size width = in.size32(6);
  const Size channels = in.size32(9);
  const Size kernel_height = in.size32(4);
  const Size kernel_width = in.size32(4);
  const Size stride = in.flag() ? 1 : in.size32(4);
  const Size prefix = in.size32(2);
  const int residual = in.flag();
  const AnyEnum padding(in.choice(2));
  const auto steps = [&](Size side) -> std::uint64_t {
    return stride == 0 ? side : side / stride + (side % stride != 0 ? 1 : 0);
  };
  const std::uint64_t tokens =
      plus(prefix, product({steps(height), steps(width)}));
  const auto out_tokens = static_cast<Size>(tokens);
  if (out_tokens != tokens) return;  // JavaScript has no such array
  const Address x =
      b.read<float>({batch, plus(prefix, product({height, width})), channels});
  const Address weight = b.read<float>({channels, kernel_height, kernel_width});
  const Address bias = b.maybe<float>({channels});
  const Address out = b.write<float>({batch, tokens, channels});
  b.run([&] {
    return wasm::embedding_convolutional2d(
        out, x, weight, bias, out_tokens, batch, height, width, channels,
        kernel_height, kernel_width, stride, prefix, residual, padding);
  });
}

POSENC_FUZZ_BORDER(convolution_targets,
                   {"embedding_convolutional", convolutional},
                   {"embedding_weight_norm", weight_norm},
                   {"embedding_convolutional2d", convolutional2d})

}  // namespace posenc::fuzz
