#include "embedding/ordinal.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

}  // namespace

TEST_CASE("index answers the positions themselves") {
  Floats out(4);
  REQUIRE(index(out, Doubles{0, 2.5, -7, 16777217}) == Status::kOk);
  CHECK(out == Floats{0, 2.5f, -7, 16777216});
  CHECK(index(out, Doubles{0}) == Status::kBadShape);
  CHECK(index(out, Doubles{0, 1, 2, std::nan("")}) == Status::kBadArgument);
  CHECK(out == Floats{0, 2.5f, -7, 16777216});
}

TEST_CASE("normalized goes from 0 to 1 in equal steps, whatever the length") {
  Floats out(5);
  REQUIRE(normalized(out) == Status::kOk);
  CHECK(out == Floats{0, 0.25f, 0.5f, 0.75f, 1});
  out.assign(1, 9);
  REQUIRE(normalized(out) == Status::kOk);
  CHECK(out == Floats{0});
  CHECK(normalized({}) == Status::kOk);
}

TEST_CASE("binary digits add up to the position again") {
  for_all(100, [](Draw& draw) {
    const std::size_t bits = draw.size(1, 32);
    Doubles positions(draw.size(1, 9));
    const auto last = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
    for (double& p : positions) {
      p = static_cast<double>(draw.integer(0, last));
    }
    Floats out(positions.size() * bits);
    REQUIRE(binary(out, positions, bits) == Status::kOk);
    for (std::size_t t = 0; t < positions.size(); ++t) {
      double sum = 0;
      for (std::size_t b = 0; b < bits; ++b) {
        const float digit = out[t * bits + b];
        CHECK((digit == 0 || digit == 1));
        sum = 2 * sum + static_cast<double>(digit);
      }
      CHECK(sum == positions[t]);
    }
  });
}

TEST_CASE("binary refuses what has no digits, or more than there are columns") {
  Floats out(2, 9);
  const auto status = [&](double p, std::size_t bits) {
    return binary(out, Doubles{p}, bits);
  };
  CHECK(status(4, 2) == Status::kOutOfRange);
  CHECK(status(-1, 2) == Status::kBadArgument);
  CHECK(status(0.5, 2) == Status::kBadArgument);
  CHECK(status(std::nan(""), 2) == Status::kBadArgument);
  CHECK(status(1e300, 2) == Status::kBadArgument);
  CHECK(status(1, 0) == Status::kBadArgument);
  CHECK(status(1, 33) == Status::kBadArgument);
  CHECK(status(1, 3) == Status::kBadShape);
  CHECK(out == Floats{9, 9});
  CHECK(status(2, 2) == Status::kOk);
  CHECK(out == Floats{1, 0});
}

}  // namespace posenc::embedding
