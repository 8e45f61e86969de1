// src/posenc/core/numeric.
#include <algorithm>
#include <cmath>

#include "case.hpp"
#include "numeric/activation.hpp"
#include "numeric/copy.hpp"
#include "numeric/double_double.hpp"
#include "numeric/elementary.hpp"
#include "numeric/exp_f32.hpp"
#include "numeric/formats.hpp"
#include "numeric/matmul.hpp"
#include "numeric/phase.hpp"
#include "numeric/phase_rows.hpp"
#include "numeric/random.hpp"
#include "numeric/resample.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::numeric;

static void fuzz_linear(Input& in) {
  const LinearShape shape{in.size(), in.size(), in.size()};
  const std::uint64_t numbers = number_of(linear_scratch_size(shape));
  Case c(in);
  const auto x = c.read<float>({shape.rows, shape.in});
  const auto weight = c.read<float>({shape.out, shape.in});
  const auto bias = c.maybe<float>({shape.out});
  const auto y = c.write<float>({shape.rows, shape.out});
  const auto scratch = c.scratch<float>({numbers});
  const Status status =
      c.run([&] { return linear(y, x, weight, bias, shape, scratch); });

  Case d(in);
  const auto expected = d.write<float>({shape.rows, shape.out});
  if (status != Status::kOk || d.lied()) return;
  if (linear_reference(expected, x, weight, bias, shape) != Status::kOk) {
    fail("the reference refuses");
  }
  if (!in.tame()) return;
  const auto depth = static_cast<double>(shape.in);
  check_near(y, expected, (depth + 2) * depth * 64 * 0x1p-24, 0x1p-22);
}

static void fuzz_linear_reference(Input& in) {
  const LinearShape shape{in.size(), in.size(), in.size()};
  Case c(in);
  const auto x = c.read<float>({shape.rows, shape.in});
  const auto weight = c.read<float>({shape.out, shape.in});
  const auto bias = c.maybe<float>({shape.out});
  const auto y = c.write<float>({shape.rows, shape.out});
  c.run([&] { return linear_reference(y, x, weight, bias, shape); });
}

static void expect(bool holds, const char* what) {
  if (!holds) fail("%s", what);
}

static void fuzz_elementary(Input& in) {
  const double x = in.any_real();
  const double y = in.any_real();
  const bool nan = std::isnan(x);
  const double e = numeric::exp(x);
  expect(std::isnan(e) == nan && !(e < 0), "exp");
  const double e2 = numeric::exp2(x);
  expect(std::isnan(e2) == nan && !(e2 < 0), "exp2");
  const double m1 = numeric::expm1(x);
  expect(std::isnan(m1) == nan && !(m1 < -1), "expm1");
  expect(std::isnan(numeric::log(x)) == !(x >= 0), "log");
  expect(std::isnan(numeric::log2(x)) == !(x >= 0), "log2");
  const double l1 = numeric::log1p(x);
  expect(std::isnan(l1) == nan || x < -1, "log1p");
  // Of NaN^0 and 1^NaN, which are 1, the C library makes NaN if it signals.
  const bool one = y == 0 || x == 1;
  if (!one && std::isnan(numeric::pow(x, y)) != std::isnan(std::pow(x, y))) {
    fail("pow(%a, %a) = %g, not as in the C library", x, y, numeric::pow(x, y));
  }
  double s = 0;
  double c = 0;
  numeric::sincos(x, &s, &c);
  expect(same(numeric::sin(x), s) && same(numeric::cos(x), c), "sin, cos");
  if (std::abs(x) <= 0x1p31) {
    expect(std::abs(s * s + c * c - 1) < 1e-15, "sin^2 + cos^2");
  }
  const double t = numeric::tanh(x);
  expect(nan ? std::isnan(t) : std::abs(t) <= 1, "tanh");
  const double g = numeric::sigmoid(x);
  expect(nan ? std::isnan(g) : g >= 0 && g <= 1, "sigmoid");
  const double p = numeric::softplus(x);
  expect(nan ? std::isnan(p) : p >= 0, "softplus");
  const double f = numeric::erf(x);
  expect(nan ? std::isnan(f) : std::abs(f) <= 1, "erf");
}

static void fuzz_formats(Input& in) {
  const auto x = std::bit_cast<float>(in.word());
  const auto check = [&](float rounded, float again, double error) {
    expect(same(rounded, again), "rounding twice");
    expect(std::isnan(rounded) == std::isnan(x), "NaN");
    if (std::isfinite(x) && std::isfinite(rounded)) {
      expect(std::abs(double{rounded} - double{x}) <=
                 std::abs(double{x}) * error + 0x1p-25,
             "rounded too far");
    }
  };
  for (const auto format :
       {Format::kFloat32, Format::kBfloat16, Format::kFloat16}) {
    const float r = round_to(format, x);
    check(r, round_to(format, r), 0x1p-8);
  }
  const float e = exp_f32(x);
  const F32x4 four = exp_f32(F32x4(x));
  expect(same(e, four.get(0)) && same(e, four.get(3)), "exp_f32 by lanes");
  expect(std::isnan(e) == std::isnan(x) && !(e < 0), "exp_f32");
}

static void fuzz_double_double(Input& in) {
  const double y = in.real(-900, 900);
  if (std::abs(y) <= 900) {
    const DoubleDouble p = numeric::exp2(DoubleDouble{y, 0});
    expect(std::isfinite(p.hi) && std::isfinite(p.lo) && p.hi > 0, "exp2");
  }
  const double x = in.any_real();
  if (std::isnormal(x) && x > 0) {
    const Log2 l = log2_parts(x);
    expect(std::abs(l.fraction.hi) <= 0.5 + 1e-15, "log2_parts");
    if (x < 0x1p900 && x > 0x1p-900) {
      const DoubleDouble root = numeric::sqrt(DoubleDouble{x, 0});
      expect(std::abs(root.hi / std::sqrt(x) - 1) < 1e-15, "sqrt");
    }
  }
  expect(numeric::sqrt(DoubleDouble{0, 0}).hi == 0, "sqrt 0");
}

static void fuzz_random(Input& in) {
  Case c(in);
  const auto out = c.write_list<float>(in.size(64));
  const std::uint64_t seed = in.bits();
  const double mean = in.real(-10, 10);
  const double std = in.real(0, 10);
  const std::uint64_t n = in.bits() >> (in.byte() % 64);
  c.run([&] {
    Random random(seed);
    fill_normal(random, out, mean, std);
    return Status::kOk;
  });
  c.run([&] {
    Random random(seed);
    fill_uniform(random, out, mean, mean + std);
    return Status::kOk;
  });
  Random random(seed);
  if (n > 0) expect(random.below(n) < n, "below");
  const double u = random.uniform();
  expect(u >= 0 && u < 1, "uniform");
  double a = 0;
  double b = 0;
  normal_pair(random, &a, &b);
  expect(std::abs(a) < 8.6 && std::abs(b) < 8.6, "normal_pair");
}

static void fuzz_resample(Input& in) {
  const ResampleAxis axis{.from = in.size(),
                          .to = in.size(),
                          .method = in.choose<ResampleMethod>(3),
                          .align_corners = in.flag(),
                          .antialias = in.flag(),
                          .offset = in.flag() ? 0 : in.real(0, 1)};
  if (!is_resample_axis(axis)) return;
  // A tap for each row of a table that nobody made: seconds of nothing else.
  if (axis.antialias && axis.from / axis.to > (1u << 16)) return;
  const std::size_t i = static_cast<std::size_t>(in.bits() % axis.to);
  const ResampleTaps taps = resample_taps(axis, i);
  expect(taps.count > 0, "no taps");
  double sum = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(taps.count, 999); ++k) {
    expect(resample_index(axis, taps, k) < axis.from, "a tap outside");
    sum += resample_weight(axis, taps, k);
  }
  if (taps.count < 999 && axis.from < (1 << 20) && axis.to < (1 << 20)) {
    expect(std::abs(sum - 1) < 1e-9, "the weights' sum is not 1");
  }
}

static void fuzz_phase(Input& in) {
  const double omega = in.real(0, 1.5);
  const double base = in.real(1, 1e9);
  const double position = in.real(-0x1p53, 0x1p53);
  if (!is_position(position)) return;
  double s = 0;
  double c = 0;
  if (std::abs(omega) <= 1.5707963) {
    sincos_phase(position, from_radians(omega), &s, &c);
    expect(std::abs(s * s + c * c - 1) < 1e-14, "sincos_phase");
  }
  if (!(base >= 1) || !std::isfinite(base) || base > 1e280) return;
  Frequency f[20];
  const std::size_t period = 1 + in.byte();
  const std::size_t first = in.byte() % period;
  const std::size_t count = std::min<std::size_t>(20, period - first);
  GeometricFrequencies(base, 1, period).write({f, count}, first);
  for (std::size_t i = 0; i < count; ++i) {
    expect(f[i].hi > 0 && f[i].hi <= 0.16, "a frequency above 1");
  }
}

// A tile's columns, in any of the layouts, against the exact sines.
static void fuzz_phase_rows(Input& in) {
  const std::size_t pairs = std::min<std::size_t>(in.size(), kTilePairs);
  const std::size_t rows = in.size(40);
  const bool interleaved = in.flag();
  const std::size_t cosines = pairs - (pairs > 0 && in.flag() ? 1 : 0);
  const std::size_t stride = pairs + cosines;
  Case c(in);
  const auto turns = c.read<double>({pairs});
  const auto out = c.write<float>({rows, stride});
  const bool listed = in.flag();
  const auto positions = c.read<double>(
      {listed ? rows : 0}, in.flag() ? Fill::kOrder : Fill::kPosition);
  const double offset = in.real(-1000, 1000);
  if (c.lied() || pairs == 0) return;
  const bool valid =
      is_position(offset) && is_position(offset + static_cast<double>(rows)) &&
      std::all_of(positions.begin(), positions.end(), is_position) &&
      std::all_of(turns.begin(), turns.end(),
                  [](double x) { return std::abs(x) <= 1; });
  if (!valid) return;
  Frequency f[kTilePairs];
  for (std::size_t i = 0; i < pairs; ++i) f[i] = {turns[i] / 4, 0};
  static PhaseTile tile;
  set_tile(tile, {f, pairs}, 1);
  const PairColumns columns{
      out.data(), interleaved ? nullptr : out.data() + pairs,
      stride,     pairs,
      cosines,    interleaved};
  c.run([&] {
    if (listed) {
      write_positions(tile, positions, columns);
    } else {
      write_range(tile, offset, rows, columns);
    }
    return Status::kOk;
  });
  check_bound(out, 1, "a sine above 1");
}

static void fuzz_copy(Input& in) {
  Case c(in);
  const auto from = c.list<float>(in.size(600));
  const auto to = c.write_list<float>(in.size(600));
  const std::size_t count = std::min(from.size(), to.size());
  c.leaves_some();
  c.run([&] {
    copy(to, from);
    return Status::kOk;
  });
  check_same(std::span<const float>(to.first(count)), from.first(count));
}

POSENC_FUZZ({"linear", fuzz_linear},
            {"linear_reference", fuzz_linear_reference},
            {"elementary", fuzz_elementary}, {"formats", fuzz_formats},
            {"double_double", fuzz_double_double}, {"random", fuzz_random},
            {"resample", fuzz_resample}, {"phase", fuzz_phase},
            {"phase_rows", fuzz_phase_rows}, {"copy", fuzz_copy})

}  // namespace posenc::fuzz
