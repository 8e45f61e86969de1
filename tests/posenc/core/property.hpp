// Properties held against random inputs.
//
//   for_all(200, [](Draw& draw) {
//     const std::size_t width = draw.size(1, 300);
//     ...CHECK(...)
//   });
//
// Case n of a property always draws the same numbers, so a failure, which names
// its case, can be run again alone.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <initializer_list>
#include <vector>

#include "numeric/random.hpp"

namespace posenc::testing {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  // An integer from low to high, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(random_.below(span));
  }

  std::size_t size(std::size_t low, std::size_t high) {
    return low + static_cast<std::size_t>(random_.below(high - low + 1));
  }

  double real(double low, double high) {
    return low + (high - low) * random_.uniform();
  }

  bool coin() { return random_.below(2) == 1; }

  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[size(0, choices.size() - 1)];
  }

  // Normal numbers.
  std::vector<float> floats(std::size_t count) {
    std::vector<float> values(count);
    numeric::fill_normal(random_, values, 0, 1);
    return values;
  }

 private:
  numeric::Random random_;
};

template <class Property>
void for_all(int cases, Property&& property) {
  for (int n = 0; n < cases; ++n) {
    CAPTURE(n);
    Draw draw(static_cast<std::uint64_t>(n));
    property(draw);
  }
}

}  // namespace posenc::testing
