#include "src/posenc/wasm/numeric.cpp"

#include "border_case.hpp"

namespace posenc::fuzz {

static void linear(Input& in) {
  Border b(in);
  const Size rows = in.size32();
  const Size width = in.size32();
  const Size outputs = in.size32();
  const Address x = b.read<float>({rows, width});
  const Address weight = b.read<float>({outputs, width});
  const Address bias = b.maybe<float>({outputs});
  const Address y = b.write<float>({rows, outputs});
  const Address scratch =
      b.scratch<float>(wasm::numeric_linear_scratch_size(rows, width, outputs));
  b.run([&] {
    return wasm::numeric_linear(y, x, weight, bias, rows, width, outputs,
                                scratch);
  });
}

POSENC_FUZZ_BORDER(numeric_targets, {"numeric_linear", linear})

}  // namespace posenc::fuzz
