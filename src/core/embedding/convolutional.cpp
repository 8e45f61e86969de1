#include "embedding/convolutional.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/activation.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

// Outputs that are summed at once: their float64 sums fit in registers.
constexpr std::size_t kBlock = 8;

// x P(N(0, 1) <= x), the exact form.
double gelu(double x) noexcept {
  return 0.5 * x * (1.0 + numeric::erf(x * 0.7071067811865476));
}

std::size_t left_padding(const ConvolutionalOptions& options) noexcept {
  return options.padding == ConvolutionPadding::kCausal ? options.kernel - 1
                                                        : options.kernel / 2;
}

// One channel of x, [T] numbers `stride` apart, with its padding: [T + K - 1].
void pad_channel(double* out, const float* x, std::size_t stride,
                 const ConvolutionalOptions& options) noexcept {
  const std::size_t length = options.length;
  const std::size_t left = left_padding(options);
  const std::size_t padded = length + options.kernel - 1;
  const bool circular = options.padding == ConvolutionPadding::kCircular;
  // The first place's source, as a number from 0 to T - 1.
  std::size_t at = (length - left % length) % length;
  for (std::size_t i = 0; i < padded; ++i) {
    const bool inside = i >= left && i - left < length;
    out[i] = inside || circular ? static_cast<double>(x[at * stride]) : 0.0;
    at = at + 1 == length ? 0 : at + 1;
  }
}

// sum[j] += sum over i, k of w[i, k] factor[k] x[i, start + j + k], j < count.
void accumulate(double (&sum)[kBlock], const float* w, const double* factor,
                const double* x, std::size_t channels, std::size_t start,
                std::size_t count,
                const ConvolutionalOptions& options) noexcept {
  const std::size_t padded = options.length + options.kernel - 1;
  for (std::size_t i = 0; i < channels; ++i) {
    const double* const channel = x + i * padded + start;
    const float* const taps = w + i * options.kernel;
    for (std::size_t k = 0; k < options.kernel; ++k) {
      const double weight = static_cast<double>(taps[k]) * factor[k];
      if (count == kBlock) {
        for (std::size_t j = 0; j < kBlock; ++j) {
          sum[j] += weight * channel[k + j];
        }
      } else {
        for (std::size_t j = 0; j < count; ++j) {
          sum[j] += weight * channel[k + j];
        }
      }
    }
  }
}

struct Output {
  float* data;
  const float* residual;  // or null
  std::size_t stride;
  double bias;
  bool gelu;
};

// One output channel, [T] numbers `stride` apart.
void convolve(const Output& out, const float* w, const double* factor,
              const double* x, std::size_t channels,
              const ConvolutionalOptions& options) noexcept {
  for (std::size_t t = 0; t < options.length; t += kBlock) {
    const std::size_t count = std::min(kBlock, options.length - t);
    double sum[kBlock];
    std::fill_n(sum, kBlock, out.bias);
    accumulate(sum, w, factor, x, channels, t, count, options);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t at = (t + j) * out.stride;
      double y = out.gelu ? gelu(sum[j]) : sum[j];
      if (out.residual != nullptr) y += static_cast<double>(out.residual[at]);
      out.data[at] = static_cast<float>(y);
    }
  }
}

Status check_options(const ConvolutionalOptions& options) noexcept {
  const int padding = static_cast<int>(options.padding);
  const int activation = static_cast<int>(options.activation);
  if (options.kernel == 0 || padding < 0 || padding > 2 || activation < 0 ||
      activation > 1) {
    return Status::kBadArgument;
  }
  const std::size_t groups = options.groups;
  if (groups == 0 || options.inputs % groups != 0 ||
      options.outputs % groups != 0) {
    return Status::kBadShape;
  }
  return Status::kOk;
}

// The norm of tap k of a kernel of `taps` taps.
double norm_of(std::span<const float> v, std::size_t k,
               std::size_t taps) noexcept {
  double square = 0;
  for (std::size_t at = k; at < v.size(); at += taps) {
    square += static_cast<double>(v[at]) * static_cast<double>(v[at]);
  }
  return std::sqrt(square);
}

// Whether every tap has a direction.
bool can_normalise(std::span<const float> v, std::size_t taps) noexcept {
  for (std::size_t k = 0; k < taps; ++k) {
    if (!(norm_of(v, k, taps) > 0)) return false;
  }
  return true;
}

Status check_weights(const ConvolutionalWeights& weights,
                     const ConvolutionalOptions& options) noexcept {
  const auto& [kernel, gain, bias] = weights;
  const Status status =
      check_size<float>(kernel.size(), options.outputs,
                        options.inputs / options.groups, options.kernel);
  if (status != Status::kOk) return status;
  if ((!bias.empty() && bias.size() != options.outputs) ||
      (!gain.empty() && gain.size() != options.kernel)) {
    return Status::kBadShape;
  }
  return gain.empty() || can_normalise(kernel, options.kernel)
             ? Status::kOk
             : Status::kBadArgument;
}

// One batch element and group after the other.
void convolve_all(float* out, const float* x,
                  const ConvolutionalWeights& weights, const float* residual,
                  double* padded, const double* factor,
                  const ConvolutionalOptions& options) noexcept {
  const auto [batch, length, inputs, outputs, groups, kernel, padding,
              activation] = options;
  const std::size_t channels = inputs / groups;
  const std::size_t per_group = outputs / groups;
  for (std::size_t b = 0; b < batch; ++b) {
    const float* const in = x + b * length * inputs;
    const std::size_t first = b * length * outputs;
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t i = 0; i < channels; ++i) {
        pad_channel(padded + i * (length + kernel - 1), in + g * channels + i,
                    inputs, options);
      }
      for (std::size_t o = g * per_group; o < (g + 1) * per_group; ++o) {
        const Output to{
            out + first + o,
            residual == nullptr ? nullptr : residual + first + o, outputs,
            weights.bias.empty() ? 0.0 : static_cast<double>(weights.bias[o]),
            activation == Activation::kGelu};
        convolve(to, weights.kernel.data() + o * channels * kernel, factor,
                 padded, channels, options);
      }
    }
  }
}

}  // namespace

bool convolutional_scratch_size(std::size_t* count,
                                const ConvolutionalOptions& options) noexcept {
  const std::size_t padded = options.length + options.kernel - 1;
  if (options.groups == 0 || options.kernel == 0 || padded < options.length) {
    return false;
  }
  std::size_t inputs = 0;
  return element_count<double>(&inputs, options.inputs / options.groups,
                               padded) &&
         element_count<double>(count, inputs + options.kernel);
}

Status convolutional(std::span<float> out, std::span<const float> x,
                     const ConvolutionalWeights& weights,
                     std::span<const float> residual, std::span<double> scratch,
                     const ConvolutionalOptions& options) noexcept {
  Status status = check_options(options);
  if (status != Status::kOk) return status;
  const auto [batch, length, inputs, outputs, groups, kernel, padding,
              activation] = options;
  status = check_size<float>(out.size(), batch, length, outputs);
  if (status != Status::kOk) return status;
  status = check_size<float>(x.size(), batch, length, inputs);
  if (status != Status::kOk) return status;
  status = check_weights(weights, options);
  if (status != Status::kOk) return status;
  std::size_t needed = 0;
  if (!convolutional_scratch_size(&needed, options)) return Status::kTooLarge;
  if (scratch.size() < needed ||
      (!residual.empty() && residual.size() != out.size())) {
    return Status::kBadShape;
  }
  if (out.empty()) return Status::kOk;

  double* const factor = scratch.data();
  for (std::size_t k = 0; k < kernel; ++k) {
    factor[k] = weights.gain.empty() ? 1.0
                                     : static_cast<double>(weights.gain[k]) /
                                           norm_of(weights.kernel, k, kernel);
  }
  convolve_all(out.data(), x.data(), weights,
               residual.empty() ? nullptr : residual.data(), factor + kernel,
               factor, options);
  return Status::kOk;
}

Status weight_norm(std::span<float> out, std::span<const float> v,
                   std::span<const float> gain) noexcept {
  const std::size_t taps = gain.size();
  if (taps == 0 || v.size() % taps != 0 || out.size() != v.size()) {
    return Status::kBadShape;
  }
  if (!can_normalise(v, taps)) return Status::kBadArgument;
  for (std::size_t k = 0; k < taps; ++k) {
    const double factor = static_cast<double>(gain[k]) / norm_of(v, k, taps);
    for (std::size_t at = k; at < v.size(); at += taps) {
      out[at] = static_cast<float>(static_cast<double>(v[at]) * factor);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
