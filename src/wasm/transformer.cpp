// Bindings of src/core/transformer.
#include "border.hpp"
#include "transformer/activation.hpp"
#include "transformer/draw.hpp"
#include "transformer/layer_norm.hpp"

namespace posenc::wasm {

POSENC_EXPORT int transformer_layer_norm(Address y, Address x, Address gain,
                                         Address bias, Size rows, Size width,
                                         double epsilon) {
  const std::size_t count = std::size_t{rows} * width;
  return number(transformer::layer_norm(
      output<float>(y, count), input<float>(x, count),
      input<float>(gain, gain == 0 ? 0 : width),
      input<float>(bias, bias == 0 ? 0 : width), width, epsilon));
}

POSENC_EXPORT int transformer_activate(Address y, Address x, Size count,
                                       int activation) {
  return number(
      transformer::activate(output<float>(y, count), input<float>(x, count),
                            static_cast<transformer::Activation>(activation)));
}

POSENC_EXPORT int transformer_draw(Address out, Size count, double std,
                                   double seed, Size stream) {
  return number(transformer::draw(
      output<float>(out, count), std,
      static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)), stream));
}

}  // namespace posenc::wasm
