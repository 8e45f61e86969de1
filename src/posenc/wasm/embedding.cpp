// Bindings of src/posenc/core/embedding.
#include <algorithm>

#include "border.hpp"
#include "embedding/fit.hpp"
#include "embedding/fusion.hpp"
#include "embedding/sinusoidal.hpp"

namespace posenc::wasm {

using embedding::SinusoidalLayout;
using embedding::SinusoidalOptions;
using embedding::SinusoidalSpacing;

static SinusoidalOptions sinusoidal_options(Size width, double base,
                                            SinusoidalLayout layout,
                                            SinusoidalSpacing spacing) {
  return {.width = width, .base = base, .layout = layout, .spacing = spacing};
}

// Of the last call: who asks a row at a time asks for the same kind of rows.
static embedding::SinusoidalKept kept_sinusoidal;

POSENC_EXPORT int embedding_sinusoidal(Floats out, Doubles positions, Size rows,
                                       Size width, double base,
                                       SinusoidalLayout layout,
                                       SinusoidalSpacing spacing) {
  return call(embedding::sinusoidal, output<float>(out, Count(rows) * width),
              input<double>(positions, rows),
              sinusoidal_options(width, base, layout, spacing),
              &kept_sinusoidal);
}

POSENC_EXPORT int embedding_sinusoidal_range(Floats out, Size rows,
                                             double offset, Size width,
                                             double base,
                                             SinusoidalLayout layout,
                                             SinusoidalSpacing spacing) {
  return call(embedding::sinusoidal_range,
              output<float>(out, Count(rows) * width), rows, offset,
              sinusoidal_options(width, base, layout, spacing),
              &kept_sinusoidal);
}

POSENC_EXPORT int embedding_add(Floats out, Floats tokens, Floats rows,
                                Size batch, Size length, Size width,
                                Size row_count, Size offset,
                                double token_scale) {
  const Count count = Count(batch) * length * width;
  return call(embedding::add, output<float>(out, count),
              input<float>(tokens, count),
              input<float>(rows, Count(row_count) * width),
              {.batch = batch,
               .length = length,
               .width = width,
               .token_scale = static_cast<float>(token_scale),
               .offset = offset});
}

POSENC_EXPORT int embedding_multiply(Floats out, Floats tokens, Floats rows,
                                     Size batch, Size length, Size width) {
  const Count run = Count(length) * width;
  return call(embedding::multiply, output<float>(out, batch * run),
              input<float>(tokens, batch * run), input<float>(rows, run),
              {.batch = batch, .length = length, .width = width});
}

POSENC_EXPORT int embedding_fit(Floats out, Floats tokens, Size batch,
                                Size length, Size width, Size limit,
                                embedding::FitKeep keep) {
  const Count kept = std::min(length, limit);
  return call(embedding::fit, output<float>(out, kept * batch * width),
              input<float>(tokens, Count(batch) * length * width),
              {.batch = batch,
               .length = length,
               .width = width,
               .limit = limit,
               .keep = keep});
}

POSENC_EXPORT int embedding_concat(Floats out, Floats tokens, Floats rows,
                                   Size batch, Size length, Size token_width,
                                   Size row_width) {
  const Count positions = Count(batch) * length;
  return call(embedding::concat,
              output<float>(out, positions * (Count(token_width) + row_width)),
              input<float>(tokens, positions * token_width),
              input<float>(rows, Count(length) * row_width),
              {.batch = batch,
               .length = length,
               .token_width = token_width,
               .row_width = row_width});
}

}  // namespace posenc::wasm
