#include "relative/transformer_xl.hpp"

namespace posenc::relative {

using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::round_up;

Count TransformerXl::memory_size(const TransformerXlShape& shape) noexcept {
  return round_up(Count(shape.rows), kLeftPanel) * shape.width + shape.keys;
}

Status TransformerXl::check(const TransformerXlShape& shape,
                            std::span<const float> r,
                            std::span<const float> content_bias,
                            std::span<const float> position_bias,
                            std::span<const float> k,
                            std::span<const float> memory) noexcept {
  const auto& [batch, heads, width, keys, key_heads, rows, first] = shape;
  if (key_heads == 0 || heads % key_heads != 0 || !numeric::is_offset(first)) {
    return Status::kBadArgument;
  }
  Status status = check_size<float>(r.size(), rows, heads, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(k.size(), batch, keys, key_heads, width);
  if (status != Status::kOk) return status;
  for (const std::span<const float> bias : {content_bias, position_bias}) {
    if (!bias.empty() && bias.size() != heads * width) return Status::kBadShape;
  }
  return check_scratch<float>(memory.size(), memory_size(shape));
}

TransformerXl::TransformerXl(const TransformerXlShape& shape,
                             std::span<const float> r,
                             std::span<const float> content_bias,
                             std::span<const float> position_bias,
                             std::span<const float> k,
                             std::span<float> memory) noexcept
    : shape_(shape),
      r_(r.data()),
      content_bias_(content_bias.empty() ? nullptr : content_bias.data()),
      position_bias_(position_bias.empty() ? nullptr : position_bias.data()),
      k_(k.data()),
      packed_(memory.data()),
      key_terms_(memory.data() +
                 round_up(shape.rows, kLeftPanel) * shape.width) {}

Count TransformerXl::state_size() const noexcept {
  // Products with all rows, and the queries with their bias behind them.
  return (round_up(Count(shape_.rows), kLeftPanel) + shape_.width) *
         kQueryLanes;
}

void TransformerXl::begin_head(std::size_t batch,
                               std::size_t head) const noexcept {
  const std::size_t stride = shape_.heads * shape_.width;
  numeric::pack_left(
      {r_ + head * shape_.width, shape_.rows, shape_.width, stride}, packed_);
  const std::size_t group = head / (shape_.heads / shape_.key_heads);
  for (std::size_t j = 0; j < shape_.keys; ++j) {
    const float* const key =
        k_ +
        ((batch * shape_.keys + j) * shape_.key_heads + group) * shape_.width;
    double sum = 0;
    if (content_bias_ != nullptr) {
      for (std::size_t d = 0; d < shape_.width; ++d) {
        sum += double{content_bias_[head * shape_.width + d]} * double{key[d]};
      }
    }
    key_terms_[j] = static_cast<float>(sum);
  }
}

void TransformerXl::begin(const numeric::QueryBlock& queries,
                          float* state) const noexcept {
  const std::size_t padded = round_up(shape_.rows, kLeftPanel);
  float* const biased = state + padded * kQueryLanes;
  for (std::size_t d = 0; d < shape_.width; ++d) {
    const float bias =
        position_bias_ == nullptr
            ? 0.0f
            : position_bias_[queries.head * shape_.width + d] * queries.scale;
    for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
      const std::size_t x = d * kQueryLanes + lane;
      biased[x] = queries.packed[x] + bias;
    }
  }
  numeric::multiply({packed_, padded / kLeftPanel, kLeftPanel * shape_.width,
                     biased, shape_.width},
                    state);
}

void TransformerXl::add(const numeric::QueryBlock& queries,
                        const numeric::KeyBlock& keys, const float* /*mask*/,
                        float* scores, float* state) const noexcept {
  const std::int64_t first =
      static_cast<std::int64_t>(queries.query) + queries.offset;
  for (std::size_t n = 0; n < keys.count && keys.key + n < shape_.keys; ++n) {
    const float key = content_ ? key_terms_[keys.key + n] * queries.scale : 0;
    const std::int64_t distance =
        first - static_cast<std::int64_t>(keys.key + n);
    for (std::size_t lane = 0; lane < queries.count; ++lane) {
      const std::int64_t row =
          shape_.first_distance - distance - static_cast<std::int64_t>(lane);
      const bool has_row =
          position_ && row >= 0 && row < static_cast<std::int64_t>(shape_.rows);
      scores[n * kQueryLanes + lane] +=
          key + (has_row
                     ? state[static_cast<std::size_t>(row) * kQueryLanes + lane]
                     : 0.0f);
    }
  }
}

Status rel_shift(std::span<float> out, std::span<const float> x,
                 std::size_t queries, std::size_t rows, std::size_t keys,
                 bool wrap) noexcept {
  if (keys > rows) return Status::kBadShape;
  Status status = check_size<float>(out.size(), queries, keys);
  if (status != Status::kOk) return status;
  status = check_size<float>(x.size(), queries, rows);
  if (status != Status::kOk) return status;
  if (out.empty()) return status;  // No numbers, however many rows.
  // With a zero before each row, row i of the answer starts at n = queries +
  // i * rows of the padded numbers, which have rows + 1 in a row.
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j) {
      const std::size_t n = queries + i * rows + j;
      const std::size_t row = n / (rows + 1);
      const std::size_t column = n % (rows + 1);
      const bool known = column > 0 && (wrap || row == i);
      out[i * keys + j] = known ? x[row * rows + column - 1] : 0.0f;
    }
  }
  return Status::kOk;
}

Status rel_unshift(std::span<float> out, std::span<const float> x,
                   std::size_t queries, std::size_t rows, std::size_t keys,
                   bool wrap) noexcept {
  if (keys > rows) return Status::kBadShape;
  Status status = check_size<float>(out.size(), queries, rows);
  if (status != Status::kOk) return status;
  status = check_size<float>(x.size(), queries, keys);
  if (status != Status::kOk) return status;
  if (out.empty()) return status;  // No numbers, however many rows.
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t column = 0; column < rows; ++column) {
      // Where it stands among the padded numbers, from the first that is read.
      const std::size_t place = i * (rows + 1) + column + 1;
      const std::size_t n = place - queries;
      const std::size_t row = n / rows;
      const bool known =
          place >= queries && n % rows < keys && (wrap || row == i);
      out[i * rows + column] = known ? x[row * keys + n % rows] : 0.0f;
    }
  }
  return Status::kOk;
}

}  // namespace posenc::relative
