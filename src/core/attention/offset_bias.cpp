#include "attention/offset_bias.hpp"

#include <algorithm>

namespace posenc::attention {

void OffsetBias::add(const numeric::QueryBlock& queries,
                     const numeric::KeyBlock& keys, const float* /*content*/,
                     float* scores, float* /*state*/) const noexcept {
  const float* const row = table_ + queries.head * length_;
  const std::size_t end = std::min(keys.key + keys.count, keys_);
  for (std::size_t j = keys.key; j < end; ++j) {
    // Along the queries the table is read forwards: lane i is entry n + i.
    const std::size_t n = queries.query + keys_ - 1 - j;
    float* const to = scores + (j - keys.key) * numeric::kQueryLanes;
    if (queries.count == numeric::kQueryLanes) {
      numeric::store(to, numeric::load(to) + numeric::load(row + n));
      numeric::store(to + 4,
                     numeric::load(to + 4) + numeric::load(row + n + 4));
    } else {
      for (std::size_t lane = 0; lane < queries.count; ++lane) {
        to[lane] += row[n + lane];
      }
    }
  }
}

}  // namespace posenc::attention
