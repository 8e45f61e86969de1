#include "relative/shaw.hpp"

namespace posenc::relative {
namespace {

using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::round_up;

Status check_positions(std::int64_t offset, std::size_t clip) noexcept {
  return numeric::is_offset(offset) && clip <= kMaxClip ? Status::kOk
                                                        : Status::kBadArgument;
}

}  // namespace

Status shaw_indices(std::span<std::int32_t> out, std::size_t queries,
                    std::size_t keys, std::int64_t offset,
                    std::size_t clip) noexcept {
  Status status = check_positions(offset, clip);
  if (status != Status::kOk) return status;
  status = check_size<std::int32_t>(out.size(), queries, keys);
  // No numbers, however many queries.
  if (status != Status::kOk || out.empty()) return status;
  for (std::size_t i = 0; i < queries; ++i) {
    const std::int64_t position = static_cast<std::int64_t>(i) + offset;
    for (std::size_t j = 0; j < keys; ++j) {
      out[i * keys + j] = static_cast<std::int32_t>(
          shaw_index(static_cast<std::int64_t>(j) - position, clip));
    }
  }
  return Status::kOk;
}

Status shaw_values(std::span<float> out, std::span<const float> weights,
                   std::span<const float> value_table,
                   const ShawValuesShape& shape) noexcept {
  const std::size_t width = shape.value_width;
  Status status = check_positions(shape.offset, shape.clip);
  if (status != Status::kOk) return status;
  status = check_size<float>(out.size(), shape.matrices, shape.queries, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(weights.size(), shape.matrices, shape.queries,
                             shape.keys);
  if (status != Status::kOk) return status;
  status = check_size<float>(value_table.size(), 2 * shape.clip + 1, width);
  if (status != Status::kOk || out.empty()) return status;
  for (std::size_t row = 0; row < shape.matrices * shape.queries; ++row) {
    const std::int64_t position =
        static_cast<std::int64_t>(row % shape.queries) + shape.offset;
    for (std::size_t e = 0; e < width; ++e) {
      double sum = 0;
      for (std::size_t j = 0; j < shape.keys; ++j) {
        const std::size_t r =
            shaw_index(static_cast<std::int64_t>(j) - position, shape.clip);
        sum += double{weights[row * shape.keys + j]} *
               double{value_table[r * width + e]};
      }
      out[row * width + e] = static_cast<float>(sum);
    }
  }
  return Status::kOk;
}

Count Shaw::memory_size(const ShawShape& shape) noexcept {
  return shape.key_tables * round_up(shape.row_count(), kLeftPanel) *
         shape.width;
}

Status Shaw::check(const ShawShape& shape, std::span<const float> key_table,
                   std::span<const float> value_table,
                   std::span<const float> memory) noexcept {
  const auto one_or_each = [&](std::size_t tables) {
    return tables == 1 || tables == shape.heads;
  };
  if (shape.width == 0 || shape.clip > kMaxClip ||
      !one_or_each(shape.key_tables) ||
      (shape.value_tables != 0 && !one_or_each(shape.value_tables))) {
    return Status::kBadArgument;
  }
  Status status = check_size<float>(key_table.size(), shape.key_tables,
                                    shape.row_count(), shape.width);
  if (status != Status::kOk) return status;
  status = check_size<float>(value_table.size(), shape.value_tables,
                             shape.row_count(), shape.value_width);
  if (status != Status::kOk) return status;
  return check_scratch<float>(memory.size(), memory_size(shape));
}

Shaw::Shaw(const ShawShape& shape, std::span<const float> key_table,
           std::span<const float> value_table, std::span<float> memory) noexcept
    : shape_(shape),
      values_(value_table.data()),
      packed_(memory.data()),
      padded_rows_(round_up(shape.rows(), kLeftPanel)) {
  for (std::size_t h = 0; h < shape.key_tables; ++h) {
    numeric::pack_left({key_table.data() + h * shape.rows() * shape.width,
                        shape.rows(), shape.width, shape.width},
                       memory.data() + h * padded_rows_ * shape.width);
  }
}

Count Shaw::state_size() const noexcept {
  // Products, and sums of weights behind them.
  const Count sums = shape_.value_tables > 0 ? shape_.row_count() : Count();
  return (padded_rows_ + sums) * kQueryLanes;
}

void Shaw::begin(const numeric::QueryBlock& queries,
                 float* state) const noexcept {
  const std::size_t table = shape_.key_tables > 1 ? queries.head : 0;
  const float* const left = packed_ + table * padded_rows_ * shape_.width;
  numeric::multiply({left, padded_rows_ / kLeftPanel, kLeftPanel * shape_.width,
                     queries.packed, shape_.width},
                    state);
  if (shape_.value_tables == 0) return;
  float* const sums = state + padded_rows_ * kQueryLanes;
  for (std::size_t x = 0; x < shape_.rows() * kQueryLanes; ++x) sums[x] = 0;
}

void Shaw::add(const numeric::QueryBlock& queries,
               const numeric::KeyBlock& keys, const float* /*mask*/,
               float* scores, float* state) const noexcept {
  const std::int64_t first =
      static_cast<std::int64_t>(queries.query) + queries.offset;
  for (std::size_t n = 0; n < keys.count; ++n) {
    const std::int64_t distance =
        static_cast<std::int64_t>(keys.key + n) - first;
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      const std::size_t r =
          shaw_index(distance - static_cast<std::int64_t>(lane), shape_.clip);
      scores[n * kQueryLanes + lane] += state[r * kQueryLanes + lane];
    }
  }
}

void Shaw::collect(const numeric::QueryBlock& queries,
                   const numeric::KeyBlock& keys, const float* weights,
                   const float* factor, float* state) const noexcept {
  if (shape_.value_tables == 0) return;
  float* const sums = state + padded_rows_ * kQueryLanes;
  for (std::size_t x = 0; x < shape_.rows() * kQueryLanes; ++x) {
    sums[x] *= factor[x % kQueryLanes];
  }
  const std::int64_t first =
      static_cast<std::int64_t>(queries.query) + queries.offset;
  for (std::size_t n = 0; n < keys.count; ++n) {
    const std::int64_t distance =
        static_cast<std::int64_t>(keys.key + n) - first;
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      const std::size_t r =
          shaw_index(distance - static_cast<std::int64_t>(lane), shape_.clip);
      sums[r * kQueryLanes + lane] += weights[n * kQueryLanes + lane];
    }
  }
}

void Shaw::finish(const numeric::QueryBlock& queries, float* state,
                  float* output) const noexcept {
  if (shape_.value_tables == 0) return;
  const std::size_t table = shape_.value_tables > 1 ? queries.head : 0;
  const float* row = values_ + table * shape_.rows() * shape_.value_width;
  const float* sums = state + padded_rows_ * kQueryLanes;
  for (std::size_t r = 0; r < shape_.rows(); ++r) {
    for (std::size_t e = 0; e < shape_.value_width; ++e) {
      for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
        output[e * kQueryLanes + lane] += row[e] * sums[lane];
      }
    }
    row += shape_.value_width;
    sums += kQueryLanes;
  }
}

}  // namespace posenc::relative
