// src/posenc/core/embedding: positions from convolutions.
#include "case.hpp"
#include "embedding/convolutional.hpp"
#include "embedding/convolutional2d.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::embedding;

// Whether arrays of these sizes exist, but a sum over `taps` for each of
// `numbers` keeps the target from trying others.
static bool is_long(std::uint64_t numbers, std::uint64_t taps) {
  const std::uint64_t work = product({numbers, taps});
  return work > 2'000'000 && work < (std::uint64_t{1} << 40);
}

static void fuzz_convolutional(Input& in) {
  ConvolutionalOptions o;
  o.batch = in.size(2);
  o.length = in.size(40);
  o.groups = in.flag() ? 1 : in.size(4);
  const std::size_t more = in.lies() ? 1 : 0;
  o.inputs =
      static_cast<std::size_t>(plus(product({o.groups, in.size(6)}), more));
  o.outputs = static_cast<std::size_t>(product({o.groups, in.size(6)}));
  o.kernel = in.size(6);
  o.padding = in.choose<ConvolutionPadding>(3);
  o.activation = in.choose<embedding::Activation>(2);
  const std::uint64_t numbers = number_of(convolutional_scratch_size(o));
  if (is_long(product({o.batch, o.length, o.outputs}),
              product({o.inputs, o.kernel}))) {
    return;
  }
  Case c(in);
  ConvolutionalWeights weights;
  weights.kernel = c.read<float>(
      {o.outputs, o.groups == 0 ? 0 : o.inputs / o.groups, o.kernel});
  weights.gain = c.maybe<float>({o.kernel});
  weights.bias = c.maybe<float>({o.outputs});
  const Sizes results = {o.batch, o.length, o.outputs};
  const bool in_place = in.flag();
  const auto residual =
      in_place ? std::span<const float>() : c.maybe<float>(results);
  const auto x = c.read<float>({o.batch, o.length, o.inputs});
  const auto out =
      in_place ? c.update<float>(results) : c.write<float>(results);
  const auto scratch = c.scratch<double>({numbers});
  const auto added = in_place ? std::span<const float>(out) : residual;
  c.run([&] { return convolutional(out, x, weights, added, scratch, o); });
}

static void fuzz_weight_norm(Input& in) {
  Case c(in);
  const auto gain = c.list<float>(in.size(6));
  const std::uint64_t count = product({in.size(), gain.size()});
  if (in.flag()) {
    const auto v = c.update_list<float>(count);
    c.run([&] { return weight_norm(v, v, gain); });
    return;
  }
  const auto v = c.list<float>(count);
  const auto out = c.write<float>({v.size()});
  const Status status = c.run([&] { return weight_norm(out, v, gain); });
  if (status == Status::kOk && in.tame()) check_bound(out, 4.1, "a weight");
}

static void fuzz_convolutional2d(Input& in) {
  Convolutional2dOptions o;
  o.batch = in.size(2);
  o.height = in.size(7);
  o.width = in.size(7);
  o.channels = in.size(9);
  o.kernel_height = in.size(4);
  o.kernel_width = in.size(4);
  o.stride = in.flag() ? 1 : in.size(4);
  o.prefix = in.size(2);
  o.residual = in.flag();
  o.padding = in.choose<ConvolutionPadding>(2);
  const auto steps = [&](std::size_t side) -> std::uint64_t {
    if (o.stride == 0) return side;
    return side / o.stride + (side % o.stride != 0 ? 1 : 0);
  };
  if (is_long(product({o.batch, steps(o.height), steps(o.width), o.channels}),
              product({o.kernel_height, o.kernel_width}))) {
    return;
  }
  Case c(in);
  const auto x = c.read<float>(
      {o.batch, plus(o.prefix, product({o.height, o.width})), o.channels});
  const auto weight =
      c.read<float>({o.channels, o.kernel_height, o.kernel_width});
  const auto bias = c.maybe<float>({o.channels});
  const auto out = c.write<float>(
      {o.batch, plus(o.prefix, product({steps(o.height), steps(o.width)})),
       o.channels});
  c.run([&] { return convolutional2d(out, x, weight, bias, o); });
}

POSENC_FUZZ({"convolutional", fuzz_convolutional},
            {"weight_norm", fuzz_weight_norm},
            {"convolutional2d", fuzz_convolutional2d})

}  // namespace posenc::fuzz
