#include "embedding/convolutional.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

struct Call {
  ConvolutionalOptions options;
  std::vector<float> x;
  std::vector<float> kernel;
  std::vector<float> gain;
  std::vector<float> bias;
  std::vector<float> residual;

  std::vector<float> run() const {
    std::vector<float> out(options.batch * options.length * options.outputs);
    std::vector<double> scratch(convolutional_scratch_size(options).size());
    REQUIRE(convolutional(out, x, {kernel, gain, bias}, residual, scratch,
                          options) == Status::kOk);
    return out;
  }
};

Call random_call(Draw& draw, std::size_t groups, std::size_t in_each,
                 std::size_t out_each) {
  Call c;
  c.options = {.batch = draw.size(1, 2),
               .length = draw.size(1, 20),
               .inputs = groups * in_each,
               .outputs = groups * out_each,
               .groups = groups,
               .kernel = draw.size(1, 9),
               .padding = draw.pick({ConvolutionPadding::kZero,
                                     ConvolutionPadding::kCircular,
                                     ConvolutionPadding::kCausal})};
  const auto& o = c.options;
  c.x = draw.floats(o.batch * o.length * o.inputs);
  c.kernel = draw.floats(o.outputs * in_each * o.kernel);
  if (draw.coin()) c.bias = draw.floats(o.outputs);
  if (draw.coin()) c.residual = draw.floats(o.batch * o.length * o.outputs);
  return c;
}

// The formula of the header, tap by tap.
double formula(const Call& c, std::size_t b, std::size_t t, std::size_t o) {
  const auto& [batch, length, inputs, outputs, groups, kernel, padding,
               activation] = c.options;
  const std::size_t each = inputs / groups;
  const std::size_t first = o / (outputs / groups) * each;
  const bool causal = padding == ConvolutionPadding::kCausal;
  const auto left =
      static_cast<std::ptrdiff_t>(causal ? kernel - 1 : kernel / 2);
  const auto n = static_cast<std::ptrdiff_t>(length);
  double sum = c.bias.empty() ? 0.0 : static_cast<double>(c.bias[o]);
  for (std::size_t i = 0; i < each; ++i) {
    for (std::size_t k = 0; k < kernel; ++k) {
      auto at = static_cast<std::ptrdiff_t>(t + k) - left;
      if (padding == ConvolutionPadding::kCircular) at = (at % n + n) % n;
      if (at < 0 || at >= n) continue;
      const auto row = b * length + static_cast<std::size_t>(at);
      sum += static_cast<double>(c.kernel[(o * each + i) * kernel + k]) *
             static_cast<double>(c.x[row * inputs + first + i]);
    }
  }
  if (activation == Activation::kGelu) {
    sum *= 0.5 * std::erfc(-sum / std::sqrt(2.0));
  }
  if (!c.residual.empty()) {
    sum += static_cast<double>(c.residual[(b * length + t) * outputs + o]);
  }
  return sum;
}

void check_formula(const Call& c) {
  const auto out = c.run();
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::size_t row = at / c.options.outputs;
    const double exact =
        formula(c, row / c.options.length, row % c.options.length,
                at % c.options.outputs);
    CHECK(std::fabs(static_cast<double>(out[at]) - exact) <=
          std::fabs(exact) * 0x1p-24 + 1e-12);
  }
}

// Tokens of one text, moved `by` places to the right, ends joined.
std::vector<float> rotated(const std::vector<float>& x, std::size_t width,
                           std::size_t by) {
  std::vector<float> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[(i + by * width) % x.size()] = x[i];
  }
  return out;
}

}  // namespace

TEST_CASE("convolutional follows its formula, depthwise and in groups") {
  for_all(150, [](Draw& draw) {
    Call c = draw.coin() ? random_call(draw, draw.size(1, 12), 1, 1)
                         : random_call(draw, draw.size(1, 3), draw.size(1, 4),
                                       draw.size(1, 4));
    if (draw.coin()) c.options.activation = Activation::kGelu;
    check_formula(c);
  });
}

TEST_CASE("a pointwise part mixes the channels of every token") {
  for_all(50, [](Draw& draw) {
    Call c = random_call(draw, 1, draw.size(1, 9), draw.size(1, 9));
    c.options.kernel = 1;
    c.kernel = draw.floats(c.options.inputs * c.options.outputs);
    check_formula(c);
  });
}

TEST_CASE("circular convolution commutes with shifts everywhere") {
  for_all(80, [](Draw& draw) {
    Call c = random_call(draw, draw.size(1, 5), 1, 1);
    c.options.batch = 1;
    c.options.padding = ConvolutionPadding::kCircular;
    c.residual.clear();
    const std::size_t width = c.options.inputs;
    c.x = draw.floats(c.options.length * width);
    const std::size_t by = draw.size(0, c.options.length - 1);
    const auto shifted_result = rotated(c.run(), width, by);
    c.x = rotated(c.x, width, by);
    CHECK(c.run() == shifted_result);
  });
}

TEST_CASE("zero padding commutes with shifts away from the edges") {
  for_all(80, [](Draw& draw) {
    Call c = random_call(draw, draw.size(1, 5), 1, 1);
    const std::size_t width = c.options.inputs;
    const std::size_t kernel = c.options.kernel;
    c.options.batch = 1;
    c.options.length = 3 * kernel + draw.size(0, 9);
    c.residual.clear();
    c.x = draw.floats(c.options.length * width);
    if (c.options.padding == ConvolutionPadding::kCircular) {
      c.options.padding = ConvolutionPadding::kZero;
    }
    const auto before = c.run();
    c.x = rotated(c.x, width, 1);
    const auto after = c.run();
    for (std::size_t t = kernel; t + kernel + 1 < c.options.length; ++t) {
      for (std::size_t j = 0; j < width; ++j) {
        CHECK(after[(t + 1) * width + j] == before[t * width + j]);
      }
    }
  });
}

TEST_CASE("causal convolution reads nothing that comes later") {
  for_all(80, [](Draw& draw) {
    Call c = random_call(draw, 3, 2, 2);
    c.options.batch = 1;
    c.options.padding = ConvolutionPadding::kCausal;
    c.residual.clear();
    c.x = draw.floats(c.options.length * 6);
    const auto before = c.run();
    const std::size_t t = draw.size(0, c.options.length - 1);
    std::fill(c.x.begin() + static_cast<std::ptrdiff_t>((t + 1) * 6), c.x.end(),
              99.0f);
    const auto after = c.run();
    CHECK(std::equal(before.begin(),
                     before.begin() + static_cast<std::ptrdiff_t>((t + 1) * 6),
                     after.begin()));
  });
}

TEST_CASE("a gain normalises the kernel as weight_norm does") {
  for_all(50, [](Draw& draw) {
    Call c = random_call(draw, 2, 3, 2);
    c.gain = draw.floats(c.options.kernel);
    const auto direct = c.run();
    std::vector<float> effective(c.kernel.size());
    REQUIRE(weight_norm(effective, c.kernel, c.gain) == Status::kOk);
    c.kernel = effective;
    c.gain.clear();
    const auto rounded = c.run();
    for (std::size_t i = 0; i < direct.size(); ++i) {
      CHECK(std::fabs(direct[i] - rounded[i]) < 2e-5f);
    }
  });
}

TEST_CASE("weight_norm gives every tap the length of its gain") {
  for_all(50, [](Draw& draw) {
    const std::size_t taps = draw.size(1, 9);
    const auto v = draw.floats(draw.size(1, 40) * taps);
    const auto gain = draw.floats(taps);
    std::vector<float> out(v.size());
    REQUIRE(weight_norm(out, v, gain) == Status::kOk);
    for (std::size_t k = 0; k < taps; ++k) {
      double square = 0;
      for (std::size_t at = k; at < out.size(); at += taps) {
        square += static_cast<double>(out[at]) * static_cast<double>(out[at]);
      }
      const double length = std::fabs(static_cast<double>(gain[k]));
      CHECK(std::fabs(std::sqrt(square) - length) <= 1e-7 * length);
    }
  });
  std::vector<float> out(4, 9.0f);
  const std::vector<float> gain = {1, 1};
  CHECK(weight_norm(out, std::vector<float>{1, 0, 1, 0}, gain) ==
        Status::kBadArgument);
  CHECK(weight_norm(out, std::vector<float>{1, 0, 1}, gain) ==
        Status::kBadShape);
  CHECK(weight_norm(out, std::vector<float>{1, 1, 1, 1}, {}) ==
        Status::kBadShape);
  CHECK(out == std::vector<float>(4, 9.0f));
}

TEST_CASE("convolution leaves the same bits on every machine") {
  Draw draw(5);
  Call c = random_call(draw, 4, 3, 2);
  c.options.activation = Activation::kGelu;
  c.gain = draw.floats(c.options.kernel);
  CHECK(testing::checksum(c.run()) == 3659125043394327135u);
}

TEST_CASE("convolutional refuses what does not fit before it writes") {
  Draw draw(0);
  const Call good = random_call(draw, 2, 2, 2);
  std::vector<double> scratch(convolutional_scratch_size(good.options).size());
  std::vector<float> out(good.x.size(), 9.0f);
  const auto status = [&](auto change) {
    Call c = good;
    change(c);
    return convolutional(out, c.x, {c.kernel, c.gain, c.bias}, c.residual,
                         scratch, c.options);
  };
  CHECK(status([](Call& c) { c.options.groups = 3; }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.options.groups = 0; }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.options.kernel = 0; }) == Status::kBadArgument);
  CHECK(status([](Call& c) {
          c.options.padding = static_cast<ConvolutionPadding>(3);
        }) == Status::kBadArgument);
  CHECK(status([](Call& c) {
          c.options.activation = static_cast<Activation>(-1);
        }) == Status::kBadArgument);
  CHECK(status([](Call& c) { c.x.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.kernel.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.bias.assign(3, 0); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.gain.assign(99, 0); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.residual.assign(1, 0); }) == Status::kBadShape);
  CHECK(status([](Call& c) {
          c.gain.assign(c.options.kernel, 1);
          std::fill(c.kernel.begin(), c.kernel.end(), 0.0f);
        }) == Status::kBadArgument);
  scratch.pop_back();
  CHECK(status([](Call&) {}) == Status::kBadShape);
  CHECK(out == std::vector<float>(out.size(), 9.0f));
  CHECK(convolutional_scratch_size({.groups = 0}).size() == 0);
  CHECK_FALSE(convolutional_scratch_size({.inputs = 1, .kernel = SIZE_MAX})
                  .exists<double>());
}

}  // namespace posenc::embedding
