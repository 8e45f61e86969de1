#include "analysis/shift.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "embedding/sinusoidal.hpp"

namespace posenc::analysis {
namespace {

using embedding::SinusoidalLayout;
using embedding::SinusoidalOptions;
using embedding::SinusoidalSpacing;

std::vector<float> rows_of(std::size_t count, double offset,
                           const SinusoidalOptions& options) {
  std::vector<float> rows(count * options.width);
  REQUIRE(embedding::sinusoidal_range(rows, count, offset, options) ==
          Status::kOk);
  return rows;
}

TEST_CASE("the shift matrix moves every row by the same map") {
  for (const auto layout :
       {SinusoidalLayout::kInterleaved, SinusoidalLayout::kHalves}) {
    for (const auto spacing :
         {SinusoidalSpacing::kPaper, SinusoidalSpacing::kEndpoint}) {
      const SinusoidalOptions options{
          .width = 12, .base = 500, .layout = layout, .spacing = spacing};
      for (const double offset : {0.0, 1.0, -7.0, 2.5, 100000.0}) {
        std::vector<float> m(144);
        REQUIRE(shift_matrix(m, offset, options) == Status::kOk);
        for (const double p : {0.0, 3.0, -40.0, 12345.0}) {
          const auto from = rows_of(1, p, options);
          const auto to = rows_of(1, p + offset, options);
          for (std::size_t i = 0; i < 12; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < 12; ++j) {
              sum += double{m[i * 12 + j]} * from[j];
            }
            CHECK(std::abs(sum - to[i]) < 2e-7);
          }
        }
      }
    }
  }
}

TEST_CASE(
    "the shift error is rounding for sinusoidal rows and not for others") {
  const SinusoidalOptions options{.width = 32};
  auto rows = rows_of(50, 0, options);
  ShiftError error;
  REQUIRE(shift_error(&error, rows, 50, 9, options) == Status::kOk);
  CHECK(error.max < 2e-7);
  CHECK(error.max > 0);
  CHECK(error.rms <= error.max);
  rows[20 * 32 + 5] += 0.5F;
  REQUIRE(shift_error(&error, rows, 50, 9, options) == Status::kOk);
  CHECK(error.max == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("shift refuses odd widths, bad lengths and steps outside the table") {
  std::vector<float> out(9, 7.0F);
  CHECK(shift_matrix(out, 1, {.width = 3}) == Status::kBadArgument);
  CHECK(shift_matrix(out, 1, {.width = 2}) == Status::kBadShape);
  CHECK(shift_matrix(out, NAN, {.width = 2}) == Status::kBadArgument);
  CHECK(out == std::vector<float>(9, 7.0F));
  ShiftError error{.max = 5, .rms = 6};
  const std::vector<float> rows(8);
  CHECK(shift_error(&error, rows, 4, 0, {.width = 2}) == Status::kBadArgument);
  CHECK(shift_error(&error, rows, 4, 4, {.width = 2}) == Status::kBadArgument);
  CHECK(shift_error(&error, rows, 5, 1, {.width = 2}) == Status::kBadShape);
  CHECK(error.max == 5);
}

}  // namespace
}  // namespace posenc::analysis
