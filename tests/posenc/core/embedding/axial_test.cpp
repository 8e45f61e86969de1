#include "embedding/axial.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

std::vector<float> run(const AxialOptions& o,
                       const std::vector<double>& coordinates) {
  std::vector<float> scratch(axial_scratch_size(o).size());
  const std::size_t cells = o.lengths[0] * o.lengths[1] * o.lengths[2];
  std::vector<float> out((o.prefix + cells) * o.width, 9.0f);
  REQUIRE(axial(out, coordinates, scratch, o) == Status::kOk);
  return out;
}

std::vector<float> waves(double p, const SinusoidalOptions& options) {
  std::vector<float> row(options.width);
  REQUIRE(sinusoidal(row, {&p, 1}, options) == Status::kOk);
  return row;
}

void append(std::vector<float>& row, const std::vector<float>& more,
            std::size_t first, std::size_t count) {
  const auto from = more.begin() + static_cast<std::ptrdiff_t>(first);
  row.insert(row.end(), from, from + static_cast<std::ptrdiff_t>(count));
}

// One row by the pictures of the header, from the cell's coordinates.
std::vector<float> picture(const AxialOptions& o,
                           const std::vector<double>& at) {
  const std::size_t axes = at.size();
  std::vector<float> row;
  if (o.convention == AxialConvention::kTatp22) {
    const std::size_t block = 2 * ((o.width + 2 * axes - 1) / (2 * axes));
    for (const double p : at) {
      append(row, waves(p, {.width = block, .base = o.base}), 0, block);
    }
    row.resize(o.width);
    return row;
  }
  const std::size_t block = o.width / (2 * axes) * 2;
  const bool endpoint = o.convention == AxialConvention::kTensor2tensor;
  std::vector<std::vector<float>> blocks;
  for (const double p : at) {
    blocks.push_back(
        waves(p, {.width = block,
                  .base = o.base,
                  .layout = SinusoidalLayout::kHalves,
                  .spacing = endpoint ? SinusoidalSpacing::kEndpoint
                                      : SinusoidalSpacing::kPaper}));
  }
  if (o.convention == AxialConvention::kMae) {
    std::reverse(blocks.begin(), blocks.end());
  }
  if (o.convention == AxialConvention::kTimm && !o.interleave) {
    for (const auto& b : blocks) append(row, b, 0, block / 2);
    for (const auto& b : blocks) append(row, b, block / 2, block / 2);
  } else {
    for (const auto& b : blocks) append(row, b, 0, block);
  }
  row.resize(o.width);
  return row;
}

}  // namespace

TEST_CASE("axial rows are laid out as every convention's picture shows") {
  for_all(120, [](Draw& draw) {
    AxialOptions o{
        .axes = draw.size(1, 3),
        .prefix = draw.size(0, 2),
        .base = draw.real(1, 1e5),
        .convention = draw.pick({AxialConvention::kTatp22,
                                 AxialConvention::kMae, AxialConvention::kTimm,
                                 AxialConvention::kTensor2tensor})};
    o.width = o.convention == AxialConvention::kTatp22 ? draw.size(1, 30)
              : o.convention == AxialConvention::kTensor2tensor
                  ? draw.size(2 * o.axes, 30)
                  : 2 * o.axes * draw.size(1, 5);
    o.interleave = o.convention == AxialConvention::kTimm && draw.coin();
    std::vector<double> coordinates;
    std::vector<std::vector<double>> along(3, {0.0});
    for (std::size_t a = 0; a < o.axes; ++a) {
      o.lengths[a] = draw.size(1, 4);
      along[a].clear();
      for (std::size_t i = 0; i < o.lengths[a]; ++i) {
        along[a].push_back(draw.real(-50, 50));
      }
      coordinates.insert(coordinates.end(), along[a].begin(), along[a].end());
    }
    const auto out = run(o, coordinates);
    const auto middle = static_cast<std::ptrdiff_t>(o.prefix * o.width);
    CHECK(std::all_of(out.begin(), out.begin() + middle,
                      [](float x) { return x == 0.0f; }));
    auto row = out.begin() + middle;
    for (const double i : along[0]) {
      for (const double j : along[1]) {
        for (const double k : along[2]) {
          std::vector<double> at = {i, j, k};
          at.resize(o.axes);
          const auto expected = picture(o, at);
          CHECK(std::equal(expected.begin(), expected.end(), row));
          row += static_cast<std::ptrdiff_t>(o.width);
        }
      }
    }
  });
}

TEST_CASE("axial refuses widths that its convention cannot divide") {
  std::vector<float> out(8, 9.0f);
  std::vector<float> scratch(64);
  const std::vector<double> coordinates = {0, 1, 0, 1};
  const AxialOptions good{.axes = 2, .lengths = {2, 2, 1}, .width = 2};
  const auto status = [&](auto change) {
    AxialOptions o = good;
    change(o);
    return axial(out, coordinates, scratch, o);
  };
  CHECK(status([](auto& o) { o.convention = AxialConvention::kMae; }) ==
        Status::kBadArgument);
  CHECK(status([](auto& o) { o.convention = AxialConvention::kTimm; }) ==
        Status::kBadArgument);
  CHECK(status([](auto& o) {
          o.convention = AxialConvention::kTensor2tensor;
        }) == Status::kBadArgument);
  CHECK(status([](auto& o) {
          o.convention = static_cast<AxialConvention>(4);
        }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.interleave = true; }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.axes = 0; }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.axes = 4; }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.width = 0; }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.base = 0.5; }) == Status::kBadArgument);
  CHECK(status([](auto& o) { o.width = 3; }) == Status::kBadShape);
  CHECK(status([](auto& o) { o.prefix = 1; }) == Status::kBadShape);
  CHECK(status([](auto& o) { o.prefix = static_cast<std::size_t>(-1); }) ==
        Status::kTooLarge);
  CHECK(status([](auto& o) { o.lengths = {4, 1, 1}; }) == Status::kBadShape);
  CHECK(out == std::vector<float>(8, 9.0f));
  CHECK(axial_scratch_size({.axes = 0, .width = 4}).size() == 0);
  CHECK(axial_scratch_size(good).size() == 8);
  scratch.resize(7);
  CHECK(status([](auto&) {}) == Status::kBadShape);
  scratch.resize(8);
  CHECK(status([](auto&) {}) == Status::kOk);
}

}  // namespace posenc::embedding
