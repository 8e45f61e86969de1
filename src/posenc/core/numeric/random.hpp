// Random numbers that are the same on every machine.
//
// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", 2014): the state counts up by a constant, the output is a
// scramble of it. The n-th number depends on seed and n alone.
//
//   state += 0x9e3779b97f4a7c15
//   z = state;  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9
//               z = (z ^ z >> 27) * 0x94d049bb133111eb
//   output = z ^ z >> 31
//
// Period 2^64. Normal numbers by Box and Muller (1958) on our own log and
// sincos, so they too have the same bits native and wasm.
#pragma once

#include <cstdint>
#include <span>

namespace posenc::numeric {

class Random {
 public:
  // Any integer; JavaScript's run from -2^53 to 2^53.
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

  // 64 random bits.
  constexpr std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // A multiple of 2^-53 in [0, 1).
  constexpr double uniform() noexcept {
    return static_cast<double>(next() >> 11) * 0x1p-53;
  }

  // An integer in [0, n), every one as likely; n >= 1.
  constexpr std::uint64_t below(std::uint64_t n) noexcept {
    // Numbers past the last whole multiple of n are drawn again.
    const std::uint64_t rejected = (0 - n) % n;
    std::uint64_t bits = next();
    while (bits < rejected) bits = next();
    return bits % n;
  }

 private:
  std::uint64_t state_;
};

// The numbers of stream n of a seed, which starts at a scramble of the
// scrambled seed plus n: tensors that draw from streams of their own do not
// depend on what others there are.
[[nodiscard]] constexpr Random random_stream(std::uint64_t seed,
                                             std::uint64_t stream) noexcept {
  return Random(Random(Random(seed).next() + stream).next());
}

// Two independent numbers of mean 0 and standard deviation 1, from two draws.
// No value exceeds 8.58 in size.
void normal_pair(Random& random, double* a, double* b) noexcept;

// out[i] = mean + std * normal, rounded once to float32. Takes two draws for
// every pair of numbers; an odd last one discards its sibling.
void fill_normal(Random& random, std::span<float> out, double mean,
                 double std) noexcept;

// out[i] uniform between low and high, rounded once to float32, which may give
// high itself. One draw each.
void fill_uniform(Random& random, std::span<float> out, double low,
                  double high) noexcept;

}  // namespace posenc::numeric
