#include "embedding/perturbed.hpp"

#include <doctest/doctest.h>

#include <span>
#include <vector>

#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

std::vector<float> waves(std::size_t rows, std::size_t width, double base) {
  std::vector<float> out(rows * width);
  REQUIRE(sinusoidal_range(out, rows, 0.0, {.width = width, .base = base}) ==
          Status::kOk);
  return out;
}

}  // namespace

TEST_CASE("perturbed is the sinusoidal table plus delta") {
  for_all(50, [](Draw& draw) {
    const PerturbedOptions options{.rows = draw.size(1, 20),
                                   .width = draw.size(1, 20),
                                   .base = draw.real(1, 1e5)};
    const auto delta = draw.floats(options.rows * options.width);
    const auto plain = waves(options.rows, options.width, options.base);
    std::vector<float> out(delta.size());
    REQUIRE(perturbed(out, delta, options) == Status::kOk);
    for (std::size_t i = 0; i < out.size(); ++i) {
      CHECK(out[i] == plain[i] + delta[i]);
    }
  });
  std::vector<float> out(4, 9.0f);
  const std::vector<float> delta(4);
  CHECK(perturbed(out, std::span(delta).first(3), {.rows = 2, .width = 2}) ==
        Status::kBadShape);
  CHECK(perturbed(out, delta, {.rows = 2, .width = 3}) == Status::kBadShape);
  CHECK(perturbed(out, delta, {.rows = 2, .width = 2, .base = 0}) ==
        Status::kBadArgument);
  CHECK(out == std::vector<float>(4, 9.0f));
}

}  // namespace posenc::embedding
