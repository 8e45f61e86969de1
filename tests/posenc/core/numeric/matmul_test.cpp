#include "numeric/matmul.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace posenc {
namespace {

using numeric::LinearShape;
using test::Random;

TEST_CASE("packed panels hold the rows in order and zeros after the last") {
  // 5 rows of 3, 4 apart.
  std::vector<float> x(5 * 4);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i + 1);
  const numeric::Rows rows{x.data(), 5, 3, 4};

  std::vector<float> left(8 * 3, -1.0f);
  numeric::pack_left(rows, left.data());
  std::vector<float> right(8 * 3, -1.0f);
  numeric::pack_right(rows, 2.0f, right.data());
  for (std::size_t r = 0; r < 8; ++r) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float expected = r < 5 ? x[r * 4 + k] : 0.0f;
      CHECK(left[r / 4 * 12 + k * 4 + r % 4] == expected);
      CHECK(right[k * 8 + r] == 2 * expected);
    }
  }

  // Transposed: three rows of depth 6, the last step empty.
  std::vector<float> turned(4 * 6, -1.0f);
  numeric::pack_left_transposed(rows, 6, turned.data());
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(turned[k * 4 + c] == (k < 5 && c < 3 ? x[k * 4 + c] : 0.0f));
    }
  }
}

TEST_CASE("linear agrees with its reference for any shape") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const LinearShape shape{random.integer(0, 20), random.integer(1, 40),
                            random.integer(0, 20)};
    const auto x = random.floats(shape.rows * shape.in);
    const auto weight = random.floats(shape.out * shape.in);
    const auto bias = random.floats(random.chance(0.5) ? shape.out : 0);
    std::vector<float> y(shape.rows * shape.out, NAN);
    std::vector<float> expected(y.size(), NAN);
    std::vector<float> scratch(numeric::linear_scratch_size(shape).size());
    REQUIRE(numeric::linear(y, x, weight, bias, shape, scratch) == Status::kOk);
    REQUIRE(numeric::linear_reference(expected, x, weight, bias, shape) ==
            Status::kOk);
    const double bound = static_cast<double>(shape.in + 2) *
                         static_cast<double>(shape.in + 1) * 0x1p-24;
    for (std::size_t i = 0; i < y.size(); ++i) {
      CHECK(std::abs(static_cast<double>(y[i]) -
                     static_cast<double>(expected[i])) <= bound);
    }
  }
}

TEST_CASE("products of small integers are exact") {
  Random random(2);
  const LinearShape shape{9, 37, 13};
  std::vector<float> x(shape.rows * shape.in);
  std::vector<float> weight(shape.out * shape.in);
  for (auto* a : {&x, &weight}) {
    for (float& v : *a) v = static_cast<float>(random.integer(0, 20)) - 10;
  }
  std::vector<float> y(shape.rows * shape.out);
  std::vector<float> expected(y.size());
  std::vector<float> scratch(numeric::linear_scratch_size(shape).size());
  REQUIRE(numeric::linear(y, x, weight, {}, shape, scratch) == Status::kOk);
  REQUIRE(numeric::linear_reference(expected, x, weight, {}, shape) ==
          Status::kOk);
  CHECK(y == expected);
}

TEST_CASE("multiply_add adds to what is there") {
  Random random(3);
  const auto a = random.floats(2 * 4 * 5);
  const auto b = random.floats(8 * 5);
  const auto before = random.floats(64);
  std::vector<float> product(64);
  std::vector<float> sum = before;
  const numeric::Panels panels{a.data(), 2, 20, b.data(), 5};
  numeric::multiply(panels, product.data());
  numeric::multiply_add(panels, sum.data());
  for (std::size_t i = 0; i < 64; ++i) CHECK(sum[i] == before[i] + product[i]);
}

TEST_CASE("linear refuses spans that do not fit and writes nothing") {
  const LinearShape shape{2, 3, 4};
  std::vector<float> y(8, 7.0f);
  std::vector<float> x(6);
  std::vector<float> weight(12);
  std::vector<float> bias(4);
  std::vector<float> scratch(numeric::linear_scratch_size(shape).size());
  const auto run = [&](std::size_t cut_y, std::size_t cut_x, std::size_t cut_w,
                       std::size_t cut_b, std::size_t cut_s) {
    return numeric::linear(
        std::span(y).first(8 - cut_y), std::span(x).first(6 - cut_x),
        std::span(weight).first(12 - cut_w), std::span(bias).first(4 - cut_b),
        shape, std::span(scratch).first(scratch.size() - cut_s));
  };
  CHECK(run(1, 0, 0, 0, 0) == Status::kBadShape);
  CHECK(run(0, 1, 0, 0, 0) == Status::kBadShape);
  CHECK(run(0, 0, 1, 0, 0) == Status::kBadShape);
  CHECK(run(0, 0, 0, 1, 0) == Status::kBadShape);
  CHECK(run(0, 0, 0, 0, 1) == Status::kBadShape);
  CHECK(numeric::linear(y, x, weight, bias, {2, 0, 4}, scratch) ==
        Status::kBadShape);
  CHECK(numeric::linear(y, x, weight, bias, {SIZE_MAX / 2, 3, 4}, scratch) ==
        Status::kTooLarge);
  CHECK(numeric::linear_reference(y, {x.data(), 5}, weight, bias, shape) ==
        Status::kBadShape);
  for (const float v : y) CHECK(v == 7.0f);
  CHECK(run(0, 0, 0, 0, 0) == Status::kOk);
}

}  // namespace
}  // namespace posenc
