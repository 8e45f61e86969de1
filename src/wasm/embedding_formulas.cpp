// Bindings of src/core/embedding: rows that a formula gives.
#include "border.hpp"
#include "embedding/axial.hpp"
#include "embedding/fourier.hpp"
#include "embedding/logarithmic.hpp"
#include "embedding/ordinal.hpp"

namespace posenc::wasm {

POSENC_EXPORT int embedding_logarithmic(Address out, Address positions,
                                        Size rows, Size width, double max_len,
                                        double base) {
  return number(embedding::logarithmic(
      output<float>(out, std::size_t{rows} * width),
      input<double>(positions, rows),
      {.width = width, .max_len = max_len, .base = base}));
}

POSENC_EXPORT int embedding_index(Address out, Address positions, Size rows) {
  return number(embedding::index(output<float>(out, rows),
                                 input<double>(positions, rows)));
}

POSENC_EXPORT int embedding_normalized(Address out, Size rows) {
  return number(embedding::normalized(output<float>(out, rows)));
}

POSENC_EXPORT int embedding_binary(Address out, Address positions, Size rows,
                                   Size bits) {
  return number(embedding::binary(output<float>(out, std::size_t{rows} * bits),
                                  input<double>(positions, rows), bits));
}

POSENC_EXPORT int embedding_fourier(Address out, Address coords, Size width,
                                    Size rows, Size coordinates, Size bands,
                                    int spacing, double max_frequency,
                                    int layout, int include_input) {
  return number(embedding::fourier(
      output<float>(out, std::size_t{rows} * width),
      input<double>(coords, std::size_t{rows} * coordinates),
      {.rows = rows,
       .coordinates = coordinates,
       .bands = bands,
       .spacing = static_cast<embedding::FourierSpacing>(spacing),
       .max_frequency = max_frequency,
       .layout = static_cast<embedding::FourierLayout>(layout),
       .include_input = include_input != 0}));
}

POSENC_EXPORT int embedding_random_fourier(Address out, Address coords,
                                           Address matrix, Size rows,
                                           Size coordinates, Size features) {
  return number(embedding::random_fourier(
      output<float>(out, std::size_t{rows} * features * 2),
      input<double>(coords, std::size_t{rows} * coordinates),
      input<float>(matrix, std::size_t{features} * coordinates),
      {.rows = rows, .coordinates = coordinates, .features = features}));
}

embedding::AxialOptions axial_options(Size axes, Size first, Size second,
                                      Size third, Size width, Size prefix,
                                      double base, int convention,
                                      int interleave) {
  return {.axes = axes,
          .lengths = {first, second, third},
          .width = width,
          .prefix = prefix,
          .base = base,
          .convention = static_cast<embedding::AxialConvention>(convention),
          .interleave = interleave != 0};
}

// The count of float32, or -1 when such an array cannot exist.
POSENC_EXPORT double embedding_axial_scratch_size(Size axes, Size first,
                                                  Size second, Size third,
                                                  Size width, int convention) {
  std::size_t count = 0;
  const bool fits = embedding::axial_scratch_size(
      &count,
      axial_options(axes, first, second, third, width, 0, 1, convention, 0));
  return fits ? static_cast<double>(count) : -1;
}

POSENC_EXPORT int embedding_axial(Address out, Address coordinates,
                                  Address scratch, Size scratch_size, Size rows,
                                  Size axes, Size first, Size second,
                                  Size third, Size width, Size prefix,
                                  double base, int convention, int interleave) {
  const std::size_t total =
      std::size_t{first} + (axes > 1 ? second : 0) + (axes > 2 ? third : 0);
  return number(embedding::axial(
      output<float>(out, std::size_t{rows} * width),
      input<double>(coordinates, total), output<float>(scratch, scratch_size),
      axial_options(axes, first, second, third, width, prefix, base, convention,
                    interleave)));
}

}  // namespace posenc::wasm
