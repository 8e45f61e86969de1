#include "embedding/timestep.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;
using Rows = std::vector<float>;

Rows rows(const std::vector<double>& timesteps,
          const TimestepOptions& options) {
  Rows out(timesteps.size() * options.width, 7.0f);
  REQUIRE(timestep(out, timesteps, options) == Status::kOk);
  return out;
}

TimestepOptions draw_options(Draw& draw, std::size_t max_width) {
  return {.width = draw.size(2, max_width),
          .max_period = draw.pick({2.0, 10000.0, 1e9, draw.real(2, 1e6)}),
          .shift = draw.pick({0.0, 1.0, 0.5, draw.real(-9, 1)}),
          .scale = draw.pick({1.0, 1000.0, -0.25, draw.real(-9, 9)}),
          .cosine_first = draw.size(0, 1) == 1};
}

std::vector<double> draw_timesteps(Draw& draw) {
  std::vector<double> timesteps(draw.size(1, 40));
  for (double& t : timesteps) {
    t = draw.size(0, 1) == 1 ? draw.real(-1000, 1000)
                             : static_cast<double>(draw.size(0, 1000));
  }
  return timesteps;
}

}  // namespace

TEST_CASE("timestep follows the formula of DDPM") {
  for_all(100, [](Draw& draw) {
    const TimestepOptions o = draw_options(draw, 40);
    const auto timesteps = draw_timesteps(draw);
    const Rows out = rows(timesteps, o);
    const std::size_t half = o.width / 2;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::size_t column = k % o.width;
      if (column == 2 * half) {
        CHECK(out[k] == 0.0f);
        continue;
      }
      const double steps = static_cast<double>(half) - o.shift;
      const double i = static_cast<double>(column % half);
      const double omega =
          steps > 0 ? std::exp(-std::log(o.max_period) * i / steps) : 1.0;
      const double angle = o.scale * (timesteps[k / o.width] * omega);
      const bool is_sine = (column < half) != o.cosine_first;
      const double exact = is_sine ? std::sin(angle) : std::cos(angle);
      // The formula's own angle is off by its roundings.
      CHECK(std::fabs(static_cast<double>(out[k]) - exact) <=
            3e-8 + 1e-14 * std::fabs(angle));
    }
  });
}

TEST_CASE("timestep is its reference but for the last bit of few cells") {
  std::size_t cells = 0;
  std::size_t different = 0;
  for_all(100, [&](Draw& draw) {
    const TimestepOptions o = draw_options(draw, 400);
    const auto timesteps = draw_timesteps(draw);
    const Rows fast = rows(timesteps, o);
    Rows exact(fast.size(), 9.0f);
    REQUIRE(timestep_reference(exact, timesteps, o) == Status::kOk);
    for (std::size_t k = 0; k < fast.size(); ++k) {
      ++cells;
      if (fast[k] == exact[k]) continue;
      ++different;
      CHECK(std::nextafter(fast[k], exact[k]) == exact[k]);
    }
  });
  CHECK(different * 100000 <= cells);
}

TEST_CASE("timestep with sines first has the bits of sinusoidal in halves") {
  for_all(60, [](Draw& draw) {
    TimestepOptions o = draw_options(draw, 300);
    o.scale = 1;
    o.cosine_first = false;
    o.shift = static_cast<double>(draw.size(0, 1));
    if (o.shift == 0) o.width -= o.width % 2;
    const auto timesteps = draw_timesteps(draw);
    Rows expected(timesteps.size() * o.width);
    REQUIRE(sinusoidal(expected, timesteps,
                       {.width = o.width,
                        .base = o.max_period,
                        .layout = SinusoidalLayout::kHalves,
                        .spacing = o.shift == 1 ? SinusoidalSpacing::kEndpoint
                                                : SinusoidalSpacing::kPaper}) ==
            Status::kOk);
    CHECK(rows(timesteps, o) == expected);
  });
}

TEST_CASE("timestep with any shift has the bits of finer and longer tables") {
  for_all(60, [](Draw& draw) {
    TimestepOptions o = draw_options(draw, 200);
    const std::size_t half = o.width / 2;
    o.width = 2 * half;
    const auto timesteps = draw_timesteps(draw);
    // n - 1/2 is (2n - 1) / 2: every second pair of 2n - 1 without a shift.
    // n + k is a table of n + k pairs, of which these are the first.
    const bool finer = draw.size(0, 1) == 1;
    const std::size_t k = draw.size(1, 9);
    o.shift = finer ? 0.5 : -static_cast<double>(k);
    TimestepOptions other = o;
    const std::size_t pairs = finer ? 2 * half - 1 : half + k;
    other.width = 2 * pairs;
    other.shift = 0;
    const Rows out = rows(timesteps, o);
    const Rows wide = rows(timesteps, other);
    for (std::size_t t = 0; t < timesteps.size(); ++t) {
      for (std::size_t i = 0; half > 1 && i < half; ++i) {
        const std::size_t j = finer ? 2 * i : i;
        for (const std::size_t part : {0U, 1U}) {
          CHECK(std::fabs(out[t * o.width + part * half + i] -
                          wide[t * other.width + part * pairs + j]) <=
                0x1p-24f);
        }
      }
    }
  });
}

TEST_CASE("timestep's scale does not round the timestep") {
  // 0.1 t is none of float64, and its angle would be off by 3e-8 and more.
  const double t = 2147483647.0;
  const Rows out = rows({t}, {.width = 2, .scale = 0.1});
  const long double angle = static_cast<long double>(t) * 0.1;
  CHECK(out[0] == static_cast<float>(std::sin(angle)));
  CHECK(out[1] == static_cast<float>(std::cos(angle)));
  // A power of two is exact on either side.
  const TimestepOptions plain{.width = 64, .cosine_first = true};
  TimestepOptions scaled = plain;
  scaled.scale = 1024;
  CHECK(rows({0.5, 0.3125}, scaled) == rows({512, 320}, plain));
}

TEST_CASE("timestep refuses what its header excludes") {
  Rows out(4, 9.0f);
  const auto status = [&](double t, TimestepOptions options) {
    return timestep(out, std::vector<double>{t}, options);
  };
  const double nan = std::nan("");
  CHECK(status(1, {.width = 1}) == Status::kBadArgument);
  CHECK(status(1, {.width = 65537}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .max_period = 0.5}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .max_period = nan}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .shift = 1.01}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .shift = nan}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .shift = -65537}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .scale = nan}) == Status::kBadArgument);
  CHECK(status(1, {.width = 4, .scale = 1048577}) == Status::kBadArgument);
  CHECK(status(0x1p33, {.width = 4, .scale = 0x1p20}) == Status::kBadArgument);
  CHECK(status(0x1p52 + 1, {.width = 4}) == Status::kBadArgument);
  CHECK(status(0x1p54, {.width = 4}) == Status::kBadArgument);
  CHECK(status(nan, {.width = 4}) == Status::kBadArgument);
  CHECK(status(1, {.width = 3}) == Status::kBadShape);
  CHECK(timestep_reference(out, {}, {.width = 1}) == Status::kBadArgument);
  CHECK(timestep_reference(out, {}, {.width = 4}) == Status::kBadShape);
  CHECK(out == Rows(4, 9.0f));
  CHECK(status(0x1p32, {.width = 4, .scale = -0x1p20}) == Status::kOk);
  CHECK(timestep({}, {}, {.width = 5}) == Status::kOk);
  Rows widest(65536);
  CHECK(timestep(widest, std::vector{1.0}, {.width = 65536}) == Status::kOk);
}

}  // namespace posenc::embedding
