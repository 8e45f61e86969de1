// Bindings of src/core/bias.
#include "bias/alibi.hpp"
#include "bias/fire.hpp"
#include "bias/kerple.hpp"
#include "bias/log_cpb.hpp"
#include "bias/offsets.hpp"
#include "bias/sandwich.hpp"
#include "bias/t5.hpp"
#include "border.hpp"

namespace posenc::wasm {

using bias::Future;

// A parameter that may be absent: address 0.
template <class T>
static std::span<const T> optional_input(Address address, std::size_t count) {
  return input<T>(address, address == 0 ? 0 : count);
}

static Future future_of(int future) { return static_cast<Future>(future); }

POSENC_EXPORT int bias_expand(Address out, Address by_offset, Size heads,
                              Size queries, Size keys) {
  const std::size_t rows = std::size_t{heads} * queries;
  const std::size_t count = std::size_t{queries} + keys - 1;
  return number(bias::expand(output<float>(out, rows * keys),
                             input<float>(by_offset, heads * count), heads,
                             queries, keys));
}

POSENC_EXPORT int bias_gather(Address out, Address by_offset, Size heads,
                              Size count, double first, Address query_positions,
                              Size queries, Address key_positions, Size keys) {
  return number(
      bias::gather(output<float>(out, std::size_t{heads} * queries * keys),
                   input<float>(by_offset, std::size_t{heads} * count), heads,
                   static_cast<std::int64_t>(first),
                   input<std::int32_t>(query_positions, queries),
                   input<std::int32_t>(key_positions, keys)));
}

POSENC_EXPORT int bias_alibi_slopes(Address out, Size heads, int order,
                                    double max_bias) {
  return number(bias::alibi_slopes(output<double>(out, heads),
                                   static_cast<bias::AlibiOrder>(order),
                                   max_bias));
}

POSENC_EXPORT int bias_alibi(Address out, double first, Size count,
                             Address slopes, Size heads, int symmetric,
                             int future) {
  return number(bias::alibi_by_offset(
      output<float>(out, std::size_t{heads} * count), {first, count},
      input<double>(slopes, heads),
      {.symmetric = symmetric != 0, .future = future_of(future)}));
}

POSENC_EXPORT int bias_alibi_keys(Address out, Address slopes, Size heads,
                                  Address query_positions, Size queries,
                                  Address key_positions, Size keys, int future,
                                  Address scratch) {
  return number(bias::alibi_by_key(
      output<float>(out, std::size_t{heads} * queries * keys),
      input<double>(slopes, heads), input<double>(query_positions, queries),
      input<double>(key_positions, keys), future_of(future),
      output<float>(scratch, keys)));
}

static bias::T5Options t5_options(Size buckets, Size max_distance,
                                  int bidirectional) {
  return {.num_buckets = static_cast<std::int32_t>(buckets),
          .max_distance = static_cast<std::int32_t>(max_distance),
          .bidirectional = bidirectional != 0};
}

POSENC_EXPORT double bias_t5_bucket_scratch_size(Size buckets,
                                                 Size max_distance,
                                                 int bidirectional) {
  return static_cast<double>(bias::t5_bucket_scratch_size(
      t5_options(buckets, max_distance, bidirectional)));
}

POSENC_EXPORT int bias_t5_bucket(Address out, Address relative, Size count,
                                 Size buckets, Size max_distance,
                                 int bidirectional, Address scratch) {
  const bias::T5Options options =
      t5_options(buckets, max_distance, bidirectional);
  return number(bias::t5_bucket(
      output<std::int32_t>(out, count), input<std::int32_t>(relative, count),
      options,
      output<std::int32_t>(scratch, bias::t5_bucket_scratch_size(options))));
}

POSENC_EXPORT int bias_t5(Address out, double first, Size count, Address table,
                          Size heads, Size buckets, Size max_distance,
                          int bidirectional, int future, Address scratch) {
  const bias::T5Options options =
      t5_options(buckets, max_distance, bidirectional);
  return number(bias::t5_by_offset(
      output<float>(out, std::size_t{heads} * count), {first, count},
      input<float>(table, std::size_t{buckets} * heads), heads, options,
      future_of(future),
      output<std::int32_t>(scratch, bias::t5_threshold_count(options))));
}

static bias::KerpleOptions kerple_options(int kind, double eps, int future) {
  return {.kind = static_cast<bias::KerpleKind>(kind),
          .eps = eps,
          .future = future_of(future)};
}

POSENC_EXPORT int bias_kerple(Address out, double first, Size count, Size heads,
                              Address a, Address p, int kind, double eps,
                              int future) {
  return number(bias::kerple_by_offset(
      output<float>(out, std::size_t{heads} * count), {first, count}, heads,
      {optional_input<double>(a, heads), optional_input<double>(p, heads)},
      kerple_options(kind, eps, future)));
}

POSENC_EXPORT int bias_kerple_scores(Address out, Address scores, Size batch,
                                     Size heads, Size queries, Size keys,
                                     double offset, Address a, Address p,
                                     Address weight_a, Address weight_p,
                                     int kind, double eps, int future,
                                     Address scratch) {
  const std::size_t count = std::size_t{batch} * heads * queries * keys;
  return number(bias::kerple_scores(
      output<float>(out, count), input<float>(scores, count),
      {.batch = batch,
       .heads = heads,
       .queries = queries,
       .keys = keys,
       .offset = offset},
      {optional_input<double>(a, heads), optional_input<double>(p, heads)},
      {optional_input<double>(weight_a, heads),
       optional_input<double>(weight_p, heads)},
      kerple_options(kind, eps, future),
      output<double>(scratch, 2 * (std::size_t{queries} + keys - 1))));
}

POSENC_EXPORT int bias_sandwich(Address out, double first, Size count,
                                Size heads, Size dim, double base,
                                int convention, int future, Address scratch) {
  return number(bias::sandwich_by_offset(
      output<float>(out, std::size_t{heads} * count), {first, count}, heads,
      {.dim = dim,
       .base = base,
       .convention = static_cast<bias::SandwichConvention>(convention),
       .future = future_of(future)},
      output<numeric::Frequency>(scratch, dim / 2)));
}

// The MLP of FIRE: four arrays, one behind the other.
static bias::FireWeights fire_weights(Address weights, Size heads, Size width) {
  const std::size_t outer = std::size_t{heads} * width;
  return bias::fire_weights(
      input<float>(weights, 2 * std::size_t{width} + outer + heads), heads,
      width);
}

bias::FireOptions fire_options(double c, double length, double multiplier,
                               double eps, int future) {
  return {.c = c,
          .length = length,
          .multiplier = multiplier,
          .eps = eps,
          .future = future_of(future)};
}

POSENC_EXPORT double bias_fire_scratch_size(Size width, Size heads,
                                            Size reach) {
  return static_cast<double>(bias::fire_scratch_size(width, heads, reach));
}

POSENC_EXPORT int bias_fire(Address out, Size queries, Size keys, double offset,
                            Size reach, Address weights, Size heads, Size width,
                            double c, double length, double multiplier,
                            double eps, int future, Address scratch) {
  bias::FirePlan plan;
  const Status status = bias::fire_prepare(
      &plan, reach, fire_weights(weights, heads, width),
      fire_options(c, length, multiplier, eps, future),
      output<double>(scratch, bias::fire_scratch_size(width, heads, reach)));
  if (status != Status::kOk) return number(status);
  return number(bias::fire_tile(
      output<float>(out, std::size_t{heads} * queries * keys), plan,
      {.head = 0,
       .heads = heads,
       .query = static_cast<std::int64_t>(offset),
       .queries = queries,
       .key = 0,
       .keys = keys}));
}

POSENC_EXPORT int bias_fire_positions(Address out, Address query_positions,
                                      Size queries, Address key_positions,
                                      Size keys, Address weights, Size heads,
                                      Size width, double c, double length,
                                      double multiplier, double eps,
                                      int future) {
  return number(bias::fire_reference(
      output<float>(out, std::size_t{heads} * queries * keys),
      input<double>(query_positions, queries),
      input<double>(key_positions, keys), fire_weights(weights, heads, width),
      fire_options(c, length, multiplier, eps, future)));
}

POSENC_EXPORT int bias_relative_position_index(Address out, Size height,
                                               Size width) {
  const std::size_t tokens = std::size_t{height} * width;
  return number(bias::relative_position_index(
      output<std::int32_t>(out, tokens * tokens), {height, width}));
}

POSENC_EXPORT int bias_relative_coords(Address out, Size height, Size width,
                                       Size pretrained_height,
                                       Size pretrained_width) {
  const std::size_t count =
      (2 * std::size_t{height} - 1) * (2 * std::size_t{width} - 1) * 2;
  return number(bias::relative_coords(output<float>(out, count),
                                      {height, width},
                                      {pretrained_height, pretrained_width}));
}

POSENC_EXPORT double bias_log_cpb_scratch_size(Size heads, Size hidden,
                                               Size height, Size width) {
  return static_cast<double>(
      bias::log_cpb_scratch_size(heads, hidden, {height, width}));
}

POSENC_EXPORT int bias_log_cpb(Address out, Size heads, Size height, Size width,
                               Size pretrained_height, Size pretrained_width,
                               Address hidden_weight, Address hidden_bias,
                               Address output_weight, Size hidden, double scale,
                               Address table, Address scratch) {
  const bias::Window window{height, width};
  const std::size_t tokens = std::size_t{height} * width;
  return number(bias::log_cpb(
      output<float>(out, heads * tokens * tokens), heads,
      {.hidden_weight = input<float>(hidden_weight, 2 * std::size_t{hidden}),
       .hidden_bias = input<float>(hidden_bias, hidden),
       .output_weight =
           input<float>(output_weight, std::size_t{heads} * hidden)},
      {.window = window,
       .pretrained = {pretrained_height, pretrained_width},
       .scale = scale},
      output<float>(table, bias::log_cpb_table_size(heads, window)),
      output<double>(scratch,
                     bias::log_cpb_scratch_size(heads, hidden, window))));
}

}  // namespace posenc::wasm
