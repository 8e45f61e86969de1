// Bindings of src/posenc/core/rotary.
#include "border.hpp"
#include "rotary/apply.hpp"
#include "rotary/axial.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/multimodal.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"

namespace posenc::wasm {

using numeric::DoubleDouble;

// The options as JavaScript lays them out, one float64 each, by the list that
// tools/lib/border.mjs makes of this.
struct FrequencyFields {
  double base, seq_len, type, factor, original_max_seq_len, max_seq_len,
      beta_fast, beta_slow, truncate, mscale, mscale_all_dim, attention_factor,
      attention_multiplier, extrapolation_factor, ntk_factor,
      low_frequency_factor, high_frequency_factor, partial_rotary_factor,
      magnitude, arithmetic, k, share, kappa;
};

POSENC_EXPORT int rotary_frequencies(Doubles theta, Doubles attention_factor,
                                     Size rotary_dim, Doubles fields,
                                     Doubles rescale, Size rescale_count) {
  const FrequencyFields& f = *reinterpret_cast<const FrequencyFields*>(fields);
  return with(
      [&](auto to, auto factor, auto factors) {
        return rotary::frequencies(
            to, factor.data(),
            {.rotary_dim = rotary_dim,
             .base = f.base,
             .seq_len = f.seq_len,
             .scaling = {.type = static_cast<rotary::ScalingType>(
                             integer<int>(f.type)),
                         .factor = f.factor,
                         .original_max_seq_len = f.original_max_seq_len,
                         .max_seq_len = f.max_seq_len,
                         .beta_fast = f.beta_fast,
                         .beta_slow = f.beta_slow,
                         .truncate = f.truncate != 0,
                         .mscale = f.mscale,
                         .mscale_all_dim = f.mscale_all_dim,
                         .attention_factor = f.attention_factor,
                         .attention_multiplier = f.attention_multiplier,
                         .extrapolation_factor = f.extrapolation_factor,
                         .ntk_factor = f.ntk_factor,
                         .low_frequency_factor = f.low_frequency_factor,
                         .high_frequency_factor = f.high_frequency_factor,
                         .partial_rotary_factor = f.partial_rotary_factor,
                         .k = f.k,
                         .share = f.share,
                         .kappa = f.kappa,
                         .magnitude = static_cast<rotary::Magnitude>(
                             integer<int>(f.magnitude)),
                         .rescale = factors},
             .arithmetic =
                 static_cast<rotary::Arithmetic>(integer<int>(f.arithmetic))});
      },
      output<DoubleDouble>(theta, rotary::pair_count(rotary_dim)),
      output<double>(attention_factor, 1u),
      input<double>(rescale, rescale_count));
}

POSENC_EXPORT double rotary_mscale(double factor, double mscale) {
  return rotary::yarn_mscale(factor, mscale);
}

// kernel(spans ..., angles); axis_of_pair 0: there is one axis.
template <class Kernel, class... T>
static int with_angles(Doubles theta, Size pairs, Doubles positions, Size axes,
                       Size rows, OptionalBytes axis_of_pair, Kernel&& kernel,
                       const Array<T>&... arrays) {
  return with(
      [&](auto frequencies, auto places, auto axis, auto... spans) {
        return kernel(spans...,
                      rotary::Angles{frequencies, places, axes, axis});
      },
      input<DoubleDouble>(theta, pairs),
      input<double>(positions, Count(axes) * rows),
      optional_input<std::uint8_t>(axis_of_pair, pairs), arrays...);
}

// Of the last call: who asks a row at a time asks for the same frequencies.
static rotary::TablesKept kept_tables;

POSENC_EXPORT int rotary_tables(Floats cos, Floats sin, Doubles theta,
                                Size pairs, Doubles positions, Size axes,
                                Size rows, OptionalBytes axis_of_pair,
                                rotary::Precision precision,
                                double attention_factor) {
  const Count count = Count(rows) * pairs;
  return with_angles(
      theta, pairs, positions, axes, rows, axis_of_pair,
      [&](auto cosines, auto sines, const rotary::Angles& angles) {
        return rotary::tables(cosines, sines, angles, precision,
                              attention_factor, &kept_tables);
      },
      output<float>(cos, count), output<float>(sin, count));
}

POSENC_EXPORT int rotary_angles(Floats out, Doubles theta, Size pairs,
                                Doubles positions, Size axes, Size rows,
                                OptionalBytes axis_of_pair) {
  return with_angles(theta, pairs, positions, axes, rows, axis_of_pair,
                     rotary::table_angles,
                     output<float>(out, Count(rows) * pairs));
}

POSENC_EXPORT int rotary_invert(Floats cos, Floats sin, Size count) {
  return call(rotary::invert_tables, output<float>(cos, count),
              output<float>(sin, count));
}

// rows 0, row_count 0: no rows are told, see apply.hpp.
POSENC_EXPORT int rotary_apply(Floats y, Floats x, Floats cos, Floats sin,
                               Size table_rows, OptionalInts rows,
                               Size row_count, Size batch, Size seq_len,
                               Size num_heads, Size head_dim, Size rotary_dim,
                               Size start, rotary::Layout layout) {
  const Count count = Count(batch) * seq_len * num_heads * head_dim;
  const Count table = Count(table_rows) * (rotary_dim / 2);
  return call(rotary::apply, output<float>(y, count), input<float>(x, count),
              input<float>(cos, table), input<float>(sin, table),
              input<std::uint32_t>(rows, row_count),
              {.batch = batch,
               .seq_len = seq_len,
               .num_heads = num_heads,
               .head_dim = head_dim,
               .rotary_dim = rotary_dim,
               .start = start,
               .layout = layout});
}

POSENC_EXPORT int rotary_xpos(Floats cos, Floats sin, Floats scale,
                              Doubles theta, Size pairs, Doubles positions,
                              Size rows, double scale_base, double centre,
                              bool downscale, double attention_factor) {
  const Count count = Count(rows) * pairs;
  return call(rotary::xpos_tables, output<float>(cos, count),
              output<float>(sin, count), output<float>(scale, count),
              input<double>(positions, rows), input<DoubleDouble>(theta, pairs),
              {.scale_base = scale_base,
               .centre = centre,
               .downscale = downscale,
               .attention_factor = attention_factor});
}

POSENC_EXPORT int rotary_xpos_scale(Doubles zeta, Size pairs) {
  return with(
      [](auto scales) {
        rotary::xpos_scale(scales);
        return Status::kOk;
      },
      output<double>(zeta, pairs));
}

POSENC_EXPORT int rotary_multimodal(Bytes axis_of_pair, Size pairs,
                                    Ints sections, Size axes,
                                    bool interleaved) {
  return call(rotary::multimodal_axes,
              output<std::uint8_t>(axis_of_pair, pairs),
              input<std::uint32_t>(sections, axes), interleaved);
}

// count: pairs of all axes. offsets 0, scales 0: none are given.
POSENC_EXPORT int rotary_axial(Doubles positions, Doubles theta,
                               Bytes axis_of_pair, Size count, Size cells,
                               Ints shape, Size axes, Ints pairs, Doubles bases,
                               rotary::AxialConvention convention,
                               double max_frequency, OptionalDoubles offsets,
                               OptionalDoubles scales) {
  return with(
      [&](auto places, auto frequencies, auto axis, auto sides, auto counts,
          auto ladders, auto shifts, auto factors) {
        return rotary::axial(places, frequencies, axis,
                             {.convention = convention,
                              .pairs = counts,
                              .bases = ladders,
                              .max_frequency = max_frequency,
                              .shape = sides,
                              .offsets = shifts,
                              .scales = factors});
      },
      output<double>(positions, Count(axes) * cells),
      output<DoubleDouble>(theta, count),
      output<std::uint8_t>(axis_of_pair, count),
      input<std::uint32_t>(shape, axes), input<std::uint32_t>(pairs, axes),
      input<double>(bases, axes), optional_input<double>(offsets, axes),
      optional_input<double>(scales, axes));
}

}  // namespace posenc::wasm
