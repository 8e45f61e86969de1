// One attention call with all of its memory, and the formula it is held to.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "attention/attention.hpp"
#include "random.hpp"

namespace posenc::test {

using attention::MaskKind;
using attention::Options;
using attention::Shape;
using numeric::ScoreTerm;

inline constexpr double kHidden = -std::numeric_limits<double>::infinity();

// One call with all of its memory.
struct Call {
  Options options;
  std::vector<float> q, k, v, sinks, added, table;
  std::vector<std::uint8_t> allowed;
  std::vector<double> places;

  explicit Call(const Shape& shape, Random& random, double size = 1) {
    options.shape = shape;
    options.offset = static_cast<std::int64_t>(shape.keys) -
                     static_cast<std::int64_t>(shape.queries);
    options.scale = 1 / std::sqrt(static_cast<double>(shape.width));
    const std::size_t keys = shape.batch * shape.keys * shape.key_heads;
    q = random.floats(shape.batch * shape.queries * shape.heads * shape.width,
                      -size, size);
    k = random.floats(keys * shape.width, -size, size);
    v = random.floats(keys * shape.value_width);
  }

  std::vector<float> fused(const ScoreTerm& term = {}) {
    const Shape& s = options.shape;
    std::vector<float> out(s.batch * s.queries * s.heads * s.value_width, NAN);
    std::vector<float> scratch(
        attention::attend_scratch_size(options, term).size(), NAN);
    REQUIRE(attention::attend(out, q, k, v, options, term, scratch) ==
            Status::kOk);
    return out;
  }

  struct Result {
    std::vector<float> out, weights, scores;
  };

  Result exact(const ScoreTerm& term = {}) {
    const Shape& s = options.shape;
    Result r;
    r.out.assign(s.batch * s.queries * s.heads * s.value_width, NAN);
    r.weights.assign(s.batch * s.heads * s.queries * s.keys, NAN);
    r.scores = r.weights;
    const auto size = attention::exact_scratch_size(options, term);
    std::vector<double> doubles(size.doubles.size(), NAN);
    std::vector<float> floats(size.floats.size(), NAN);
    REQUIRE(attention::attend_exact({r.out, r.weights, r.scores}, q, k, v,
                                    options, term,
                                    {doubles, floats}) == Status::kOk);
    return r;
  }
};

// What is added to the score of a pair; -infinity where it is hidden.
inline double mask_of(const Call& c, std::size_t b, std::size_t h,
                      std::size_t i, std::size_t j) {
  const Options& o = c.options;
  const auto position = static_cast<std::int64_t>(i) + o.offset;
  const auto key = static_cast<std::int64_t>(j);
  if (o.causal && key > position) return kHidden;
  if (o.window > 0 &&
      std::abs(position - key) >= static_cast<std::int64_t>(o.window)) {
    return kHidden;
  }
  const auto& m = o.mask;
  if (m.kind == MaskKind::kNone) return 0;
  const auto at = [](std::size_t length, std::size_t x) {
    return length == 1 ? 0 : x;
  };
  const std::size_t cell =
      ((at(m.batch, b) * m.heads + at(m.heads, h)) * m.queries +
       at(m.queries, i)) *
          m.keys +
      at(m.keys, j);
  if (m.kind == MaskKind::kAdditive) return static_cast<double>(c.added[cell]);
  return c.allowed[cell] != 0 ? 0 : kHidden;
}

// The factor on query i, from the formulas of attention/temperature.hpp.
inline double temperature_of(const Call& c, std::size_t b, std::size_t i) {
  const attention::Temperature& t = c.options.temperature;
  const std::size_t queries = c.options.shape.queries;
  const double p = t.positions.empty() ? t.first + static_cast<double>(i)
                   : t.positions.size() == queries
                       ? t.positions[i]
                       : t.positions[b * queries + i];
  switch (t.kind) {
    case attention::TemperatureKind::kFloor:
      return 1 +
             t.coefficient * std::log(1 + std::floor((p + t.shift) / t.length));
    case attention::TemperatureKind::kLog:
      return std::max(1.0, std::log(p + 1) / std::log(t.length));
    case attention::TemperatureKind::kNone:
      break;
  }
  return 1;
}

// The formula, cell by cell. bias(h, i, j), or bias(b, h, i, j), is the
// position term.
template <class Bias>
double score(const Call& c, Bias&& bias, std::size_t b, std::size_t h,
             std::size_t i, std::size_t j) {
  const auto& [o, q, k, v, sinks, added, table, allowed, places] = c;
  const Shape& s = o.shape;
  const double mask = mask_of(c, b, h, i, j);
  if (mask == kHidden) return kHidden;
  double sum = 0;
  const std::size_t g = h / (s.heads / s.key_heads);
  for (std::size_t d = 0; d < s.width; ++d) {
    sum += static_cast<double>(
               q[((b * s.queries + i) * s.heads + h) * s.width + d]) *
           static_cast<double>(
               k[((b * s.keys + j) * s.key_heads + g) * s.width + d]);
  }
  sum *= o.scale * temperature_of(c, b, i);
  if (o.softcap > 0) sum = o.softcap * std::tanh(sum / o.softcap);
  if constexpr (requires { bias(b, h, i, j); }) {
    sum += bias(b, h, i, j);
  } else {
    sum += bias(h, i, j);
  }
  return sum + mask;
}

inline constexpr auto kNothing = [](std::size_t, std::size_t, std::size_t,
                                    std::size_t) { return 0.0; };

// Compares both kernels with the formula. added(h, i, j, e) goes along with the
// values. slack is the error of the position term, which is made in float32.
template <class Bias, class Added = decltype(kNothing)>
void check_against_formula(Call& c, Bias&& bias, const ScoreTerm& term,
                           double slack = 0, const Added& added = kNothing) {
  const Shape& s = c.options.shape;
  const auto exact = c.exact(term);
  const auto fused = c.fused(term);
  for (std::size_t b = 0; b < s.batch; ++b) {
    for (std::size_t h = 0; h < s.heads; ++h) {
      const std::size_t g = h / (s.heads / s.key_heads);
      for (std::size_t i = 0; i < s.queries; ++i) {
        std::vector<double> w(s.keys);
        double top =
            c.sinks.empty() ? kHidden : static_cast<double>(c.sinks[h]);
        const double sink = top;
        const std::size_t row = ((b * s.heads + h) * s.queries + i) * s.keys;
        double size = 0;
        for (std::size_t j = 0; j < s.keys; ++j) {
          w[j] = score(c, bias, b, h, i, j);
          if (w[j] != kHidden) size = std::max(size, std::abs(w[j]));
          const auto found = static_cast<double>(exact.scores[row + j]);
          if (w[j] == kHidden) {
            CHECK(found == kHidden);
          } else {
            CHECK(std::abs(found - w[j]) <=
                  0x1p-23 * std::abs(w[j]) + 1e-7 + slack);
          }
          top = std::max(top, w[j]);
        }
        double sum = top == kHidden ? 0 : std::exp(sink - top);
        for (double& x : w) {
          x = top == kHidden ? 0 : std::exp(x - top);
          sum += x;
        }
        for (std::size_t j = 0; j < s.keys; ++j) {
          if (sum > 0) w[j] /= sum;
          CHECK(std::abs(static_cast<double>(exact.weights[row + j]) - w[j]) <=
                (0x1p-22 * (1 + size) + 4 * slack) * w[j]);
        }
        for (std::size_t e = 0; e < s.value_width; ++e) {
          double expected = 0;
          for (std::size_t j = 0; j < s.keys; ++j) {
            const std::size_t at =
                ((b * s.keys + j) * s.key_heads + g) * s.value_width + e;
            expected +=
                w[j] * (static_cast<double>(c.v[at]) + added(h, i, j, e));
          }
          const std::size_t at =
              ((b * s.queries + i) * s.heads + h) * s.value_width + e;
          const double root = std::sqrt(static_cast<double>(s.width));
          CHECK(std::abs(static_cast<double>(exact.out[at]) - expected) <=
                0x1p-23 * (1 + size) + 8 * slack);
          CHECK(std::abs(static_cast<double>(fused[at]) - expected) <=
                0x1p-24 * (24 + 4 * root + 8 * size) + 8 * slack);
        }
      }
    }
  }
}

inline constexpr auto kNoBias = [](std::size_t, std::size_t, std::size_t) {
  return 0.0;
};

// A soft cap that bends scores of this size, a temperature of any kind, up to
// 2.1, or neither.
inline void random_heat(Call& c, Random& random) {
  if (random.chance(0.5)) c.options.softcap = random.real(0.5, 20);
  if (random.chance(0.5)) return;
  attention::Temperature& t = c.options.temperature;
  t.kind = static_cast<attention::TemperatureKind>(random.integer(1, 2));
  t.length = static_cast<double>(random.integer(8, 30));
  t.coefficient = random.real(0, 0.5);
  t.shift = random.chance(0.5) ? 0 : 1;
  t.first = static_cast<double>(random.integer(0, 40));
  if (random.chance(0.6)) return;
  const Shape& s = c.options.shape;
  c.places.resize(random.chance(0.5) ? s.queries : s.batch * s.queries);
  for (double& p : c.places) p = static_cast<double>(random.integer(0, 80));
  t.positions = c.places;
}

inline Shape random_shape(Random& random, std::size_t longest) {
  Shape s;
  s.batch = random.integer(1, 2);
  s.key_heads = random.integer(1, 2);
  s.heads = s.key_heads * random.integer(1, 3);
  s.queries = random.integer(1, longest);
  s.keys = random.integer(1, longest);
  s.width = random.integer(1, 12);
  s.value_width = random.integer(1, 12);
  return s;
}

// A mask of a random kind, each of its axes shared or not.
inline void random_mask(Call& c, Random& random) {
  const Shape& s = c.options.shape;
  auto& m = c.options.mask;
  m.batch = random.chance(0.5) ? 1 : s.batch;
  m.heads = random.chance(0.5) ? 1 : s.heads;
  m.queries = random.chance(0.3) ? 1 : s.queries;
  m.keys = random.chance(0.3) ? 1 : s.keys;
  const std::size_t count = m.batch * m.heads * m.queries * m.keys;
  if (random.chance(0.5)) {
    m.kind = MaskKind::kBoolean;
    c.allowed.resize(count);
    for (auto& x : c.allowed) {
      x = static_cast<std::uint8_t>(random.chance(0.7) ? 1 : 0);
    }
    m.allowed = c.allowed;
  } else {
    m.kind = MaskKind::kAdditive;
    c.added = random.floats(count, -3, 3);
    for (auto& x : c.added) {
      if (random.chance(0.2)) x = static_cast<float>(kHidden);
    }
    m.added = c.added;
  }
}

// A call with all that may hide keys: causal order, window, mask; and sinks.
// Every tenth is as long as the tiles of the fused kernel.
inline Call random_call(Random& random, int round) {
  Shape s = random_shape(random, 40);
  if (round % 10 == 9) {
    s.batch = s.heads = s.key_heads = 1;
    s.queries = random.integer(60, 70);
    s.keys = random.chance(0.5) ? random.integer(250, 262)
                                : random.integer(510, 518);
  }
  Call c(s, random);
  c.options.offset += static_cast<std::int64_t>(random.integer(0, 8)) - 4;
  c.options.causal = random.chance(0.5);
  if (random.chance(0.5)) c.options.window = random.integer(1, s.keys + 2);
  if (random.chance(0.3)) random_mask(c, random);
  if (random.chance(0.3)) {
    c.sinks = random.floats(s.heads, -2, 2);
    c.options.sinks = c.sinks;
  }
  return c;
}

// Position of query i, and its distance from key j.
inline std::int64_t position_of(const Call& c, std::size_t i) {
  return static_cast<std::int64_t>(i) + c.options.offset;
}
inline std::int64_t distance_of(const Call& c, std::size_t i, std::size_t j) {
  return position_of(c, i) - static_cast<std::int64_t>(j);
}

// a[0 ... width - 1] . b[0 ... width - 1]
inline double dot(const float* a, const float* b, std::size_t width) {
  double sum = 0;
  for (std::size_t d = 0; d < width; ++d) {
    sum += static_cast<double>(a[d]) * static_cast<double>(b[d]);
  }
  return sum;
}

// Query and key of a pair.
inline const float* query_of(const Call& c, std::size_t b, std::size_t h,
                             std::size_t i) {
  const Shape& s = c.options.shape;
  return &c.q[((b * s.queries + i) * s.heads + h) * s.width];
}
inline const float* key_of(const Call& c, std::size_t b, std::size_t h,
                           std::size_t j) {
  const Shape& s = c.options.shape;
  const std::size_t group = h / (s.heads / s.key_heads);
  return &c.k[((b * s.keys + j) * s.key_heads + group) * s.width];
}

// What a term made of a product in float32 may be off by.
inline constexpr double kTermError = 1e-5;

}  // namespace posenc::test
