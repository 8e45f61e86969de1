#include "analysis/shift.hpp"

#include <cmath>

#include "analysis/sinusoidal_pairs.hpp"
#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::analysis {

using embedding::SinusoidalOptions;

Status shift_matrix(std::span<float> out, double offset,
                    const SinusoidalOptions& options) noexcept {
  if (!SinusoidalPairs::valid(options) || !numeric::is_position(offset)) {
    return Status::kBadArgument;
  }
  const std::size_t width = options.width;
  if (const Status s = check_size<float>(out.size(), width, width);
      s != Status::kOk) {
    return s;
  }
  for (float& cell : out) cell = 0;
  const SinusoidalPairs pairs(options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const SinusoidalPair pair = pairs.at(i);
    double sine = 0;
    double cosine = 1;
    numeric::sincos_phase(offset, pair.frequency, &sine, &cosine);
    out[pair.sine * width + pair.sine] = static_cast<float>(cosine);
    out[pair.sine * width + pair.cosine] = static_cast<float>(sine);
    out[pair.cosine * width + pair.sine] = static_cast<float>(-sine);
    out[pair.cosine * width + pair.cosine] = static_cast<float>(cosine);
  }
  return Status::kOk;
}

Status shift_error(ShiftError* error, std::span<const float> rows,
                   std::size_t count, std::size_t steps,
                   const SinusoidalOptions& options) noexcept {
  if (!SinusoidalPairs::valid(options) || steps < 1 || steps >= count) {
    return Status::kBadArgument;
  }
  const std::size_t width = options.width;
  if (const Status s = check_size<float>(rows.size(), count, width);
      s != Status::kOk) {
    return s;
  }
  double largest = 0;
  double squares = 0;
  const SinusoidalPairs pairs(options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const SinusoidalPair pair = pairs.at(i);
    double sine = 0;
    double cosine = 1;
    numeric::sincos_phase(static_cast<double>(steps), pair.frequency, &sine,
                          &cosine);
    for (std::size_t t = 0; t + steps < count; ++t) {
      const float* from = rows.data() + t * width;
      const float* to = from + steps * width;
      const double s = from[pair.sine];
      const double c = from[pair.cosine];
      for (const double gap : {to[pair.sine] - (cosine * s + sine * c),
                               to[pair.cosine] - (cosine * c - sine * s)}) {
        const double size = numeric::absolute(gap);
        // Written so that a NaN in the rows shows in the result.
        if (!(size <= largest)) largest = size;
        squares += gap * gap;
      }
    }
  }
  error->max = largest;
  error->rms = std::sqrt(squares / (static_cast<double>(count - steps) *
                                    static_cast<double>(width)));
  return Status::kOk;
}

}  // namespace posenc::analysis
