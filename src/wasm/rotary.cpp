// Bindings of src/core/rotary.
#include "border.hpp"
#include "rotary/apply.hpp"
#include "rotary/axial.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/multimodal.hpp"
#include "rotary/tables.hpp"
#include "rotary/xpos.hpp"

namespace posenc::wasm {

using numeric::DoubleDouble;

// The options as JavaScript lays them out, one float64 each; the order is that
// of SCALING_FIELDS in src/js/rotary/scaling.ts.
struct FrequencyFields {
  double base, seq_len, type, factor, original_max_seq_len, max_seq_len,
      beta_fast, beta_slow, truncate, mscale, mscale_all_dim, attention_factor,
      attention_multiplier, extrapolation_factor, ntk_factor,
      low_frequency_factor, high_frequency_factor, partial_rotary_factor,
      magnitude;
};

POSENC_EXPORT int rotary_frequencies(Address theta, Address attention_factor,
                                     Size rotary_dim, Address fields,
                                     Address rescale, Size rescale_count) {
  const FrequencyFields& f = *reinterpret_cast<const FrequencyFields*>(fields);
  return with(
      [&](auto to, auto factor, auto factors) {
        return rotary::frequencies(
            to, factor.data(),
            {.rotary_dim = rotary_dim,
             .base = f.base,
             .seq_len = f.seq_len,
             .scaling = {
                 .type = static_cast<rotary::ScalingType>(integer<int>(f.type)),
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
                 .magnitude =
                     static_cast<rotary::Magnitude>(integer<int>(f.magnitude)),
                 .rescale = factors}});
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
static int with_angles(Address theta, Size pairs, Address positions, Size axes,
                       Size rows, Address axis_of_pair, Kernel&& kernel,
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

POSENC_EXPORT int rotary_tables(Address cos, Address sin, Address theta,
                                Size pairs, Address positions, Size axes,
                                Size rows, Address axis_of_pair, int precision,
                                double attention_factor) {
  const Count count = Count(rows) * pairs;
  return with_angles(
      theta, pairs, positions, axes, rows, axis_of_pair,
      [&](auto cosines, auto sines, const rotary::Angles& angles) {
        return rotary::tables(cosines, sines, angles,
                              static_cast<rotary::Precision>(precision),
                              attention_factor);
      },
      output<float>(cos, count), output<float>(sin, count));
}

POSENC_EXPORT int rotary_angles(Address out, Address theta, Size pairs,
                                Address positions, Size axes, Size rows,
                                Address axis_of_pair) {
  return with_angles(theta, pairs, positions, axes, rows, axis_of_pair,
                     rotary::table_angles,
                     output<float>(out, Count(rows) * pairs));
}

POSENC_EXPORT int rotary_invert(Address cos, Address sin, Size count) {
  return call(rotary::invert_tables, output<float>(cos, count),
              output<float>(sin, count));
}

POSENC_EXPORT int rotary_apply(Address y, Address x, Address cos, Address sin,
                               Size table_rows, Address rows, Size row_count,
                               Size batch, Size seq_len, Size num_heads,
                               Size head_dim, Size rotary_dim, int layout) {
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
               .layout = static_cast<rotary::Layout>(layout)});
}

POSENC_EXPORT int rotary_xpos(Address cos, Address sin, Address scale,
                              Address theta, Size pairs, Address positions,
                              Size rows, double scale_base, double centre,
                              int downscale, double attention_factor) {
  const Count count = Count(rows) * pairs;
  return call(rotary::xpos_tables, output<float>(cos, count),
              output<float>(sin, count), output<float>(scale, count),
              input<double>(positions, rows), input<DoubleDouble>(theta, pairs),
              {.scale_base = scale_base,
               .centre = centre,
               .downscale = downscale != 0,
               .attention_factor = attention_factor});
}

POSENC_EXPORT void rotary_xpos_scale(Address zeta, Size pairs) {
  with(
      [](auto scales) {
        rotary::xpos_scale(scales);
        return Status::kOk;
      },
      output<double>(zeta, pairs));
}

POSENC_EXPORT int rotary_multimodal(Address axis_of_pair, Size pairs,
                                    Address sections, Size axes,
                                    int interleaved) {
  return call(rotary::multimodal_axes,
              output<std::uint8_t>(axis_of_pair, pairs),
              input<std::uint32_t>(sections, axes), interleaved != 0);
}

// offsets 0, scales 0: none are given.
POSENC_EXPORT int rotary_axial(Address positions, Address theta,
                               Address axis_of_pair, Size cells, Address shape,
                               Size axes, Size pairs, int convention,
                               double base, double max_frequency,
                               Address offsets, Address scales) {
  const Count count = Count(axes) * pairs;
  return with(
      [&](auto places, auto frequencies, auto axis, auto sides, auto shifts,
          auto factors) {
        return rotary::axial(
            places, frequencies, axis,
            {.convention = static_cast<rotary::AxialConvention>(convention),
             .pairs = pairs,
             .base = base,
             .max_frequency = max_frequency,
             .shape = sides,
             .offsets = shifts,
             .scales = factors});
      },
      output<double>(positions, Count(axes) * cells),
      output<DoubleDouble>(theta, count),
      output<std::uint8_t>(axis_of_pair, count),
      input<std::uint32_t>(shape, axes), optional_input<double>(offsets, axes),
      optional_input<double>(scales, axes));
}

}  // namespace posenc::wasm
