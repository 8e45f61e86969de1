#include "embedding/hierarchical.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

}  // namespace

TEST_CASE("hierarchical keeps the first n rows, bit for bit") {
  for_all(100, [](Draw& draw) {
    const std::size_t n = draw.size(1, 9);
    const std::size_t width = draw.size(1, 9);
    const auto table = draw.floats(n * width);
    std::vector<float> out(draw.size(0, n * n) * width);
    REQUIRE(hierarchical(
                out, table,
                {.rows = out.size() / width, .width = width, .alpha = 0.3}) ==
            Status::kOk);
    CHECK(std::equal(out.begin(),
                     out.begin() + static_cast<std::ptrdiff_t>(
                                       std::min(out.size(), table.size())),
                     table.begin()));
  });
}

TEST_CASE("hierarchical gives every pair of digits alpha u_i + (1-alpha) u_j") {
  for_all(100, [](Draw& draw) {
    const std::size_t n = draw.size(1, 8);
    const double alpha =
        draw.coin() ? draw.real(0.01, 0.49) : draw.real(0.51, 0.99);
    const auto table = draw.floats(n);
    std::vector<float> out(n * n);
    REQUIRE(
        hierarchical(out, table, {.rows = n * n, .width = 1, .alpha = alpha}) ==
        Status::kOk);
    const auto u = [&](std::size_t i) {
      return (static_cast<double>(table[i]) -
              alpha * static_cast<double>(table[0])) /
             (1 - alpha);
    };
    for (std::size_t k = 0; k < n * n; ++k) {
      const double exact = alpha * u(k / n) + (1 - alpha) * u(k % n);
      // Half a unit of float32, and float64's own rounding.
      CHECK(std::fabs(static_cast<double>(out[k]) - exact) <=
            std::fabs(exact) * 0x1p-24 + 1e-12);
    }
  });
}

TEST_CASE("hierarchical refuses a colliding alpha and more than n^2 rows") {
  const std::vector<float> table = {1, 2};  // [2, 1]
  std::vector<float> out(4, 9.0f);
  const auto with = [&](double alpha, std::size_t rows, std::size_t width) {
    return hierarchical(
        std::span(out).first(std::min(out.size(), rows * width)), table,
        {.rows = rows, .width = width, .alpha = alpha});
  };
  for (const double alpha : {0.5, 0.0, 1.0, -0.1, 1.5, std::nan("")}) {
    CHECK(with(alpha, 4, 1) == Status::kBadArgument);
  }
  CHECK(with(0.4, 2, 2) == Status::kOutOfRange);
  CHECK(with(0.4, 5, 1) == Status::kBadShape);
  CHECK(with(0.4, 1, 3) == Status::kBadShape);
  CHECK(with(0.4, 4, 0) == Status::kBadShape);
  CHECK(out == std::vector<float>(4, 9.0f));
  out.resize(5, 9.0f);
  CHECK(with(0.4, 5, 1) == Status::kOutOfRange);
  CHECK(out == std::vector<float>(5, 9.0f));
}

}  // namespace posenc::embedding
