// Bindings of src/posenc/core/numeric: the linear layer.
#include "border.hpp"
#include "numeric/matmul.hpp"

namespace posenc::wasm {

POSENC_EXPORT double numeric_linear_scratch_size(Size rows, Size in, Size out) {
  return numeric::linear_scratch_size({rows, in, out}).number();
}

POSENC_EXPORT int numeric_linear(Floats y, Floats x, Floats weight,
                                 OptionalFloats bias, Size rows, Size in,
                                 Size out, Floats scratch) {
  const numeric::LinearShape shape{rows, in, out};
  return call(numeric::linear, output<float>(y, Count(rows) * out),
              input<float>(x, Count(rows) * in),
              input<float>(weight, Count(out) * in),
              optional_input<float>(bias, out), shape,
              output<float>(scratch, numeric::linear_scratch_size(shape)));
}

}  // namespace posenc::wasm
