#include "rotary/frequencies.hpp"

#include "numeric/phase.hpp"
#include "rotary/float32.hpp"

namespace posenc::rotary {

[[gnu::cold]] Status frequencies(std::span<numeric::DoubleDouble> theta,
                                 double* attention_factor,
                                 const FrequencyOptions& options) noexcept {
  const std::size_t dim = options.rotary_dim;
  if (dim < 2 || dim > kMaxRotaryDim || !numeric::is_base(options.base)) {
    return Status::kBadArgument;
  }
  if (theta.size() != pair_count(dim)) return Status::kBadShape;
  const Status status =
      check_scaling(options.scaling, options.base, dim, options.seq_len);
  if (status != Status::kOk) return status;
  const int arithmetic = static_cast<int>(options.arithmetic);
  if (arithmetic < 0 || arithmetic > 1) return Status::kBadArgument;
  if (options.arithmetic == Arithmetic::kFloat32) {
    const Status made = float32_frequencies(theta, options.base, dim,
                                            options.scaling, options.seq_len);
    if (made != Status::kOk) return made;
  } else {
    powers(theta, options.base, dim);
    scale(theta, options.base, dim, options.scaling, options.seq_len);
  }
  *attention_factor =
      rotary::attention_factor(options.scaling, options.seq_len);
  return Status::kOk;
}

}  // namespace posenc::rotary
