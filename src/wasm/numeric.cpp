// Bindings of src/core/numeric: the linear layer, and the memory's own speed,
// which the benchmarks hold tables against.
#include "border.hpp"
#include "numeric/fill.hpp"
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

POSENC_EXPORT void numeric_fill(Address out, Size count, double value) {
  numeric::fill(output<float>(out, count), static_cast<float>(value));
}

POSENC_EXPORT void numeric_copy(Address out, Address in, Size count) {
  numeric::copy(output<float>(out, count), input<float>(in, count));
}

}  // namespace posenc::wasm
