#include "embedding/sinusoidal.hpp"

#include <algorithm>
#include <array>

#include "numeric/phase.hpp"
#include "numeric/phase_rows.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

using numeric::Frequency;
using numeric::GeometricFrequencies;
using numeric::kTilePairs;
using numeric::PairColumns;
using numeric::PhaseTile;
using Columns = SinusoidalColumns;

// Where the columns of the pairs from `first` on go.
PairColumns target(std::span<float> out, const SinusoidalOptions& options,
                   const Columns& c, std::size_t first) noexcept {
  const bool interleaved = options.layout == SinusoidalLayout::kInterleaved;
  const std::size_t pairs = std::min(kTilePairs, c.sines - first);
  return {out.data() + (interleaved ? 2 * first : first),
          out.data() + c.sines + first,
          options.width,
          pairs,
          std::min(pairs, c.cosines - first),
          interleaved};
}

[[gnu::cold]] void prepare(PhaseTile& tile, const GeometricFrequencies& omega,
                           std::size_t first, std::size_t pairs) noexcept {
  std::array<Frequency, kTilePairs> frequencies;
  omega.write({frequencies.data(), pairs}, first);
  numeric::set_tile(tile, {frequencies.data(), pairs});
}

// Calls write(tile, columns) for one group of frequencies after the other.
template <class Write>
void for_each_tile(std::span<float> out, const SinusoidalOptions& options,
                   SinusoidalKept* kept, Write&& write) noexcept {
  if (out.empty()) return;  // There is no address to count from.
  const Columns c = sinusoidal_columns(options);
  PhaseTile own;
  const bool keeps = kept != nullptr && c.sines <= kTilePairs;
  if (!keeps || kept->options != options) {
    const GeometricFrequencies omega(options.base, c.step, c.period);
    for (std::size_t i = 0; i < c.sines; i += kTilePairs) {
      const PairColumns columns = target(out, options, c, i);
      prepare(keeps ? kept->tile : own, omega, i, columns.sines);
      if (!keeps) write(own, columns);
    }
  }
  if (keeps) {
    kept->options = options;
    write(kept->tile, target(out, options, c, 0));
  }
  for (std::size_t t = options.width; c.zeros == 1 && t <= out.size();
       t += options.width) {
    out[t - 1] = 0;
  }
}

}  // namespace

SinusoidalColumns sinusoidal_columns(
    const SinusoidalOptions& options) noexcept {
  const std::size_t width = options.width;
  const bool odd = width % 2 == 1;
  const bool endpoint = options.spacing == SinusoidalSpacing::kEndpoint;
  const bool padded =
      odd && endpoint && options.layout == SinusoidalLayout::kHalves;
  const std::size_t cosines = width / 2;
  const std::size_t sines = padded ? cosines : width - cosines;
  const std::size_t period =
      endpoint ? std::max<std::size_t>(sines, 2) - 1 : width;
  return {sines, cosines, padded ? 1u : 0u, endpoint ? 1u : 2u, period};
}

Status check_sinusoidal(std::size_t size, std::size_t rows,
                        const SinusoidalOptions& options) noexcept {
  if (options.width < 1 || options.width > kMaxWidth ||
      !numeric::is_base(options.base)) {
    return Status::kBadArgument;
  }
  const int layout = static_cast<int>(options.layout);
  const int spacing = static_cast<int>(options.spacing);
  if (layout < 0 || layout > 1 || spacing < 0 || spacing > 1) {
    return Status::kBadArgument;
  }
  return check_size<float>(size, rows, options.width);
}

Status sinusoidal_reference(std::span<float> out,
                            std::span<const double> positions,
                            const SinusoidalOptions& options) noexcept {
  const Status status = check_sinusoidal(out.size(), positions.size(), options);
  if (status != Status::kOk) return status;
  if (!std::all_of(positions.begin(), positions.end(), numeric::is_position)) {
    return Status::kBadArgument;
  }
  const Columns c = sinusoidal_columns(options);
  const bool interleaved = options.layout == SinusoidalLayout::kInterleaved;
  const std::size_t stride = interleaved ? 2 : 1;
  const std::size_t cosine_column = interleaved ? 1 : c.sines;
  const GeometricFrequencies omega(options.base, c.step, c.period);
  for (std::size_t i = 0; i < c.sines; ++i) {
    Frequency f;
    omega.write({&f, 1}, i);
    for (std::size_t t = 0; t < positions.size(); ++t) {
      double s = 0;
      double co = 0;
      numeric::sincos_phase(positions[t], f, &s, &co);
      float* row = out.data() + t * options.width;
      row[i * stride] = static_cast<float>(s);
      if (i < c.cosines) {
        row[cosine_column + i * stride] = static_cast<float>(co);
      }
    }
  }
  for (std::size_t t = 0; t < positions.size() && c.zeros == 1; ++t) {
    out[t * options.width + options.width - 1] = 0;
  }
  return Status::kOk;
}

Status sinusoidal(std::span<float> out, std::span<const double> positions,
                  const SinusoidalOptions& options,
                  SinusoidalKept* kept) noexcept {
  const Status status = check_sinusoidal(out.size(), positions.size(), options);
  if (status != Status::kOk) return status;
  if (!std::all_of(positions.begin(), positions.end(), numeric::is_position)) {
    return Status::kBadArgument;
  }
  for_each_tile(out, options, kept,
                [&](const PhaseTile& tile, const PairColumns& target) {
                  numeric::write_positions(tile, positions, target);
                });
  return Status::kOk;
}

Status sinusoidal_range(std::span<float> out, std::size_t rows, double offset,
                        const SinusoidalOptions& options,
                        SinusoidalKept* kept) noexcept {
  const Status status = check_sinusoidal(out.size(), rows, options);
  if (status != Status::kOk) return status;
  if (!numeric::is_position(offset) ||
      !numeric::is_position(offset + static_cast<double>(rows))) {
    return Status::kBadArgument;
  }
  for_each_tile(out, options, kept,
                [&](const PhaseTile& tile, const PairColumns& target) {
                  numeric::write_range(tile, offset, rows, target);
                });
  return Status::kOk;
}

}  // namespace posenc::embedding
