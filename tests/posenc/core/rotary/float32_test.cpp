// float32.hpp: frequencies as Hugging Face's models compute them.
#include "rotary/float32.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "rotary/frequencies.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;

struct Result {
  std::vector<DoubleDouble> theta;
  double attention_factor;

  double operator[](std::size_t i) const { return theta[i].hi; }
};

Result compute(const FrequencyOptions& options) {
  Result result{std::vector<DoubleDouble>(pair_count(options.rotary_dim)), 0};
  REQUIRE(frequencies(result.theta, &result.attention_factor, options) ==
          Status::kOk);
  return result;
}

TEST_CASE(
    "in float32, every step is rounded as Hugging Face's models round it") {
  const Result tiny = compute(
      {.rotary_dim = 8, .base = 100, .arithmetic = Arithmetic::kFloat32});
  // As PyTorch printed them.
  const float expected[] = {1.0f, 0.316227764f, 0.100000001f, 0.0316227786f};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(tiny[i] == static_cast<double>(expected[i]));
    CHECK(tiny.theta[i].lo == 0);
  }
}

// The lines of modeling_rope_utils, in variables of float32. `pow` is that of
// float64, rounded, as PyTorch's is meant to be.
struct Float32 {
  std::size_t dim;
  double base;
  ScalingOptions scaling;

  [[nodiscard]] float power(std::size_t i) const {
    const float exponent = static_cast<float>(2 * i) / static_cast<float>(dim);
    return static_cast<float>(
        std::pow(static_cast<double>(static_cast<float>(base)),
                 static_cast<double>(exponent)));
  }
  [[nodiscard]] float yarn(std::size_t i, float low, float high) const {
    const float extrapolated = 1.0f / power(i);
    const float interpolated =
        1.0f / (static_cast<float>(scaling.factor) * power(i));
    const float ramp = std::fmin(
        std::fmax((static_cast<float>(i) - low) / (high - low), 0.0f), 1.0f);
    const float share = 1.0f - ramp;
    return interpolated * (1.0f - share) + extrapolated * share;
  }
  [[nodiscard]] float llama3(std::size_t i) const {
    const float theta = 1.0f / power(i);
    const auto factor = static_cast<float>(scaling.factor);
    const auto low = static_cast<float>(scaling.low_frequency_factor);
    const auto high = static_cast<float>(scaling.high_frequency_factor);
    const auto length = static_cast<float>(scaling.original_max_seq_len);
    const float wave = 6.2831853071795864769f / theta;
    const float scaled = wave > length / low ? theta / factor : theta;
    const float smooth = (length / wave - low) / (high - low);
    const float between = (1.0f - smooth) * scaled / factor + smooth * scaled;
    return wave < length / high || wave > length / low ? scaled : between;
  }
};

Result in_float32(const Float32& f, double seq_len = 0) {
  return compute({.rotary_dim = f.dim,
                  .base = f.base,
                  .seq_len = seq_len,
                  .scaling = f.scaling,
                  .arithmetic = Arithmetic::kFloat32});
}

TEST_CASE("in float32, scalings follow their recipes line by line") {
  using enum ScalingType;
  for (const std::size_t dim : {64u, 128u}) {
    CAPTURE(dim);
    std::vector<double> lambda;
    for (std::size_t i = 0; i < dim / 2; ++i) {
      lambda.push_back(1 + 0.37 * static_cast<double>(i));
    }
    const Float32 linear{dim, 10000, {.type = kLinear, .factor = 3}};
    const Float32 longrope{dim,
                           10000,
                           {.type = kLongrope,
                            .original_max_seq_len = 4096,
                            .max_seq_len = 131072,
                            .rescale = lambda}};
    const Float32 part{
        dim,
        1e6,
        {.type = kProportional, .factor = 8, .partial_rotary_factor = 0.25}};
    const Float32 yarn{
        dim,
        10000,
        {.type = kYarn, .factor = 40, .original_max_seq_len = 4096}};
    const Float32 llama{
        dim,
        500000,
        {.type = kLlama3, .factor = 8, .original_max_seq_len = 8192}};
    const Float32 dynamic{
        dim,
        10000,
        {.type = kDynamic, .factor = 2, .original_max_seq_len = 2048}};
    const Result divided = in_float32(linear);
    const Result stretched = in_float32(longrope);
    const Result turning = in_float32(part);
    const Result ramped = in_float32(yarn);
    const Result waves = in_float32(llama);
    const Result grown = in_float32(dynamic, 6000);
    // Their own numbers of the ramp: 32 turns, and 1, in 4096 positions.
    const auto pair = [&](double turns) {
      return static_cast<double>(dim) *
             std::log(4096 / (turns * 6.283185307179586)) /
             (2 * std::log(10000.0));
    };
    const auto low = static_cast<float>(std::floor(pair(32)));
    const auto high = static_cast<float>(std::ceil(pair(1)));
    const double d = static_cast<double>(dim);
    const Float32 own{
        dim, 10000 * std::pow(2 * 6000.0 / 2048 - 1, d / (d - 2)), {}};
    for (std::size_t i = 0; i < dim / 2; ++i) {
      CAPTURE(i);
      const auto is = [](double found, float expected) {
        CHECK(found == static_cast<double>(expected));
      };
      is(divided[i], 1.0f / linear.power(i) / 3.0f);
      is(stretched[i],
         1.0f / (static_cast<float>(lambda[i]) * longrope.power(i)));
      is(turning[i], i < dim / 8 ? 1.0f / part.power(i) / 8.0f : 0.0f);
      is(ramped[i], yarn.yarn(i, low, high));
      is(waves[i], llama.llama3(i));
      is(grown[i], 1.0f / own.power(i));
    }
  }
}

TEST_CASE("in float32, what overflows on the way is refused") {
  std::vector<DoubleDouble> theta(2);
  double factor = 0;
  const auto status = [&](double base, const ScalingOptions& scaling = {}) {
    return frequencies(theta, &factor,
                       {.rotary_dim = 4,
                        .base = base,
                        .scaling = scaling,
                        .arithmetic = Arithmetic::kFloat32});
  };
  CHECK(status(1e38) == Status::kOk);
  // base is infinite in float32, and 1 / infinity is 0: a pair that rests.
  CHECK(status(1e39) == Status::kOk);
  // Then no wave is too long for a length over next to nothing, and the ramp
  // between two such factors is 0 / 0.
  CHECK(status(1e39, {.type = ScalingType::kLlama3,
                      .factor = 8,
                      .original_max_seq_len = 8192,
                      .low_frequency_factor = 1e-310,
                      .high_frequency_factor = 1e-310}) ==
        Status::kBadArgument);
  CHECK(frequencies(
            theta, &factor,
            {.rotary_dim = 4, .arithmetic = static_cast<Arithmetic>(-1)}) ==
        Status::kBadArgument);
}

TEST_CASE("in float32 there is no recipe for scalings of other origin") {
  std::vector<DoubleDouble> theta(4);
  double factor = 0;
  for (const ScalingType type :
       {ScalingType::kNtk, ScalingType::kNtkByParts,
        ScalingType::kDynamicLinear, ScalingType::kDynamicYarn}) {
    CHECK(frequencies(theta, &factor,
                      {.rotary_dim = 8,
                       .scaling = {.type = type, .original_max_seq_len = 64},
                       .arithmetic = Arithmetic::kFloat32}) ==
          Status::kBadArgument);
  }
  CHECK(frequencies(theta, &factor,
                    {.rotary_dim = 8,
                     .scaling = {.type = ScalingType::kYarn,
                                 .original_max_seq_len = 64,
                                 .extrapolation_factor = 0.5},
                     .arithmetic = Arithmetic::kFloat32}) ==
        Status::kBadArgument);
  CHECK(frequencies(
            theta, &factor,
            {.rotary_dim = 8, .arithmetic = static_cast<Arithmetic>(2)}) ==
        Status::kBadArgument);
}

}  // namespace
}  // namespace posenc::rotary
