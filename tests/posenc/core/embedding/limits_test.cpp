// Every argument of src/posenc/core/embedding past its limits, one at a time.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "embedding/axial.hpp"
#include "embedding/convolutional.hpp"
#include "embedding/convolutional2d.hpp"
#include "embedding/fit.hpp"
#include "embedding/fourier.hpp"
#include "embedding/fusion.hpp"
#include "embedding/hybrid.hpp"
#include "embedding/learned.hpp"
#include "embedding/logarithmic.hpp"
#include "embedding/resize.hpp"
#include "embedding/sinusoidal.hpp"

namespace posenc::embedding {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("no enum has a value below its first or past its last") {
  std::vector<float> out(8);
  const std::vector<float> x(8);
  const std::vector<double> at{1, 2};
  const std::vector<std::int32_t> rows{0, 1};
  std::vector<double> scratch(64);
  for (const int n : {-1, 4}) {
    CAPTURE(n);
    const auto is_bad = [](Status s) { CHECK(s == Status::kBadArgument); };
    is_bad(sinusoidal(
        out, at, {.width = 4, .layout = static_cast<SinusoidalLayout>(n)}));
    is_bad(sinusoidal(
        out, at, {.width = 4, .spacing = static_cast<SinusoidalSpacing>(n)}));
    is_bad(fourier(out, at,
                   {.rows = 2, .spacing = static_cast<FourierSpacing>(n)}));
    is_bad(
        fourier(out, at, {.rows = 2, .layout = static_cast<FourierLayout>(n)}));
    is_bad(fit(out, x,
               {.length = 2, .width = 4, .keep = static_cast<FitKeep>(n)}));
    is_bad(lookup(out, x, rows,
                  {.width = 4, .overflow = static_cast<Overflow>(n)}));
    std::vector<float> tables(8);
    is_bad(axial(out, at, tables,
                 {.axes = 1,
                  .lengths = {2, 1, 1},
                  .width = 4,
                  .convention = static_cast<AxialConvention>(n)}));
    ConvolutionalOptions o{.length = 2, .inputs = 4, .outputs = 4};
    const std::vector<float> kernel(16);
    o.padding = static_cast<ConvolutionPadding>(n);
    is_bad(convolutional(out, x, {kernel, {}, {}}, {}, scratch, o));
    o.padding = ConvolutionPadding::kZero;
    o.activation = static_cast<Activation>(n);
    is_bad(convolutional(out, x, {kernel, {}, {}}, {}, scratch, o));
  }
}

TEST_CASE("sinusoids refuse widths and positions past their limits") {
  std::vector<float> out(8);
  const std::vector<double> at{1, 2};
  CHECK(sinusoidal_reference(out, at, {.width = 5}) == Status::kBadShape);
  CHECK(sinusoidal_reference({out.data(), 7}, at, {.width = 4}) ==
        Status::kBadShape);
  CHECK(sinusoidal_range(out, 2, 0x1p53, {.width = 4}) == Status::kBadArgument);
  CHECK(sinusoidal_range(out, 2, kNan, {.width = 4}) == Status::kBadArgument);
  std::vector<float> tables(8);
  CHECK(axial(out, at, tables,
              {.axes = 1, .lengths = {2, 1, 1}, .width = kMaxWidth + 2}) ==
        Status::kBadArgument);
  CHECK(axial_scratch_size({.axes = 4, .width = 4}) == Count());
  CHECK(axial_scratch_size(
            {.axes = 2, .lengths = {SIZE_MAX, SIZE_MAX, 1}, .width = 4})
            .number() >= 2 * static_cast<double>(SIZE_MAX));
}

TEST_CASE("logarithmic positions refuse lengths and positions past theirs") {
  std::vector<float> out(4);
  std::vector<double> at{1};
  const auto status = [&](double max_len) {
    return logarithmic(out, at, {.width = 4, .max_len = max_len});
  };
  CHECK(status(16) == Status::kOk);
  for (const double bad : {0.5, kNan, 0x1p54}) {
    CHECK(status(bad) == Status::kBadArgument);
  }
  for (const double bad : {-1.0, kNan, 0x1p54}) {
    at[0] = bad;
    CHECK(status(16) == Status::kBadArgument);
  }
}

TEST_CASE("Fourier features refuse frequencies and sizes past their limits") {
  std::vector<float> out(4);
  const std::vector<double> at{1, 2};
  const std::vector<float> matrix(1);
  for (const double bad : {1.0, 0x1p31, kNan}) {
    CHECK(fourier(out, at,
                  {.rows = 2,
                   .spacing = FourierSpacing::kLinear,
                   .max_frequency = bad}) == Status::kBadArgument);
  }
  CHECK(fourier(out, at, {.rows = 3}) == Status::kBadShape);
  CHECK(fourier({out.data(), 3}, at, {.rows = 2}) == Status::kBadShape);
  CHECK(fourier(out, at, {.rows = 2, .coordinates = SIZE_MAX}) ==
        Status::kTooLarge);
  CHECK(random_fourier(out, at, matrix, {.rows = 2}) == Status::kOk);
  CHECK(random_fourier(out, at, matrix, {.rows = 3}) == Status::kBadShape);
  CHECK(random_fourier({out.data(), 3}, at, matrix, {.rows = 2}) ==
        Status::kBadShape);
  CHECK(random_fourier(out, {at.data(), 1}, matrix, {.rows = 2}) ==
        Status::kBadShape);
  CHECK(random_fourier(out, at, {}, {.rows = 2}) == Status::kBadShape);
}

TEST_CASE("sums, products and joins refuse each span of another size") {
  std::vector<float> out(8);
  const std::vector<float> x(8);
  const std::span<const float> less = std::span(x).first(7);
  CHECK(add(out, x, x, {.length = 2, .width = 4}) == Status::kOk);
  CHECK(add(out, less, x, {.length = 2, .width = 4}) == Status::kBadShape);
  CHECK(add({}, {}, x, {.length = 2, .width = 0}) == Status::kBadShape);
  CHECK(add(out, x, less, {.length = 2, .width = 4}) == Status::kBadShape);
  CHECK(multiply(out, x, less, {.length = 2, .width = 4}) == Status::kBadShape);
  CHECK(multiply({out.data(), 7}, x, x, {.length = 2, .width = 4}) ==
        Status::kBadShape);
  CHECK(multiply(out, less, x, {.length = 2, .width = 4}) == Status::kBadShape);
  const ConcatOptions o{.length = 2, .token_width = 3, .row_width = 1};
  const std::span<const float> tokens = std::span(x).first(6);
  const std::span<const float> rows = std::span(x).first(2);
  CHECK(concat(out, tokens, rows, o) == Status::kOk);
  CHECK(concat({out.data(), 7}, tokens, rows, o) == Status::kBadShape);
  CHECK(concat(out, less, rows, o) == Status::kBadShape);
  CHECK(concat(out, tokens, x, o) == Status::kBadShape);
  CHECK(fit(out, less, {.length = 2, .width = 4, .limit = 2}) ==
        Status::kBadShape);
  CHECK(fit({out.data(), 7}, x, {.length = 2, .width = 4, .limit = 2}) ==
        Status::kBadShape);
  CHECK(hybrid({out.data(), 7}, {x.data(), 4}, {out.data(), 4},
               {.rows = 2, .width = 4, .learned_width = 2}) ==
        Status::kBadShape);
  CHECK(
      resize({out.data(), 7}, x, {.from = {2, 1}, .to = {2, 1}, .width = 4}) ==
      Status::kBadShape);
  for (const std::size_t side : {std::size_t{0}, SIZE_MAX}) {
    CHECK(resize(out, x, {.from = {side, 1}, .to = {2, 1}, .width = 4}) ==
          Status::kBadArgument);
    CHECK(resize(out, x, {.from = {2, 1}, .to = {side, 1}, .width = 4}) ==
          Status::kBadArgument);
  }
}

TEST_CASE("updates and padded positions refuse spans of another size") {
  std::vector<float> out(7);
  const std::vector<float> table(8);
  const std::vector<std::int32_t> positions{0};
  std::vector<std::int32_t> scratch(3);
  CHECK(update(out, table, positions, {table.data(), 4}, scratch,
               {.width = 4, .learning_rate = 1}) == Status::kBadShape);
  out.resize(8);
  CHECK(update(out, table, positions, {table.data(), 4}, scratch,
               {.width = 4, .learning_rate = 1}) == Status::kOk);
  scratch.pop_back();
  CHECK(update(out, table, positions, {table.data(), 4}, scratch,
               {.width = 4, .learning_rate = 1}) == Status::kBadShape);
  const std::vector<std::uint8_t> mask(4);
  CHECK(padded_positions({scratch.data(), 2}, mask, 4, 1) == Status::kBadShape);
}

TEST_CASE("convolutions refuse kernels, groups and sizes that do not fit") {
  std::vector<float> out(8);
  const std::vector<float> x(8);
  const std::vector<float> kernel(16);
  const std::vector<float> ones(3, 1);
  std::vector<double> scratch(256);
  const ConvolutionalOptions good{.length = 2, .inputs = 4, .outputs = 4};
  const auto status = [&](const ConvolutionalOptions& o) {
    return convolutional(out, x, {kernel, {}, {}}, {}, scratch, o);
  };
  CHECK(status(good) == Status::kOk);
  ConvolutionalOptions o = good;
  o.inputs = 6;
  o.groups = 3;  // divides the inputs alone
  CHECK(status(o) == Status::kBadShape);
  o = good;
  o.outputs = 3;
  CHECK(status(o) == Status::kBadShape);
  o = good;
  o.inputs = 3;
  CHECK(status(o) == Status::kBadShape);
  o = good;
  o.length = 0;
  CHECK(convolutional({}, {}, {kernel, {}, {}}, {}, scratch, o) == Status::kOk);
  CHECK(convolutional_scratch_size({.kernel = 0}) == Count());
  CHECK(weight_norm({out.data(), 2}, ones, {ones.data(), 1}) ==
        Status::kBadShape);

  const Convolutional2dOptions two{.height = 2, .width = 1, .channels = 4};
  const std::vector<float> taps(36);
  const auto status2d = [&](auto change) {
    Convolutional2dOptions p = two;
    change(p);
    return convolutional2d(out, x, taps, {}, p);
  };
  CHECK(status2d([](auto&) {}) == Status::kOk);
  CHECK(status2d([](auto& p) { p.width = 0; }) == Status::kBadArgument);
  CHECK(status2d([](auto& p) { p.kernel_height = 0; }) == Status::kBadArgument);
  CHECK(status2d([](auto& p) { p.kernel_width = 0; }) == Status::kBadArgument);
  CHECK(status2d([](auto& p) { p.prefix = SIZE_MAX; }) == Status::kTooLarge);
  CHECK(status2d([](auto& p) { p.kernel_width = 5; }) == Status::kBadShape);
  CHECK(convolutional2d({out.data(), 7}, x, taps, {}, two) ==
        Status::kBadShape);
}

}  // namespace
}  // namespace posenc::embedding
