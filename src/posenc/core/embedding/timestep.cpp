#include "embedding/timestep.hpp"

#include <algorithm>
#include <array>

#include "embedding/sinusoidal.hpp"
#include "numeric/double_double.hpp"
#include "numeric/phase.hpp"
#include "numeric/phase_rows.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

using numeric::Frequency;
using numeric::kTilePairs;

constexpr double kMaxScaled = 4503599627370496.0;  // 2^52

Status check(std::span<float> out, std::span<const double> timesteps,
             const TimestepOptions& o) noexcept {
  const bool valid = o.width >= 2 && o.width <= kMaxWidth && o.shift <= 1 &&
                     o.shift >= -static_cast<double>(kMaxWidth) &&
                     numeric::is_base(o.max_period) &&
                     numeric::absolute(o.scale) <= kMaxTimestepScale;
  if (!valid || !std::all_of(timesteps.begin(), timesteps.end(), [&](double t) {
        return numeric::is_position(t) &&
               numeric::absolute(t * o.scale) <= kMaxScaled;
      })) {
    return Status::kBadArgument;
  }
  return check_size<float>(out.size(), timesteps.size(), o.width);
}

// Calls write(frequencies, sine, cosine) for one group of frequencies after the
// other, with the first cell of each, and fills what is left of an odd width.
template <class Write>
void for_each_group(std::span<float> out, const TimestepOptions& o,
                    Write&& write) noexcept {
  if (out.empty()) return;  // no address either, to count from
  const std::size_t half = o.width / 2;
  const numeric::GeometricFrequencies omega(
      o.max_period, 1, half > 1 ? static_cast<double>(half) - o.shift : 1.0);
  float* const sine = out.data() + (o.cosine_first ? half : 0);
  float* const cosine = out.data() + (o.cosine_first ? 0 : half);
  for (std::size_t i = 0; i < half; i += kTilePairs) {
    std::array<Frequency, kTilePairs> group;
    const std::span<Frequency> frequencies(group.data(),
                                           std::min(kTilePairs, half - i));
    omega.write(frequencies, i);
    for (Frequency& f : frequencies) {
      const auto scaled = numeric::multiply({f.hi, f.lo}, {o.scale, 0.0});
      f = {scaled.hi, scaled.lo};
    }
    write(frequencies, sine + i, cosine + i);
  }
  for (std::size_t t = o.width; o.width % 2 == 1 && t <= out.size();
       t += o.width) {
    out[t - 1] = 0;
  }
}

}  // namespace

Status timestep_reference(std::span<float> out,
                          std::span<const double> timesteps,
                          const TimestepOptions& options) noexcept {
  const Status status = check(out, timesteps, options);
  if (status != Status::kOk) return status;
  for_each_group(
      out, options, [&](auto frequencies, float* sine, float* cosine) {
        for (std::size_t i = 0; i < timesteps.size() * frequencies.size();
             ++i) {
          const std::size_t t = i / frequencies.size();
          const std::size_t pair = i % frequencies.size();
          double s = 0;
          double c = 0;
          numeric::sincos_phase(timesteps[t], frequencies[pair], &s, &c);
          sine[t * options.width + pair] = static_cast<float>(s);
          cosine[t * options.width + pair] = static_cast<float>(c);
        }
      });
  return Status::kOk;
}

Status timestep(std::span<float> out, std::span<const double> timesteps,
                const TimestepOptions& options) noexcept {
  const Status status = check(out, timesteps, options);
  if (status != Status::kOk) return status;
  for_each_group(out, options,
                 [&](auto frequencies, float* sine, float* cosine) {
                   numeric::PhaseTile tile;
                   numeric::set_tile(tile, frequencies);
                   const std::size_t pairs = frequencies.size();
                   numeric::write_positions(
                       tile, timesteps,
                       {sine, cosine, options.width, pairs, pairs, false});
                 });
  return Status::kOk;
}

}  // namespace posenc::embedding
