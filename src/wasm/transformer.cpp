// Bindings of src/core/transformer.
#include <emscripten/bind.h>

#include "border.hpp"
#include "transformer/layer_norm.hpp"

namespace posenc::wasm {
namespace {

int transformer_layer_norm(Address y, Address x, Address gain, Address bias,
                           Size rows, Size width, double epsilon) {
  const std::size_t count = std::size_t{rows} * width;
  return number(transformer::layer_norm(
      output<float>(y, count), input<float>(x, count),
      input<float>(gain, gain == 0 ? 0 : width),
      input<float>(bias, bias == 0 ? 0 : width), width, epsilon));
}

EMSCRIPTEN_BINDINGS(posenc_transformer) {
  emscripten::function("transformer_layer_norm", &transformer_layer_norm);
}

}  // namespace
}  // namespace posenc::wasm
