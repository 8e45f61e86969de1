#include "numeric/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "checksum.hpp"
#include "numeric/activation.hpp"

namespace posenc::numeric {

TEST_CASE("Random bits are those of SplitMix64") {
  // The reference implementation's first outputs for seed 1234567.
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
  CHECK(random.next() == 4593380528125082431u);
  CHECK(random.next() == 16408922859458223821u);
}

TEST_CASE("Uniform numbers fill [0, 1) evenly") {
  Random random(1);
  int bins[10] = {};
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    ++bins[static_cast<int>(u * 10)];
    sum += u;
  }
  CHECK(sum / 100000 == doctest::Approx(0.5).epsilon(0.01));
  for (const int bin : bins) CHECK(std::abs(bin - 10000) < 400);
}

TEST_CASE("Integers below n reach every value and no other") {
  Random random(2);
  int seen[7] = {};
  for (int i = 0; i < 7000; ++i) {
    const std::uint64_t n = random.below(7);
    REQUIRE(n < 7);
    ++seen[n];
  }
  for (const int count : seen) CHECK(std::abs(count - 1000) < 150);
  CHECK(random.below(1) == 0);
}

TEST_CASE("Normal numbers follow the bell curve") {
  constexpr int kCount = 200000;
  std::vector<float> x(kCount);
  Random random(3);
  fill_normal(random, x, 0, 1);
  double moments[4] = {};
  for (const float value : x) {
    double power = 1;
    for (double& m : moments) m += (power *= value) / kCount;
  }
  CHECK(std::fabs(moments[0]) < 0.01);
  CHECK(std::fabs(moments[1] - 1) < 0.02);
  CHECK(std::fabs(moments[2]) < 0.03);
  CHECK(std::fabs(moments[3] - 3) < 0.1);
  // The largest gap between the sample's distribution and the curve
  // (Kolmogorov and Smirnov): 1.63 / sqrt(n) at the one per cent level.
  std::sort(x.begin(), x.end());
  double gap = 0;
  for (int i = 0; i < kCount; ++i) {
    const double curve = 0.5 + 0.5 * erf(x[i] * 0.7071067811865476);
    gap = std::max(gap, std::fabs(curve - (i + 0.5) / kCount));
  }
  CHECK(gap < 1.63 / std::sqrt(double(kCount)));
}

TEST_CASE("Mean and standard deviation are applied before the rounding") {
  std::vector<float> unit(101);
  std::vector<float> scaled(101);
  Random a(4);
  Random b(4);
  fill_normal(a, unit, 0, 1);
  fill_normal(b, scaled, 3, 0.02);
  for (std::size_t i = 0; i < unit.size(); ++i) {
    CHECK(scaled[i] == doctest::Approx(3 + 0.02 * unit[i]).epsilon(1e-6));
  }
}

TEST_CASE("A longer array starts with the numbers of a shorter one") {
  std::vector<float> shorter(8);
  std::vector<float> longer(20);
  Random a(5);
  Random b(5);
  fill_normal(a, shorter, 0, 1);
  fill_normal(b, longer, 0, 1);
  CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

TEST_CASE("The same seed gives the same bits in every build") {
  std::vector<float> x(10000);
  Random random(9007199254740991u);
  fill_normal(random, x, 0, 0.02);
  CHECK(testing::checksum(x) == 0xb1d9bba683e680d2);
  fill_uniform(random, x, -1, 1);
  CHECK(testing::checksum(x) == 0x85a35f947f591b97);
  CHECK(*std::max_element(x.begin(), x.end()) <= 1);
  CHECK(*std::min_element(x.begin(), x.end()) >= -1);
}

}  // namespace posenc::numeric
