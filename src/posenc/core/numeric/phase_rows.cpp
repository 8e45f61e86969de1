#include "numeric/phase_rows.hpp"

#include <algorithm>

#include "numeric/simd.hpp"

namespace posenc::numeric {
namespace {

constexpr std::int64_t kBlock = 2 * PhaseTile::kReach;  // rows of one centre
constexpr std::int64_t kAnchor = 256;  // positions with an exact centre

// sine and cosine of one position, for every pair of a tile.
struct Seeds {
  double sine[kTilePairs];
  double cosine[kTilePairs];
};

// Four pairs: two vectors of sines, two of cosines.
struct Quads {
  F64x2 sine[2];
  F64x2 cosine[2];
};

Quads load_quads(const double* sine, const double* cosine,
                 std::size_t j) noexcept {
  return {{load(sine + j), load(sine + j + 2)},
          {load(cosine + j), load(cosine + j + 2)}};
}

// One row of one tile. Writes pairs j .. j + 3, whole or as far as they go.
template <bool kInterleaved>
struct Row {
  float* sine;
  float* cosine;

  void write(std::size_t j, const Quads& q) const noexcept {
    if constexpr (kInterleaved) {
      store(sine + 2 * j, demote_zip(q.sine[0], q.cosine[0]));
      store(sine + 2 * j + 4, demote_zip(q.sine[1], q.cosine[1]));
    } else {
      store(sine + j, demote(q.sine[0], q.sine[1]));
      store(cosine + j, demote(q.cosine[0], q.cosine[1]));
    }
  }

  void write_rest(std::size_t j, const Quads& q, std::size_t sines,
                  std::size_t cosines) const noexcept {
    if constexpr (kInterleaved) {
      const std::size_t n = sines + cosines - 2 * j;
      const std::size_t head = std::min<std::size_t>(n, 4);
      write_quad(sine + 2 * j, demote_zip(q.sine[0], q.cosine[0]), head);
      write_quad(sine + 2 * j + 4, demote_zip(q.sine[1], q.cosine[1]),
                 n - head);
    } else {
      write_quad(sine + j, demote(q.sine[0], q.sine[1]), sines - j);
      write_quad(cosine + j, demote(q.cosine[0], q.cosine[1]), cosines - j);
    }
  }
};

// Calls full(j) for every four pairs that have both columns, rest(j) once for
// what remains.
template <class Full, class Rest>
void for_each_pair_quad(const PairColumns& out, Full&& full,
                        Rest&& rest) noexcept {
  std::size_t j = 0;
  for (; j + 4 <= out.cosines; j += 4) full(j);
  if (j < out.sines) rest(j);
}

// Rows centre - b and centre + b.
template <bool kInterleaved>
void write_two_rows(const double* turn_sine, const double* turn_cosine,
                    const Seeds& seeds, Row<kInterleaved> before,
                    Row<kInterleaved> after, const PairColumns& out) noexcept {
  const auto rotate = [&](std::size_t j, Quads* minus, Quads* plus) {
    const Quads seed = load_quads(seeds.sine, seeds.cosine, j);
    const Quads turn = load_quads(turn_sine, turn_cosine, j);
    for (int v = 0; v < 2; ++v) {
      const F64x2 sc = seed.sine[v] * turn.cosine[v];
      const F64x2 cs = seed.cosine[v] * turn.sine[v];
      const F64x2 cc = seed.cosine[v] * turn.cosine[v];
      const F64x2 ss = seed.sine[v] * turn.sine[v];
      minus->sine[v] = sc - cs;
      minus->cosine[v] = cc + ss;
      plus->sine[v] = sc + cs;
      plus->cosine[v] = cc - ss;
    }
  };
  for_each_pair_quad(
      out,
      [&](std::size_t j) {
        Quads minus;
        Quads plus;
        rotate(j, &minus, &plus);
        before.write(j, minus);
        after.write(j, plus);
      },
      [&](std::size_t j) {
        Quads minus;
        Quads plus;
        rotate(j, &minus, &plus);
        before.write_rest(j, minus, out.sines, out.cosines);
        after.write_rest(j, plus, out.sines, out.cosines);
      });
}

template <bool kInterleaved>
[[gnu::noinline]] void write_one_row(const Seeds& seeds, Row<kInterleaved> row,
                                     const PairColumns& out) noexcept {
  for_each_pair_quad(
      out,
      [&](std::size_t j) {
        row.write(j, load_quads(seeds.sine, seeds.cosine, j));
      },
      [&](std::size_t j) {
        row.write_rest(j, load_quads(seeds.sine, seeds.cosine, j), out.sines,
                       out.cosines);
      });
}

// The pairs of a tile, rounded up to whole vectors.
std::size_t padded(std::size_t pairs) noexcept {
  return (pairs + 3) & ~std::size_t{3};
}

[[gnu::cold]] void set_frequencies(
    PhaseTile& tile, std::span<const Frequency> frequencies) noexcept {
  tile.pairs = frequencies.size();
  for (std::size_t j = 0; j < padded(tile.pairs); ++j) {
    const Frequency f = j < tile.pairs ? frequencies[j] : Frequency{};
    tile.hi[j] = f.hi;
    tile.lo[j] = f.lo;
  }
}

// Exact sines and cosines at position + fraction, a sum that float64 may not
// hold, times the amplitude. Not inlined: a kilobyte of download per copy.
[[gnu::noinline]] void exact_planes(const PhaseTile& tile, double position,
                                    double fraction, double amplitude,
                                    double* sine, double* cosine) noexcept {
  for (std::size_t j = 0; j < padded(tile.pairs); j += 2) {
    const F64x2 hi = load(tile.hi + j);
    const F64x2 lo = load(tile.lo + j);
    Twofold<F64x2> turns = reduced_turns(F64x2(position), hi, lo);
    if (fraction != 0) {
      const Twofold<F64x2> rest = reduced_turns(F64x2(fraction), hi, lo);
      const Twofold<F64x2> sum = two_sum(turns.hi, rest.hi);
      turns = two_sum(sum.hi - nearest(sum.hi), sum.lo + (turns.lo + rest.lo));
    }
    F64x2 s;
    F64x2 c;
    sincos_turns(turns, &s, &c);
    store(sine + j, s * F64x2(amplitude));
    store(cosine + j, c * F64x2(amplitude));
  }
}

// Turns planes of sines and cosines by other planes: a + b.
[[gnu::noinline]] void add_angles(const double* sine_a, const double* cosine_a,
                                  const double* sine_b, const double* cosine_b,
                                  double* sine, double* cosine,
                                  std::size_t pairs) noexcept {
  for (std::size_t j = 0; j < padded(pairs); j += 2) {
    const F64x2 sa = load(sine_a + j);
    const F64x2 ca = load(cosine_a + j);
    const F64x2 sb = load(sine_b + j);
    const F64x2 cb = load(cosine_b + j);
    store(sine + j, sa * cb + ca * sb);
    store(cosine + j, ca * cb - sa * sb);
  }
}

// Sums over the pairs of the cosines and sines of centres times those of turns.
struct Sums {
  double cosines;
  double sines;
};

[[gnu::cold]] Sums turned_sums(const Seeds& seeds, const double* turn_sine,
                               const double* turn_cosine,
                               std::size_t pairs) noexcept {
  F64x2 cosines(0.0);
  F64x2 sines(0.0);
  for (std::size_t j = 0; j < padded(pairs); j += 2) {
    cosines = cosines + load(seeds.cosine + j) * load(turn_cosine + j);
    sines = sines + load(seeds.sine + j) * load(turn_sine + j);
  }
  return {cosines.get(0) + cosines.get(1), sines.get(0) + sines.get(1)};
}

// The centre a block is at. Moves forward by rotation inside one anchor's
// reach, and starts from the exact phase otherwise.
class Centre {
 public:
  Centre(const PhaseTile& tile, double fraction) noexcept
      : tile_(tile), fraction_(fraction) {}

  const Seeds& at(std::int64_t position) noexcept {
    const std::int64_t anchor = position & ~(kAnchor - 1);
    if (!known_ || position < position_ || anchor > position_) {
      exact_planes(tile_, static_cast<double>(anchor), fraction_,
                   tile_.amplitude, seeds_.sine, seeds_.cosine);
      position_ = anchor;
      known_ = true;
    }
    for (; position_ < position; position_ += kBlock) {
      add_angles(seeds_.sine, seeds_.cosine, tile_.step_sine, tile_.step_cosine,
                 seeds_.sine, seeds_.cosine, tile_.pairs);
    }
    return seeds_;
  }

 private:
  const PhaseTile& tile_;
  double fraction_;
  bool known_ = false;
  std::int64_t position_ = 0;
  Seeds seeds_;
};

// Rows for positions first, first + 1, ... (plus the centre's fraction).
template <bool kInterleaved>
void write_run(const PhaseTile& tile, Centre& centre, std::int64_t first,
               std::size_t rows, float* sine, float* cosine,
               const PairColumns& out) noexcept {
  constexpr std::int64_t kReach = PhaseTile::kReach;
  // Rows of a block that nobody asked for are written here.
  float sink[2 * kTilePairs];
  const std::int64_t end = first + static_cast<std::int64_t>(rows);
  const auto row = [&](std::int64_t p) -> Row<kInterleaved> {
    if (p < first || p >= end) return {sink, sink + kTilePairs};
    const std::size_t skip = static_cast<std::size_t>(p - first) * out.stride;
    // never taken: each instance has one of the two
    return {sine + skip, kInterleaved ? nullptr : cosine + skip};
  };
  // Block m holds rows 16 m - 8 .. 16 m + 7.
  for (std::int64_t c = (first + kReach) & ~(kBlock - 1); c - kReach < end;
       c += kBlock) {
    const Seeds& seeds = centre.at(c);
    write_one_row(seeds, row(c), out);
    for (std::int64_t b = 1; b <= kReach; ++b) {
      // Row c + 8 belongs to the next block.
      const std::int64_t after = b < kReach ? c + b : end;
      if ((c - b < first || c - b >= end) && (after < first || after >= end)) {
        continue;
      }
      write_two_rows(tile.turn_sine[b - 1], tile.turn_cosine[b - 1], seeds,
                     row(c - b), row(after), out);
    }
  }
}

template <bool kInterleaved>
void write_exact_row(const PhaseTile& tile, double position, float* sine,
                     float* cosine, const PairColumns& out) noexcept {
  Seeds seeds;
  exact_planes(tile, position, 0.0, tile.amplitude, seeds.sine, seeds.cosine);
  write_one_row(seeds, Row<kInterleaved>{sine, cosine}, out);
}

bool is_integer(double p) noexcept {
  return static_cast<double>(static_cast<std::int64_t>(p)) == p;
}

template <bool kInterleaved>
void write_rows(const PhaseTile& tile, std::span<const double> positions,
                const PairColumns& out) noexcept {
  Centre centre(tile, 0.0);
  for (std::size_t t = 0; t < positions.size();) {
    float* const sine = out.sine + t * out.stride;
    // never taken: the compiler has chosen
    float* const cosine = out.cosine + (kInterleaved ? 0 : t * out.stride);
    const double p = positions[t];
    std::size_t run = 1;
    if (is_integer(p)) {
      while (t + run < positions.size() &&
             positions[t + run] == p + static_cast<double>(run)) {
        ++run;
      }
      write_run<kInterleaved>(tile, centre, static_cast<std::int64_t>(p), run,
                              sine, cosine, out);
    } else {
      write_exact_row<kInterleaved>(tile, p, sine, cosine, out);
    }
    t += run;
  }
}

}  // namespace

[[gnu::cold]] void set_tile(PhaseTile& tile,
                            std::span<const Frequency> frequencies,
                            double amplitude) noexcept {
  set_frequencies(tile, frequencies);
  tile.amplitude = amplitude;
  exact_planes(tile, 1, 0, 1, tile.turn_sine[0], tile.turn_cosine[0]);
  exact_planes(tile, static_cast<double>(kBlock), 0, 1, tile.step_sine,
               tile.step_cosine);
  // b w = (b/2) w + (b - b/2) w: three additions deep for b = 8.
  for (std::size_t b = 2; b <= PhaseTile::kReach; ++b) {
    const std::size_t x = b / 2 - 1;
    const std::size_t y = b - b / 2 - 1;
    add_angles(tile.turn_sine[x], tile.turn_cosine[x], tile.turn_sine[y],
               tile.turn_cosine[y], tile.turn_sine[b - 1],
               tile.turn_cosine[b - 1], tile.pairs);
  }
}

void write_range(const PhaseTile& tile, double offset, std::size_t rows,
                 const PairColumns& out) noexcept {
  const std::int64_t whole = static_cast<std::int64_t>(offset);
  Centre centre(tile, offset - static_cast<double>(whole));
  if (out.interleaved) {
    write_run<true>(tile, centre, whole, rows, out.sine, out.cosine, out);
  } else {
    write_run<false>(tile, centre, whole, rows, out.sine, out.cosine, out);
  }
}

void write_positions(const PhaseTile& tile, std::span<const double> positions,
                     const PairColumns& out) noexcept {
  if (out.interleaved) {
    write_rows<true>(tile, positions, out);
  } else {
    write_rows<false>(tile, positions, out);
  }
}

// Cold for size: it is as fast without unrolled loops.
[[gnu::cold]] void add_cosines(std::span<const Frequency> frequencies,
                               std::span<double> out) noexcept {
  constexpr std::size_t kTurns = PhaseTile::kReach;  // of 0, w, ..., 7 w
  PhaseTile tile;
  set_frequencies(tile, frequencies);
  for (std::size_t b = 0; b < kTurns; ++b) {
    exact_planes(tile, static_cast<double>(b), 0, 1, tile.turn_sine[b],
                 tile.turn_cosine[b]);
  }
  Seeds seeds;
  for (std::size_t c = 0; c < out.size() + kTurns; c += 2 * kTurns - 1) {
    exact_planes(tile, static_cast<double>(c), 0, 1, seeds.sine, seeds.cosine);
    // What fills up the last vectors counts for nothing.
    for (std::size_t j = tile.pairs; j < padded(tile.pairs); ++j) {
      seeds.sine[j] = 0;
      seeds.cosine[j] = 0;
    }
    for (std::size_t b = 0; b < kTurns; ++b) {
      const Sums sums = turned_sums(seeds, tile.turn_sine[b],
                                    tile.turn_cosine[b], tile.pairs);
      if (c + b < out.size()) out[c + b] += sums.cosines - sums.sines;
      // There is none before the first.
      if (b > 0 && c >= b && c - b < out.size()) {
        out[c - b] += sums.cosines + sums.sines;
      }
    }
  }
}

}  // namespace posenc::numeric
