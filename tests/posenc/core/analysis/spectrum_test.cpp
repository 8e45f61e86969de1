#include "analysis/spectrum.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace posenc::analysis {
namespace {

struct Result {
  std::vector<double> variances;
  std::vector<float> components;
  std::vector<float> projections;
};

Result run(const std::vector<float>& rows, std::size_t width,
           std::size_t kept) {
  Result r{.variances = std::vector<double>(width),
           .components = std::vector<float>(kept * width),
           .projections = std::vector<float>(rows.size() / width * kept)};
  std::vector<double> scratch(spectrum_scratch_size(width).size());
  REQUIRE(spectrum(r.variances, r.components, r.projections, rows, width,
                   scratch) == Status::kOk);
  return r;
}

std::vector<float> random_rows(std::size_t count, std::size_t width) {
  std::vector<float> rows(count * width);
  std::uint32_t state = 12345;
  for (float& x : rows) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<float>(state >> 8) / 16777216.0F - 0.5F;
  }
  return rows;
}

TEST_CASE("two columns have the eigenvalues of the 2 x 2 formula") {
  const Result r = run({1, 2, 3, 5, -2, 0, 4, 4}, 2, 2);
  // Covariance: [[5.25, 4.125], [4.125, 3.6875]].
  const double mean = (5.25 + 3.6875) / 2;
  const double root =
      std::sqrt(std::pow((5.25 - 3.6875) / 2, 2) + 4.125 * 4.125);
  CHECK(r.variances[0] == doctest::Approx(mean + root).epsilon(1e-14));
  CHECK(r.variances[1] == doctest::Approx(mean - root).epsilon(1e-13));
}

TEST_CASE("components are orthonormal and rebuild the rows") {
  for (const std::size_t width : {1, 2, 3, 17, 40}) {
    const std::size_t count = 23;
    const auto rows = random_rows(count, width);
    const Result r = run(rows, width, width);
    for (std::size_t a = 0; a < width; ++a) {
      for (std::size_t b = 0; b < width; ++b) {
        double dot = 0;
        for (std::size_t j = 0; j < width; ++j) {
          dot +=
              double{r.components[a * width + j]} * r.components[b * width + j];
        }
        CHECK(std::abs(dot - (a == b ? 1 : 0)) < 1e-6);
      }
    }
    std::vector<double> mean(width);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      mean[k % width] += rows[k] / static_cast<double>(count);
    }
    double variance = 0;
    for (std::size_t t = 0; t < count; ++t) {
      for (std::size_t j = 0; j < width; ++j) {
        double sum = mean[j];
        for (std::size_t k = 0; k < width; ++k) {
          sum += double{r.projections[t * width + k]} *
                 r.components[k * width + j];
        }
        CHECK(std::abs(sum - rows[t * width + j]) < 2e-6);
        const double gap = rows[t * width + j] - mean[j];
        variance += gap * gap / static_cast<double>(count);
      }
    }
    double total = 0;
    for (std::size_t k = 0; k < width; ++k) {
      total += r.variances[k];
      if (k > 0) CHECK(r.variances[k] <= r.variances[k - 1]);
    }
    CHECK(total == doctest::Approx(variance).epsilon(1e-12));
  }
}

TEST_CASE("variances are the same whatever is kept of the components") {
  for (const std::size_t width : {1, 2, 3, 17, 40}) {
    for (const std::size_t count : {1, 3, 4, 23}) {
      const auto rows = random_rows(count, width);
      CHECK(run(rows, width, 0).variances == run(rows, width, 1).variances);
    }
  }
}

TEST_CASE("rows that are all alike have no variance at all") {
  const Result r = run(std::vector<float>(30, 2.5F), 6, 2);
  for (const double v : r.variances) CHECK(v == 0);
  for (const float p : r.projections) CHECK(p == 0);
}

TEST_CASE("spectrum refuses numbers that are not finite and bad lengths") {
  std::vector<double> variances(2, 1.0);
  std::vector<float> components(2);
  std::vector<float> projections(2);
  std::vector<double> scratch(spectrum_scratch_size(2).size());
  const std::vector<float> bad{1, NAN, 2, 3};
  CHECK(spectrum(variances, components, projections, bad, 2, scratch) ==
        Status::kBadArgument);
  const std::vector<float> odd{1, 2, 3};
  CHECK(spectrum(variances, components, projections, odd, 2, scratch) ==
        Status::kBadShape);
  CHECK(spectrum(variances, components, projections, bad, 0, scratch) ==
        Status::kBadArgument);
  CHECK(variances == std::vector<double>(2, 1.0));
}

}  // namespace
}  // namespace posenc::analysis
