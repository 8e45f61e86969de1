#include "transformer/draw.hpp"

#include "numeric/bits.hpp"
#include "numeric/random.hpp"

namespace posenc::transformer {

[[gnu::cold]] Status draw(std::span<float> out, double std, std::uint64_t seed,
                          std::uint64_t stream) noexcept {
  if (!(std >= 0) || !numeric::is_finite(std)) return Status::kBadArgument;
  numeric::Random random = numeric::random_stream(seed, stream);
  numeric::fill_normal(random, out, 0, std);
  return Status::kOk;
}

}  // namespace posenc::transformer
