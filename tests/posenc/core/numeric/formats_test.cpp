#include "numeric/formats.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::for_all;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Codec {
  std::uint16_t (*encode)(float);
  float (*decode)(std::uint16_t);
  std::uint32_t infinity;
};

constexpr Codec kCodecs[] = {
    {to_bfloat16, from_bfloat16, 0x7f80},
    {to_float16, from_float16, 0x7c00},
};

}  // namespace

TEST_CASE("Every 16-bit number decodes and encodes to itself") {
  for (const Codec& codec : kCodecs) {
    for (std::uint32_t h = 0; h < 0x10000; ++h) {
      const auto bits = static_cast<std::uint16_t>(h);
      const float x = codec.decode(bits);
      if ((h & 0x7fff) > codec.infinity) {
        CHECK(std::isnan(x));
        CHECK(std::isnan(codec.decode(codec.encode(x))));
      } else {
        REQUIRE(codec.encode(x) == bits);
      }
    }
  }
}

TEST_CASE("Between two neighbours the nearer wins, half way the even one") {
  for (const Codec& codec : kCodecs) {
    for (std::uint32_t h = 0; h + 1 < codec.infinity; ++h) {
      const float low = codec.decode(static_cast<std::uint16_t>(h));
      const float high = codec.decode(static_cast<std::uint16_t>(h + 1));
      const float middle = low + (high - low) / 2;
      const auto even = static_cast<std::uint16_t>(h % 2 == 0 ? h : h + 1);
      REQUIRE(codec.encode(middle) == even);
      REQUIRE(codec.encode(std::nextafter(middle, 0.0f)) == h);
      REQUIRE(codec.encode(std::nextafter(middle, kInfinity)) == h + 1);
      REQUIRE(codec.encode(-middle) == (even | 0x8000));
    }
  }
}

TEST_CASE("Numbers past the largest round to infinity from half way on") {
  CHECK(from_float16(to_float16(65519.996f)) == 65504.0f);
  CHECK(from_float16(to_float16(65520.0f)) == kInfinity);
  CHECK(from_float16(to_float16(-1e30f)) == -kInfinity);
  CHECK(from_bfloat16(to_bfloat16(3.3895314e38f)) == 3.3895314e38f);
  CHECK(from_bfloat16(to_bfloat16(3.4e38f)) == kInfinity);
  CHECK(from_float16(to_float16(kInfinity)) == kInfinity);
}

TEST_CASE("Integers are exact up to 256 in bfloat16 and 2048 in float16") {
  for (int n = 0; n <= 256; ++n) {
    const float x = static_cast<float>(n);
    CHECK(round_to(Format::kBfloat16, x) == x);
  }
  CHECK(round_to(Format::kBfloat16, 257) == 256);
  CHECK(round_to(Format::kBfloat16, 259) == 260);
  for (int n = 0; n <= 2048; ++n) {
    const float x = static_cast<float>(n);
    CHECK(round_to(Format::kFloat16, x) == x);
  }
  CHECK(round_to(Format::kFloat16, 2049) == 2048);
  CHECK(round_to(Format::kFloat32, 16777215) == 16777215);
}

TEST_CASE("Rounding keeps order and sign") {
  for_all(2000, [](Draw& draw) {
    const double scale = std::exp2(draw.real(-30, 20));
    const float x = static_cast<float>(draw.real(-1, 1) * scale);
    const float y = static_cast<float>(draw.real(-1, 1) * scale);
    for (const Format f : {Format::kBfloat16, Format::kFloat16}) {
      CHECK((x <= y) == (x <= y && round_to(f, x) <= round_to(f, y)));
      CHECK(round_to(f, -x) == -round_to(f, x));
      CHECK(round_to(f, round_to(f, x)) == round_to(f, x));
    }
  });
}

}  // namespace posenc::numeric
