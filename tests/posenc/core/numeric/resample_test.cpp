#include "numeric/resample.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::for_all;

ResampleAxis random_axis(Draw& draw) {
  ResampleAxis axis{
      .from = draw.size(1, 40),
      .to = draw.size(1, 60),
      .method = draw.pick({ResampleMethod::kLinear, ResampleMethod::kCubic,
                           ResampleMethod::kNearest}),
  };
  const bool smooth = axis.method != ResampleMethod::kNearest;
  axis.align_corners = smooth && draw.coin();
  axis.antialias = smooth && draw.coin();
  return axis;
}

// The weights of sample i upon the old samples.
std::vector<double> row_of(const ResampleAxis& axis, std::size_t i) {
  const ResampleTaps taps = resample_taps(axis, i);
  std::vector<double> row(axis.from);
  for (std::size_t k = 0; k < taps.count; ++k) {
    row[resample_index(axis, taps, k)] += resample_weight(axis, taps, k);
  }
  return row;
}

}  // namespace

TEST_CASE("the weights of every new sample add up to 1") {
  for_all(300, [](Draw& draw) {
    const ResampleAxis axis = random_axis(draw);
    REQUIRE(is_resample_axis(axis));
    for (std::size_t i = 0; i < axis.to; ++i) {
      double sum = 0;
      for (const double w : row_of(axis, i)) sum += w;
      CHECK(std::fabs(sum - 1.0) < 1e-14);
    }
  });
}

TEST_CASE("an axis of the same length keeps every sample exactly") {
  for_all(300, [](Draw& draw) {
    ResampleAxis axis = random_axis(draw);
    axis.to = axis.from;
    for (std::size_t i = 0; i < axis.to; ++i) {
      const auto row = row_of(axis, i);
      for (std::size_t j = 0; j < axis.from; ++j) {
        CHECK(row[j] == (i == j ? 1.0 : 0.0));
      }
    }
  });
}

TEST_CASE("a straight line stays straight inside of the axis") {
  // The triangle and Keys' kernel with a = -1/2 reproduce first degree; with
  // a = -3/4, or widened, it only nearly does.
  for_all(200, [](Draw& draw) {
    const ResampleAxis axis = random_axis(draw);
    const bool linear = axis.method == ResampleMethod::kLinear;
    const bool cubic = axis.method == ResampleMethod::kCubic && axis.antialias;
    if (!linear && !cubic) return;
    if (axis.antialias && (axis.to < axis.from || axis.align_corners)) return;
    for (std::size_t i = 0; i < axis.to; ++i) {
      const auto row = row_of(axis, i);
      const auto n = static_cast<double>(axis.from);
      const auto m = static_cast<double>(axis.to);
      const auto at = static_cast<double>(i);
      const double x = axis.align_corners
                           ? (axis.to == 1 ? 0 : at * (n - 1) / (m - 1))
                           : (at + 0.5) * n / m - 0.5;
      if (x < 1 || x > n - 2) continue;
      double sum = 0;
      for (std::size_t j = 0; j < axis.from; ++j) {
        sum += row[j] * static_cast<double>(j);
      }
      CHECK(std::fabs(sum - x) < 1e-12 * n);
    }
  });
}

TEST_CASE("aligned corners keep the first and the last sample") {
  for (const auto method : {ResampleMethod::kLinear, ResampleMethod::kCubic}) {
    const ResampleAxis axis{
        .from = 7, .to = 19, .method = method, .align_corners = true};
    CHECK(row_of(axis, 0) == std::vector<double>{1, 0, 0, 0, 0, 0, 0});
    CHECK(row_of(axis, 18) == std::vector<double>{0, 0, 0, 0, 0, 0, 1});
    CHECK(row_of(axis, 9) == std::vector<double>{0, 0, 0, 1, 0, 0, 0});
  }
}

TEST_CASE("antialias reads every old sample when the axis shrinks") {
  const ResampleAxis wide{.from = 9, .to = 3, .antialias = true};
  for (const double w : row_of(wide, 1)) CHECK(w >= 0);
  const auto row = row_of(wide, 1);
  CHECK(row[4] == doctest::Approx(1.0 / 3.0));
  CHECK(row[3] == doctest::Approx(2.0 / 9.0));
  CHECK(row[2] == doctest::Approx(1.0 / 9.0));
  CHECK(row[1] == doctest::Approx(0.0));
}

TEST_CASE("antialias takes the step of aligned corners alone") {
  // Step 3: new samples at 1 and 4, triangles of half-width 3 cut at the ends.
  const ResampleAxis axis{
      .from = 4, .to = 2, .align_corners = true, .antialias = true};
  const double first[] = {2.0 / 8, 3.0 / 8, 2.0 / 8, 1.0 / 8};
  const double second[] = {0, 0, 1.0 / 3, 2.0 / 3};
  for (std::size_t j = 0; j < 4; ++j) {
    CHECK(row_of(axis, 0)[j] == doctest::Approx(first[j]));
    CHECK(row_of(axis, 1)[j] == doctest::Approx(second[j]));
  }
}

TEST_CASE("nearest takes the sample at floor(i N / M)") {
  const ResampleAxis axis{
      .from = 3, .to = 7, .method = ResampleMethod::kNearest};
  const std::size_t expected[] = {0, 0, 0, 1, 1, 2, 2};
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(row_of(axis, i)[expected[i]] == 1.0);
  }
}

TEST_CASE("options that exclude each other make no axis") {
  const auto is = [](ResampleAxis axis) { return is_resample_axis(axis); };
  CHECK(is({}));
  CHECK_FALSE(is({.from = 0}));
  CHECK_FALSE(is({.to = 0}));
  CHECK(is({.align_corners = true, .antialias = true}));
  CHECK_FALSE(is({.method = ResampleMethod::kNearest, .align_corners = true}));
  CHECK_FALSE(is({.method = ResampleMethod::kNearest, .antialias = true}));
  CHECK_FALSE(is({.align_corners = true, .offset = 0.1}));
  CHECK_FALSE(is({.method = ResampleMethod::kNearest, .offset = 0.1}));
  for (const double bad : {-0.1, 1.0, std::nan("")}) {
    CHECK_FALSE(is({.offset = bad}));
  }
  CHECK(is({.antialias = true, .offset = 0.1}));
  CHECK_FALSE(is({.method = static_cast<ResampleMethod>(3)}));
  CHECK_FALSE(is({.method = static_cast<ResampleMethod>(-1)}));
}

}  // namespace posenc::numeric
