// Bindings of src/posenc/core/analysis.
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

static SinusoidalOptions sinusoidal(Size width, double base,
                                    embedding::SinusoidalLayout layout,
                                    embedding::SinusoidalSpacing spacing) {
  return {.width = width, .base = base, .layout = layout, .spacing = spacing};
}

// Writes what was found, unless it was refused.
static Status told(std::span<double> out, Status status,
                   std::initializer_list<double> found) {
  if (status == Status::kOk) std::copy(found.begin(), found.end(), out.begin());
  return status;
}

POSENC_EXPORT int analysis_similarity(Floats out, Floats rows, Size length,
                                      Size width,
                                      analysis::SimilarityKind kind) {
  return call(analysis::similarity, output<float>(out, Count(length) * length),
              input<float>(rows, Count(length) * width), length, width, kind);
}

POSENC_EXPORT int analysis_decay(Doubles out, Size count, Size width,
                                 double base,
                                 embedding::SinusoidalSpacing spacing) {
  return call(analysis::decay, output<double>(out, count),
              {.width = width, .base = base, .spacing = spacing});
}

// fit: a, b, R^2.
POSENC_EXPORT int analysis_fit_decay(Doubles fit, Doubles curve, Size count,
                                     analysis::DecayLaw law, double base) {
  return with(
      [&](auto out, auto values) {
        analysis::DecayFit found;
        const Status status = analysis::fit_decay(values, law, base, &found);
        return told(out, status, {found.a, found.b, found.r_squared});
      },
      output<double>(fit, 3u), input<double>(curve, count));
}

POSENC_EXPORT int analysis_shift_matrix(Floats out, double offset, Size width,
                                        double base,
                                        embedding::SinusoidalLayout layout,
                                        embedding::SinusoidalSpacing spacing) {
  return call(analysis::shift_matrix, output<float>(out, Count(width) * width),
              offset, sinusoidal(width, base, layout, spacing));
}

// error: max, rms.
POSENC_EXPORT int analysis_shift_error(Doubles error, Floats rows, Size count,
                                       Size steps, Size width, double base,
                                       embedding::SinusoidalLayout layout,
                                       embedding::SinusoidalSpacing spacing) {
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

POSENC_EXPORT int analysis_wavelengths(Doubles out, Size pairs, Size width,
                                       double base,
                                       embedding::SinusoidalLayout layout,
                                       embedding::SinusoidalSpacing spacing) {
  return call(analysis::wavelengths, output<double>(out, pairs),
              sinusoidal(width, base, layout, spacing));
}

POSENC_EXPORT int analysis_sinusoidal_float64(
    Doubles out, Size count, Size width, double base,
    embedding::SinusoidalLayout layout, embedding::SinusoidalSpacing spacing) {
  return call(analysis::sinusoidal_float64,
              output<double>(out, Count(count) * width), count,
              sinusoidal(width, base, layout, spacing));
}

POSENC_EXPORT double analysis_collisions_scratch(Size count) {
  return analysis::collisions_scratch_size(count).number();
}

// result: distinct rows, first, second, distance. Rounds `rows` in place.
POSENC_EXPORT int analysis_collisions(Doubles result, Doubles rows, Size count,
                                      Size width, analysis::Storage storage,
                                      Ints scratch, Size scratch_size) {
  return with(
      [&](auto out, auto values, auto slots) {
        analysis::Collisions found;
        const Status status =
            analysis::collisions(&found, values, count, storage, slots);
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

POSENC_EXPORT int analysis_spectrum(Doubles variances, Floats components,
                                    Floats projections, Floats rows, Size count,
                                    Size width, Size kept, Doubles scratch) {
  return call(analysis::spectrum, output<double>(variances, width),
              output<float>(components, Count(kept) * width),
              output<float>(projections, Count(count) * kept),
              input<float>(rows, Count(count) * width), width,
              output<double>(scratch, analysis::spectrum_scratch_size(width)));
}

POSENC_EXPORT int analysis_precision(Doubles angle_error, Doubles value_error,
                                     Doubles positions, Size count,
                                     Doubles inverse_frequency, Size pairs,
                                     numeric::Format format) {
  return call(analysis::precision, output<double>(angle_error, count),
              output<double>(value_error, count),
              input<double>(positions, count),
              input<double>(inverse_frequency, pairs), format);
}

}  // namespace posenc::wasm
