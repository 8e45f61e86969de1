#include "embedding/convolutional2d.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

struct Call {
  Convolutional2dOptions options;
  std::vector<float> x;
  std::vector<float> weight;
  std::vector<float> bias;

  std::size_t rows() const {
    return (options.height + options.stride - 1) / options.stride;
  }
  std::size_t columns() const {
    return (options.width + options.stride - 1) / options.stride;
  }
  std::vector<float> run() const {
    const std::size_t tokens = options.prefix + rows() * columns();
    std::vector<float> out(options.batch * tokens * options.channels);
    REQUIRE(convolutional2d(out, x, weight, bias, options) == Status::kOk);
    return out;
  }
};

Call random_call(Draw& draw) {
  Call c;
  c.options = {.batch = draw.size(1, 2),
               .height = draw.size(1, 7),
               .width = draw.size(1, 7),
               .channels = draw.size(1, 70),
               .kernel_height = draw.size(1, 5),
               .kernel_width = draw.size(1, 5),
               .stride = draw.size(1, 3),
               .prefix = draw.size(0, 2),
               .residual = false,
               .padding = draw.pick(
                   {ConvolutionPadding::kZero, ConvolutionPadding::kCircular})};
  auto& o = c.options;
  o.residual = o.stride == 1 && draw.coin();
  c.x = draw.floats(o.batch * (o.prefix + o.height * o.width) * o.channels);
  c.weight = draw.floats(o.channels * o.kernel_height * o.kernel_width);
  if (draw.coin()) c.bias = draw.floats(o.channels);
  return c;
}

// The formula of the header for one output.
double formula(const Call& c, std::size_t b, std::size_t r, std::size_t col,
               std::size_t d) {
  const auto& o = c.options;
  const auto height = static_cast<std::ptrdiff_t>(o.height);
  const auto width = static_cast<std::ptrdiff_t>(o.width);
  const bool circular = o.padding == ConvolutionPadding::kCircular;
  const auto token = [&](std::ptrdiff_t y, std::ptrdiff_t z) {
    const auto at = static_cast<std::size_t>(y * width + z);
    const std::size_t tokens = o.prefix + o.height * o.width;
    return static_cast<double>(
        c.x[(b * tokens + o.prefix + at) * o.channels + d]);
  };
  double sum = c.bias.empty() ? 0.0 : static_cast<double>(c.bias[d]);
  for (std::size_t u = 0; u < o.kernel_height; ++u) {
    for (std::size_t v = 0; v < o.kernel_width; ++v) {
      auto y = static_cast<std::ptrdiff_t>(r * o.stride + u) -
               static_cast<std::ptrdiff_t>(o.kernel_height / 2);
      auto z = static_cast<std::ptrdiff_t>(col * o.stride + v) -
               static_cast<std::ptrdiff_t>(o.kernel_width / 2);
      if (circular) {
        y = (y % height + height) % height;
        z = (z % width + width) % width;
      }
      if (y < 0 || y >= height || z < 0 || z >= width) continue;
      const std::size_t w = (d * o.kernel_height + u) * o.kernel_width + v;
      sum += static_cast<double>(c.weight[w]) * token(y, z);
    }
  }
  return o.residual ? sum + token(static_cast<std::ptrdiff_t>(r),
                                  static_cast<std::ptrdiff_t>(col))
                    : sum;
}

}  // namespace

TEST_CASE("convolutional2d follows its formula; prefix tokens pass through") {
  for_all(100, [](Draw& draw) {
    const Call c = random_call(draw);
    const auto& o = c.options;
    const auto out = c.run();
    const std::size_t from = o.prefix + o.height * o.width;
    const std::size_t to = o.prefix + c.rows() * c.columns();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t d = i % o.channels;
      const std::size_t token = i / o.channels % to;
      const std::size_t b = i / o.channels / to;
      if (token < o.prefix) {
        CHECK(out[i] == c.x[(b * from + token) * o.channels + d]);
        continue;
      }
      const std::size_t cell = token - o.prefix;
      const double exact =
          formula(c, b, cell / c.columns(), cell % c.columns(), d);
      CHECK(std::fabs(static_cast<double>(out[i]) - exact) <=
            std::fabs(exact) * 0x1p-24 + 1e-12);
    }
  });
}

TEST_CASE("circular convolution of an image commutes with rolling it") {
  for_all(50, [](Draw& draw) {
    Call c = random_call(draw);
    auto& o = c.options;
    o.batch = 1;
    o.prefix = 0;
    o.stride = 1;
    o.padding = ConvolutionPadding::kCircular;
    const auto roll = [&](const std::vector<float>& x) {
      std::vector<float> out(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t d = i % o.channels;
        const std::size_t z = (i / o.channels + 1) % o.width;
        const std::size_t y = (i / o.channels / o.width + 2) % o.height;
        out[(y * o.width + z) * o.channels + d] = x[i];
      }
      return out;
    };
    // The column moves within its row.
    c.x = draw.floats(o.height * o.width * o.channels);
    const auto rolled_result = roll(c.run());
    c.x = roll(c.x);
    CHECK(c.run() == rolled_result);
  });
}

TEST_CASE("convolutional2d refuses what does not fit before it writes") {
  Call good;
  good.options = {.height = 2, .width = 3, .channels = 2};
  good.x.assign(12, 1.0f);
  good.weight.assign(18, 1.0f);
  std::vector<float> out(12, 9.0f);
  const auto status = [&](auto change) {
    Call c = good;
    change(c);
    return convolutional2d(out, c.x, c.weight, c.bias, c.options);
  };
  CHECK(status([](Call& c) { c.options.height = 0; }) == Status::kBadArgument);
  CHECK(status([](Call& c) { c.options.stride = 0; }) == Status::kBadArgument);
  CHECK(status([](Call& c) { c.options.stride = 2; }) == Status::kBadArgument);
  CHECK(status([](Call& c) { c.options.kernel_width = 0; }) ==
        Status::kBadArgument);
  CHECK(status([](Call& c) {
          c.options.padding = ConvolutionPadding::kCausal;
        }) == Status::kBadArgument);
  CHECK(status([](Call& c) { c.options.prefix = 1; }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.x.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.weight.pop_back(); }) == Status::kBadShape);
  CHECK(status([](Call& c) { c.bias.assign(3, 0); }) == Status::kBadShape);
  CHECK(status([](Call& c) {
          c.options.prefix = static_cast<std::size_t>(-1);
        }) == Status::kTooLarge);
  CHECK(out == std::vector<float>(12, 9.0f));
  CHECK(status([](Call&) {}) == Status::kOk);
}

TEST_CASE("images without channels are convolved at once") {
  CHECK(convolutional2d({}, {}, {}, {},
                        {.batch = SIZE_MAX,
                         .height = SIZE_MAX,
                         .width = SIZE_MAX,
                         .prefix = SIZE_MAX}) == Status::kOk);
}

}  // namespace posenc::embedding
