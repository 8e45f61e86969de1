#include "embedding/convolutional.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/activation.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

// Positions that are computed at once: their float64 sums fit in registers.
constexpr std::size_t kBlock = 16;

// x P(N(0, 1) <= x), the exact form.
double gelu(double x) noexcept {
  return 0.5 * x * (1.0 + numeric::erf(x * 0.7071067811865476));
}

std::size_t left_padding(const ConvolutionalOptions& options) noexcept {
  return options.padding == ConvolutionPadding::kCausal ? options.kernel - 1
                                                        : options.kernel / 2;
}

// What kBlock outputs from `start` on read of one channel, whose numbers are
// `stride` apart: kBlock + K - 1 of them.
void gather(double* tile, const float* x, std::size_t stride, std::size_t start,
            const ConvolutionalOptions& options) noexcept {
  const auto length = static_cast<std::ptrdiff_t>(options.length);
  const bool circular = options.padding == ConvolutionPadding::kCircular;
  auto at = static_cast<std::ptrdiff_t>(start) -
            static_cast<std::ptrdiff_t>(left_padding(options));
  for (std::size_t i = 0; i < kBlock + options.kernel - 1; ++i, ++at) {
    const bool inside = at >= 0 && at < length;
    const std::ptrdiff_t row = inside ? at : (at % length + length) % length;
    tile[i] =
        inside || circular
            ? static_cast<double>(x[static_cast<std::size_t>(row) * stride])
            : 0.0;
  }
}

// sum[j] += sum over i, k of w[i, k] factor[k] tiles[i, j + k].
void accumulate(double (&sum)[kBlock], const float* w, const double* factor,
                const double* tiles, std::size_t channels,
                std::size_t kernel) noexcept {
  for (std::size_t i = 0; i < channels; ++i, w += kernel) {
    const double* const tile = tiles + i * (kBlock + kernel - 1);
    for (std::size_t k = 0; k < kernel; ++k) {
      const double weight = static_cast<double>(w[k]) * factor[k];
      for (std::size_t j = 0; j < kBlock; ++j) sum[j] += weight * tile[k + j];
    }
  }
}

// `count` <= kBlock outputs of one channel, `stride` apart.
struct Output {
  float* data;
  const float* residual;  // or null
  std::size_t stride;
  std::size_t count;
  bool gelu;
};

void finish(const Output& out, const double (&sum)[kBlock]) noexcept {
  for (std::size_t j = 0; j < out.count; ++j) {
    const std::size_t at = j * out.stride;
    double y = out.gelu ? gelu(sum[j]) : sum[j];
    if (out.residual != nullptr) y += static_cast<double>(out.residual[at]);
    out.data[at] = static_cast<float>(y);
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

// kBlock positions of one group from row `start` of one text on; `first` is the
// text's first row.
void convolve_block(float* out, const float* x,
                    const ConvolutionalWeights& weights, const float* residual,
                    double* tiles, const double* factor, std::size_t first,
                    std::size_t start, std::size_t group,
                    const ConvolutionalOptions& options) noexcept {
  const std::size_t channels = options.inputs / options.groups;
  const std::size_t per_group = options.outputs / options.groups;
  const std::size_t kernel = options.kernel;
  const float* const in = x + first * options.inputs + group * channels;
  for (std::size_t i = 0; i < channels; ++i) {
    gather(tiles + i * (kBlock + kernel - 1), in + i, options.inputs, start,
           options);
  }
  for (std::size_t i = 0; i < per_group; ++i) {
    const std::size_t o = group * per_group + i;
    const std::size_t at = (first + start) * options.outputs + o;
    double sum[kBlock];
    std::fill_n(
        sum, kBlock,
        weights.bias.empty() ? 0.0 : static_cast<double>(weights.bias[o]));
    accumulate(sum, weights.kernel.data() + o * channels * kernel, factor,
               tiles, channels, kernel);
    finish({.data = out + at,
            .residual = residual == nullptr ? nullptr : residual + at,
            .stride = options.outputs,
            .count = std::min(kBlock, options.length - start),
            .gelu = options.activation == Activation::kGelu},
           sum);
  }
}

}  // namespace

Count convolutional_scratch_size(const ConvolutionalOptions& options) noexcept {
  if (options.groups == 0 || options.kernel == 0) return {};
  const Count tile = Count(options.kernel) + (kBlock - 1);
  return options.inputs / options.groups * tile + options.kernel;
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
  status = check_scratch<double>(scratch.size(),
                                 convolutional_scratch_size(options));
  if (status != Status::kOk) return status;
  if (!residual.empty() && residual.size() != out.size()) {
    return Status::kBadShape;
  }
  if (out.empty()) return Status::kOk;

  double* const factor = scratch.data();
  for (std::size_t k = 0; k < kernel; ++k) {
    factor[k] = weights.gain.empty() ? 1.0
                                     : static_cast<double>(weights.gain[k]) /
                                           norm_of(weights.kernel, k, kernel);
  }
  const float* const added = residual.empty() ? nullptr : residual.data();
  for (std::size_t first = 0; first < batch * length; first += length) {
    for (std::size_t group = 0; group < groups; ++group) {
      for (std::size_t start = 0; start < length; start += kBlock) {
        convolve_block(out.data(), x.data(), weights, added, factor + kernel,
                       factor, first, start, group, options);
      }
    }
  }
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
