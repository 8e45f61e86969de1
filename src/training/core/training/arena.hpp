// Memory of many arrays cut from one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shape.hpp"

namespace posenc::training {

// Cuts arrays of T, or of int32 (two to a float64), one behind the other.
// Without memory it only counts, so that the function that lays arrays out also
// tells how much they need.
template <class T>
class Arena {
 public:
  explicit Arena(T* memory = nullptr) noexcept : memory_(memory) {}

  [[nodiscard]] T* take(Count numbers) noexcept {
    // Beside each other in memory, columns of one array and the next would
    // share a place in the cache.
    constexpr unsigned kApart = 16;
    T* const at = memory_ == nullptr ? nullptr : memory_ + used_.size();
    used_ = used_ + numbers + kApart;
    return at;
  }
  [[nodiscard]] std::int32_t* take_integers(Count numbers) noexcept {
    return reinterpret_cast<std::int32_t*>(take(numbers));
  }

  [[nodiscard]] Count used() const noexcept { return used_; }

 private:
  T* memory_;
  Count used_;
};

}  // namespace posenc::training
