// Bindings of src/posenc/core/bias.
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

POSENC_EXPORT int bias_expand(Floats out, Floats by_offset, Size heads,
                              Size queries, Size keys, Size stride) {
  const Count rows = Count(heads) * queries;
  const Count count = bias::expanded_size(heads, queries, keys, stride);
  return call(bias::expand, output<float>(out, rows * keys),
              input<float>(by_offset, count), heads, queries, keys, stride);
}

POSENC_EXPORT int bias_gather(Floats out, Floats by_offset, Size heads,
                              Size count, double first, Ints query_positions,
                              Size queries, Ints key_positions, Size keys) {
  return call(bias::gather, output<float>(out, Count(heads) * queries * keys),
              input<float>(by_offset, Count(heads) * count), heads,
              integer<std::int64_t>(first),
              input<std::int32_t>(query_positions, queries),
              input<std::int32_t>(key_positions, keys));
}

POSENC_EXPORT int bias_alibi_slopes(Doubles out, Size heads,
                                    bias::AlibiOrder order, double max_bias) {
  return call(bias::alibi_slopes, output<double>(out, heads), order, max_bias);
}

POSENC_EXPORT int bias_alibi(Floats out, double first, Size count,
                             Doubles slopes, Size heads, bool symmetric,
                             Future future) {
  return call(bias::alibi_by_offset, output<float>(out, Count(heads) * count),
              {first, count}, input<double>(slopes, heads),
              {.symmetric = symmetric, .future = future});
}

POSENC_EXPORT int bias_alibi_keys(Floats out, Doubles slopes, Size heads,
                                  Doubles query_positions, Size queries,
                                  Doubles key_positions, Size keys,
                                  Future future, Floats scratch) {
  return call(
      bias::alibi_by_key, output<float>(out, Count(heads) * queries * keys),
      input<double>(slopes, heads), input<double>(query_positions, queries),
      input<double>(key_positions, keys), future, output<float>(scratch, keys));
}

static bias::T5Options t5_options(Size buckets, Size max_distance,
                                  bool bidirectional) {
  return {.num_buckets = static_cast<std::int32_t>(buckets),
          .max_distance = static_cast<std::int32_t>(max_distance),
          .bidirectional = bidirectional};
}

POSENC_EXPORT double bias_t5_bucket_scratch_size(Size buckets,
                                                 Size max_distance,
                                                 bool bidirectional) {
  return bias::t5_bucket_scratch_size(
             t5_options(buckets, max_distance, bidirectional))
      .number();
}

POSENC_EXPORT int bias_t5_bucket(Ints out, Ints relative, Size count,
                                 Size buckets, Size max_distance,
                                 bool bidirectional, Ints scratch) {
  const bias::T5Options options =
      t5_options(buckets, max_distance, bidirectional);
  return call(
      bias::t5_bucket, output<std::int32_t>(out, count),
      input<std::int32_t>(relative, count), options,
      output<std::int32_t>(scratch, bias::t5_bucket_scratch_size(options)));
}

POSENC_EXPORT int bias_t5(Floats out, double first, Size count, Floats table,
                          Size heads, Size buckets, Size max_distance,
                          bool bidirectional, Future future, Ints scratch) {
  const bias::T5Options options =
      t5_options(buckets, max_distance, bidirectional);
  return call(bias::t5_by_offset, output<float>(out, Count(heads) * count),
              {first, count}, input<float>(table, Count(buckets) * heads),
              heads, options, future,
              output<std::int32_t>(scratch, bias::t5_threshold_count(options)));
}

static bias::KerpleOptions kerple_options(bias::KerpleKind kind, double eps,
                                          Future future) {
  return {.kind = kind, .eps = eps, .future = future};
}

POSENC_EXPORT int bias_kerple(Floats out, double first, Size count, Size heads,
                              OptionalDoubles a, OptionalDoubles p,
                              bias::KerpleKind kind, double eps,
                              Future future) {
  return with(
      [&](auto rows, auto bias_a, auto bias_p) {
        return bias::kerple_by_offset(rows, {first, count}, heads,
                                      {bias_a, bias_p},
                                      kerple_options(kind, eps, future));
      },
      output<float>(out, Count(heads) * count),
      optional_input<double>(a, heads), optional_input<double>(p, heads));
}

POSENC_EXPORT int bias_kerple_scores(
    Floats out, Floats scores, Size batch, Size heads, Size queries, Size keys,
    double offset, OptionalDoubles a, OptionalDoubles p,
    OptionalDoubles weight_a, OptionalDoubles weight_p, bias::KerpleKind kind,
    double eps, Future future, Doubles scratch) {
  const Count count = Count(batch) * heads * queries * keys;
  return with(
      [&](auto to, auto from, auto bias_a, auto bias_p, auto factor_a,
          auto factor_p, auto memory) {
        return bias::kerple_scores(to, from,
                                   {.batch = batch,
                                    .heads = heads,
                                    .queries = queries,
                                    .keys = keys,
                                    .offset = offset},
                                   {bias_a, bias_p}, {factor_a, factor_p},
                                   kerple_options(kind, eps, future), memory);
      },
      output<float>(out, count), input<float>(scores, count),
      optional_input<double>(a, heads), optional_input<double>(p, heads),
      optional_input<double>(weight_a, heads),
      optional_input<double>(weight_p, heads),
      output<double>(scratch, 2u * (Count(queries) + keys - 1u)));
}

POSENC_EXPORT int bias_sandwich(Floats out, double first, Size count,
                                Size heads, Size dim, double base,
                                bias::SandwichConvention convention,
                                Future future, Doubles scratch) {
  return call(
      bias::sandwich_by_offset, output<float>(out, Count(heads) * count),
      {first, count}, heads,
      {.dim = dim, .base = base, .convention = convention, .future = future},
      output<numeric::Frequency>(scratch, dim / 2));
}

// The MLP of FIRE: four arrays, one behind the other.
static Array<const float> fire_weights(Floats weights, Size heads, Size width) {
  return input<float>(weights, 2u * Count(width) + (Count(width) + 1u) * heads);
}

bias::FireOptions fire_options(double c, double length, double multiplier,
                               double eps, Future future) {
  return {.c = c,
          .length = length,
          .multiplier = multiplier,
          .eps = eps,
          .future = future};
}

POSENC_EXPORT double bias_fire_scratch_size(Size width, Size heads,
                                            Size offsets) {
  return bias::fire_scratch_size(width, heads, offsets).number();
}

POSENC_EXPORT int bias_fire(Floats out, Size queries, Size keys, double offset,
                            Floats weights, Size heads, Size width, double c,
                            double length, double multiplier, double eps,
                            Future future, Doubles scratch) {
  const bias::Offsets offsets = bias::offsets_between(queries, keys, offset);
  return with(
      [&](auto matrix, auto mlp, auto memory) {
        bias::FirePlan plan;
        const Status status = bias::fire_prepare(
            &plan, offsets, bias::fire_weights(mlp, heads, width),
            fire_options(c, length, multiplier, eps, future), memory);
        if (status != Status::kOk) return status;
        return bias::fire_tile(matrix, plan,
                               {.head = 0,
                                .heads = heads,
                                .query = integer<std::int64_t>(offset),
                                .queries = queries,
                                .key = 0,
                                .keys = keys});
      },
      output<float>(out, Count(heads) * queries * keys),
      fire_weights(weights, heads, width),
      output<double>(scratch,
                     bias::fire_scratch_size(width, heads, offsets.count)));
}

POSENC_EXPORT int bias_fire_positions(Floats out, Doubles query_positions,
                                      Size queries, Doubles key_positions,
                                      Size keys, Floats weights, Size heads,
                                      Size width, double c, double length,
                                      double multiplier, double eps,
                                      Future future) {
  return with(
      [&](auto matrix, auto from, auto to, auto mlp) {
        return bias::fire_reference(
            matrix, from, to, bias::fire_weights(mlp, heads, width),
            fire_options(c, length, multiplier, eps, future));
      },
      output<float>(out, Count(heads) * queries * keys),
      input<double>(query_positions, queries),
      input<double>(key_positions, keys), fire_weights(weights, heads, width));
}

POSENC_EXPORT int bias_relative_position_index(Ints out, Size height,
                                               Size width) {
  const Count tokens = Count(height) * width;
  return call(bias::relative_position_index,
              output<std::int32_t>(out, tokens * tokens), {height, width});
}

POSENC_EXPORT int bias_relative_coords(Floats out, Size height, Size width,
                                       Size pretrained_height,
                                       Size pretrained_width) {
  const Count count = (2u * Count(height) - 1u) * (2u * Count(width) - 1u) * 2u;
  return call(bias::relative_coords, output<float>(out, count), {height, width},
              {pretrained_height, pretrained_width});
}

POSENC_EXPORT double bias_log_cpb_scratch_size(Size heads, Size hidden,
                                               Size height, Size width) {
  return bias::log_cpb_scratch_size(heads, hidden, {height, width}).number();
}

POSENC_EXPORT int bias_log_cpb(Floats out, Size heads, Size height, Size width,
                               Size pretrained_height, Size pretrained_width,
                               Floats hidden_weight, Floats hidden_bias,
                               Floats output_weight, Size hidden, double scale,
                               Floats table, Doubles scratch) {
  const bias::Window window{height, width};
  const Count tokens = Count(height) * width;
  return with(
      [&](auto bias, auto first, auto added, auto second, auto by_offset,
          auto memory) {
        return bias::log_cpb(
            bias, heads, {first, added, second},
            {.window = window,
             .pretrained = {pretrained_height, pretrained_width},
             .scale = scale},
            by_offset, memory);
      },
      output<float>(out, heads * tokens * tokens),
      input<float>(hidden_weight, 2u * Count(hidden)),
      input<float>(hidden_bias, hidden),
      input<float>(output_weight, Count(heads) * hidden),
      output<float>(table, bias::log_cpb_table_size(heads, window)),
      output<double>(scratch,
                     bias::log_cpb_scratch_size(heads, hidden, window)));
}

}  // namespace posenc::wasm
