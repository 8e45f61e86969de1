// src/posenc/core/analysis.
#include <algorithm>
#include <cmath>

#include "analysis/collisions.hpp"
#include "analysis/decay.hpp"
#include "analysis/precision.hpp"
#include "analysis/shift.hpp"
#include "analysis/similarity.hpp"
#include "analysis/spectrum.hpp"
#include "analysis/wavelengths.hpp"
#include "case.hpp"
#include "target.hpp"

namespace posenc::fuzz {

using namespace posenc::analysis;
using embedding::SinusoidalLayout;
using embedding::SinusoidalOptions;
using embedding::SinusoidalSpacing;

static SinusoidalOptions sinusoidal_options(Input& in) {
  return {.width = in.flag() ? 2 * (in.size(12) % 64) : in.size(),
          .base = in.real(1, 1e6),
          .layout = in.choose<SinusoidalLayout>(2),
          .spacing = in.choose<SinusoidalSpacing>(2)};
}

static void fuzz_similarity(Input& in) {
  const std::size_t length = in.size(12);
  const std::size_t width = in.size(12);
  const auto kind = in.choose<SimilarityKind>(2);
  Case c(in);
  const auto rows = c.read<float>({length, width});
  const auto out = c.write<float>({length, length});
  const Status status =
      c.run([&] { return similarity(out, rows, length, width, kind); });
  Case d(in);
  const auto expected = d.write_list<float>(out.size());
  const Status again = d.run([&] {
    return similarity_reference(expected, rows, length, width, kind);
  });
  expect_status(status, again);
  if (status != Status::kOk || !in.tame()) return;
  check_near(out, expected, 1e-6, 2e-7);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (out[i * length + j] != out[j * length + i]) fail("not symmetric");
    }
  }
}

static void fuzz_decay(Input& in) {
  const DecayOptions o{.width = in.size(),
                       .base = in.real(1, 1e6),
                       .spacing = in.choose<SinusoidalSpacing>(2)};
  Case c(in);
  // A width may be large: few offsets, then.
  const auto out = c.write_list<double>(in.byte() % (o.width > 512 ? 3 : 40));
  const Status status = c.run([&] { return decay(out, o); });
  if (status == Status::kOk) {
    check_bound(out, static_cast<double>(o.width), "more than all pairs");
  }
}

static void fuzz_fit_decay(Input& in) {
  const auto law = in.choose<DecayLaw>(4);
  const double base = in.real(2, 1e6);
  Case c(in);
  const auto curve = c.list<double>(in.size(), Fill::kPositive);
  const auto numbers = c.write_list<double>(3);
  const Status status = c.run([&] {
    DecayFit fit;
    const Status s = fit_decay(curve, law, base, &fit);
    if (s == Status::kOk) {
      numbers[0] = fit.a;
      numbers[1] = fit.b;
      numbers[2] = fit.r_squared;
    }
    return s;
  });
  if (status == Status::kOk && in.tame() && !(numbers[2] <= 1 + 1e-9)) {
    fail("better than perfect");
  }
}

static void fuzz_precision(Input& in) {
  const auto format = static_cast<numeric::Format>(
      static_cast<std::uint32_t>(in.choice(3)) + 1u);
  Case c(in);
  const auto positions =
      c.list<double>(in.size(), in.flag() ? Fill::kOrder : Fill::kPosition);
  const auto frequency = c.list<double>(in.size());
  const auto angle = c.write<double>({positions.size()});
  const auto value = c.write<double>({positions.size()});
  c.run([&] { return precision(angle, value, positions, frequency, format); });
}

static void fuzz_shift_matrix(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  const double offset = in.real(-1e4, 1e4);
  Case c(in);
  const auto out = c.write<float>({o.width, o.width});
  const Status status = c.run([&] { return shift_matrix(out, offset, o); });
  if (status == Status::kOk) check_bound(out, 1, "a cosine above 1");
}

static void fuzz_shift_error(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  const std::size_t count = in.size();
  const std::size_t steps = in.size(12);
  Case c(in);
  const auto rows = c.read<float>({count, o.width});
  const auto result = c.write_list<double>(2);
  c.run([&] {
    ShiftError error;
    const Status s = shift_error(&error, rows, count, steps, o);
    if (s == Status::kOk) {
      result[0] = error.max;
      result[1] = error.rms;
    }
    return s;
  });
}

static void fuzz_wavelengths(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  const bool cut = o.layout == SinusoidalLayout::kHalves &&
                   o.spacing != SinusoidalSpacing::kPaper;
  Case c(in);
  const auto out = c.write<double>({o.width / 2 + (cut ? 0 : o.width % 2)});
  const Status status = c.run([&] { return wavelengths(out, o); });
  if (status == Status::kOk && in.tame()) check_bound(out, 1e8, "a wave");
}

static void fuzz_sinusoidal_float64(Input& in) {
  const SinusoidalOptions o = sinusoidal_options(in);
  const std::size_t count = in.size();
  Case c(in);
  const auto out = c.write<double>({count, o.width});
  const Status status =
      c.run([&] { return sinusoidal_float64(out, count, o); });
  if (status == Status::kOk) check_bound(out, 1 + 1e-15, "a sine above 1");
}

static void fuzz_collisions(Input& in) {
  const std::size_t count = in.few(100);
  // The work grows with the square of what is neither few nor too many.
  if (count > 200 && count <= kMaxCollisionRows) return;
  const std::size_t width = in.size(8);
  const auto storage = in.choose<Storage>(4);
  Case c(in);
  // One of many kinds, so that rows do collide.
  const auto rows = c.update<double>({count, width},
                                     in.flag() ? Fill::kUnit : Fill::kIndex, 3);
  const std::uint64_t numbers = count <= kMaxCollisionRows
                                    ? number_of(collisions_scratch_size(count))
                                    : in.byte();
  const auto scratch = c.scratch<std::uint32_t>({numbers});
  const auto result = c.write_list<double>(4);
  // The width is what the rows say.
  c.set_lied(count == 0 || rows.size() < count || rows.size() % count != 0 ||
             scratch.size() < numbers);
  const Status status = c.run([&] {
    Collisions found;
    const Status s = collisions(&found, rows, count, storage, scratch);
    if (s == Status::kOk) {
      result[0] = static_cast<double>(found.distinct);
      result[1] = static_cast<double>(found.first);
      result[2] = static_cast<double>(found.second);
      result[3] = found.distance;
    }
    return s;
  });
  if (status != Status::kOk || !in.tame()) return;
  if (!(result[0] <= static_cast<double>(count))) fail("too many rows");
  if (!(result[1] < result[2] && result[2] < static_cast<double>(count))) {
    fail("a pair that is not there");
  }
  if ((result[3] == 0) != (result[0] < static_cast<double>(count))) {
    fail("distance 0 and distinct rows, or the other way round");
  }
}

static void fuzz_spectrum(Input& in) {
  const std::size_t width = in.few(40);
  const std::size_t kept = in.size(7);
  const std::size_t count = in.size(12);
  const std::uint64_t numbers =
      number_of(spectrum_scratch_size(width <= kMaxSpectrumWidth ? width : 0));
  Case c(in);
  const auto rows = c.list<float>(product({count, width}));
  const auto components = c.write_list<float>(product({kept, width}));
  const std::size_t side = width == 0 ? 1 : width;
  const auto projections =
      c.write<float>({rows.size() / side, components.size() / side});
  const auto variances = c.write<double>({width});
  const auto scratch = c.scratch<double>({numbers});
  if (rows.size() % side != 0 || components.size() % side != 0 ||
      scratch.size() < numbers) {
    c.set_lied(true);
  }
  const Status status = c.run([&] {
    return spectrum(variances, components, projections, rows, width, scratch);
  });
  if (status != Status::kOk || !in.tame()) return;
  check_bound(components, 1.0001, "a row that is no unit");
  for (std::size_t i = 1; i < width; ++i) {
    if (variances[i] > variances[i - 1]) fail("variances that rise");
  }
}

POSENC_FUZZ({"similarity", fuzz_similarity}, {"decay", fuzz_decay},
            {"fit_decay", fuzz_fit_decay}, {"precision", fuzz_precision},
            {"shift_matrix", fuzz_shift_matrix},
            {"shift_error", fuzz_shift_error},
            {"wavelengths", fuzz_wavelengths},
            {"sinusoidal_float64", fuzz_sinusoidal_float64},
            {"collisions", fuzz_collisions}, {"spectrum", fuzz_spectrum})

}  // namespace posenc::fuzz
