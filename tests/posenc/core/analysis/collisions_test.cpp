#include "analysis/collisions.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "random.hpp"

namespace posenc::analysis {
namespace {

Collisions find(std::size_t count, std::size_t width, Storage storage) {
  std::vector<double> rows(count * width);
  REQUIRE(sinusoidal_float64(rows, count, {.width = width}) == Status::kOk);
  std::vector<std::uint32_t> scratch(collisions_scratch_size(count).size());
  Collisions result;
  REQUIRE(collisions(&result, rows, count, storage, scratch) == Status::kOk);
  return result;
}

TEST_CASE("two dimensions keep 5000 positions apart in float32, not below") {
  CHECK(find(5000, 2, Storage::kFloat64).distinct == 5000);
  CHECK(find(5000, 2, Storage::kFloat32).distinct == 5000);
  CHECK(find(5000, 2, Storage::kFloat16).distinct == 2383);
  CHECK(find(5000, 2, Storage::kBfloat16).distinct == 1080);
}

TEST_CASE("the closest pair is 710 positions apart in two dimensions") {
  // 710 = 226 pi + 0.00006: almost 113 whole turns.
  const Collisions found = find(1000, 2, Storage::kFloat64);
  CHECK(found.second - found.first == 710);
  CHECK(found.distance == doctest::Approx(6.0e-5).epsilon(0.01));
}

TEST_CASE("rows met twice have distance zero and count once") {
  std::vector<double> rows{1, 2, 3, 4, 1, 2, 0.0, 5, -0.0, 5};
  std::vector<std::uint32_t> scratch(collisions_scratch_size(5).size());
  Collisions result;
  REQUIRE(collisions(&result, rows, 5, Storage::kFloat64, scratch) ==
          Status::kOk);
  CHECK(result.distinct == 3);
  CHECK(result.first == 0);
  CHECK(result.second == 2);
  CHECK(result.distance == 0);
}

TEST_CASE("the closest pair is the first of those that comparing all finds") {
  test::Random random(11);
  for (int round = 0; round < 60; ++round) {
    const std::size_t count = random.integer(2, 40);
    const std::size_t width = random.integer(1, 20);
    // Few values, so that many distances are equal, and first numbers, too.
    const std::size_t values = random.integer(1, 6);
    std::vector<double> rows(count * width);
    for (double& x : rows) {
      x = static_cast<double>(random.integer(0, values)) - 2;
    }
    double best = HUGE_VAL;
    std::size_t first = 0;
    std::size_t second = 0;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) {
        double sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
          const double gap = rows[a * width + j] - rows[b * width + j];
          sum += gap * gap;
        }
        if (sum < best) {
          best = sum;
          first = a;
          second = b;
        }
      }
    }
    std::vector<std::uint32_t> scratch(collisions_scratch_size(count).size());
    Collisions found;
    REQUIRE(collisions(&found, rows, count, Storage::kFloat64, scratch) ==
            Status::kOk);
    CHECK(found.first == first);
    CHECK(found.second == second);
    CHECK(found.distance == std::sqrt(best));
  }
}

TEST_CASE("collisions refuse one row, ragged rows and too little scratch") {
  std::vector<double> rows(6, 0.1);
  std::vector<std::uint32_t> scratch(collisions_scratch_size(6).size());
  Collisions result{.distinct = 9};
  const auto status = [&](std::size_t count, int storage = 3,
                          std::size_t slots = 16) {
    return collisions(&result, rows, count, static_cast<Storage>(storage),
                      {scratch.data(), slots});
  };
  CHECK(status(1) == Status::kBadArgument);
  CHECK(status(3, -1) == Status::kBadArgument);
  CHECK(status(3, 4) == Status::kBadArgument);
  CHECK(status(4) == Status::kBadShape);
  CHECK(status(3, 3, 0) == Status::kBadShape);
  CHECK(result.distinct == 9);
  CHECK(rows == std::vector<double>(6, 0.1));
  CHECK(status(3) == Status::kOk);
  CHECK(rows == std::vector<double>(6, 0x1.998p-4));
}

}  // namespace
}  // namespace posenc::analysis
