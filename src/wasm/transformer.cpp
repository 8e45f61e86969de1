// Bindings of src/core/transformer.
#include <emscripten/bind.h>

#include "border.hpp"
#include "transformer/activation.hpp"
#include "transformer/draw.hpp"
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

int transformer_activate(Address y, Address x, Size count, int activation) {
  return number(
      transformer::activate(output<float>(y, count), input<float>(x, count),
                            static_cast<transformer::Activation>(activation)));
}

int transformer_draw(Address out, Size count, double std, double seed,
                     Size stream) {
  return number(transformer::draw(
      output<float>(out, count), std,
      static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)), stream));
}

EMSCRIPTEN_BINDINGS(posenc_transformer) {
  emscripten::function("transformer_activate", &transformer_activate);
  emscripten::function("transformer_draw", &transformer_draw);
  emscripten::function("transformer_layer_norm", &transformer_layer_norm);
}

}  // namespace
}  // namespace posenc::wasm
