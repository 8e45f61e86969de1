#include "relative/deberta.hpp"

#include <algorithm>

namespace posenc::relative {

using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::kRightPanel;
using numeric::round_up;

Count Deberta::memory_size(const DebertaShape& shape, bool content_to_position,
                           bool position_to_content) noexcept {
  const Count padded = round_up(2u * Count(shape.span), kLeftPanel);
  Count size;
  if (content_to_position) size = padded * shape.width;
  if (position_to_content) {
    size = size + (padded + kRightPanel) * shape.width +
           round_up(Count(shape.keys), kRightPanel) * padded;
  }
  return size;
}

Status Deberta::check(const DebertaShape& shape,
                      std::span<const float> key_rows,
                      std::span<const float> query_rows,
                      std::span<const float> k,
                      std::span<const std::int32_t> rows,
                      std::span<const float> memory) noexcept {
  const auto& [batch, heads, width, queries, keys, key_heads, span] = shape;
  if (key_heads == 0 || heads % key_heads != 0) return Status::kBadArgument;
  Status status = check_size<float>(k.size(), batch, keys, key_heads, width);
  if (status != Status::kOk) return status;
  for (const std::span<const float> table : {key_rows, query_rows}) {
    if (table.empty()) continue;
    status = check_size<float>(table.size(), 2u, span, heads, width);
    if (status != Status::kOk) return status;
  }
  status = check_size<std::int32_t>(rows.size(), Count(queries) + keys - 1u);
  if (status != Status::kOk) return status;
  status = check_scratch<float>(
      memory.size(),
      memory_size(shape, !key_rows.empty(), !query_rows.empty()));
  if (status != Status::kOk) return status;
  for (const std::int32_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) / 2 >= span) {
      return Status::kOutOfRange;
    }
  }
  return Status::kOk;
}

Deberta::Deberta(const DebertaShape& shape, std::span<const float> key_rows,
                 std::span<const float> query_rows, std::span<const float> k,
                 std::span<const std::int32_t> rows,
                 std::span<float> memory) noexcept
    : shape_(shape),
      key_rows_(key_rows.empty() ? nullptr : key_rows.data()),
      query_rows_(query_rows.empty() ? nullptr : query_rows.data()),
      k_(k.data()),
      rows_(rows.data()),
      padded_(round_up(2 * shape.span, kLeftPanel)),
      packed_(memory.data()),
      query_packed_(packed_ +
                    (key_rows_ == nullptr ? 0 : padded_ * shape.width)),
      panel_(query_rows_ == nullptr ? nullptr
                                    : query_packed_ + padded_ * shape.width),
      products_(query_rows_ == nullptr ? nullptr
                                       : panel_ + kRightPanel * shape.width) {}

Count Deberta::state_size() const noexcept {
  return key_rows_ == nullptr ? Count() : Count(padded_) * kQueryLanes;
}

void Deberta::begin_head(std::size_t batch, std::size_t head) const noexcept {
  const std::size_t width = shape_.width;
  const std::size_t rows = 2 * shape_.span;
  const std::size_t stride = shape_.heads * width;
  if (key_rows_ != nullptr) {
    numeric::pack_left({key_rows_ + head * width, rows, width, stride},
                       packed_);
  }
  if (query_rows_ == nullptr) return;
  numeric::pack_left({query_rows_ + head * width, rows, width, stride},
                     query_packed_);
  const std::size_t group = head / (shape_.heads / shape_.key_heads);
  const std::size_t key_stride = shape_.key_heads * width;
  const float* const keys =
      k_ + (batch * shape_.keys * shape_.key_heads + group) * width;
  for (std::size_t j = 0; j < shape_.keys; j += kRightPanel) {
    const std::size_t count = std::min(kRightPanel, shape_.keys - j);
    numeric::pack_right({keys + j * key_stride, count, width, key_stride}, 1.0f,
                        panel_);
    numeric::multiply({query_packed_, padded_ / kLeftPanel, kLeftPanel * width,
                       panel_, width},
                      products_ + j * padded_);
  }
}

void Deberta::begin(const numeric::QueryBlock& queries,
                    float* state) const noexcept {
  if (key_rows_ == nullptr) return;
  numeric::multiply({packed_, padded_ / kLeftPanel, kLeftPanel * shape_.width,
                     queries.packed, shape_.width},
                    state);
}

void Deberta::add(const numeric::QueryBlock& queries,
                  const numeric::KeyBlock& keys, const float* /*mask*/,
                  float* scores, float* state) const noexcept {
  for (std::size_t n = 0; n < keys.count && keys.key + n < shape_.keys; ++n) {
    const std::size_t j = keys.key + n;
    const std::int32_t* const rows =
        rows_ + queries.query + shape_.keys - 1 - j;
    const std::size_t first =
        j / kRightPanel * kRightPanel * padded_ + j % kRightPanel;
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      const auto row = static_cast<std::size_t>(rows[lane]);
      float& score = scores[n * kQueryLanes + lane];
      if (key_rows_ != nullptr) score += state[row * kQueryLanes + lane];
      if (query_rows_ != nullptr) {
        score += products_[first + row * kRightPanel] * queries.scale;
      }
    }
  }
}

}  // namespace posenc::relative
