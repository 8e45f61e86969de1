// Bindings of src/core/numeric: the linear layer.
#include "border.hpp"
#include "numeric/matmul.hpp"

namespace posenc::wasm {

POSENC_EXPORT double numeric_linear_scratch_size(Size rows, Size in, Size out) {
  return static_cast<double>(numeric::linear_scratch_size({rows, in, out}));
}

POSENC_EXPORT int numeric_linear(Address y, Address x, Address weight,
                                 Address bias, Size rows, Size in, Size out,
                                 Address scratch) {
  const numeric::LinearShape shape{rows, in, out};
  return number(numeric::linear(
      output<float>(y, shape.rows * out), input<float>(x, shape.rows * in),
      input<float>(weight, shape.out * in),
      input<float>(bias, bias == 0 ? 0 : out), shape,
      output<float>(scratch, numeric::linear_scratch_size(shape))));
}

}  // namespace posenc::wasm
