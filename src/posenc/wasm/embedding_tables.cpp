// Bindings of src/posenc/core/embedding: tables that are learned, and what is
// made of them.
#include "border.hpp"
#include "embedding/document.hpp"
#include "embedding/hierarchical.hpp"
#include "embedding/hybrid.hpp"
#include "embedding/learned.hpp"
#include "embedding/perturbed.hpp"
#include "embedding/resize.hpp"

namespace posenc::wasm {

POSENC_EXPORT int embedding_learned(Floats out, Size rows, Size width,
                                    double std, double seed) {
  return call(
      embedding::learned, output<float>(out, Count(rows) * width),
      {.std = std,
       .seed = static_cast<std::uint64_t>(integer<std::int64_t>(seed))});
}

POSENC_EXPORT int embedding_update(Floats out, Floats table, Ints positions,
                                   Floats gradient, Ints scratch, Size count,
                                   Size rows, Size width,
                                   double learning_rate) {
  const Count size = Count(rows) * width;
  return call(embedding::update, output<float>(out, size),
              input<float>(table, size), input<std::int32_t>(positions, count),
              input<float>(gradient, Count(count) * width),
              output<std::int32_t>(scratch,
                                   embedding::update_scratch_size(rows, count)),
              {.width = width, .learning_rate = learning_rate});
}

POSENC_EXPORT int embedding_padded_positions(Ints out, Bytes mask, Size batch,
                                             Size length, int padding) {
  const Count count = Count(batch) * length;
  return call(embedding::padded_positions, output<std::int32_t>(out, count),
              input<std::uint8_t>(mask, count), length, padding);
}

POSENC_EXPORT int embedding_resize(Floats out, Floats table, Size height,
                                   Size width, Size new_height, Size new_width,
                                   Size columns, Size prefix,
                                   numeric::ResampleMethod method,
                                   bool align_corners, bool antialias,
                                   double offset) {
  const Count from = prefix + Count(height) * width;
  const Count to = prefix + Count(new_height) * new_width;
  return call(embedding::resize, output<float>(out, to * columns),
              input<float>(table, from * columns),
              {.from = {height, width},
               .to = {new_height, new_width},
               .width = columns,
               .prefix = prefix,
               .method = method,
               .align_corners = align_corners,
               .antialias = antialias,
               .offset = offset});
}

POSENC_EXPORT int embedding_hierarchical(Floats out, Floats table, Size count,
                                         Size rows, Size width, double alpha) {
  return call(embedding::hierarchical, output<float>(out, Count(count) * width),
              input<float>(table, Count(rows) * width),
              {.rows = count, .width = width, .alpha = alpha});
}

POSENC_EXPORT int embedding_hybrid(Floats out, Floats learned, Floats scratch,
                                   Size rows, Size width, Size learned_width,
                                   double base) {
  return call(
      embedding::hybrid, output<float>(out, Count(rows) * width),
      input<float>(learned, Count(rows) * learned_width),
      output<float>(scratch, Count(rows) * (Count(width) - learned_width)),
      {.rows = rows,
       .width = width,
       .learned_width = learned_width,
       .base = base});
}

POSENC_EXPORT int embedding_perturbed(Floats out, Floats delta, Size rows,
                                      Size width, double base) {
  const Count size = Count(rows) * width;
  return call(embedding::perturbed, output<float>(out, size),
              input<float>(delta, size),
              {.rows = rows, .width = width, .base = base});
}

POSENC_EXPORT int embedding_document_rows(Floats out, Ints paragraphs,
                                          Floats offsets, Size rows, Size count,
                                          Size width, double base) {
  return call(embedding::document_rows, output<float>(out, Count(rows) * width),
              input<std::int32_t>(paragraphs, count),
              input<float>(offsets, Count(count) * width),
              {.width = width, .base = base});
}

POSENC_EXPORT int embedding_document_bias(Floats out, Ints sentences,
                                          Floats table, Size rows, Size count,
                                          Size table_size, Size window,
                                          double strength) {
  return call(embedding::document_bias, output<float>(out, Count(rows) * rows),
              input<std::int32_t>(sentences, count),
              input<float>(table, table_size),
              {.window = window, .strength = strength});
}

}  // namespace posenc::wasm
