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
  return call(embedding::logarithmic, output<float>(out, Count(rows) * width),
              input<double>(positions, rows),
              {.width = width, .max_len = max_len, .base = base});
}

POSENC_EXPORT int embedding_index(Address out, Address positions, Size rows) {
  return call(embedding::index, output<float>(out, rows),
              input<double>(positions, rows));
}

POSENC_EXPORT int embedding_normalized(Address out, Size rows) {
  return call(embedding::normalized, output<float>(out, rows));
}

POSENC_EXPORT int embedding_binary(Address out, Address positions, Size rows,
                                   Size bits) {
  return call(embedding::binary, output<float>(out, Count(rows) * bits),
              input<double>(positions, rows), bits);
}

POSENC_EXPORT int embedding_fourier(Address out, Address coords, Size width,
                                    Size rows, Size coordinates, Size bands,
                                    int spacing, double max_frequency,
                                    int layout, int include_input) {
  return call(embedding::fourier, output<float>(out, Count(rows) * width),
              input<double>(coords, Count(rows) * coordinates),
              {.rows = rows,
               .coordinates = coordinates,
               .bands = bands,
               .spacing = static_cast<embedding::FourierSpacing>(spacing),
               .max_frequency = max_frequency,
               .layout = static_cast<embedding::FourierLayout>(layout),
               .include_input = include_input != 0});
}

POSENC_EXPORT int embedding_random_fourier(Address out, Address coords,
                                           Address matrix, Size rows,
                                           Size coordinates, Size features) {
  return call(embedding::random_fourier,
              output<float>(out, Count(rows) * features * 2u),
              input<double>(coords, Count(rows) * coordinates),
              input<float>(matrix, Count(features) * coordinates),
              {.rows = rows, .coordinates = coordinates, .features = features});
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

// The count of float32.
POSENC_EXPORT double embedding_axial_scratch_size(Size axes, Size first,
                                                  Size second, Size third,
                                                  Size width, int convention) {
  return embedding::axial_scratch_size(axial_options(axes, first, second, third,
                                                     width, 0, 1, convention,
                                                     0))
      .number();
}

POSENC_EXPORT int embedding_axial(Address out, Address coordinates,
                                  Address scratch, Size scratch_size, Size rows,
                                  Size axes, Size first, Size second,
                                  Size third, Size width, Size prefix,
                                  double base, int convention, int interleave) {
  const Count total =
      Count(first) + (axes > 1 ? second : 0u) + (axes > 2 ? third : 0u);
  return call(embedding::axial, output<float>(out, Count(rows) * width),
              input<double>(coordinates, total),
              output<float>(scratch, scratch_size),
              axial_options(axes, first, second, third, width, prefix, base,
                            convention, interleave));
}

}  // namespace posenc::wasm
