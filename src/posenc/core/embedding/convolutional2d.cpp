#include "embedding/convolutional2d.hpp"

#include <algorithm>

#include "shape.hpp"

namespace posenc::embedding {
namespace {

// The channels are walked in blocks whose float64 sums stay on the stack.
constexpr std::size_t kBlock = 64;

// Where tap k of output i reads along an axis; false when outside.
bool source(std::size_t* at, std::size_t i, std::size_t k, std::size_t kernel,
            std::size_t side, const Convolutional2dOptions& options) noexcept {
  const std::size_t shifted = i * options.stride + k;
  const std::size_t left = kernel / 2;
  const bool inside = shifted >= left && shifted - left < side;
  // Modulo the side without leaving the non-negative numbers.
  *at = inside ? shifted - left : (shifted + (side - left % side)) % side;
  return inside || options.padding == ConvolutionPadding::kCircular;
}

// Channels [start, start + count) of output token (r, c).
void convolve(float* out, const float* x, std::span<const float> weight,
              std::span<const float> bias, std::size_t r, std::size_t c,
              std::size_t start, std::size_t count,
              const Convolutional2dOptions& options) noexcept {
  const std::size_t kh = options.kernel_height;
  const std::size_t kw = options.kernel_width;
  double sum[kBlock] = {};
  for (std::size_t j = 0; j < count && !bias.empty(); ++j) {
    sum[j] = static_cast<double>(bias[start + j]);
  }
  for (std::size_t u = 0; u < kh; ++u) {
    std::size_t y = 0;
    if (!source(&y, r, u, kh, options.height, options)) continue;
    for (std::size_t v = 0; v < kw; ++v) {
      std::size_t z = 0;
      if (!source(&z, c, v, kw, options.width, options)) continue;
      const float* const token =
          x + (y * options.width + z) * options.channels + start;
      const float* const w = weight.data() + (start * kh + u) * kw + v;
      for (std::size_t j = 0; j < count; ++j) {
        sum[j] +=
            static_cast<double>(w[j * kh * kw]) * static_cast<double>(token[j]);
      }
    }
  }
  const float* const self =
      x + (r * options.width + c) * options.channels + start;
  for (std::size_t j = 0; j < count; ++j) {
    const double rest = options.residual ? static_cast<double>(self[j]) : 0.0;
    out[start + j] = static_cast<float>(sum[j] + rest);
  }
}

// [B, P + rows * columns, D] numbers, if such an array can exist.
Status check_tokens(std::size_t length, std::size_t rows, std::size_t columns,
                    const Convolutional2dOptions& options) noexcept {
  return check_size<float>(length, options.batch,
                           Count(rows) * columns + options.prefix,
                           options.channels);
}

}  // namespace

Status convolutional2d(std::span<float> out, std::span<const float> x,
                       std::span<const float> weight,
                       std::span<const float> bias,
                       const Convolutional2dOptions& options) noexcept {
  const auto [batch, height, width, channels, kh, kw, stride, prefix, residual,
              padding] = options;
  if (height == 0 || width == 0 || kh == 0 || kw == 0 || stride == 0 ||
      (residual && stride != 1) ||
      (padding != ConvolutionPadding::kZero &&
       padding != ConvolutionPadding::kCircular)) {
    return Status::kBadArgument;
  }
  const std::size_t rows = (height - 1) / stride + 1;
  const std::size_t columns = (width - 1) / stride + 1;
  Status status = check_tokens(x.size(), height, width, options);
  if (status != Status::kOk) return status;
  status = check_tokens(out.size(), rows, columns, options);
  if (status != Status::kOk) return status;
  status = check_size<float>(weight.size(), channels, kh, kw);
  if (status != Status::kOk) return status;
  if (!bias.empty() && bias.size() != channels) return Status::kBadShape;
  // Without channels there is nothing to do, however many tokens.
  if (out.empty()) return Status::kOk;

  const float* in = x.data();
  float* to = out.data();
  for (std::size_t b = 0; b < batch; ++b) {
    to = std::copy_n(in, prefix * channels, to);
    in += prefix * channels;
    for (std::size_t token = 0; token < rows * columns; ++token) {
      for (std::size_t start = 0; start < channels; start += kBlock) {
        convolve(to, in, weight, bias, token / columns, token % columns, start,
                 std::min(kBlock, channels - start), options);
      }
      to += channels;
    }
    in += height * width * channels;
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
