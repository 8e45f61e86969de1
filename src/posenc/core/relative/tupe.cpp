#include "relative/tupe.hpp"

#include "numeric/bits.hpp"

namespace posenc::relative {

using numeric::kLeftPanel;
using numeric::kQueryLanes;

Count Tupe::memory_size(const TupeShape& shape) noexcept {
  return round_up(Count(shape.keys), kLeftPanel) * shape.width;
}

Status Tupe::check(const TupeShape& shape,
                   std::span<const float> query_positions,
                   std::span<const float> key_positions,
                   std::span<const float> memory) noexcept {
  const auto& [heads, width, queries, keys, cls, scale] = shape;
  if (queries == 0 || keys == 0 || !numeric::is_finite(scale))
    return Status::kBadArgument;
  Status status = check_size<float>(query_positions.size(), shape.query_rows(),
                                    heads, width);
  if (status != Status::kOk) return status;
  status =
      check_size<float>(key_positions.size(), shape.key_rows(), heads, width);
  if (status != Status::kOk) return status;
  return check_scratch<float>(memory.size(), memory_size(shape));
}

Tupe::Tupe(const TupeShape& shape, std::span<const float> query_positions,
           std::span<const float> key_positions,
           std::span<float> memory) noexcept
    : shape_(shape),
      queries_(query_positions.data()),
      keys_(key_positions.data()),
      packed_(memory.data()) {}

float Tupe::tied(std::size_t head, std::size_t row) const noexcept {
  const std::size_t at = (row * shape_.heads + head) * shape_.width;
  double sum = 0;
  for (std::size_t d = 0; d < shape_.width; ++d) {
    sum += double{queries_[at + d]} * double{keys_[at + d]};
  }
  return static_cast<float>(shape_.scale * sum);
}

Count Tupe::state_size() const noexcept {
  return Count(shape_.width) * kQueryLanes;
}

void Tupe::begin_head(std::size_t /*batch*/, std::size_t head) noexcept {
  const std::size_t stride = shape_.heads * shape_.width;
  const std::size_t skipped = shape_.cls ? 1 : 0;
  numeric::pack_left({keys_ + skipped * stride + head * shape_.width,
                      shape_.keys, shape_.width, stride},
                     packed_);
  if (!shape_.cls) return;
  from_cls_ = tied(head, 0);
  to_cls_ = tied(head, 1);
}

void Tupe::begin(const numeric::QueryBlock& queries,
                 float* state) const noexcept {
  const std::size_t stride = shape_.heads * shape_.width;
  const std::size_t row = queries.query + (shape_.cls ? 1 : 0);
  numeric::pack_right({queries_ + row * stride + queries.head * shape_.width,
                       queries.count, shape_.width, stride},
                      static_cast<float>(shape_.scale), state);
}

void Tupe::add(const numeric::QueryBlock& queries,
               const numeric::KeyBlock& keys, const float* /*mask*/,
               float* scores, float* state) const noexcept {
  // Blocks of keys start and end on whole panels.
  numeric::Panels panels{packed_ + keys.key * shape_.width,
                         keys.count / kLeftPanel, kLeftPanel * shape_.width,
                         state, shape_.width};
  if (!shape_.cls) {
    numeric::multiply_add(panels, scores);
    return;
  }
  float products[kLeftPanel * kQueryLanes];
  panels.count = 1;
  for (std::size_t n = 0; n < keys.count; n += kLeftPanel) {
    panels.left = packed_ + (keys.key + n) * shape_.width;
    numeric::multiply(panels, products);
    for (std::size_t x = 0; x < kLeftPanel * kQueryLanes; ++x) {
      const std::size_t j = keys.key + n + x / kQueryLanes;
      const std::size_t i = queries.query + x % kQueryLanes;
      scores[n * kQueryLanes + x] +=
          i == 0 ? from_cls_ : (j == 0 ? to_cls_ : products[x]);
    }
  }
}

}  // namespace posenc::relative
