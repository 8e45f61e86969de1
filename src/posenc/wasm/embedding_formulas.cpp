// Bindings of src/posenc/core/embedding: rows that a formula gives.
#include "border.hpp"
#include "embedding/axial.hpp"
#include "embedding/coordinate.hpp"
#include "embedding/fourier.hpp"
#include "embedding/logarithmic.hpp"
#include "embedding/ordinal.hpp"
#include "embedding/timestep.hpp"

namespace posenc::wasm {

POSENC_EXPORT int embedding_logarithmic(Floats out, Doubles positions,
                                        Size rows, Size width, double max_len,
                                        double base) {
  return call(embedding::logarithmic, output<float>(out, Count(rows) * width),
              input<double>(positions, rows),
              {.width = width, .max_len = max_len, .base = base});
}

POSENC_EXPORT int embedding_timestep(Floats out, Doubles timesteps, Size rows,
                                     Size width, double max_period,
                                     double shift, double scale,
                                     bool cosine_first) {
  return call(embedding::timestep, output<float>(out, Count(rows) * width),
              input<double>(timesteps, rows),
              {.width = width,
               .max_period = max_period,
               .shift = shift,
               .scale = scale,
               .cosine_first = cosine_first});
}

POSENC_EXPORT int embedding_coordinate(Floats out, Doubles positions, Size rows,
                                       Size width, double step, double base,
                                       embedding::SinusoidalLayout layout,
                                       embedding::SinusoidalSpacing spacing) {
  return call(embedding::coordinate, output<float>(out, Count(rows) * width),
              input<double>(positions, rows),
              {.columns = {.width = width,
                           .base = base,
                           .layout = layout,
                           .spacing = spacing},
               .step = step});
}

POSENC_EXPORT int embedding_index(Floats out, Doubles positions, Size rows) {
  return call(embedding::index, output<float>(out, rows),
              input<double>(positions, rows));
}

POSENC_EXPORT int embedding_normalized(Floats out, Size rows) {
  return call(embedding::normalized, output<float>(out, rows));
}

POSENC_EXPORT int embedding_binary(Floats out, Doubles positions, Size rows,
                                   Size bits) {
  return call(embedding::binary, output<float>(out, Count(rows) * bits),
              input<double>(positions, rows), bits);
}

POSENC_EXPORT int embedding_fourier(Floats out, Doubles coords, Size width,
                                    Size rows, Size coordinates, Size bands,
                                    embedding::FourierSpacing spacing,
                                    double max_frequency,
                                    embedding::FourierLayout layout,
                                    bool include_input) {
  return call(embedding::fourier, output<float>(out, Count(rows) * width),
              input<double>(coords, Count(rows) * coordinates),
              {.rows = rows,
               .coordinates = coordinates,
               .bands = bands,
               .spacing = spacing,
               .max_frequency = max_frequency,
               .layout = layout,
               .include_input = include_input});
}

POSENC_EXPORT int embedding_random_fourier(Floats out, Doubles coords,
                                           Floats matrix, Size rows,
                                           Size coordinates, Size features) {
  return call(embedding::random_fourier,
              output<float>(out, Count(rows) * features * 2u),
              input<double>(coords, Count(rows) * coordinates),
              input<float>(matrix, Count(features) * coordinates),
              {.rows = rows, .coordinates = coordinates, .features = features});
}

embedding::AxialOptions axial_options(Size axes, Size first, Size second,
                                      Size third, Size width, Size prefix,
                                      double base,
                                      embedding::AxialConvention convention,
                                      bool interleave) {
  return {.axes = axes,
          .lengths = {first, second, third},
          .width = width,
          .prefix = prefix,
          .base = base,
          .convention = convention,
          .interleave = interleave};
}

// The count of float32.
POSENC_EXPORT double embedding_axial_scratch_size(
    Size axes, Size first, Size second, Size third, Size width,
    embedding::AxialConvention convention) {
  return embedding::axial_scratch_size(axial_options(axes, first, second, third,
                                                     width, 0, 1, convention,
                                                     false))
      .number();
}

POSENC_EXPORT int embedding_axial(Floats out, Doubles coordinates,
                                  Floats scratch, Size scratch_size, Size rows,
                                  Size axes, Size first, Size second,
                                  Size third, Size width, Size prefix,
                                  double base,
                                  embedding::AxialConvention convention,
                                  bool interleave) {
  const Count total =
      Count(first) + (axes > 1 ? second : 0u) + (axes > 2 ? third : 0u);
  return call(embedding::axial, output<float>(out, Count(rows) * width),
              input<double>(coordinates, total),
              output<float>(scratch, scratch_size),
              axial_options(axes, first, second, third, width, prefix, base,
                            convention, interleave));
}

}  // namespace posenc::wasm
