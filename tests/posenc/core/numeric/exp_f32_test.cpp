#include "numeric/exp_f32.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "numeric/elementary.hpp"

namespace posenc::numeric {

TEST_CASE("exp_f32 stays within 0.99 ulp over all float32") {
  double worst = 0;
  int lanes_differ = 0;
  int wrong_ends = 0;
  // A prime step through every bit pattern, infinities and NaNs among them.
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32);
       bits += 4 * 10007) {
    float x[4];
    float y[4];
    for (std::uint32_t i = 0; i < 4; ++i) {
      x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(bits) + i * 10007);
    }
    store(y, exp_f32(load(x)));
    for (int i = 0; i < 4; ++i) {
      const float one = exp_f32(x[i]);
      if (std::isnan(x[i])) {
        wrong_ends += !std::isnan(y[i]) || !std::isnan(one);
        continue;
      }
      lanes_differ += one != y[i];
      const double exact = exp(static_cast<double>(x[i]));
      if (exact > 3.4028235677973366e38) {  // rounds to infinity
        wrong_ends += y[i] != std::numeric_limits<float>::infinity();
        continue;
      }
      int exponent = 0;
      std::frexp(exact, &exponent);
      const double ulp = std::ldexp(1.0, std::max(exponent - 24, -149));
      worst = std::max(worst, std::fabs(y[i] - exact) / ulp);
    }
  }
  CHECK(worst <= 0.99);
  CHECK(lanes_differ == 0);
  CHECK(wrong_ends == 0);
}

TEST_CASE("A masked score weighs nothing") {
  const float infinity = std::numeric_limits<float>::infinity();
  const float lowest = std::numeric_limits<float>::lowest();
  CHECK(exp_f32(-infinity) == 0.0f);
  CHECK(exp_f32(lowest) == 0.0f);
  CHECK(exp_f32(infinity) == infinity);
  CHECK(exp_f32(0.0f) == 1.0f);
  CHECK(exp_f32(-0.0f) == 1.0f);
  CHECK(std::isnan(exp_f32(std::numeric_limits<float>::quiet_NaN())));
  CHECK(exp_f32(88.72f) < infinity);
  CHECK(exp_f32(88.73f) == infinity);
}

}  // namespace posenc::numeric
