#include "attention/offset_bias.hpp"

#include <algorithm>
#include <cstdint>

#include "numeric/simd.hpp"

namespace posenc::attention {
namespace {

using numeric::F32x4;

F32x4 reversed(F32x4 x) noexcept {
  using Order =
      xsimd::batch_constant<std::uint32_t, F32x4::arch_type, 3, 2, 1, 0>;
  return xsimd::swizzle(x, Order{});
}

}  // namespace

void OffsetBias::add(const numeric::QueryBlock& queries,
                     const numeric::KeyBlock& keys, const float* /*content*/,
                     float* scores, float* /*state*/) const noexcept {
  const std::size_t length = queries_ + keys_ - 1;
  const float* const row = by_offset_ + queries.head * length;
  const std::size_t end = std::min(keys.key + keys.count, keys_);
  for (std::size_t j = keys.key; j < end; ++j) {
    // The window of the next query lies one step to the left.
    const float* const at = row + (j + queries_ - 1 - queries.query);
    float* const to = scores + (j - keys.key) * numeric::kQueryLanes;
    if (queries.count == numeric::kQueryLanes) {
      const F32x4 a = reversed(numeric::load(at - 3));
      const F32x4 b = reversed(numeric::load(at - 7));
      numeric::store(to, numeric::load(to) + a);
      numeric::store(to + 4, numeric::load(to + 4) + b);
    } else {
      for (std::size_t lane = 0; lane < queries.count; ++lane) {
        to[lane] += *(at - lane);
      }
    }
  }
}

}  // namespace posenc::attention
