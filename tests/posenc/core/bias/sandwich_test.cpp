#include "bias/sandwich.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "embedding/sinusoidal.hpp"
#include "random.hpp"

namespace posenc::bias {
namespace {

std::vector<float> rows(const Offsets& offsets, std::size_t heads,
                        const SandwichOptions& options) {
  std::vector<float> out(heads * offsets.count);
  std::vector<numeric::Frequency> scratch(options.dim / 2);
  REQUIRE(sandwich_by_offset(out, offsets, heads, options, scratch) ==
          Status::kOk);
  return out;
}

TEST_CASE("sandwich is its oracle, bit for bit") {
  test::Random random(12);
  for (int round = 0; round < 60; ++round) {
    const Offsets offsets{random.chance(0.5) ? random.real(-1e6, 10)
                                             : std::floor(random.real(-30, 10)),
                          random.integer(1, 30)};
    const std::size_t heads = random.integer(1, 5);
    const SandwichOptions options{
        .dim = 2 * random.integer(1, 70),
        .base = random.real(1, 1e6),
        .convention = static_cast<SandwichConvention>(random.integer(0, 1)),
        .future = static_cast<Future>(random.integer(0, 2))};
    std::vector<numeric::Frequency> scratch(options.dim / 2);
    std::vector<float> expected(heads * offsets.count);
    REQUIRE(sandwich_by_offset_reference(expected, offsets, heads, options,
                                         scratch) == Status::kOk);
    CHECK(testing::checksum(rows(offsets, heads, options)) ==
          testing::checksum(expected));
  }
}

TEST_CASE("sandwich of the paper is the product of two sinusoidal rows") {
  const std::vector<double> positions{0, 7};
  std::vector<float> pe(2 * 128);
  REQUIRE(embedding::sinusoidal(pe, positions, {.width = 128}) == Status::kOk);
  double product = 0;
  for (std::size_t i = 0; i < 128; ++i) product += pe[i] * pe[128 + i];
  const std::vector<float> found = rows({7, 1}, 4, {});
  for (std::size_t h = 0; h < 4; ++h) {
    const double ratio = 8.0 * static_cast<double>(h + 1) / 4;
    CHECK(found[h] == doctest::Approx(product / ratio).epsilon(1e-6));
  }
}

TEST_CASE("sandwich of NeMo starts at 0 and has the published values") {
  const SandwichOptions options{.dim = 64,
                                .convention = SandwichConvention::kNemo};
  const std::vector<float> found = rows({0, 1001}, 8, options);
  CHECK(found[0] == 0);
  CHECK(found[1] == doctest::Approx(-0.623470649).epsilon(1e-7));
  CHECK(found[2] == doctest::Approx(-2.27999118).epsilon(1e-7));
  CHECK(found[10] == doctest::Approx(-9.10930015).epsilon(1e-7));
  CHECK(found[1000] == doctest::Approx(-22.6414082).epsilon(1e-7));
  for (const float x : found) CHECK(x <= 0);
}

TEST_CASE("sandwich is even in the offset") {
  const std::vector<float> found = rows({-50, 101}, 3, {.dim = 32});
  for (std::size_t h = 0; h < 3; ++h) {
    for (std::size_t t = 0; t <= 50; ++t) {
      CHECK(found[h * 101 + t] == found[h * 101 + 100 - t]);
    }
  }
}

TEST_CASE("sandwich has the same bits native and in wasm") {
  CHECK(testing::checksum(rows({-300, 400}, 3, {})) == 0xb13e2adf55c2fc03);
}

TEST_CASE("sandwich refuses what is not allowed and writes nothing") {
  std::vector<float> out(6, 7.0f);
  std::vector<numeric::Frequency> scratch(64);
  const auto call = [&](const SandwichOptions& options, std::size_t heads = 2,
                        Offsets offsets = {0, 3}) {
    return sandwich_by_offset(out, offsets, heads, options, scratch);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(call({.dim = 0}) == Status::kBadArgument);
  CHECK(call({.dim = 127}) == Status::kBadArgument);
  CHECK(call({.dim = 65538}) == Status::kBadArgument);
  CHECK(call({.base = 0.5}) == Status::kBadArgument);
  CHECK(call({.base = nan}) == Status::kBadArgument);
  CHECK(call({.base = 1.01e100}) == Status::kBadArgument);
  CHECK(call({.convention = static_cast<SandwichConvention>(2)}) ==
        Status::kBadArgument);
  CHECK(call({.future = static_cast<Future>(3)}) == Status::kBadArgument);
  CHECK(call({}, 0) == Status::kBadArgument);
  CHECK(call({}, 2, {0, 0}) == Status::kBadArgument);
  CHECK(call({}, 3) == Status::kBadShape);
  CHECK(call({.dim = 64}) == Status::kBadShape);
  CHECK(out == std::vector<float>(6, 7.0f));
}

}  // namespace
}  // namespace posenc::bias
