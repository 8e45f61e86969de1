// Random inputs for the tests: the same on every machine (splitmix64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace posenc::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // Uniform in [low, high).
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }

  // Uniform in low ... high.
  std::size_t integer(std::size_t low, std::size_t high) {
    return low + static_cast<std::size_t>(bits() % (high - low + 1));
  }

  bool chance(double probability) { return real(0, 1) < probability; }

  std::vector<float> floats(std::size_t count, double low = -1,
                            double high = 1) {
    std::vector<float> x(count);
    for (float& y : x) y = static_cast<float>(real(low, high));
    return x;
  }

 private:
  std::uint64_t state_;
};

}  // namespace posenc::test
