#include "embedding/fusion.hpp"

#include <algorithm>

#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::embedding {

Status add(std::span<float> out, std::span<const float> tokens,
           std::span<const float> rows, const AddOptions& options) noexcept {
  const auto [batch, length, width, token_scale, offset] = options;
  Status status = check_size<float>(out.size(), batch, length, width);
  if (status != Status::kOk) return status;
  if (tokens.size() != out.size() || width == 0) return Status::kBadShape;
  if (rows.size() % width != 0) return Status::kBadShape;
  const std::size_t table = rows.size() / width;
  if (offset > table || length > table - offset) return Status::kOutOfRange;
  if (out.empty()) return Status::kOk;  // whatever the batch

  // For one b, tokens and rows are two runs of T * D consecutive numbers.
  const std::size_t run = length * width;
  const float* const first = rows.data() + offset * width;
  const numeric::F32x4 scale(token_scale);
  for (std::size_t b = 0; b < batch; ++b) {
    const float* const x = tokens.data() + b * run;
    float* const y = out.data() + b * run;
    numeric::for_each_quad(run, [&](std::size_t i, std::size_t n) {
      const numeric::F32x4 token = numeric::read_quad(x + i, n);
      const numeric::F32x4 row = numeric::read_quad(first + i, n);
      numeric::write_quad(y + i, scale * token + row, n);
    });
  }
  return Status::kOk;
}

Status multiply(std::span<float> out, std::span<const float> tokens,
                std::span<const float> rows,
                const MultiplyOptions& options) noexcept {
  const auto [batch, length, width] = options;
  Status status = check_size<float>(out.size(), batch, length, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(rows.size(), length, width);
  if (status != Status::kOk) return status;
  if (tokens.size() != out.size()) return Status::kBadShape;
  if (out.empty()) return Status::kOk;  // whatever the batch

  const std::size_t run = length * width;
  for (std::size_t b = 0; b < batch; ++b) {
    const float* const x = tokens.data() + b * run;
    float* const y = out.data() + b * run;
    for (std::size_t i = 0; i < run; ++i) {
      const double factor = 1.0 + static_cast<double>(rows[i]);
      y[i] = static_cast<float>(static_cast<double>(x[i]) * factor);
    }
  }
  return Status::kOk;
}

Status concat(std::span<float> out, std::span<const float> tokens,
              std::span<const float> rows,
              const ConcatOptions& options) noexcept {
  const auto [batch, length, token_width, row_width] = options;
  const std::size_t width = token_width + row_width;
  if (width < token_width) return Status::kTooLarge;
  Status status = check_size<float>(out.size(), batch, length, width);
  if (status != Status::kOk) return status;
  status = check_size<float>(tokens.size(), batch, length, token_width);
  if (status != Status::kOk) return status;
  status = check_size<float>(rows.size(), length, row_width);
  if (status != Status::kOk) return status;
  if (out.empty()) return Status::kOk;  // whatever the batch

  for (std::size_t i = 0; i < batch * length; ++i) {
    const float* const token = tokens.data() + i * token_width;
    const float* const row = rows.data() + i % length * row_width;
    float* const y = out.data() + i * width;
    std::copy_n(token, token_width, y);
    std::copy_n(row, row_width, y + token_width);
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
