// Bindings of src/posenc/core/embedding: positions from convolutions.
#include "border.hpp"
#include "embedding/convolutional.hpp"
#include "embedding/convolutional2d.hpp"

namespace posenc::wasm {

using embedding::ConvolutionalOptions;
using embedding::ConvolutionPadding;

// The count of float64.
POSENC_EXPORT double embedding_convolutional_scratch_size(Size inputs,
                                                          Size groups,
                                                          Size kernel) {
  return embedding::convolutional_scratch_size(
             {.inputs = inputs, .groups = groups, .kernel = kernel})
      .number();
}

// gain, bias and residual are 0 when there is none.
POSENC_EXPORT int embedding_convolutional(
    Floats out, Floats x, Floats weight, OptionalFloats gain,
    OptionalFloats bias, OptionalFloats residual, Doubles scratch,
    Size scratch_size, Size batch, Size length, Size inputs, Size outputs,
    Size groups, Size kernel, ConvolutionPadding padding,
    embedding::Activation activation) {
  const Count positions = Count(batch) * length;
  const Count results = positions * outputs;
  const ConvolutionalOptions options{.batch = batch,
                                     .length = length,
                                     .inputs = inputs,
                                     .outputs = outputs,
                                     .groups = groups,
                                     .kernel = kernel,
                                     .padding = padding,
                                     .activation = activation};
  // No groups: refused by the kernel, which reads no weights then.
  const Size inputs_of_one = groups == 0 ? 0 : inputs / groups;
  return with(
      [&](auto to, auto from, auto taps, auto factors, auto added, auto rest,
          auto memory) {
        return embedding::convolutional(to, from, {taps, factors, added}, rest,
                                        memory, options);
      },
      output<float>(out, results), input<float>(x, positions * inputs),
      input<float>(weight, Count(outputs) * inputs_of_one * kernel),
      optional_input<float>(gain, kernel), optional_input<float>(bias, outputs),
      optional_input<float>(residual, results),
      output<double>(scratch, scratch_size));
}

POSENC_EXPORT int embedding_weight_norm(Floats out, Floats v, Floats gain,
                                        Size rows, Size taps) {
  const Count size = Count(rows) * taps;
  return call(embedding::weight_norm, output<float>(out, size),
              input<float>(v, size), input<float>(gain, taps));
}

// bias is 0 when there is none.
POSENC_EXPORT int embedding_convolutional2d(
    Floats out, Floats x, Floats weight, OptionalFloats bias, Size out_tokens,
    Size batch, Size height, Size width, Size channels, Size kernel_height,
    Size kernel_width, Size stride, Size prefix, bool residual,
    ConvolutionPadding padding) {
  const Count tokens = prefix + Count(height) * width;
  const Count kernel = Count(kernel_height) * kernel_width;
  return call(embedding::convolutional2d,
              output<float>(out, Count(batch) * out_tokens * channels),
              input<float>(x, batch * tokens * channels),
              input<float>(weight, kernel * channels),
              optional_input<float>(bias, channels),
              {.batch = batch,
               .height = height,
               .width = width,
               .channels = channels,
               .kernel_height = kernel_height,
               .kernel_width = kernel_width,
               .stride = stride,
               .prefix = prefix,
               .residual = residual,
               .padding = padding});
}

}  // namespace posenc::wasm
