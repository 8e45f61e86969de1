#include "numeric/simd.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "numeric/copy.hpp"

namespace posenc::numeric {

TEST_CASE("xsimd's != on masks is wrong on wasm before 14, and ^ is right") {
  const F32x4 x(1, 2, 3, 4);
  const auto mask = x < F32x4(3);
  const auto same = F32x4(5) > x + F32x4(2);
  REQUIRE(xsimd::all(mask == mask) == xsimd::all(same == same));
  CHECK(xsimd::none(mask ^ same));
#if defined(__wasm_simd128__) && XSIMD_VERSION_MAJOR < 14
  // Two set lanes are NaN patterns, which a float comparison finds unequal.
  CHECK(xsimd::any(mask != same));
#else
  CHECK(xsimd::none(mask != same));
#endif
}

TEST_CASE("float64 pairs are rounded once to float32, in order and zipped") {
  const F64x2 a(1.0 + 0x1p-25, -0.1);
  const F64x2 b(3.0e38, 1e-46);
  float lanes[4];
  store(lanes, demote(a, b));
  CHECK(lanes[0] == 1.0f);
  CHECK(lanes[1] == -0.1f);
  CHECK(lanes[2] == 3.0e38f);
  CHECK(lanes[3] == 0.0f);
  store(lanes, demote_zip(a, b));
  CHECK(lanes[0] == 1.0f);
  CHECK(lanes[1] == 3.0e38f);
  CHECK(lanes[2] == -0.1f);
  CHECK(lanes[3] == 0.0f);
}

TEST_CASE("float32 lanes are widened exactly") {
  const F32x4 x(0.1f, -2.5f, 1e-45f, 3e38f);
  CHECK(promote_low(x).get(0) == static_cast<double>(0.1f));
  CHECK(promote_low(x).get(1) == -2.5);
  CHECK(promote_high(x).get(0) == static_cast<double>(1e-45f));
  CHECK(promote_high(x).get(1) == static_cast<double>(3e38f));
}

TEST_CASE("Bit patterns of float64 batches go there and back") {
  const F64x2 x(-1.5, 6.25);
  CHECK(to_bits(x).get(0) == to_bits(-1.5));
  CHECK(to_bits(x).get(1) == to_bits(6.25));
  CHECK(from_bits(to_bits(x)).get(1) == 6.25);
}

TEST_CASE("Loops of every length touch their own elements and no others") {
  for (std::size_t n = 0; n <= 17; ++n) {
    CAPTURE(n);
    for (std::size_t start = 0; start < 4; ++start) {
      std::vector<float> in(n);
      for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<float>(i) + 0.5f;
      std::vector<float> out(n + 8, -1.0f);
      copy({out.data() + start, n}, in);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const bool inside = i >= start && i < start + n;
        CHECK(out[i] == (inside ? in[i - start] : -1.0f));
      }
    }
  }
}

}  // namespace posenc::numeric
