#include "shape.hpp"

#include <doctest/doctest.h>

#include <cstdint>

namespace posenc {
namespace {

// The most float that an array can have, and the least that it cannot.
constexpr std::uint64_t kMost =
    std::min(std::uint64_t{PTRDIFF_MAX} / 4, (std::uint64_t{1} << 52) - 1);

TEST_CASE("a count exists up to the last array that can, and not one past it") {
  CHECK(Count(kMost).exists<float>());
  CHECK(Count(kMost).size() == kMost);
  CHECK_FALSE(Count(kMost + 1).exists<float>());
  CHECK(Count().exists<double>());
  CHECK(Count().size() == 0);
  // An element of twice the size: half as many at most.
  const std::uint64_t half =
      std::min(std::uint64_t{PTRDIFF_MAX} / 8, (std::uint64_t{1} << 52) - 1);
  CHECK(Count(half).exists<double>());
  CHECK_FALSE(Count(half + 1).exists<double>());
  CHECK_FALSE(Count(UINT64_MAX).exists<char>());
}

TEST_CASE("sums and products are exact where 31 and 32 bits wrap around") {
  for (const std::uint64_t limit :
       {std::uint64_t{1} << 29, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
        std::uint64_t{1} << 52}) {
    CAPTURE(limit);
    for (const std::uint64_t n : {limit - 1, limit, limit + 1}) {
      CHECK(Count(n).number() == static_cast<double>(n));
      CHECK((Count(n - 1) + 1u).number() == static_cast<double>(n));
      CHECK((Count(n) - 1u).number() == static_cast<double>(n - 1));
    }
    CHECK((Count(limit / 2) * 2u).number() == static_cast<double>(limit));
    CHECK((2u * Count(limit / 2)) == Count(limit));
  }
  CHECK(product(65536u, 65536u).number() == 4294967296.0);
  CHECK(product(65535u, 65537u).number() == 4294967295.0);
  CHECK(product(3u, 5u, 7u).size() == 105);
  CHECK(product().size() == 1);
}

TEST_CASE("what is too large stays too large") {
  const Count most(UINT64_MAX);
  for (const Count large :
       {most + 1u, most + most, most * most, product(most, most, most, most),
        Count(std::uint64_t{1} << 53), Count((std::uint64_t{1} << 53) + 1) - 1u,
        round_up(most, 8), round_up(Count((std::uint64_t{1} << 53) - 1), 4)}) {
    CHECK_FALSE(large.exists<char>());
    CHECK(large.number() >= 0x1p53 - 1);
  }
  // Sizes whose product wraps around to 0.
  const std::size_t half = std::size_t{1} << (sizeof(std::size_t) * 4);
  CHECK_FALSE(product(half, half).exists<float>());
}

TEST_CASE("nothing is nothing, however large the other sides are") {
  CHECK(product(SIZE_MAX, 0u, SIZE_MAX).size() == 0);
  CHECK(check_size<double>(0, SIZE_MAX, 0u, SIZE_MAX) == Status::kOk);
  CHECK(Count() - 1u == Count());
  CHECK(Count(3u) - 5u == Count());
}

TEST_CASE("rounding up reaches the next whole panel and stays on one") {
  CHECK(round_up(Count(), 4).size() == 0);
  CHECK(round_up(Count(1u), 4).size() == 4);
  CHECK(round_up(Count(4u), 4).size() == 4);
  CHECK(round_up(Count(5u), 8).size() == 8);
  CHECK(round_up(Count(0xffffffffu), 8).number() == 4294967296.0);
  CHECK(round_up(Count(0xfffffff8u), 8).number() == 4294967288.0);
}

TEST_CASE("check_size tells a wrong size from an impossible one") {
  CHECK(check_size<float>(6, 2u, 3u) == Status::kOk);
  CHECK(check_size<float>(5, 2u, 3u) == Status::kBadShape);
  CHECK(check_size<float>(0, SIZE_MAX, 2u) == Status::kTooLarge);
  CHECK(check_size<float>(0, kMost) == Status::kBadShape);
  CHECK(check_size<float>(0, kMost + 1) == Status::kTooLarge);
}

TEST_CASE("check_scratch takes more than enough") {
  CHECK(check_scratch<float>(6, Count(6u)) == Status::kOk);
  CHECK(check_scratch<float>(7, Count(6u)) == Status::kOk);
  CHECK(check_scratch<float>(5, Count(6u)) == Status::kBadShape);
  CHECK(check_scratch<float>(5, Count(kMost)) == Status::kBadShape);
  CHECK(check_scratch<float>(SIZE_MAX, Count(kMost + 1)) == Status::kTooLarge);
}

}  // namespace
}  // namespace posenc
