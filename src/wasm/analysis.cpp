// Bindings of src/core/analysis.
#include <algorithm>
#include <initializer_list>

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

// Writes what was found, unless it was refused.
static Status told(std::span<double> out, Status status,
                   std::initializer_list<double> found) {
  if (status == Status::kOk) std::copy(found.begin(), found.end(), out.begin());
  return status;
}

POSENC_EXPORT int analysis_similarity(Address out, Address rows, Size length,
                                      Size width, int kind) {
  return call(analysis::similarity, output<float>(out, Count(length) * length),
              input<float>(rows, Count(length) * width), length, width,
              static_cast<analysis::SimilarityKind>(kind));
}

POSENC_EXPORT int analysis_decay(Address out, Size count, Size width,
                                 double base, int spacing) {
  return call(analysis::decay, output<double>(out, count),
              {.width = width,
               .base = base,
               .spacing = static_cast<embedding::SinusoidalSpacing>(spacing)});
}

// fit: a, b, R^2.
POSENC_EXPORT int analysis_fit_decay(Address fit, Address curve, Size count,
                                     int law, double base) {
  return with(
      [&](auto out, auto values) {
        analysis::DecayFit found;
        const Status status = analysis::fit_decay(
            values, static_cast<analysis::DecayLaw>(law), base, &found);
        return told(out, status, {found.a, found.b, found.r_squared});
      },
      output<double>(fit, 3u), input<double>(curve, count));
}

POSENC_EXPORT int analysis_shift_matrix(Address out, double offset, Size width,
                                        double base, int layout, int spacing) {
  return call(analysis::shift_matrix, output<float>(out, Count(width) * width),
              offset, sinusoidal(width, base, layout, spacing));
}

// error: max, rms.
POSENC_EXPORT int analysis_shift_error(Address error, Address rows, Size count,
                                       Size steps, Size width, double base,
                                       int layout, int spacing) {
  return with(
      [&](auto out, auto table) {
        analysis::ShiftError found;
        const Status status =
            analysis::shift_error(&found, table, count, steps,
                                  sinusoidal(width, base, layout, spacing));
        return told(out, status, {found.max, found.rms});
      },
      output<double>(error, 2u), input<float>(rows, Count(count) * width));
}

POSENC_EXPORT int analysis_wavelengths(Address out, Size pairs, Size width,
                                       double base, int layout, int spacing) {
  return call(analysis::wavelengths, output<double>(out, pairs),
              sinusoidal(width, base, layout, spacing));
}

POSENC_EXPORT int analysis_sinusoidal_float64(Address out, Size count,
                                              Size width, double base,
                                              int layout, int spacing) {
  return call(analysis::sinusoidal_float64,
              output<double>(out, Count(count) * width), count,
              sinusoidal(width, base, layout, spacing));
}

POSENC_EXPORT double analysis_collisions_scratch(Size count) {
  return analysis::collisions_scratch_size(count).number();
}

// result: distinct rows, first, second, distance. Rounds `rows` in place.
POSENC_EXPORT int analysis_collisions(Address result, Address rows, Size count,
                                      Size width, int storage, Address scratch,
                                      Size scratch_size) {
  return with(
      [&](auto out, auto values, auto slots) {
        analysis::Collisions found;
        const Status status = analysis::collisions(
            &found, values, count, static_cast<analysis::Storage>(storage),
            slots);
        return told(out, status,
                    {static_cast<double>(found.distinct),
                     static_cast<double>(found.first),
                     static_cast<double>(found.second), found.distance});
      },
      output<double>(result, 4u), output<double>(rows, Count(count) * width),
      output<std::uint32_t>(scratch, scratch_size));
}

POSENC_EXPORT double analysis_spectrum_scratch(Size width) {
  return analysis::spectrum_scratch_size(width).number();
}

POSENC_EXPORT int analysis_spectrum(Address variances, Address components,
                                    Address projections, Address rows,
                                    Size count, Size width, Size kept,
                                    Address scratch) {
  return call(analysis::spectrum, output<double>(variances, width),
              output<float>(components, Count(kept) * width),
              output<float>(projections, Count(count) * kept),
              input<float>(rows, Count(count) * width), width,
              output<double>(scratch, analysis::spectrum_scratch_size(width)));
}

POSENC_EXPORT int analysis_precision(Address angle_error, Address value_error,
                                     Address positions, Size count,
                                     Address inverse_frequency, Size pairs,
                                     int format) {
  return call(analysis::precision, output<double>(angle_error, count),
              output<double>(value_error, count),
              input<double>(positions, count),
              input<double>(inverse_frequency, pairs),
              static_cast<numeric::Format>(format));
}

}  // namespace posenc::wasm
