// SIMD: one vector width on every machine, and the one owner of loop tails.
//
// All kernels work on 128 bits (four float32 or two float64), wider registers
// or not. So the native build walks the same path as wasm, in the same order,
// and leaves the same bits; a table made on one is a test vector for the other.
//
// xsimd has a backend for SSE, NEON and wasm. What its wasm backend lacks is
// added here: float64 <-> float32 conversions (on wasm by intrinsic, elsewhere
// by intrinsic or lane by lane), and the bit patterns of float64 batches.
//
// Never `!=` on a mask: in xsimd 13.2 batch_bool<float> `!=` compares masks as
// floats on wasm, so two set lanes (NaN patterns) count as different. Use `^`.
// tests/posenc/core/numeric/simd_test.cpp shows it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <xsimd/xsimd.hpp>

#include "numeric/bits.hpp"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// Before a loop of few steps whose arrays are to live in registers, also where
// the code is to be small.
#if defined(__clang__)
#define POSENC_UNROLL _Pragma("clang loop unroll(full)")
#else
#define POSENC_UNROLL _Pragma("GCC unroll 16")
#endif

namespace posenc::numeric {

using F32x4 = xsimd::make_sized_batch_t<float, 4>;
using F64x2 = xsimd::make_sized_batch_t<double, 2>;
using I8x16 = xsimd::make_sized_batch_t<std::int8_t, 16>;
using I32x4 = xsimd::make_sized_batch_t<std::int32_t, 4>;
using U32x4 = xsimd::make_sized_batch_t<std::uint32_t, 4>;
using U64x2 = xsimd::make_sized_batch_t<std::uint64_t, 2>;

[[nodiscard]] inline U64x2 to_bits(F64x2 x) noexcept {
  return xsimd::bitwise_cast<std::uint64_t>(x);
}

[[nodiscard]] inline F64x2 from_bits(U64x2 bits) noexcept {
  return xsimd::bitwise_cast<double>(bits);
}

[[nodiscard]] inline F32x4 load(const float* p) noexcept {
  return F32x4::load_unaligned(p);
}

[[nodiscard]] inline F64x2 load(const double* p) noexcept {
  return F64x2::load_unaligned(p);
}

[[nodiscard]] inline I32x4 load(const std::int32_t* p) noexcept {
  return I32x4::load_unaligned(p);
}

// sum + a b. Two roundings, which give the same bits on every machine; only the
// fused modules (-mrelaxed-simd) leave it to the machine, which rounds once
// where it can. Either way each step adds at most 2^-24 |a b| + 2^-24 |result|.
[[nodiscard]] inline F32x4 multiply_add(F32x4 a, F32x4 b, F32x4 sum) noexcept {
#if defined(__wasm_relaxed_simd__)
  return F32x4(wasm_f32x4_relaxed_madd(a, b, sum));
#else
  return sum + a * b;
#endif
}

inline void store(float* p, F32x4 x) noexcept { x.store_unaligned(p); }

inline void store(double* p, F64x2 x) noexcept { x.store_unaligned(p); }

// The two lanes as scalars, from the register and not by way of memory.
struct Lanes {
  std::uint64_t low;
  std::uint64_t high;
};

[[nodiscard]] inline Lanes lanes(U64x2 x) noexcept {
#if defined(__wasm_simd128__)
  return {wasm_u64x2_extract_lane(x, 0), wasm_u64x2_extract_lane(x, 1)};
#elif defined(__SSE2__) && defined(__x86_64__)
  return {
      static_cast<std::uint64_t>(_mm_cvtsi128_si64(x)),
      static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(x, x)))};
#else
  return {x.get(0), x.get(1)};
#endif
}

// The lanes of a, b, c and d, held to -128 .. 127.
[[nodiscard]] inline I8x16 narrow(I32x4 a, I32x4 b, I32x4 c, I32x4 d) noexcept {
#if defined(__wasm_simd128__)
  return I8x16(wasm_i8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(a, b),
                                       wasm_i16x8_narrow_i32x4(c, d)));
#elif defined(__SSE2__)
  return I8x16(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
#else
  std::int8_t lanes[16];
  for (std::size_t i = 0; i < 16; ++i) {
    const I32x4 from = i < 4 ? a : i < 8 ? b : i < 12 ? c : d;
    lanes[i] = static_cast<std::int8_t>(std::clamp(from.get(i % 4), -128, 127));
  }
  return I8x16::load_unaligned(lanes);
#endif
}

// p[i] = x[i], for lanes of 0 and above.
inline void store_wide(std::int32_t* p, I8x16 x) noexcept {
#if defined(__wasm_simd128__)
  const v128_t low = wasm_u16x8_extend_low_u8x16(x);
  const v128_t high = wasm_u16x8_extend_high_u8x16(x);
  wasm_v128_store(p, wasm_u32x4_extend_low_u16x8(low));
  wasm_v128_store(p + 4, wasm_u32x4_extend_high_u16x8(low));
  wasm_v128_store(p + 8, wasm_u32x4_extend_low_u16x8(high));
  wasm_v128_store(p + 12, wasm_u32x4_extend_high_u16x8(high));
#else
  std::int8_t lanes[16];
  x.store_unaligned(lanes);
  std::copy(lanes, lanes + 16, p);
#endif
}

// {a0, a1, b0, b1}, each rounded once to float32.
[[nodiscard]] inline F32x4 demote(F64x2 a, F64x2 b) noexcept {
#if defined(__wasm_simd128__)
  return F32x4(wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(a),
                                  wasm_f32x4_demote_f64x2_zero(b), 0, 2));
#elif defined(__SSE2__)
  return F32x4(_mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)));
#else
  return F32x4(static_cast<float>(a.get(0)), static_cast<float>(a.get(1)),
               static_cast<float>(b.get(0)), static_cast<float>(b.get(1)));
#endif
}

// {a0, b0, a1, b1}, each rounded once to float32.
[[nodiscard]] inline F32x4 demote_zip(F64x2 a, F64x2 b) noexcept {
#if defined(__wasm_simd128__)
  return F32x4(wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(a),
                                  wasm_f32x4_demote_f64x2_zero(b), 0, 4, 1, 5));
#elif defined(__SSE2__)
  return F32x4(_mm_unpacklo_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)));
#else
  return F32x4(static_cast<float>(a.get(0)), static_cast<float>(b.get(0)),
               static_cast<float>(a.get(1)), static_cast<float>(b.get(1)));
#endif
}

// Lanes 0 and 1 as float64, exactly.
[[nodiscard]] inline F64x2 promote_low(F32x4 x) noexcept {
#if defined(__wasm_simd128__)
  return F64x2(wasm_f64x2_promote_low_f32x4(x));
#elif defined(__SSE2__)
  return F64x2(_mm_cvtps_pd(x));
#else
  return F64x2(static_cast<double>(x.get(0)), static_cast<double>(x.get(1)));
#endif
}

// Lanes 2 and 3 as float64, exactly.
[[nodiscard]] inline F64x2 promote_high(F32x4 x) noexcept {
#if defined(__wasm_simd128__)
  return F64x2(wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(x, x, 1, 1)));
#elif defined(__SSE2__)
  return F64x2(_mm_cvtps_pd(_mm_movehl_ps(x, x)));
#else
  return F64x2(static_cast<double>(x.get(2)), static_cast<double>(x.get(3)));
#endif
}

// The first n < 4 floats at p, zeros after them. Reads nothing past p + n.
[[nodiscard]] inline F32x4 load_partial(const float* p,
                                        std::size_t n) noexcept {
  float lanes[4] = {};
  for (std::size_t i = 0; i < n; ++i) lanes[i] = p[i];
  return load(lanes);
}

// The first n < 4 lanes to p. Writes nothing past p + n.
inline void store_partial(float* p, F32x4 x, std::size_t n) noexcept {
  float lanes[4];
  store(lanes, x);
  for (std::size_t i = 0; i < n; ++i) p[i] = lanes[i];
}

// Calls body(i, n) for i = 0, 4, 8, ... with n = 4, and once more with the
// rest n < 4 if there is one. Both calls are the same code, so a kernel that
// reads and writes through `read_quad` and `write_quad` has no tail of its own:
//
//   for_each_quad(size, [&](std::size_t i, auto n) {
//     write_quad(out + i, read_quad(in + i, n) * scale, n);
//   });
//
// In the first n is a compile-time constant, and the branch in the two
// disappears.
using Quad = std::integral_constant<std::size_t, 4>;

template <class Body>
inline void for_each_quad(std::size_t size, Body&& body) noexcept {
  std::size_t i = 0;
  for (; i + 4 <= size; i += 4) body(i, Quad{});
  if (i < size) body(i, size - i);
}

[[nodiscard]] inline F32x4 read_quad(const float* p, std::size_t n) noexcept {
  return n == 4 ? load(p) : load_partial(p, n);
}

inline void write_quad(float* p, F32x4 x, std::size_t n) noexcept {
  if (n == 4) {
    store(p, x);
  } else {
    store_partial(p, x, n);
  }
}

}  // namespace posenc::numeric
