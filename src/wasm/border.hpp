// What crosses the border to JavaScript: numbers only. Pointers arrive as
// addresses, sizes as counts of elements; JavaScript owns the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "status.hpp"

// A function that JavaScript calls by its name. Plain exports: with Embind the
// same functions cost 12 KB more to download, compressed, and a call twice as
// much, and numbers need none of what it does.
#define POSENC_EXPORT \
  extern "C" [[gnu::used]] __attribute__((visibility("default")))

namespace posenc::wasm {

using Address = std::uintptr_t;
using Size = std::uint32_t;

// `count` numbers at `address`, to write.
template <class T>
[[nodiscard]] std::span<T> output(Address address, std::size_t count) {
  return {reinterpret_cast<T*>(address), count};
}

// `count` numbers at `address`, to read.
template <class T>
[[nodiscard]] std::span<const T> input(Address address, std::size_t count) {
  return {reinterpret_cast<const T*>(address), count};
}

[[nodiscard]] constexpr int number(Status status) {
  return static_cast<int>(status);
}

}  // namespace posenc::wasm
