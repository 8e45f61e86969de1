// Bindings of what src/core/relative offers beside its attention terms.
#include "border.hpp"
#include "relative/cope.hpp"
#include "relative/deberta.hpp"
#include "relative/log_bucket.hpp"
#include "relative/shaw.hpp"
#include "relative/transformer_xl.hpp"
#include "relative/tupe.hpp"

namespace posenc::wasm {

POSENC_EXPORT int relative_shaw_indices(Address out, Size queries, Size keys,
                                        double offset, Size clip) {
  return number(relative::shaw_indices(
      output<std::int32_t>(out, std::size_t{queries} * keys), queries, keys,
      static_cast<std::int64_t>(offset), clip));
}

POSENC_EXPORT double relative_log_buckets_scratch_size(int buckets,
                                                       int max_position) {
  return static_cast<double>(
      relative::log_buckets_scratch_size({buckets, max_position}));
}

POSENC_EXPORT int relative_log_buckets(Address out, Address distances,
                                       Size count, int buckets,
                                       int max_position, Address scratch) {
  const relative::LogBucketOptions options{buckets, max_position};
  return number(relative::log_buckets(
      output<std::int32_t>(out, count), input<std::int32_t>(distances, count),
      options,
      output<std::int32_t>(scratch,
                           relative::log_buckets_scratch_size(options))));
}

POSENC_EXPORT int relative_shift(Address out, Address x, Size queries,
                                 Size rows, Size keys, int wrap) {
  return number(
      relative::rel_shift(output<float>(out, std::size_t{queries} * keys),
                          input<float>(x, std::size_t{queries} * rows), queries,
                          rows, keys, wrap != 0));
}

POSENC_EXPORT int relative_unshift(Address out, Address x, Size queries,
                                   Size rows, Size keys, int wrap) {
  return number(
      relative::rel_unshift(output<float>(out, std::size_t{queries} * rows),
                            input<float>(x, std::size_t{queries} * keys),
                            queries, rows, keys, wrap != 0));
}

POSENC_EXPORT int relative_shaw_values(Address out, Address weights,
                                       Address table, Size matrices,
                                       Size queries, Size keys, Size width,
                                       Size clip, double offset) {
  const std::size_t rows = std::size_t{matrices} * queries;
  return number(relative::shaw_values(
      output<float>(out, rows * width), input<float>(weights, rows * keys),
      input<float>(table, (2 * std::size_t{clip} + 1) * width),
      {.matrices = matrices,
       .queries = queries,
       .keys = keys,
       .value_width = width,
       .clip = clip,
       .offset = static_cast<std::int64_t>(offset)}));
}

POSENC_EXPORT double relative_shaw_memory(Size clip, Size width,
                                          Size key_tables) {
  return static_cast<double>(relative::Shaw::packed_size(
      {.clip = clip, .width = width, .key_tables = key_tables}));
}

POSENC_EXPORT double relative_transformer_xl_memory(Size rows, Size width,
                                                    Size keys) {
  return static_cast<double>(relative::TransformerXl::memory_size(
      {.width = width, .keys = keys, .rows = rows}));
}

POSENC_EXPORT double relative_deberta_memory(Size span, Size width, Size keys,
                                             int c2p, int p2c) {
  return static_cast<double>(relative::Deberta::memory_size(
      {.width = width, .keys = keys, .span = span}, c2p != 0, p2c != 0));
}

POSENC_EXPORT double relative_cope_memory(Size positions, Size width,
                                          Size tables) {
  return static_cast<double>(relative::Cope::memory_size(
      {.width = width, .positions = positions, .tables = tables}));
}

POSENC_EXPORT double relative_tupe_memory(Size width, Size keys) {
  return static_cast<double>(
      relative::Tupe::memory_size({.width = width, .keys = keys}));
}

}  // namespace posenc::wasm
