#include "case.hpp"

#include <sanitizer/asan_interface.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace posenc::fuzz {

namespace {

// What lies in outputs and scratch before the two calls: as floats a small
// number and NaN, as integers large ones of either sign.
constexpr int kGarbage[] = {0x5b, 0xff};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  // Multiples of 2^-31 in [-1, 1).
  double unit() { return static_cast<std::int32_t>(next()) * 0x1p-31; }

 private:
  std::uint64_t state_;
};

double real_of(Generator& random, Fill kind, std::size_t i, double start,
               std::uint64_t limit) {
  switch (kind) {
    case Fill::kUnit:
      return random.unit();
    case Fill::kPositive:
      return 1.0000001 + random.unit();
    case Fill::kOrder:
      return start + static_cast<double>(i);
    case Fill::kPosition: {
      const std::uint32_t r = random.next();
      const double p = static_cast<std::int32_t>(random.next());
      if (r % 4 == 0) return p;
      if (r % 4 == 1) return p * 0x1p-20;
      return static_cast<double>(r % 1024);
    }
    case Fill::kIndex:
      return static_cast<double>(random.next() % (limit == 0 ? 1 : limit));
  }
  return 0;
}

std::int64_t integer_of(Generator& random, Fill kind, std::size_t i,
                        std::int64_t start, std::uint64_t limit) {
  if (kind == Fill::kOrder) return start + static_cast<std::int64_t>(i);
  if (kind == Fill::kIndex) {
    return static_cast<std::int64_t>(random.next() % (limit == 0 ? 1 : limit));
  }
  if (kind == Fill::kPositive) return 1 + random.next() % 4;
  return static_cast<std::int32_t>(random.next()) >> (random.next() % 32);
}

template <class T>
T to(double x) {
  if constexpr (std::is_same_v<T, float>) {
    // Past the largest float the conversion is not defined.
    if (x > 0x1.fffffep127) return std::numeric_limits<float>::infinity();
    if (x < -0x1.fffffep127) return -std::numeric_limits<float>::infinity();
  }
  return static_cast<T>(x);
}

template <class T>
void fill_reals(Input& in, std::span<T> out, Fill kind, std::uint64_t limit) {
  if (out.empty()) return;
  Generator random(in.word());
  const double start = kind == Fill::kOrder ? in.byte() - 16.0 : 0;
  const bool wild = in.wild_values() && in.flag();
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = to<T>(wild && random.next() % 4 == 0
                       ? corner(random.next() >> 8)
                       : real_of(random, kind, i, start, limit));
  }
  // Some numbers that the fuzzer itself may change.
  if (in.flag()) {
    for (std::size_t i = 0; i < 2 && i < out.size(); ++i) {
      out[i] = to<T>(wild ? in.any_real() : in.real(-4, 4));
      if (!wild && (kind != Fill::kUnit && kind != Fill::kPosition)) {
        out[i] = to<T>(real_of(random, kind, i, start, limit));
      }
    }
  }
}

unsigned char* room(std::size_t bytes) {
  return static_cast<unsigned char*>(std::malloc(bytes));
}

}  // namespace

struct Case::Block {
  Role role;
  std::size_t bytes;
  unsigned char* data;
  unsigned char* before;  // as it was filled
  unsigned char* after;   // as the first call left it
};

std::uint64_t product(Sizes sizes) {
  std::uint64_t result = 1;
  bool overflow = false;
  bool zero = false;
  for (const std::uint64_t size : sizes) {
    zero = zero || size == 0;
    overflow = __builtin_mul_overflow(result, size, &result) || overflow;
  }
  if (zero) return 0;
  return overflow ? ~std::uint64_t{0} : result;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a + b < a ? ~std::uint64_t{0} : a + b;
}

void expect_status(Status status, Status reference) {
  if (status == reference) return;
  fail("answers %d, its reference %d", static_cast<int>(status),
       static_cast<int>(reference));
}

void check_near(std::span<const float> a, std::span<const float> b,
                double absolute, double relative) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (same(a[i], b[i])) continue;
    const auto x = static_cast<double>(a[i]);
    const auto y = static_cast<double>(b[i]);
    if (std::abs(x - y) <= absolute + relative * std::abs(y)) continue;
    fail("number %zu is %.9g, of the reference %.9g", i, x, y);
  }
}

Case::~Case() {
  for (std::size_t i = 0; i < count_; ++i) {
    Block* block = blocks_[i];
    if (block->bytes == 0) __asan_unpoison_memory_region(block->data, 16);
    std::free(block->data);
    std::free(block->before);
    std::free(block->after);
    delete block;
  }
}

std::size_t Case::length(Role role, std::uint64_t documented,
                         std::size_t bytes) {
  const bool exists =
      documented <= static_cast<std::uint64_t>(PTRDIFF_MAX) / bytes;
  if (!exists) faults_.impossible = true;
  if (documented > kMostNumbers) {
    if (exists) faults_.stunted = true;
    faults_.lied = true;
    faults_.too_large = true;
    return in_.byte() % 4;
  }
  const auto right = static_cast<std::size_t>(documented);
  if (!in_.lies()) return right;
  std::size_t wrong = right;
  switch (in_.byte() % 5) {
    case 0:
      wrong = right < kMostNumbers ? right + 1 : 0;
      break;
    case 1:
      wrong = right - (right > 0 ? 1 : 0);
      break;
    case 2:
      wrong = 0;
      break;
    case 3:
      wrong = right / 2;
      break;
    default:
      wrong = 2 * right <= kMostNumbers ? 2 * right : right / 2;
  }
  // Some calls take more scratch than they need.
  if (role == Role::kScratch && wrong > right) return right;
  if (wrong != right) faults_.lied = true;
  return wrong;
}

void* Case::allocate(Role role, std::size_t count, std::size_t bytes) {
  if (count_ == kMostBlocks) fail("the test has too many blocks");
  auto* block = new Block{};
  block->role = role;
  block->bytes = count * bytes;
  // AddressSanitizer lets one byte of an empty block be read.
  block->data = static_cast<unsigned char*>(
      std::malloc(block->bytes == 0 ? 16 : block->bytes));
  if (block->bytes == 0) __asan_poison_memory_region(block->data, 16);
  blocks_[count_++] = block;
  return block->data;
}

void Case::prepare(int pass) {
  for (std::size_t i = 0; i < count_; ++i) {
    Block& b = *blocks_[i];
    if (b.bytes == 0) continue;
    if (b.role != Role::kInput && b.role != Role::kUpdated) {
      std::memset(b.data, kGarbage[pass], b.bytes);
    } else if (pass == 0) {
      if (b.before == nullptr) b.before = room(b.bytes);
      std::memcpy(b.before, b.data, b.bytes);
    } else {
      std::memcpy(b.data, b.before, b.bytes);
    }
  }
}

void Case::settle(int pass, Status status) {
  const bool ok = status == Status::kOk;
  for (std::size_t i = 0; i < count_; ++i) {
    Block& b = *blocks_[i];
    if (b.bytes == 0 || b.role == Role::kScratch) continue;
    if (b.role == Role::kInput || (b.role == Role::kUpdated && !ok)) {
      if (std::memcmp(b.data, b.before, b.bytes) != 0) {
        fail(b.role == Role::kInput ? "wrote to an input"
                                    : "wrote although it refused");
      }
      continue;
    }
    if (!ok) {
      for (std::size_t k = 0; k < b.bytes; ++k) {
        if (b.data[k] != kGarbage[pass]) fail("wrote although it refused");
      }
    } else if (pass == 0) {
      if (b.after == nullptr) b.after = room(b.bytes);
      std::memcpy(b.after, b.data, b.bytes);
    } else if (!leaves_some_) {
      if (std::memcmp(b.data, b.after, b.bytes) != 0) {
        fail("left some of its output, or made it of garbage");
      }
    } else {
      for (std::size_t k = 0; k < b.bytes; ++k) {
        if (b.data[k] != b.after[k] &&
            (b.data[k] != kGarbage[1] || b.after[k] != kGarbage[0])) {
          fail("made its output of garbage");
        }
      }
    }
  }
}

void Case::fill(std::span<float> out, Fill kind, std::uint64_t limit) {
  fill_reals(in_, out, kind, limit);
}

void Case::fill(std::span<double> out, Fill kind, std::uint64_t limit) {
  fill_reals(in_, out, kind, limit);
}

void Case::fill(std::span<numeric::DoubleDouble> out, Fill kind,
                std::uint64_t limit) {
  if (out.empty()) return;
  Generator random(in_.word());
  const bool wild = in_.wild_values() && in_.flag();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double hi = real_of(random, kind, i, 0, limit);
    out[i] = {hi, hi * random.unit() * 0x1p-54};
    if (wild && random.next() % 4 == 0) out[i].hi = corner(random.next() >> 8);
    if (wild && random.next() % 8 == 0) out[i].lo = corner(random.next() >> 8);
  }
}

template <class T>
void Case::fill_integers(std::span<T> out, Fill kind, std::uint64_t limit) {
  if (out.empty()) return;
  Generator random(in_.word());
  const std::int64_t start = kind == Fill::kOrder ? in_.byte() : 0;
  const bool wild = in_.wild_values() && in_.flag();
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::int64_t value = integer_of(random, kind, i, start, limit);
    if (wild && random.next() % 4 == 0) {
      const std::uint32_t r = random.next();
      value = r % 4 == 0   ? std::numeric_limits<T>::max()
              : r % 4 == 1 ? std::numeric_limits<T>::min()
              : r % 4 == 2 ? -1
                           : static_cast<std::int64_t>(limit);
    }
    out[i] = static_cast<T>(value);
  }
}

void Case::fill(std::span<std::int32_t> out, Fill kind, std::uint64_t limit) {
  fill_integers(out, kind, limit);
}

void Case::fill(std::span<std::uint32_t> out, Fill kind, std::uint64_t limit) {
  fill_integers(out, kind, limit);
}

void Case::fill(std::span<std::uint8_t> out, Fill kind, std::uint64_t limit) {
  fill_integers(out, kind, limit);
}

}  // namespace posenc::fuzz
