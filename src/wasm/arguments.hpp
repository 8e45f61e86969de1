// A list of float64 as the arguments of one call: numbers and addresses alike
// (0: absent), read by their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "border.hpp"

namespace posenc::wasm {

class Arguments {
 public:
  explicit Arguments(Address address)
      : list_(reinterpret_cast<const double*>(address)) {}

  [[nodiscard]] double real(std::size_t i) const { return list_[i]; }
  [[nodiscard]] std::int64_t integer(std::size_t i) const {
    return static_cast<std::int64_t>(list_[i]);
  }
  [[nodiscard]] std::size_t size(std::size_t i) const {
    return static_cast<std::size_t>(list_[i]);
  }
  [[nodiscard]] int word(std::size_t i) const {
    return static_cast<int>(list_[i]);
  }
  template <class T>
  [[nodiscard]] std::span<const T> read(std::size_t i,
                                        std::size_t count) const {
    return input<T>(size(i), size(i) == 0 ? 0 : count);
  }
  [[nodiscard]] std::span<float> write(std::size_t i, std::size_t count) const {
    return output<float>(size(i), size(i) == 0 ? 0 : count);
  }

  // What follows place i, as a list of its own.
  [[nodiscard]] Arguments from(std::size_t i) const {
    return Arguments(reinterpret_cast<Address>(list_ + i));
  }

 private:
  const double* list_;
};

}  // namespace posenc::wasm
