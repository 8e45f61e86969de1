#include "analysis/wavelengths.hpp"

#include <cstddef>

#include "analysis/sinusoidal_pairs.hpp"
#include "numeric/double_double.hpp"
#include "numeric/phase.hpp"

namespace posenc::analysis {

Status wavelengths(std::span<double> out,
                   const embedding::SinusoidalOptions& options) noexcept {
  using embedding::SinusoidalLayout;
  using embedding::SinusoidalSpacing;
  const std::size_t width = options.width;
  if (width < 1 || width > embedding::kMaxWidth ||
      !numeric::is_base(options.base)) {
    return Status::kBadArgument;
  }
  const bool paper = options.spacing == SinusoidalSpacing::kPaper;
  const bool padded = !paper && options.layout == SinusoidalLayout::kHalves;
  const std::size_t pairs = padded ? width / 2 : (width + 1) / 2;
  if (out.size() != pairs) return Status::kBadShape;
  const numeric::GeometricFrequencies frequencies =
      SinusoidalPairs::frequencies(options, pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    numeric::Frequency turns;
    frequencies.write({&turns, 1}, i);
    out[i] = numeric::divide({1.0, 0.0}, {turns.hi, turns.lo}).hi;
  }
  return Status::kOk;
}

}  // namespace posenc::analysis
