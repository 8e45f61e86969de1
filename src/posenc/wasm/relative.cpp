// Bindings of what src/posenc/core/relative offers beside its attention terms.
#include "border.hpp"
#include "relative/cope.hpp"
#include "relative/deberta.hpp"
#include "relative/log_bucket.hpp"
#include "relative/shaw.hpp"
#include "relative/transformer_xl.hpp"
#include "relative/tupe.hpp"

namespace posenc::wasm {

POSENC_EXPORT int relative_shaw_indices(Ints out, Size queries, Size keys,
                                        double offset, Size clip) {
  return call(relative::shaw_indices,
              output<std::int32_t>(out, Count(queries) * keys), queries, keys,
              integer<std::int64_t>(offset), clip);
}

POSENC_EXPORT int relative_log_buckets(Ints out, Ints distances, Size count,
                                       int buckets, int max_position,
                                       bool clamp) {
  return call(
      relative::log_buckets, output<std::int32_t>(out, count),
      input<std::int32_t>(distances, count),
      {.buckets = buckets, .max_position = max_position, .clamp = clamp});
}

POSENC_EXPORT int relative_shift(Floats out, Floats x, Size queries, Size rows,
                                 Size keys, bool wrap) {
  return call(relative::rel_shift, output<float>(out, Count(queries) * keys),
              input<float>(x, Count(queries) * rows), queries, rows, keys,
              wrap);
}

POSENC_EXPORT int relative_unshift(Floats out, Floats x, Size queries,
                                   Size rows, Size keys, bool wrap) {
  return call(relative::rel_unshift, output<float>(out, Count(queries) * rows),
              input<float>(x, Count(queries) * keys), queries, rows, keys,
              wrap);
}

POSENC_EXPORT int relative_shaw_values(Floats out, Floats weights, Floats table,
                                       Size matrices, Size queries, Size keys,
                                       Size width, Size clip, double offset) {
  const Count rows = Count(matrices) * queries;
  return call(relative::shaw_values, output<float>(out, rows * width),
              input<float>(weights, rows * keys),
              input<float>(table, (2u * Count(clip) + 1u) * width),
              {.matrices = matrices,
               .queries = queries,
               .keys = keys,
               .value_width = width,
               .clip = clip,
               .offset = integer<std::int64_t>(offset)});
}

POSENC_EXPORT double relative_shaw_memory(Size clip, Size width,
                                          Size key_tables) {
  return relative::Shaw::memory_size(
             {.clip = clip, .width = width, .key_tables = key_tables})
      .number();
}

POSENC_EXPORT double relative_transformer_xl_memory(Size rows, Size width,
                                                    Size keys) {
  return relative::TransformerXl::memory_size(
             {.width = width, .keys = keys, .rows = rows})
      .number();
}

POSENC_EXPORT double relative_deberta_memory(Size span, Size width, Size keys,
                                             bool c2p, bool p2c) {
  return relative::Deberta::memory_size(
             {.width = width, .keys = keys, .span = span}, c2p, p2c)
      .number();
}

POSENC_EXPORT double relative_cope_memory(Size positions, Size width,
                                          Size tables) {
  return relative::Cope::memory_size(
             {.width = width, .positions = positions, .tables = tables})
      .number();
}

POSENC_EXPORT double relative_tupe_memory(Size width, Size keys) {
  return relative::Tupe::memory_size({.width = width, .keys = keys}).number();
}

}  // namespace posenc::wasm
