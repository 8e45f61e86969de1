#include "bias/log_cpb.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "checksum.hpp"
#include "random.hpp"

namespace posenc::bias {
namespace {

struct Perceptron {
  std::vector<float> hidden_weight;
  std::vector<float> hidden_bias;
  std::vector<float> output_weight;

  Perceptron(test::Random& random, std::size_t width, std::size_t heads)
      : hidden_weight(random.floats(2 * width)),
        hidden_bias(random.floats(width)),
        output_weight(random.floats(heads * width)) {}

  [[nodiscard]] LogCpbWeights weights() const {
    return {hidden_weight, hidden_bias, output_weight};
  }
};

std::vector<float> coords(const Window& window, const Window& pretrained) {
  std::vector<float> out((2 * window.height - 1) * (2 * window.width - 1) * 2);
  REQUIRE(relative_coords(out, window, pretrained) == Status::kOk);
  return out;
}

TEST_CASE("coordinates of a window of 8 are the published ones") {
  const std::vector<float> found = coords({1, 8}, {});
  const std::vector<double> expected{0,      0.3665, 0.5721, 0.7156,
                                     0.8260, 0.9157, 0.9913, 1.0566};
  for (std::size_t x = 0; x < 8; ++x) {
    CHECK(found[2 * (7 + x) + 1] == doctest::Approx(expected[x]).epsilon(1e-4));
    CHECK(found[2 * (7 - x) + 1] == -found[2 * (7 + x) + 1]);
    CHECK(found[2 * (7 + x)] == 0);
  }
}

TEST_CASE("coordinates of a larger window keep the trained scale") {
  const std::vector<float> trained = coords({4, 4}, {});
  const std::vector<float> larger = coords({8, 8}, {4, 4});
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      for (std::size_t axis = 0; axis < 2; ++axis) {
        CHECK(larger[2 * ((i + 4) * 15 + j + 4) + axis] ==
              trained[2 * (i * 7 + j) + axis]);
      }
    }
  }
}

TEST_CASE("a side of 1 has the coordinate 0, not 0/0") {
  for (const float x : coords({1, 1}, {})) CHECK(x == 0);
  for (const float x : coords({1, 3}, {1, 1})) CHECK(std::isfinite(x));
}

TEST_CASE("the index is rising along query minus key") {
  for (const Window window : {Window{2, 3}, Window{4, 1}, Window{5, 5}}) {
    const std::size_t tokens = window.height * window.width;
    std::vector<std::int32_t> out(tokens * tokens);
    REQUIRE(relative_position_index(out, window) == Status::kOk);
    for (std::size_t q = 0; q < tokens; ++q) {
      for (std::size_t k = 0; k < tokens; ++k) {
        const std::size_t dy =
            q / window.width + window.height - 1 - k / window.width;
        const std::size_t dx =
            q % window.width + window.width - 1 - k % window.width;
        CHECK(out[q * tokens + k] ==
              static_cast<std::int32_t>(dy * (2 * window.width - 1) + dx));
      }
    }
  }
}

// log_cpb beside its oracle, to the last bit of a float32.
void compare(std::size_t heads, const LogCpbWeights& weights,
             const LogCpbOptions& options) {
  const std::size_t tokens = options.window.height * options.window.width;
  std::vector<float> found(heads * tokens * tokens);
  std::vector<float> expected(found.size());
  std::vector<float> table(log_cpb_table_size(heads, options.window).size());
  std::vector<double> scratch(
      log_cpb_scratch_size(heads, weights.hidden_bias.size(), options.window)
          .size());
  REQUIRE(log_cpb(found, heads, weights, options, table, scratch) ==
          Status::kOk);
  REQUIRE(log_cpb_reference(expected, heads, weights, options) == Status::kOk);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float far = static_cast<float>(options.scale);
    CHECK(found[i] >= std::nextafter(expected[i], 0.0f));
    CHECK(found[i] <= std::min(far, std::nextafter(expected[i], far)));
  }
}

TEST_CASE("log-CPB is its oracle") {
  test::Random random(19);
  for (int round = 0; round < 40; ++round) {
    const std::size_t heads = random.integer(1, 3);
    const LogCpbOptions options{
        .window = {random.integer(1, 5), random.integer(1, 9)},
        .pretrained = random.chance(0.5)
                          ? Window{}
                          : Window{random.integer(1, 6), random.integer(1, 6)},
        .scale = random.real(1, 20)};
    Perceptron mlp(random, random.integer(1, 20), heads);
    // Units that do not change along a row.
    if (random.chance(0.5)) mlp.hidden_weight[1] = 0;
    compare(heads, mlp.weights(), options);
  }
}

TEST_CASE("a large hidden unit leaves no trace where it is zero") {
  test::Random random(22);
  Perceptron mlp(random, 6, 2);
  for (const float sign : {-1.0f, 1.0f}) {
    // Positive at the last offset alone, on either side.
    mlp.hidden_weight[0] = 0;
    mlp.hidden_weight[1] = sign * 1e25f;
    mlp.hidden_bias[0] = -1e25f;
    compare(2, mlp.weights(), {.window = {3, 6}});
  }
}

TEST_CASE("log-CPB has the same bits native and in wasm") {
  test::Random random(20);
  const Perceptron mlp(random, 16, 2);
  const LogCpbOptions options{.window = {4, 5}};
  std::vector<float> out(2 * 20 * 20);
  std::vector<float> table(log_cpb_table_size(2, options.window).size());
  std::vector<double> hidden(
      log_cpb_scratch_size(2, 16, options.window).size());
  REQUIRE(log_cpb(out, 2, mlp.weights(), options, table, hidden) ==
          Status::kOk);
  CHECK(testing::checksum(out) == 0xbbf7e2ccd65aa46d);
}

TEST_CASE("log-CPB refuses what is not allowed and writes nothing") {
  test::Random random(21);
  const Perceptron mlp(random, 3, 1);
  std::vector<float> out(16, 7.0f);
  std::vector<float> table(9);
  std::vector<double> hidden(log_cpb_scratch_size(1, 3, {2, 2}).size());
  const auto call = [&](const LogCpbWeights& weights,
                        const LogCpbOptions& options, std::size_t heads = 1) {
    return log_cpb(out, heads, weights, options, table, hidden);
  };
  const LogCpbOptions good{.window = {2, 2}};
  CHECK(call(mlp.weights(), {.window = {0, 2}}) == Status::kBadArgument);
  CHECK(call(mlp.weights(), {.window = {2, 65537}}) == Status::kBadArgument);
  CHECK(call(mlp.weights(), {.window = {2, 2}, .pretrained = {0, 2}}) ==
        Status::kBadArgument);
  CHECK(
      call(mlp.weights(), {.window = {2, 2},
                           .scale = std::numeric_limits<double>::infinity()}) ==
      Status::kBadArgument);
  CHECK(call(mlp.weights(), {.window = {2, 3}}) == Status::kBadShape);
  CHECK(call(mlp.weights(), good, 2) == Status::kBadShape);
  CHECK(call({}, good) == Status::kBadShape);
  LogCpbWeights weights = mlp.weights();
  weights.hidden_weight = weights.hidden_weight.first(5);
  CHECK(call(weights, good) == Status::kBadShape);
  Perceptron bad = mlp;
  bad.hidden_bias[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK(call(bad.weights(), good) == Status::kBadArgument);
  CHECK(log_cpb(out, 1, mlp.weights(), good, {table.data(), 8}, hidden) ==
        Status::kBadShape);
  CHECK(log_cpb(out, 1, mlp.weights(), good, table, {hidden.data(), 5}) ==
        Status::kBadShape);
  CHECK(log_cpb_table_size(1, {0, 1}).size() == 0);
  CHECK(relative_coords(out, {2, 2}, {}) == Status::kBadShape);
  CHECK(relative_coords(out, {2, 0}, {}) == Status::kBadArgument);
  CHECK(out == std::vector<float>(16, 7.0f));
  std::vector<std::int32_t> index(3, 7);
  CHECK(relative_position_index(index, {2, 2}) == Status::kBadShape);
  CHECK(relative_position_index(index, {0, 2}) == Status::kBadArgument);
  CHECK(index == std::vector<std::int32_t>(3, 7));
}

}  // namespace
}  // namespace posenc::bias
