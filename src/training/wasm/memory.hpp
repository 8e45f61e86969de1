// Memory of the objects that JavaScript holds.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>

#include "shape.hpp"

namespace posenc::wasm {

// An array that is as long as it was last asked to be. No memory: none, and
// `fits` is false.
template <class T>
class Memory {
 public:
  Memory() noexcept = default;
  ~Memory() { std::free(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Numbers in it mean nothing afterwards.
  [[nodiscard]] bool fits(Count count) noexcept {
    if (count.exists<T>() && count.size() == size_) return true;
    std::free(data_);
    data_ = nullptr;
    size_ = 0;
    if (!count.exists<T>()) return false;
    data_ = static_cast<T*>(std::malloc(count.size() * sizeof(T)));
    if (data_ == nullptr) return count.size() == 0;
    size_ = count.size();
    return true;
  }

  [[nodiscard]] std::span<T> all() const noexcept { return {data_, size_}; }

  // A view of it: until memory grows or the array is asked to be another.
  [[nodiscard]] emscripten::val view() const noexcept {
    return emscripten::val(emscripten::typed_memory_view(size_, data_));
  }
  // The same for that many numbers, which JavaScript fills.
  [[nodiscard]] emscripten::val view_of(std::size_t count) noexcept {
    // Too many make an empty view; whoever asked sees it by its length.
    static_cast<void>(fits(count));
    return view();
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// A whole number from JavaScript as seeds are: to 2^53, of either sign.
[[nodiscard]] inline std::uint64_t seed_of(double seed) noexcept {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(seed));
}

}  // namespace posenc::wasm
