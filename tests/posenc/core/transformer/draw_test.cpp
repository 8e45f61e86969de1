#include "transformer/draw.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

namespace posenc::transformer {
namespace {

using Numbers = std::array<float, 4000>;

Numbers drawn(std::uint64_t seed, std::uint64_t stream) {
  Numbers out{};
  CHECK(draw(out, 0.5, seed, stream) == Status::kOk);
  return out;
}

TEST_CASE("a stream of a seed is always the same and has the given spread") {
  const Numbers a = drawn(1, 2);
  CHECK(a == drawn(1, 2));
  double sum = 0;
  double squares = 0;
  for (const float x : a) {
    sum += double{x};
    squares += double{x} * double{x};
  }
  CHECK(std::fabs(sum / 4000) < 0.03);
  CHECK(std::fabs(std::sqrt(squares / 4000) - 0.5) < 0.03);
}

TEST_CASE("streams and seeds do not go together") {
  const Numbers a = drawn(1, 2);
  for (const Numbers& b :
       {drawn(2, 1), drawn(1, 3), drawn(2, 2), drawn(0, 3)}) {
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      product += double{a[i]} * double{b[i]};
    }
    CHECK(std::fabs(product / 4000) < 0.02);
  }
}

TEST_CASE("draw refuses a spread that is none") {
  float x = 3;
  CHECK(draw({&x, 1}, -1, 0, 0) == Status::kBadArgument);
  CHECK(draw({&x, 1}, std::numeric_limits<double>::infinity(), 0, 0) ==
        Status::kBadArgument);
  CHECK(x == 3);
  CHECK(draw({&x, 1}, 0, 0, 0) == Status::kOk);
  CHECK(x == 0);
}

}  // namespace
}  // namespace posenc::transformer
