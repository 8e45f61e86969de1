#include "analysis/similarity.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/decay.hpp"
#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::analysis {
namespace {

using testing::Draw;
using testing::for_all;

}  // namespace

TEST_CASE("Similarity equals the reference and is symmetric to the last bit") {
  for_all(60, [](Draw& draw) {
    const std::size_t length = draw.size(0, 140);
    const std::size_t width = draw.size(0, 40);
    const auto kind =
        draw.pick({SimilarityKind::kInnerProduct, SimilarityKind::kCosine});
    const auto rows = draw.floats(length * width);
    std::vector<float> out(length * length, 7.0f);
    std::vector<float> expected(length * length);
    REQUIRE(similarity(out, rows, length, width, kind) == Status::kOk);
    REQUIRE(similarity_reference(expected, rows, length, width, kind) ==
            Status::kOk);
    double worst = 0;
    bool symmetric = true;
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < length; ++j) {
        const double x = out[i * length + j];
        const double y = expected[i * length + j];
        worst = std::max(worst, std::fabs(x - y) / std::max(1.0, std::fabs(y)));
        symmetric = symmetric && out[i * length + j] == out[j * length + i];
      }
    }
    CHECK(worst < 1.2e-7);
    CHECK(symmetric);
  });
}

TEST_CASE("Every length and width has its tail right") {
  for (std::size_t length = 1; length <= 9; ++length) {
    for (std::size_t width = 0; width <= 17; ++width) {
      CAPTURE(length);
      CAPTURE(width);
      std::vector<float> rows(length * width);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = static_cast<float>(i % 5) - 2;  // small integers: exact
      }
      std::vector<float> out(length * length);
      std::vector<float> expected(length * length);
      const auto kind = SimilarityKind::kInnerProduct;
      REQUIRE(similarity(out, rows, length, width, kind) == Status::kOk);
      REQUIRE(similarity_reference(expected, rows, length, width, kind) ==
              Status::kOk);
      CHECK(out == expected);
    }
  }
}

TEST_CASE("Cosines are 1 on the diagonal and 0 for a zero row") {
  const std::vector<float> rows = {3, 4, 0, 0, -6, -8};
  std::vector<float> out(9);
  REQUIRE(similarity(out, rows, 3, 2, SimilarityKind::kCosine) == Status::kOk);
  CHECK(out == std::vector<float>{1, 0, -1, 0, 0, 0, -1, 0, 1});
}

TEST_CASE("Sinusoidal rows are alike by their distance alone") {
  const std::size_t length = 64;
  std::vector<float> rows(length * 128);
  REQUIRE(embedding::sinusoidal_range(rows, length, 1000, {.width = 128}) ==
          Status::kOk);
  std::vector<float> out(length * length);
  REQUIRE(similarity(out, rows, length, 128, SimilarityKind::kInnerProduct) ==
          Status::kOk);
  std::vector<double> curve(length);
  REQUIRE(decay(curve, {.width = 128}) == Status::kOk);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < length; ++j) {
      const double distance = i < j ? curve[j - i] : curve[i - j];
      CHECK(std::fabs(out[i * length + j] - distance) < 5e-6);
    }
  }
}

TEST_CASE("Mismatched shapes are refused and nothing is written") {
  std::vector<float> out(9, 7.0f);
  const std::vector<float> rows(6);
  const auto kind = SimilarityKind::kInnerProduct;
  CHECK(similarity(out, rows, 3, 3, kind) == Status::kBadShape);
  CHECK(similarity({out.data(), 8}, rows, 3, 2, kind) == Status::kBadShape);
  CHECK(similarity(out, rows, SIZE_MAX, 2, kind) == Status::kTooLarge);
  CHECK(similarity(out, rows, 3, 2, static_cast<SimilarityKind>(2)) ==
        Status::kBadArgument);
  CHECK(std::count(out.begin(), out.end(), 7.0f) == 9);
}

}  // namespace posenc::analysis
