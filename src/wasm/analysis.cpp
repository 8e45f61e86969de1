// Bindings of src/core/analysis.
#include "analysis/collisions.hpp"
#include "analysis/decay.hpp"
#include "analysis/precision.hpp"
#include "analysis/shift.hpp"
#include "analysis/similarity.hpp"
#include "analysis/spectrum.hpp"
#include "analysis/wavelengths.hpp"
#include "border.hpp"

namespace posenc::wasm {

using embedding::SinusoidalOptions;

static SinusoidalOptions sinusoidal(Size width, double base, int layout,
                                    int spacing) {
  return {.width = width,
          .base = base,
          .layout = static_cast<embedding::SinusoidalLayout>(layout),
          .spacing = static_cast<embedding::SinusoidalSpacing>(spacing)};
}

POSENC_EXPORT int analysis_similarity(Address out, Address rows, Size length,
                                      Size width, int kind) {
  return number(analysis::similarity(
      output<float>(out, std::size_t{length} * length),
      input<float>(rows, std::size_t{length} * width), length, width,
      static_cast<analysis::SimilarityKind>(kind)));
}

POSENC_EXPORT int analysis_decay(Address out, Size count, Size width,
                                 double base, int spacing) {
  return number(analysis::decay(
      output<double>(out, count),
      {.width = width,
       .base = base,
       .spacing = static_cast<embedding::SinusoidalSpacing>(spacing)}));
}

// fit: a, b, R^2.
POSENC_EXPORT int analysis_fit_decay(Address fit, Address curve, Size count,
                                     int law, double base) {
  analysis::DecayFit result;
  const Status status =
      analysis::fit_decay(input<double>(curve, count),
                          static_cast<analysis::DecayLaw>(law), base, &result);
  const std::span<double> out = output<double>(fit, 3);
  out[0] = result.a;
  out[1] = result.b;
  out[2] = result.r_squared;
  return number(status);
}

POSENC_EXPORT int analysis_shift_matrix(Address out, double offset, Size width,
                                        double base, int layout, int spacing) {
  return number(
      analysis::shift_matrix(output<float>(out, std::size_t{width} * width),
                             offset, sinusoidal(width, base, layout, spacing)));
}

// error: max, rms.
POSENC_EXPORT int analysis_shift_error(Address error, Address rows, Size count,
                                       Size steps, Size width, double base,
                                       int layout, int spacing) {
  analysis::ShiftError result;
  const Status status = analysis::shift_error(
      &result, input<float>(rows, std::size_t{count} * width), count, steps,
      sinusoidal(width, base, layout, spacing));
  const std::span<double> out = output<double>(error, 2);
  out[0] = result.max;
  out[1] = result.rms;
  return number(status);
}

POSENC_EXPORT int analysis_wavelengths(Address out, Size pairs, Size width,
                                       double base, int layout, int spacing) {
  return number(analysis::wavelengths(
      output<double>(out, pairs), sinusoidal(width, base, layout, spacing)));
}

POSENC_EXPORT int analysis_sinusoidal_float64(Address out, Size count,
                                              Size width, double base,
                                              int layout, int spacing) {
  return number(analysis::sinusoidal_float64(
      output<double>(out, std::size_t{count} * width), count,
      sinusoidal(width, base, layout, spacing)));
}

POSENC_EXPORT double analysis_collisions_scratch(Size count) {
  return static_cast<double>(analysis::collisions_scratch_size(count));
}

// result: distinct rows, first, second, distance. Rounds `rows` in place.
POSENC_EXPORT int analysis_collisions(Address result, Address rows, Size count,
                                      Size width, int storage, Address scratch,
                                      Size scratch_size) {
  const std::span<double> values =
      output<double>(rows, std::size_t{count} * width);
  analysis::store_as(static_cast<analysis::Storage>(storage), values);
  analysis::Collisions found;
  const Status status = analysis::collisions(
      &found, values, count, output<std::uint32_t>(scratch, scratch_size));
  const std::span<double> out = output<double>(result, 4);
  out[0] = static_cast<double>(found.distinct);
  out[1] = static_cast<double>(found.first);
  out[2] = static_cast<double>(found.second);
  out[3] = found.distance;
  return number(status);
}

POSENC_EXPORT double analysis_spectrum_scratch(Size width) {
  return static_cast<double>(analysis::spectrum_scratch_size(width));
}

POSENC_EXPORT int analysis_spectrum(Address variances, Address components,
                                    Address projections, Address rows,
                                    Size count, Size width, Size kept,
                                    Address scratch) {
  return number(analysis::spectrum(
      output<double>(variances, width),
      output<float>(components, std::size_t{kept} * width),
      output<float>(projections, std::size_t{count} * kept),
      input<float>(rows, std::size_t{count} * width), width,
      output<double>(scratch, analysis::spectrum_scratch_size(width))));
}

POSENC_EXPORT int analysis_precision(Address angle_error, Address value_error,
                                     Address positions, Size count,
                                     Address inverse_frequency, Size pairs,
                                     int format) {
  return number(analysis::precision(
      output<double>(angle_error, count), output<double>(value_error, count),
      input<double>(positions, count), input<double>(inverse_frequency, pairs),
      static_cast<numeric::Format>(format)));
}

}  // namespace posenc::wasm
