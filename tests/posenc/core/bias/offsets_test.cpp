#include "bias/offsets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "random.hpp"

namespace posenc::bias {
namespace {

TEST_CASE("offsets_between counts from the last query to the last key") {
  const Offsets offsets = offsets_between(3, 4, 10);
  CHECK(offsets.first == -12);
  CHECK(offsets.count == 6);
  CHECK(offsets_between(0, 4, 0).count == 0);
  // A count never wraps around to one that exists.
  CHECK(offsets_between(SIZE_MAX, 1, 0).count == SIZE_MAX);
  CHECK(offsets_between(SIZE_MAX, 2, 0).count == SIZE_MAX);
  CHECK(offsets_between(3, SIZE_MAX, 0).count == SIZE_MAX);
}

TEST_CASE("first_future finds the first key after the query") {
  CHECK(first_future({-2, 6}) == 3);
  CHECK(first_future({-2.5, 6}) == 3);
  CHECK(first_future({-2, 2}) == 2);
  CHECK(first_future({0, 2}) == 1);
  CHECK(first_future({0.5, 2}) == 0);
  CHECK(first_future({1, 2}) == 0);
  test::Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Offsets offsets{random.real(-20, 20), random.integer(1, 30)};
    std::size_t t = 0;
    while (t < offsets.count && offsets.first + static_cast<double>(t) <= 0) {
      ++t;
    }
    CHECK(first_future(offsets) == t);
  }
}

TEST_CASE("expand gives the cells of its oracle for every shape") {
  test::Random random(2);
  for (int round = 0; round < 100; ++round) {
    const std::size_t heads = random.integer(1, 3);
    const std::size_t queries = random.integer(1, 17);
    const std::size_t keys = random.integer(1, 23);
    const std::vector<float> row = random.floats(heads * (queries + keys - 1));
    std::vector<float> found(heads * queries * keys);
    std::vector<float> expected(found.size());
    REQUIRE(expand(found, row, heads, queries, keys) == Status::kOk);
    REQUIRE(expand_reference(expected, row, heads, queries, keys) ==
            Status::kOk);
    CHECK(found == expected);
  }
}

TEST_CASE("gather at consecutive positions is expand") {
  test::Random random(3);
  for (int round = 0; round < 50; ++round) {
    const std::size_t heads = random.integer(1, 3);
    const std::size_t queries = random.integer(1, 9);
    const std::size_t keys = random.integer(1, 9);
    const auto offset =
        static_cast<std::int32_t>(random.integer(0, 1000)) - 500;
    std::vector<std::int32_t> query_positions(queries);
    std::vector<std::int32_t> key_positions(keys);
    for (std::size_t i = 0; i < queries; ++i) {
      query_positions[i] = offset + static_cast<std::int32_t>(i);
    }
    for (std::size_t j = 0; j < keys; ++j) {
      key_positions[j] = static_cast<std::int32_t>(j);
    }
    const std::vector<float> row = random.floats(heads * (queries + keys - 1));
    std::vector<float> found(heads * queries * keys);
    std::vector<float> expected(found.size());
    const auto first =
        static_cast<std::int64_t>(offsets_between(queries, keys, offset).first);
    REQUIRE(gather(found, row, heads, first, query_positions, key_positions) ==
            Status::kOk);
    REQUIRE(expand(expected, row, heads, queries, keys) == Status::kOk);
    CHECK(found == expected);
  }
}

TEST_CASE("gather takes positions in any order, the ends of 32 bits included") {
  const std::array<std::int32_t, 2> queries{2147483647, 2147483645};
  const std::array<std::int32_t, 3> keys{2147483646, 2147483647, 2147483644};
  const std::vector<float> row{-3, -2, -1, 0, 1, 2};
  std::vector<float> out(6);
  REQUIRE(gather(out, row, 1, -3, queries, keys) == Status::kOk);
  CHECK(out == std::vector<float>{-1, 0, -3, 1, 2, -1});
  const std::array<std::int32_t, 1> lowest{-2147483647 - 1};
  out.resize(1);
  REQUIRE(gather(out, {row.data(), 1}, 1, 0, lowest, lowest) == Status::kOk);
  CHECK(out[0] == -3);
}

TEST_CASE("rows that are longer than what is read of them expand alike") {
  test::Random random(8);
  const std::size_t stride = 9;
  const std::vector<float> rows = random.floats(2 * stride, -4, 4);
  // Two heads, two queries, three keys: 4 numbers of each row, from 3 on.
  const std::span<const float> part(rows.data() + 3, stride + 4);
  REQUIRE(expanded_size(2, 2, 3, stride).size() == part.size());
  std::vector<float> found(12);
  REQUIRE(expand(found, part, 2, 2, 3, stride) == Status::kOk);
  std::vector<float> same(12);
  REQUIRE(expand_reference(same, part, 2, 2, 3, stride) == Status::kOk);
  CHECK(found == same);
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        CHECK(found[(h * 2 + i) * 3 + j] == rows[h * stride + 3 + j + 1 - i]);
      }
    }
  }
}

TEST_CASE("offset tables refuse what does not fit and write nothing") {
  const std::vector<float> row(6, 1.0f);
  std::vector<float> out(12, 7.0f);
  CHECK(expand(out, row, 1, 3, 3) == Status::kBadShape);
  CHECK(expand(out, row, 1, 3, 4, 5) == Status::kBadShape);
  CHECK(expand(out, {row.data(), 5}, 1, 3, 4) == Status::kBadShape);
  CHECK(expand({out.data(), 0}, row, 1, 0, 4) == Status::kBadShape);
  const std::size_t huge = std::numeric_limits<std::size_t>::max() / 2;
  CHECK(expand(out, row, huge, huge, huge) == Status::kTooLarge);
  CHECK(expand_reference(out, row, 1, 3, 3) == Status::kBadShape);
  const std::array<std::int32_t, 3> queries{0, 1, 2};
  const std::array<std::int32_t, 4> keys{0, 1, 2, 3};
  CHECK(gather(out, row, 1, -1, queries, keys) == Status::kOutOfRange);
  CHECK(gather(out, row, 1, -3, queries, keys) == Status::kOutOfRange);
  CHECK(gather(out, row, 1, -2, queries, {keys.data(), 3}) ==
        Status::kBadShape);
  CHECK(gather({out.data(), 0}, row, 0, -2, queries, keys) ==
        Status::kBadShape);
  CHECK(std::all_of(out.begin(), out.end(), [](float x) { return x == 7; }));
}

}  // namespace
}  // namespace posenc::bias
