#include "shape.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace posenc {

TEST_CASE("A product of sizes is exact while an array of that size can exist") {
  std::size_t count = 7;
  CHECK(element_count<float>(&count));
  CHECK(count == 1);
  CHECK(element_count<float>(&count, 3u, 5u, 7u));
  CHECK(count == 105);
  const std::size_t most = PTRDIFF_MAX / sizeof(float);
  CHECK(element_count<float>(&count, most));
  CHECK(count == most);
}

TEST_CASE("A product that overflows is refused and nothing is written") {
  std::size_t count = 7;
  const std::size_t most = PTRDIFF_MAX / sizeof(float);
  CHECK_FALSE(element_count<float>(&count, most + 1));
  CHECK_FALSE(element_count<float>(&count, most, 2u));
  CHECK_FALSE(element_count<float>(&count, SIZE_MAX, SIZE_MAX));
  // Sizes whose product wraps around to 0.
  const std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
  CHECK_FALSE(element_count<float>(&count, half, half));
  CHECK(count == 7);
}

TEST_CASE("An array with an empty side is empty, whatever its other sides") {
  std::size_t count = 7;
  CHECK(element_count<double>(&count, SIZE_MAX, 0u, SIZE_MAX));
  CHECK(count == 0);
}

TEST_CASE("check_size tells a wrong size from an impossible one") {
  CHECK(check_size<float>(6, 2u, 3u) == Status::kOk);
  CHECK(check_size<float>(5, 2u, 3u) == Status::kBadShape);
  CHECK(check_size<float>(0, SIZE_MAX, 2u) == Status::kTooLarge);
}

}  // namespace posenc
