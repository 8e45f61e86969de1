#include "embedding/coordinate.hpp"

#include <algorithm>
#include <array>

#include "numeric/phase.hpp"

namespace posenc::embedding {

using numeric::Frequency;

Status coordinate(std::span<float> out, std::span<const double> positions,
                  const CoordinateOptions& options) noexcept {
  const SinusoidalOptions& o = options.columns;
  const Status status = check_sinusoidal(out.size(), positions.size(), o);
  if (status != Status::kOk) return status;
  if (!numeric::is_position(options.step) ||
      !std::all_of(positions.begin(), positions.end(), numeric::is_position)) {
    return Status::kBadArgument;
  }
  const SinusoidalColumns c = sinusoidal_columns(o);
  const bool interleaved = o.layout == SinusoidalLayout::kInterleaved;
  const std::size_t stride = interleaved ? 2 : 1;
  const std::size_t cosine_column = interleaved ? 1 : c.sines;
  const numeric::GeometricFrequencies omega(o.base, c.step, c.period);
  std::array<Frequency, numeric::kTilePairs> group;
  for (std::size_t first = 0; first < c.sines; first += group.size()) {
    const std::span<Frequency> frequencies(
        group.data(), std::min(group.size(), c.sines - first));
    omega.write(frequencies, first);
    for (std::size_t j = 0; j < frequencies.size(); ++j) {
      const std::size_t pair = first + j;
      double step_sine = 0;
      double step_cosine = 0;
      numeric::sincos_phase(options.step, frequencies[j], &step_sine,
                            &step_cosine);
      for (std::size_t t = 0; t < positions.size(); ++t) {
        double sine = 0;
        double cosine = 0;
        numeric::sincos_phase(positions[t], frequencies[j], &sine, &cosine);
        float* row = out.data() + t * o.width;
        row[pair * stride] = static_cast<float>(sine + step_sine);
        if (pair < c.cosines) {
          row[cosine_column + pair * stride] =
              static_cast<float>(cosine + step_cosine);
        }
      }
    }
  }
  for (std::size_t t = 0; t < positions.size() && c.zeros == 1; ++t) {
    out[t * o.width + o.width - 1] = 0;
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
