// Bindings of src/core/embedding: positions from convolutions.
#include "border.hpp"
#include "embedding/convolutional.hpp"
#include "embedding/convolutional2d.hpp"

namespace posenc::wasm {

using embedding::ConvolutionalOptions;
using embedding::ConvolutionPadding;

// The count of float64, or -1 when such an array cannot exist.
POSENC_EXPORT double embedding_convolutional_scratch_size(Size inputs,
                                                          Size groups,
                                                          Size kernel) {
  std::size_t count = 0;
  const ConvolutionalOptions options{
      .inputs = inputs, .groups = groups, .kernel = kernel};
  return embedding::convolutional_scratch_size(&count, options)
             ? static_cast<double>(count)
             : -1;
}

// gain, bias and residual are 0 when there is none.
POSENC_EXPORT int embedding_convolutional(
    Address out, Address x, Address weight, Address gain, Address bias,
    Address residual, Address scratch, Size scratch_size, Size batch,
    Size length, Size inputs, Size outputs, Size groups, Size kernel,
    int padding, int activation) {
  const std::size_t positions = std::size_t{batch} * length;
  const std::size_t results = positions * outputs;
  return number(embedding::convolutional(
      output<float>(out, results), input<float>(x, positions * inputs),
      {.kernel = input<float>(
           weight, std::size_t{outputs} * (inputs / groups) * kernel),
       .gain = input<float>(gain, gain == 0 ? 0 : kernel),
       .bias = input<float>(bias, bias == 0 ? 0 : outputs)},
      input<float>(residual, residual == 0 ? 0 : results),
      output<double>(scratch, scratch_size),
      {.batch = batch,
       .length = length,
       .inputs = inputs,
       .outputs = outputs,
       .groups = groups,
       .kernel = kernel,
       .padding = static_cast<ConvolutionPadding>(padding),
       .activation = static_cast<embedding::Activation>(activation)}));
}

POSENC_EXPORT int embedding_weight_norm(Address out, Address v, Address gain,
                                        Size rows, Size taps) {
  const std::size_t size = std::size_t{rows} * taps;
  return number(embedding::weight_norm(output<float>(out, size),
                                       input<float>(v, size),
                                       input<float>(gain, taps)));
}

// bias is 0 when there is none.
POSENC_EXPORT int embedding_convolutional2d(
    Address out, Address x, Address weight, Address bias, Size out_tokens,
    Size batch, Size height, Size width, Size channels, Size kernel_height,
    Size kernel_width, Size stride, Size prefix, int residual, int padding) {
  const std::size_t tokens = prefix + std::size_t{height} * width;
  const std::size_t kernel = std::size_t{kernel_height} * kernel_width;
  return number(embedding::convolutional2d(
      output<float>(out, std::size_t{batch} * out_tokens * channels),
      input<float>(x, batch * tokens * channels),
      input<float>(weight, kernel * channels),
      input<float>(bias, bias == 0 ? 0 : channels),
      {.batch = batch,
       .height = height,
       .width = width,
       .channels = channels,
       .kernel_height = kernel_height,
       .kernel_width = kernel_width,
       .stride = stride,
       .prefix = prefix,
       .residual = residual != 0,
       .padding = static_cast<ConvolutionPadding>(padding)}));
}

}  // namespace posenc::wasm
