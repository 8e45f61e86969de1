// Bindings of src/posenc/core/transformer.
#include "border.hpp"
#include "transformer/activation.hpp"
#include "transformer/draw.hpp"
#include "transformer/layer_norm.hpp"

namespace posenc::wasm {

POSENC_EXPORT int transformer_layer_norm(Floats y, Floats x,
                                         OptionalFloats gain,
                                         OptionalFloats bias, Size rows,
                                         Size width, double epsilon) {
  const Count count = Count(rows) * width;
  return call(transformer::layer_norm, output<float>(y, count),
              input<float>(x, count), optional_input<float>(gain, width),
              optional_input<float>(bias, width), width, epsilon);
}

POSENC_EXPORT int transformer_activate(Floats y, Floats x, Size count,
                                       transformer::Activation activation) {
  return call(transformer::activate, output<float>(y, count),
              input<float>(x, count), activation);
}

POSENC_EXPORT int transformer_draw(Floats out, Size count, double std,
                                   double seed, Size stream) {
  return call(transformer::draw, output<float>(out, count), std,
              static_cast<std::uint64_t>(integer<std::int64_t>(seed)), stream);
}

}  // namespace posenc::wasm
