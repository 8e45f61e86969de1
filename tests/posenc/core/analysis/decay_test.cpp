#include "analysis/decay.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "numeric/phase.hpp"

namespace posenc::analysis {
namespace {

using embedding::SinusoidalSpacing;

std::vector<double> curve(std::size_t width, std::size_t max_offset) {
  std::vector<double> g(max_offset + 1);
  REQUIRE(decay(g, {.width = width}) == Status::kOk);
  return g;
}

double r_squared(const std::vector<double>& g, DecayLaw law) {
  DecayFit fit;
  REQUIRE(fit_decay(g, law, 10000, &fit) == Status::kOk);
  return fit.r_squared;
}

}  // namespace

TEST_CASE("The curve starts at the number of pairs and sums the cosines") {
  for (const std::size_t width : {2u, 3u, 4u, 63u, 64u, 65u, 200u}) {
    for (const auto spacing :
         {SinusoidalSpacing::kPaper, SinusoidalSpacing::kEndpoint}) {
      CAPTURE(width);
      std::vector<double> g(40);
      REQUIRE(decay(g, {.width = width, .base = 500, .spacing = spacing}) ==
              Status::kOk);
      const std::size_t pairs = width / 2;
      CHECK(g[0] == static_cast<double>(pairs));
      for (std::size_t k = 0; k < g.size(); ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < pairs; ++i) {
          const double exponent =
              spacing == SinusoidalSpacing::kPaper
                  ? 2.0 * i / width
                  : double(i) / std::max<double>(1, double(pairs) - 1);
          sum += std::cos(k * std::pow(500.0, -exponent));
        }
        CHECK(g[k] == doctest::Approx(sum).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("Far out, each cosine has the error that is promised") {
  for (const std::size_t width : {2u, 7u, 258u, 512u}) {
    CAPTURE(width);
    const std::size_t pairs = width / 2;
    std::vector<numeric::Frequency> frequencies(pairs);
    numeric::GeometricFrequencies(10000, 2, width).write(frequencies, 0);
    const auto g = curve(width, 5003);
    for (std::size_t k = 0; k < g.size(); ++k) {
      long double sum = 0;
      for (const numeric::Frequency& f : frequencies) {
        double sine = 0;
        double cosine = 0;
        numeric::sincos_phase(static_cast<double>(k), f, &sine, &cosine);
        sum += cosine;
      }
      const double error = static_cast<double>(g[k] - sum);
      CHECK(std::fabs(error) <= 4e-16 * static_cast<double>(pairs));
    }
  }
}

TEST_CASE("At width 512 the curve takes its known values") {
  const auto g = curve(512, 1000);
  const std::pair<int, double> known[] = {
      {1, 0.9731}, {2, 0.9052}, {10, 0.6789}, {100, 0.4373}, {1000, 0.1757}};
  for (const auto& [k, value] : known) {
    CHECK(std::fabs(g[k] / g[0] - value) < 5e-5);
  }
}

TEST_CASE("The curve is not monotone: its first rise comes early") {
  const std::pair<std::size_t, int> first_rise[] = {
      {4, 4},    {8, 4},    {16, 4},   {64, 6},
      {128, 12}, {256, 25}, {512, 44}, {1024, 69}};
  for (const auto& [width, expected] : first_rise) {
    CAPTURE(width);
    const auto g = curve(width, 100);
    int k = 1;
    while (g[k] <= g[k - 1]) ++k;
    CHECK(k == expected);
  }
}

TEST_CASE("The curve crosses zero") {
  const std::pair<std::size_t, int> first_negative[] = {{128, 1707},
                                                        {512, 3284}};
  for (const auto& [width, expected] : first_negative) {
    const auto g = curve(width, 3300);
    int k = 1;
    while (g[k] >= 0) ++k;
    CHECK(k == expected);
  }
}

TEST_CASE("The decay is logarithmic, and 1/k is worse than a constant") {
  const auto wide = curve(512, 1000);
  CHECK(std::fabs(r_squared(wide, DecayLaw::kReciprocal) + 6.29) < 0.005);
  CHECK(std::fabs(r_squared(wide, DecayLaw::kShiftedReciprocal) - 0.28) <
        0.005);
  CHECK(std::fabs(r_squared(wide, DecayLaw::kLogTheory) - 0.974) < 0.0005);
  const auto narrow = curve(128, 1000);
  CHECK(std::fabs(r_squared(narrow, DecayLaw::kReciprocal) + 5.01) < 0.005);
  CHECK(std::fabs(r_squared(narrow, DecayLaw::kShiftedReciprocal) - 0.23) <
        0.005);
  CHECK(std::fabs(r_squared(narrow, DecayLaw::kLogTheory) - 0.826) < 0.0005);
  // A fitted law can only be better than the same law without fitting.
  CHECK(r_squared(wide, DecayLaw::kLogarithm) >=
        r_squared(wide, DecayLaw::kLogTheory));
}

TEST_CASE("A fit finds the law that a curve was made with") {
  std::vector<double> g(200);
  g[0] = 2;
  DecayFit fit;
  for (std::size_t k = 1; k < g.size(); ++k) g[k] = 2 * (3.0 / k);
  REQUIRE(fit_decay(g, DecayLaw::kReciprocal, 10000, &fit) == Status::kOk);
  CHECK(fit.a == doctest::Approx(3));
  CHECK(fit.b == 0);
  CHECK(fit.r_squared == doctest::Approx(1));
  for (std::size_t k = 1; k < g.size(); ++k) g[k] = 2 * (3.0 / k - 0.25);
  REQUIRE(fit_decay(g, DecayLaw::kShiftedReciprocal, 10000, &fit) ==
          Status::kOk);
  CHECK(fit.a == doctest::Approx(3));
  CHECK(fit.b == doctest::Approx(-0.25));
  for (std::size_t k = 1; k < g.size(); ++k)
    g[k] = 2 * (0.9 - 0.1 * std::log(k));
  REQUIRE(fit_decay(g, DecayLaw::kLogarithm, 10000, &fit) == Status::kOk);
  CHECK(fit.a == doctest::Approx(0.9));
  CHECK(fit.b == doctest::Approx(-0.1));
  CHECK(fit.r_squared == doctest::Approx(1));
  REQUIRE(fit_decay(g, DecayLaw::kLogTheory, 10000, &fit) == Status::kOk);
  CHECK(fit.a == doctest::Approx(1 - 0.5772156649015329 / std::log(10000.0)));
  CHECK(fit.b == doctest::Approx(-1 / std::log(10000.0)));
}

TEST_CASE("Bad arguments are refused and nothing is written") {
  std::vector<double> g(5, 7.0);
  CHECK(decay(g, {.width = 1}) == Status::kBadArgument);
  CHECK(decay(g, {.width = 65537}) == Status::kBadArgument);
  CHECK(decay(g, {.width = 8, .base = 0.5}) == Status::kBadArgument);
  CHECK(decay(g, {.width = 8, .spacing = static_cast<SinusoidalSpacing>(2)}) ==
        Status::kBadArgument);
  CHECK(std::count(g.begin(), g.end(), 7.0) == 5);

  DecayFit fit{1, 2, 3};
  const auto status = [&](std::vector<double> y, DecayLaw law, double base) {
    return fit_decay(y, law, base, &fit);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DecayLaw log = DecayLaw::kLogTheory;
  CHECK(status({3, 2, 1}, log, 10000) == Status::kBadShape);
  CHECK(status({0, 2, 1, 0}, log, 10000) == Status::kBadArgument);
  CHECK(status({3, nan, 1, 0}, log, 10000) == Status::kBadArgument);
  CHECK(status({3, 1, 1, 1}, log, 10000) == Status::kBadArgument);
  CHECK(status({3, 2, 1, 0}, log, 1) == Status::kBadArgument);
  CHECK(status({3, 2, 1, 0}, log, nan) == Status::kBadArgument);
  CHECK(status({3, 2, 1, 0}, static_cast<DecayLaw>(4), 10000) ==
        Status::kBadArgument);
  CHECK(fit.a == 1);
  CHECK(fit.b == 2);
  CHECK(fit.r_squared == 3);
}

}  // namespace posenc::analysis
