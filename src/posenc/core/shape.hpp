// Sizes of arrays, which never wrap around.
//
// A tensor of shape [B, T, D] is a span of B * T * D numbers. On wasm32 a
// std::size_t has 32 bits, and a few harmless looking sizes make a product that
// wraps around to a small one. So no size of an array is computed in
// std::size_t before it is known to exist:
//
//   - What a kernel needs is a `Count`: `..._size(...)` functions answer one.
//   - Every kernel compares the lengths of its spans with `check_size` and
//     `check_scratch`, before anything is multiplied into an index:
//
//       if (const Status s = check_size<float>(out.size(), b, t, d);
//           s != Status::kOk) return s;
//
// Once an array is known to exist, whatever is an index into it, or a part of
// it, is computed in std::size_t as usual.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "status.hpp"

namespace posenc {

// A number of elements, held in float64: exact below 2^53, and above it sums
// and products only ever round, so that what is too large stays too large. No
// array has 2^52 elements.
class Count {
 public:
  constexpr Count() noexcept = default;
  // Implicit: sizes become counts by being added or multiplied with one.
  constexpr Count(std::unsigned_integral auto size) noexcept
      : n_(static_cast<double>(size)) {}

  friend constexpr Count operator+(Count a, Count b) noexcept {
    return from(a.n_ + b.n_);
  }
  friend constexpr Count operator*(Count a, Count b) noexcept {
    return from(a.n_ * b.n_);
  }
  // 0 where b is larger.
  friend constexpr Count operator-(Count a, Count b) noexcept {
    return from(a.n_ > b.n_ ? a.n_ - b.n_ : 0);
  }
  // never taken: no Count is NaN
  friend constexpr auto operator<=>(Count a, Count b) noexcept = default;

  // Rounded up to whole panels. Valid: panel is a power of two.
  friend Count round_up(Count a, std::size_t panel) noexcept {
    const auto step = static_cast<double>(panel);
    return from(__builtin_ceil(a.n_ / step) * step);
  }

  // Whether an array of so many T can exist: PTRDIFF_MAX bytes at most.
  template <class T>
  [[nodiscard]] constexpr bool exists() const noexcept {
    return is_at_most<std::min(std::uint64_t{PTRDIFF_MAX} / sizeof(T),
                               (std::uint64_t{1} << 52) - 1)>(n_);
  }

  // Valid: such an array exists.
  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return static_cast<std::size_t>(n_);
  }

  [[nodiscard]] constexpr double number() const noexcept { return n_; }

 private:
  // Every kernel and every binding asks: a call is less to download.
  template <std::uint64_t kMost>
  [[gnu::noinline]] static constexpr bool is_at_most(double n) noexcept {
    return n <= static_cast<double>(kMost);
  }

  static constexpr Count from(double n) noexcept {
    Count count;
    count.n_ = n;
    return count;
  }

  double n_ = 0;
};

// The product of `sizes`; of none, 1.
template <std::convertible_to<Count>... Sizes>
[[nodiscard]] constexpr Count product(Sizes... sizes) noexcept {
  return (Count(1u) * ... * Count(sizes));
}

// kOk when `length` is `count`, kTooLarge when so many T cannot exist,
// kBadShape otherwise.
template <class T>
[[nodiscard, gnu::noinline]] constexpr Status check_length(
    Count length, Count count) noexcept {
  if (!count.exists<T>()) return Status::kTooLarge;
  return count == length ? Status::kOk : Status::kBadShape;
}

// The same for an array of shape `sizes`.
template <class T, std::convertible_to<Count>... Sizes>
[[nodiscard]] constexpr Status check_size(std::size_t length,
                                          Sizes... sizes) noexcept {
  return check_length<T>(length, product(sizes...));
}

// The same where `length` may be more than `needed`.
template <class T>
[[nodiscard]] constexpr Status check_scratch(std::size_t length,
                                             Count needed) noexcept {
  return check_length<T>(std::min(Count(length), needed), needed);
}

}  // namespace posenc
