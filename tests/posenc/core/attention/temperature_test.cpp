#include "attention/temperature.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace posenc {
namespace {

using attention::Temperature;
using attention::TemperatureKind;

TEST_CASE("temperatures of published models at the positions of their steps") {
  // Llama 4 Scout: floor_scale 8192, attn_scale 0.1.
  const Temperature llama{TemperatureKind::kFloor, 8192, 0.1, 1};
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-14); };
  CHECK(attention::temperature_at(llama, 8190) == 1);
  CHECK(attention::temperature_at(llama, 8191) == near(1 + 0.1 * std::log(2)));
  CHECK(attention::temperature_at(llama, 1048575) ==
        near(1 + 0.1 * std::log(129)));
  // Ministral 3: original_max_position_embeddings 16384, beta 0.1.
  const Temperature ministral{TemperatureKind::kFloor, 16384, 0.1, 0};
  CHECK(attention::temperature_at(ministral, 16383) == 1);
  CHECK(attention::temperature_at(ministral, 16384) ==
        near(1 + 0.1 * std::log(2)));
  // Qwen 1: seq_length 8192, the list log(i, 8192) from i = 1 on.
  const Temperature qwen{TemperatureKind::kLog, 8192};
  CHECK(attention::temperature_at(qwen, 8191) == 1);
  CHECK(attention::temperature_at(qwen, 8192) ==
        near(std::log(8193) / std::log(8192)));
  CHECK(attention::temperature_at(qwen, 32766) ==
        near(std::log(32767) / std::log(8192)));
}

TEST_CASE("temperatures of a range or of listed positions") {
  std::vector<double> out(3);
  Temperature t{TemperatureKind::kFloor, 2, 1, 1, 4};
  REQUIRE(attention::temperature(out, t) == Status::kOk);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(out[i] == attention::temperature_at(t, 4 + static_cast<double>(i)));
  }
  const double places[] = {9, 0, 2.5};
  t.positions = places;
  REQUIRE(attention::temperature(out, t) == Status::kOk);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(out[i] == attention::temperature_at(t, places[i]));
  }
  const double two[] = {1, 2};
  t.positions = two;
  CHECK(attention::temperature(out, t) == Status::kBadShape);
  t.kind = TemperatureKind::kNone;
  CHECK(attention::temperature(out, t) == Status::kBadShape);
  t.positions = {};
  REQUIRE(attention::temperature(out, t) == Status::kOk);
  CHECK(out[0] == 1);
}

}  // namespace
}  // namespace posenc
