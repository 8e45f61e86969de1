// Every argument of src/posenc/core/analysis past its limits, one at a time.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "analysis/collisions.hpp"
#include "analysis/decay.hpp"
#include "analysis/precision.hpp"
#include "analysis/shift.hpp"
#include "analysis/similarity.hpp"
#include "analysis/spectrum.hpp"
#include "analysis/wavelengths.hpp"

namespace posenc::analysis {
namespace {

using embedding::SinusoidalOptions;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("sinusoidal tables are refused past each limit") {
  std::vector<double> out(8);
  std::vector<float> rows(8);
  ShiftError error;
  for (const SinusoidalOptions& bad :
       {SinusoidalOptions{.width = 0}, SinusoidalOptions{.width = 3},
        SinusoidalOptions{.width = 65538},
        SinusoidalOptions{.width = 4, .base = kNan},
        SinusoidalOptions{.width = 4, .base = 0.5},
        SinusoidalOptions{.width = 4, .base = 1.01e100}}) {
    CHECK(sinusoidal_float64(out, 2, bad) == Status::kBadArgument);
    CHECK(shift_error(&error, rows, 2, 1, bad) == Status::kBadArgument);
    CHECK(shift_matrix(rows, 1, bad) == Status::kBadArgument);
  }
  CHECK(sinusoidal_float64(out, 3, {.width = 4}) == Status::kBadShape);
  CHECK(sinusoidal_float64(out, SIZE_MAX, {.width = 4}) == Status::kTooLarge);
}

TEST_CASE("one pair has one frequency, whatever the spacing") {
  std::vector<double> out(2);
  REQUIRE(
      sinusoidal_float64(
          out, 1,
          {.width = 2, .spacing = embedding::SinusoidalSpacing::kEndpoint}) ==
      Status::kOk);
  CHECK(out == std::vector<double>{0, 1});
}

TEST_CASE("wavelengths and decay refuse bases and widths past their limits") {
  std::vector<double> out(2);
  for (const double base : {kNan, 0.5, 1.01e100}) {
    CHECK(wavelengths(out, {.width = 4, .base = base}) == Status::kBadArgument);
    CHECK(decay(out, {.width = 4, .base = base}) == Status::kBadArgument);
  }
  CHECK(wavelengths(out, {.width = 65537}) == Status::kBadArgument);
  // The halves of an odd width end with a column of zeros, the others do not.
  for (const auto layout : {embedding::SinusoidalLayout::kHalves,
                            embedding::SinusoidalLayout::kInterleaved}) {
    for (const auto spacing : {embedding::SinusoidalSpacing::kPaper,
                               embedding::SinusoidalSpacing::kEndpoint}) {
      CHECK(wavelengths(out,
                        {.width = 4, .layout = layout, .spacing = spacing}) ==
            Status::kOk);
      CHECK(out[0] == doctest::Approx(6.283185307179586));
    }
  }
  DecayFit fit;
  const std::vector<double> curve{1, 0.9, 0.8};
  for (const int law : {-1, 4}) {
    CHECK(fit_decay(curve, static_cast<DecayLaw>(law), 10000, &fit) ==
          Status::kBadArgument);
  }
}

TEST_CASE("precision refuses positions and frequencies past their limits") {
  std::vector<double> angle(1);
  std::vector<double> value(1);
  std::vector<double> position{1};
  std::vector<double> frequency{1};
  const auto status = [&] {
    return precision(angle, value, position, frequency,
                     numeric::Format::kFloat32);
  };
  CHECK(status() == Status::kOk);
  position[0] = 0x1p54;
  CHECK(status() == Status::kBadArgument);
  position[0] = 1;
  for (const double bad : {-1.0, 2.0, kNan}) {
    frequency[0] = bad;
    CHECK(status() == Status::kBadArgument);
  }
  frequency[0] = 1;
  value.push_back(0);
  CHECK(status() == Status::kBadShape);
}

TEST_CASE("collisions, similarity and spectrum refuse sizes that do not fit") {
  std::vector<double> rows(6);
  std::vector<std::uint32_t> slots(collisions_scratch_size(3).size());
  Collisions found;
  const auto collide = [&](std::span<double> table, std::size_t count,
                           std::size_t size) {
    return collisions(&found, table, count, Storage::kFloat64,
                      {slots.data(), size});
  };
  CHECK(collide(rows, 3, 16) == Status::kOk);
  CHECK(collide(rows, kMaxCollisionRows + 1, 16) == Status::kBadArgument);
  CHECK(collide({rows.data(), 2}, 3, 16) == Status::kBadShape);
  CHECK(collide({rows.data(), 5}, 3, 16) == Status::kBadShape);
  CHECK(collide(rows, 3, 15) == Status::kBadShape);

  std::vector<float> out(4);
  const std::vector<float> x(6, 1);
  CHECK(similarity(out, x, 2, 3, SimilarityKind::kCosine) == Status::kOk);
  CHECK(similarity(out, x, 3, 2, SimilarityKind::kCosine) == Status::kBadShape);
  CHECK(similarity_reference(out, x, 3, 2, SimilarityKind::kCosine) ==
        Status::kBadShape);

  std::vector<double> variances(2);
  std::vector<float> components(2);
  std::vector<float> projections(3);
  std::vector<double> scratch(spectrum_scratch_size(2).size());
  const std::span<const float> table(x);
  const auto status = [&](std::size_t width, std::size_t kept,
                          std::size_t projected, std::span<const float> from,
                          std::size_t spare = 0, std::size_t wide = 2) {
    components.resize(kept);
    projections.resize(projected);
    variances.resize(wide);
    return spectrum(variances, components, projections, from, width,
                    std::span(scratch).subspan(spare));
  };
  // Rows that are all alike vary in no direction.
  CHECK(status(2, 2, 3, table) == Status::kOk);
  CHECK(variances == std::vector<double>{0, 0});
  CHECK(status(kMaxSpectrumWidth + 1, 2, 3, table) == Status::kBadArgument);
  CHECK(status(2, 2, 3, {}) == Status::kBadShape);
  CHECK(status(2, 2, 3, table.first(5)) == Status::kBadShape);
  CHECK(status(2, 3, 3, table) == Status::kBadShape);
  CHECK(status(2, 6, 9, table) == Status::kBadShape);
  CHECK(status(2, 2, 4, table) == Status::kBadShape);
  CHECK(status(2, 2, 3, table, 1) == Status::kBadShape);
  CHECK(status(2, 2, 3, table, 0, 3) == Status::kBadShape);
}

}  // namespace
}  // namespace posenc::analysis
