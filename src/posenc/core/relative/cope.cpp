#include "relative/cope.hpp"

#include <algorithm>
#include <limits>

#include "numeric/activation.hpp"
#include "numeric/bits.hpp"

namespace posenc::relative {

using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::round_up;

Count Cope::memory_size(const CopeShape& shape) noexcept {
  return shape.tables * round_up(Count(shape.positions), kLeftPanel) *
         shape.width;
}

Status Cope::check(const CopeShape& shape, std::span<const float> embeddings,
                   std::span<const float> gates,
                   std::span<const float> memory) noexcept {
  const auto& [batch, heads, width, keys, gate_heads, positions, tables,
               factor] = shape;
  if (positions == 0 || width == 0 || gate_heads == 0 ||
      heads % gate_heads != 0 || (tables != 1 && tables != heads) ||
      !numeric::is_finite(factor)) {
    return Status::kBadArgument;
  }
  Status status =
      check_size<float>(embeddings.size(), tables, positions, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(gates.size(), batch, keys, gate_heads, width);
  if (status != Status::kOk) return status;
  return check_scratch<float>(memory.size(), memory_size(shape));
}

Cope::Cope(const CopeShape& shape, std::span<const float> embeddings,
           std::span<const float> gates, std::span<float> memory) noexcept
    : shape_(shape),
      gates_(gates.data()),
      padded_(round_up(shape.positions, kLeftPanel)),
      packed_(memory.data()) {
  for (std::size_t h = 0; h < shape.tables; ++h) {
    numeric::pack_left({embeddings.data() + h * shape.positions * shape.width,
                        shape.positions, shape.width, shape.width},
                       memory.data() + h * padded_ * shape.width);
  }
}

Count Cope::state_size() const noexcept {
  // z, and behind it what was counted so far: a sum of two floats, because one
  // loses a bit with every doubling of the length.
  return (Count(padded_) + 2u) * kQueryLanes;
}

void Cope::begin(const numeric::QueryBlock& queries,
                 float* state) const noexcept {
  const std::size_t table = shape_.tables > 1 ? queries.head : 0;
  numeric::multiply(
      {packed_ + table * padded_ * shape_.width, padded_ / kLeftPanel,
       kLeftPanel * shape_.width, queries.packed, shape_.width},
      state);
  std::fill_n(state + padded_ * kQueryLanes, 2 * kQueryLanes, 0.0f);
}

void Cope::add(const numeric::QueryBlock& queries,
               const numeric::KeyBlock& keys, const float* mask, float* scores,
               float* state) const noexcept {
  float* const counted = state + padded_ * kQueryLanes;
  float* const rest = counted + kQueryLanes;
  const auto last = static_cast<double>(shape_.positions - 1);
  const std::size_t group = queries.head / (shape_.heads / shape_.gate_heads);
  for (std::size_t back = keys.count; back-- > 0;) {
    const std::size_t j = keys.key + back;
    if (j >= shape_.keys) continue;
    const float* const x =
        gates_ +
        ((queries.batch * shape_.keys + j) * shape_.gate_heads + group) *
            shape_.width;
    double opening[kQueryLanes] = {};
    for (std::size_t d = 0; d < shape_.width; ++d) {
      for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
        opening[lane] +=
            double{x[d]} * double{queries.packed[d * kQueryLanes + lane]};
      }
    }
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      const float added = mask[back * kQueryLanes + lane];
      double sum = double{counted[lane]} + double{rest[lane]};
      if (added != -std::numeric_limits<float>::infinity()) {
        sum += numeric::sigmoid(opening[lane] + double{added});
        counted[lane] = static_cast<float>(sum);
        rest[lane] = static_cast<float>(sum - double{counted[lane]});
      }
      const double p = std::min(sum, last);
      float& score = scores[back * kQueryLanes + lane];
      if (tells_positions_) {
        score = static_cast<float>(p);
        continue;
      }
      // NaN, of queries or gates that are not finite, is no index.
      const auto n = static_cast<std::size_t>(sum < last ? sum : last);
      const std::size_t next = n + 1 < shape_.positions ? n + 1 : n;
      const double share = p - static_cast<double>(n);
      const double z = (1 - share) * double{state[n * kQueryLanes + lane]} +
                       share * double{state[next * kQueryLanes + lane]};
      score += static_cast<float>(shape_.factor * z);
    }
  }
}

}  // namespace posenc::relative
