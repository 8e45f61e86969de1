#include "embedding/logarithmic.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

}  // namespace

TEST_CASE("logarithmic follows its formula") {
  for_all(80, [](Draw& draw) {
    const LogarithmicOptions o{.width = draw.size(1, 20),
                               .max_len = draw.real(2, 1e6),
                               .base = draw.real(1, 1e6)};
    std::vector<double> positions(draw.size(1, 20));
    for (double& p : positions) p = draw.real(0, 1e5);
    std::vector<float> out(positions.size() * o.width);
    REQUIRE(logarithmic(out, positions, o) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double p = positions[i / o.width];
      const double share = o.width == 1 ? 0.0
                                        : static_cast<double>(i % o.width) /
                                              static_cast<double>(o.width - 1);
      const double tau = std::pow(o.base, share);
      const double exact =
          std::log1p(p / tau) / std::log1p((o.max_len - 1) / tau);
      CHECK(std::fabs(static_cast<double>(out[i]) - exact) <=
            exact * (0x1p-24 + 1e-13));
    }
  });
}

TEST_CASE("logarithmic rises strictly from 0 to 1 in every column") {
  std::vector<double> positions(1000);
  for (std::size_t t = 0; t < 1000; ++t) positions[t] = static_cast<double>(t);
  std::vector<float> out(1000 * 8);
  REQUIRE(logarithmic(out, positions, {.width = 8, .max_len = 1000}) ==
          Status::kOk);
  for (std::size_t j = 0; j < 8; ++j) {
    CHECK(out[j] == 0.0f);
    CHECK(out[999 * 8 + j] == 1.0f);
    for (std::size_t t = 1; t < 1000; ++t) {
      CHECK(out[t * 8 + j] > out[(t - 1) * 8 + j]);
    }
  }
  CHECK(testing::checksum(out) == 16907727707736596837u);
}

TEST_CASE("logarithmic refuses what has no logarithm") {
  std::vector<float> out(2, 9.0f);
  const auto status = [&](double p, LogarithmicOptions options) {
    return logarithmic(out, std::vector<double>{p}, options);
  };
  const double nan = std::nan("");
  CHECK(status(-0.5, {.width = 2}) == Status::kBadArgument);
  CHECK(status(nan, {.width = 2}) == Status::kBadArgument);
  CHECK(status(1, {.width = 0}) == Status::kBadArgument);
  CHECK(status(1, {.width = 65537}) == Status::kBadArgument);
  CHECK(status(1, {.width = 2, .max_len = 1}) == Status::kBadArgument);
  CHECK(status(1, {.width = 2, .max_len = nan}) == Status::kBadArgument);
  CHECK(status(1, {.width = 2, .base = 0.5}) == Status::kBadArgument);
  CHECK(status(1, {.width = 2, .base = 1e13}) == Status::kBadArgument);
  CHECK(status(1, {.width = 3}) == Status::kBadShape);
  CHECK(out == std::vector<float>(2, 9.0f));
}

}  // namespace posenc::embedding
