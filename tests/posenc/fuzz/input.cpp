#include "input.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace posenc::fuzz {

namespace {

const char* call_name = "";

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr double kCorners[] = {0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0.5,
                               2.0,
                               -2.5,
                               kNaN,
                               -kNaN,
                               kInfinity,
                               -kInfinity,
                               5e-324,
                               -5e-324,
                               0x1p-1022,
                               1.7976931348623157e308,
                               -1.7976931348623157e308,
                               0x1p-149,
                               0x1p-126,
                               0x1.fffffep127,
                               -0x1.fffffep127,
                               0x1p128,
                               0x1p20,
                               0x1p24,
                               0x1p31,
                               -0x1p31,
                               0x1p31 - 1,
                               0x1p32,
                               0x1p32 - 1,
                               0x1p52,
                               -0x1p52,
                               0x1p53,
                               -0x1p53,
                               0x1p53 + 2,
                               0x1p62,
                               0x1p63,
                               -0x1p63,
                               0x1p63 + 2048,
                               -0x1p63 - 2048,
                               0x1p64,
                               1e12,
                               1e100,
                               1e-12,
                               1e-300,
                               10000.0,
                               65536.0,
                               65537.0,
                               0.1,
                               1.0 - 0x1p-53,
                               1.0 + 0x1p-52};

constexpr std::size_t kSizes[] = {
    std::size_t{1} << 31,
    (std::size_t{1} << 31) - 1,
    0xffffffffu,
    0x80000001u,
    std::size_t{1} << 30,
    std::size_t{1} << 29,
    (std::size_t{1} << 30) + 1,
    std::size_t{1} << 16,
    (std::size_t{1} << 16) + 1,
    (std::size_t{1} << 16) - 1,
    std::size_t{1} << 20,
    63161284,
    357913942,
    4096,
    4097,
    16384,
    16385,
    2049,
    std::numeric_limits<std::size_t>::max(),
    std::numeric_limits<std::size_t>::max() / 2,
    std::numeric_limits<std::size_t>::max() / 2 + 1,
    std::numeric_limits<std::size_t>::max() / 4 + 1,
    std::numeric_limits<std::size_t>::max() / 8 + 1,
    std::numeric_limits<std::size_t>::max() - 2,
};

template <class T, std::size_t N>
constexpr T pick(const T (&list)[N], std::uint32_t which) {
  return list[which % N];
}

}  // namespace

void set_call(const char* name) { call_name = name; }

void fail(const char* what, ...) {
  std::fprintf(stderr, "\n==== %s: ", call_name);
  std::va_list values;
  va_start(values, what);
  std::vfprintf(stderr, what, values);
  va_end(values);
  std::fputc('\n', stderr);
  std::abort();
}

double corner(std::uint32_t which) { return pick(kCorners, which); }

Input::Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {
  const std::uint8_t modes = byte();
  // Three of four inputs are tame: the corpus finds its way to the others.
  if ((modes & 0xc0) != 0) return;
  wild_sizes_ = (modes & 1) != 0;
  wild_reals_ = (modes & 2) != 0;
  wild_enums_ = (modes & 4) != 0;
  lies_ = (modes & 8) != 0;
}

std::size_t Input::wild_size() {
  const std::uint8_t which = byte();
  if (which < 0xe0) return pick(kSizes, which);
  return static_cast<std::size_t>(bits() >> (which & 0x1f));
}

std::size_t Input::size(std::size_t most) {
  const std::uint8_t b = byte();
  if (wild_sizes_ && (b & 3) == 0) return wild_size();
  if (b >= 0xe6) return (b - 0xe5u) * (most + 1) + b % 7;
  return b % (most + 1);
}

std::size_t Input::few(std::size_t most) {
  const std::uint8_t b = byte();
  if (wild_sizes_ && (b & 3) == 0) return wild_size();
  return b % (most + 1);
}

std::uint32_t Input::size32(std::size_t most) {
  return static_cast<std::uint32_t>(size(most));
}

std::uint32_t Input::few32(std::size_t most) {
  return static_cast<std::uint32_t>(few(most));
}

int Input::choice(int count) {
  const std::uint8_t b = byte();
  if (wild_enums_ && (b & 3) == 0) {
    const std::uint8_t which = byte();
    if (which == 0) return -1;
    if (which == 1) return std::numeric_limits<int>::min();
    if (which == 2) return std::numeric_limits<int>::max();
    if (which < 0x40) return count + which - 3;
    return static_cast<int>(word());
  }
  return b % count;
}

double Input::any_real() {
  const std::uint8_t b = byte();
  if (b < 0xc0) return corner(b);
  return std::bit_cast<double>(bits());
}

double Input::real(double low, double high) {
  const std::uint8_t b = byte();
  if (wild_reals_ && (b & 3) == 0) return any_real();
  if (b == 0xff) return low;
  if (b == 0xfe) return high;
  if (b < 0x80) {  // an integer, or a number of few digits
    const double x = low + (b >> 2) * (b < 0x40 ? 1.0 : 0.25);
    return x <= high ? x : high;
  }
  return low + (high - low) * (static_cast<double>(word()) * 0x1p-32);
}

std::int64_t Input::integer(std::int64_t low, std::int64_t high) {
  const std::uint8_t b = byte();
  if (wild_reals_ && (b & 3) == 0) {
    const std::uint8_t which = byte();
    if (which == 0) return std::numeric_limits<std::int64_t>::min();
    if (which == 1) return std::numeric_limits<std::int64_t>::max();
    if (which < 0x40) {
      return (std::int64_t{1} << (which & 0x3f) % 63) - (which & 1);
    }
    if (which < 0x80) return -(std::int64_t{1} << (which & 0x3f) % 63);
    return static_cast<std::int64_t>(bits());
  }
  const auto range = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>((b < 0xc0 ? b : word()) % range);
}

}  // namespace posenc::fuzz
