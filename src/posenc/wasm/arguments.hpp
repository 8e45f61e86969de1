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
  [[nodiscard]] std::int64_t offset(std::size_t i) const {
    return integer<std::int64_t>(list_[i]);
  }
  [[nodiscard]] std::size_t size(std::size_t i) const {
    return integer<std::size_t>(list_[i]);
  }
  [[nodiscard]] int word(std::size_t i) const { return integer<int>(list_[i]); }

  // An array that cannot exist is empty here: whoever reads it compares its
  // length with the same sizes (`check_size`), and tells that it is too large.
  template <class T>
  [[nodiscard]] std::span<const T> read(std::size_t i, Count count) const {
    return open<const T>(i, count);
  }
  template <class T>
  [[nodiscard]] std::span<T> write(std::size_t i, Count count) const {
    return open<T>(i, count);
  }

  // What follows place i, as a list of its own.
  [[nodiscard]] Arguments from(std::size_t i) const {
    return Arguments(reinterpret_cast<Address>(list_ + i));
  }

 private:
  template <class T>
  [[nodiscard, gnu::noinline]] std::span<T> open(std::size_t i,
                                                 Count count) const {
    const Array<T> array{size(i), count};
    return array.address == 0 || !array.exists() ? std::span<T>()
                                                 : array.span();
  }

  const double* list_;
};

}  // namespace posenc::wasm
