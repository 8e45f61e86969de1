#include "attention/offset_bias.hpp"

#include <algorithm>
#include <cstdint>

#include "numeric/simd.hpp"

namespace posenc::attention {
namespace {

using numeric::F32x4;
using numeric::kQueryLanes;

F32x4 reversed(F32x4 x) noexcept {
  using Order =
      xsimd::batch_constant<std::uint32_t, F32x4::arch_type, 3, 2, 1, 0>;
  return xsimd::swizzle(x, Order{});
}

}  // namespace

void OffsetBias::add(const numeric::QueryBlock& queries,
                     const numeric::KeyBlock& keys, const float* /*mask*/,
                     float* scores, float* /*state*/) const noexcept {
  const std::size_t end = std::min(keys.key + keys.count, keys_);
  for (std::size_t j = keys.key; j < end; ++j) {
    const float* const from = at(queries, j);
    float* const to = scores + (j - keys.key) * kQueryLanes;
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      to[lane] += *(from - lane);
    }
  }
}

void OffsetBias::write(const numeric::QueryBlock& queries,
                       const numeric::KeyBlock& keys,
                       float* scores) const noexcept {
  const std::size_t real = std::min(keys.count, keys_ - keys.key);
  if (queries.count == kQueryLanes) {
    const float* from = at(queries, keys.key);
    for (std::size_t j = 0; j < real; ++j, ++from) {
      numeric::store(scores + j * kQueryLanes,
                     reversed(numeric::load(from - 3)));
      numeric::store(scores + j * kQueryLanes + 4,
                     reversed(numeric::load(from - 7)));
    }
    std::fill(scores + real * kQueryLanes, scores + keys.count * kQueryLanes,
              0.0f);
  } else {
    std::fill_n(scores, keys.count * kQueryLanes, 0.0f);
    add(queries, keys, nullptr, scores, nullptr);
  }
}

}  // namespace posenc::attention
