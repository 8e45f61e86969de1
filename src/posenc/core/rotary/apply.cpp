#include "rotary/apply.hpp"

#include <algorithm>
#include <cstring>

#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::rotary {
namespace {

using numeric::F32x4;
using numeric::load;
using numeric::store;

Status check(std::span<float> y, std::span<const float> x,
             std::span<const float> cos, std::span<const float> sin,
             std::span<const std::uint32_t> rows,
             const ApplyOptions& o) noexcept {
  if (o.rotary_dim < 2 || o.rotary_dim % 2 != 0 || o.rotary_dim > o.head_dim ||
      o.start > o.head_dim - o.rotary_dim ||
      (o.layout != Layout::kHalves && o.layout != Layout::kInterleaved)) {
    return Status::kBadArgument;
  }
  if (y.size() != x.size() || cos.size() != sin.size()) {
    return Status::kBadShape;
  }
  const Status status =
      check_size<float>(x.size(), o.batch, o.seq_len, o.num_heads, o.head_dim);
  if (status != Status::kOk) return status;
  const std::size_t pairs = o.rotary_dim / 2;
  if (cos.size() % pairs != 0) return Status::kBadShape;
  const std::size_t count = cos.size() / pairs;
  if (rows.empty()) {
    return o.seq_len <= count ? Status::kOk : Status::kOutOfRange;
  }
  if (rows.size() != 1 && rows.size() != o.seq_len &&
      rows.size() != o.batch * o.seq_len) {
    return Status::kBadShape;
  }
  const bool fits = std::all_of(rows.begin(), rows.end(),
                                [&](std::uint32_t r) { return r < count; });
  return fits ? Status::kOk : Status::kOutOfRange;
}

// The table row of token t of sequence b.
std::size_t row_of(std::span<const std::uint32_t> rows, const ApplyOptions& o,
                   std::size_t b, std::size_t t) noexcept {
  if (rows.empty()) return t;
  if (rows.size() == 1) return rows[0];
  return rows.size() == o.seq_len ? rows[t] : rows[b * o.seq_len + t];
}

// Pairs first .. of one head, number by number: the oracle, and the tail of
// both kernels, whose columns lie in two places or fill half a register.
[[gnu::cold]] void turn_pairs(float* y, const float* x, const float* cos,
                              const float* sin, std::size_t first,
                              const ApplyOptions& o) noexcept {
  const std::size_t pairs = o.rotary_dim / 2;
  const bool half = o.layout == Layout::kHalves;
  for (std::size_t i = first; i < pairs; ++i) {
    const std::size_t at = half ? i : 2 * i;
    const std::size_t to = half ? i + pairs : 2 * i + 1;
    const float a = x[at];
    const float b = x[to];
    const float s = o.transpose ? -sin[i] : sin[i];
    y[at] = a * cos[i] - b * s;
    y[to] = b * cos[i] + a * s;
  }
}

// One head in half layout: columns i and i + pairs.
void turn_half(float* y, const float* x, const float* cos, const float* sin,
               const ApplyOptions& o) noexcept {
  const std::size_t pairs = o.rotary_dim / 2;
  const F32x4 sign(o.transpose ? -1.0f : 1.0f);
  std::size_t i = 0;
  for (; i + 4 <= pairs; i += 4) {
    const F32x4 c = load(cos + i);
    const F32x4 s = load(sin + i) * sign;
    const F32x4 a = load(x + i);
    const F32x4 b = load(x + pairs + i);
    store(y + i, a * c - b * s);
    store(y + pairs + i, b * c + a * s);
  }
  turn_pairs(y, x, cos, sin, i, o);
}

// {1, 0, 3, 2}
F32x4 swap_pairs(F32x4 x) noexcept {
  return xsimd::swizzle(
      x, xsimd::batch_constant<std::uint32_t, F32x4::arch_type, 1, 0, 3, 2>{});
}

// One head in interleaved layout: columns 2i and 2i + 1. Adding b times -s is
// subtracting b times s, to the last bit.
void turn_interleaved(float* y, const float* x, const float* cos,
                      const float* sin, const ApplyOptions& o) noexcept {
  const F32x4 sign(o.transpose ? -1.0f : 1.0f);
  std::size_t i = 0;
  for (; i + 4 <= o.rotary_dim / 2; i += 4) {
    const F32x4 c = load(cos + i);
    const F32x4 s = load(sin + i) * sign;
    const F32x4 low = load(x + 2 * i);
    const F32x4 high = load(x + 2 * i + 4);
    store(y + 2 * i,
          low * xsimd::zip_lo(c, c) + swap_pairs(low) * xsimd::zip_lo(-s, s));
    store(y + 2 * i + 4,
          high * xsimd::zip_hi(c, c) + swap_pairs(high) * xsimd::zip_hi(-s, s));
  }
  turn_pairs(y, x, cos, sin, i, o);
}

// Calls turn(y, x, cos, sin) for every head and copies the columns beside.
template <class Turn>
void for_each_head(std::span<float> y, std::span<const float> x,
                   std::span<const float> cos, std::span<const float> sin,
                   std::span<const std::uint32_t> rows, const ApplyOptions& o,
                   Turn turn) noexcept {
  if (y.empty()) return;  // whatever the batch
  const std::size_t pairs = o.rotary_dim / 2;
  const std::size_t end = o.start + o.rotary_dim;
  const bool copy = o.rotary_dim < o.head_dim && y.data() != x.data();
  std::size_t at = 0;
  for (std::size_t b = 0; b < o.batch; ++b) {
    for (std::size_t t = 0; t < o.seq_len; ++t) {
      const std::size_t row = row_of(rows, o, b, t) * pairs;
      for (std::size_t h = 0; h < o.num_heads; ++h, at += o.head_dim) {
        float* const to = y.data() + at;
        const float* const from = x.data() + at;
        turn(to + o.start, from + o.start, cos.data() + row, sin.data() + row);
        if (copy) {
          std::memcpy(to, from, o.start * sizeof(float));
          std::memcpy(to + end, from + end, (o.head_dim - end) * sizeof(float));
        }
      }
    }
  }
}

}  // namespace

Status apply_reference(std::span<float> y, std::span<const float> x,
                       std::span<const float> cos, std::span<const float> sin,
                       std::span<const std::uint32_t> rows,
                       const ApplyOptions& o) noexcept {
  const Status status = check(y, x, cos, sin, rows, o);
  if (status != Status::kOk) return status;
  for_each_head(y, x, cos, sin, rows, o,
                [&](float* to, const float* from, const float* c,
                    const float* s) { turn_pairs(to, from, c, s, 0, o); });
  return Status::kOk;
}

Status apply(std::span<float> y, std::span<const float> x,
             std::span<const float> cos, std::span<const float> sin,
             std::span<const std::uint32_t> rows,
             const ApplyOptions& o) noexcept {
  const Status status = check(y, x, cos, sin, rows, o);
  if (status != Status::kOk) return status;
  const auto turn = o.layout == Layout::kHalves ? turn_half : turn_interleaved;
  for_each_head(y, x, cos, sin, rows, o,
                [&](float* to, const float* from, const float* c,
                    const float* s) { turn(to, from, c, s, o); });
  return Status::kOk;
}

}  // namespace posenc::rotary
