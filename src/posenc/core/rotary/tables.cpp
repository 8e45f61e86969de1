#include "rotary/tables.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "numeric/formats.hpp"
#include "numeric/phase.hpp"
#include "numeric/phase_rows.hpp"
#include "shape.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;
using numeric::Format;
using numeric::Frequency;

[[nodiscard]] bool is_rotary_position(double p) noexcept {
  return numeric::absolute(p) <= kMaxRotaryPosition;
}

[[nodiscard]] bool is_rotary_frequency(DoubleDouble f) noexcept {
  return numeric::absolute(f.hi) <= kMaxRotaryFrequency &&
         numeric::absolute(f.lo) <= kMaxRotaryFrequency;
}

Status check_angles(const Angles& a) noexcept {
  if (a.axes < 1 || a.axes > 255 || a.positions.size() % a.axes != 0) {
    return Status::kBadShape;
  }
  if (!a.axis_of_pair.empty() && a.axis_of_pair.size() != a.theta.size()) {
    return Status::kBadShape;
  }
  if (!std::all_of(a.positions.begin(), a.positions.end(),
                   is_rotary_position) ||
      !std::all_of(a.theta.begin(), a.theta.end(), is_rotary_frequency)) {
    return Status::kBadArgument;
  }
  const bool known = std::all_of(a.axis_of_pair.begin(), a.axis_of_pair.end(),
                                 [&](std::uint8_t x) { return x < a.axes; });
  return known ? Status::kOk : Status::kOutOfRange;
}

Status check_tables(std::span<float> cos, std::span<float> sin, const Angles& a,
                    Precision precision, double attention_factor) noexcept {
  const int kind = static_cast<int>(precision);
  if (kind < 0 || kind > 3) return Status::kBadArgument;
  if (!(attention_factor > 0 && attention_factor <= 0x1p64)) {
    return Status::kBadArgument;
  }
  const Status status = check_angles(a);
  if (status != Status::kOk) return status;
  if (cos.size() != sin.size()) return Status::kBadShape;
  return check_size<float>(cos.size(), a.positions.size() / a.axes,
                           a.theta.size());
}

Frequency turns(DoubleDouble theta) noexcept {
  const DoubleDouble f = multiply(theta, numeric::kInverseTwoPi);
  return {f.hi, f.lo};
}

// The position of pair i in row t.
double position_of(const Angles& a, std::size_t t, std::size_t i) noexcept {
  const std::size_t rows = a.positions.size() / a.axes;
  const std::size_t axis = a.axis_of_pair.empty() ? 0 : a.axis_of_pair[i];
  return a.positions[axis * rows + t];
}

// x rounded to `precision`; float32 when exact.
[[gnu::noinline]] float rounded(Precision precision, double x) noexcept {
  return numeric::round_to(static_cast<Format>(precision),
                           static_cast<float>(x));
}

// One cell as a runtime computes it, without its attention factor.
void reduced_cell(double position, double theta, Precision precision,
                  double* cos, double* sin) noexcept {
  const auto round = [&](double x) {
    return static_cast<double>(rounded(precision, x));
  };
  const double angle = round(round(position) * round(theta));
  if (!numeric::is_finite(angle)) {
    *cos = *sin = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  sincos_cell(angle, {1.0, 0.0}, sin, cos);
  *cos = round(*cos);
  *sin = round(*sin);
}

// Every table, cell by cell.
void write_cells(float* cos, float* sin, const Angles& a, Precision precision,
                 double factor) noexcept {
  const bool exact = precision == Precision::kExact;
  // A product of two float32 is exact in float64: rounding it is one rounding.
  const double m = exact ? factor : static_cast<float>(factor);
  const std::size_t rows = a.positions.size() / a.axes;
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::size_t i = 0; i < a.theta.size(); ++i) {
      const double p = position_of(a, t, i);
      double c = 0;
      double s = 0;
      if (exact) {
        sincos_cell(p, a.theta[i], &s, &c);
      } else {
        reduced_cell(p, a.theta[i].hi, precision, &c, &s);
      }
      *cos++ = rounded(precision, c * m);
      *sin++ = rounded(precision, s * m);
    }
  }
}

// Prepares `tile` for some of the frequencies.
[[gnu::cold]] void prepare(numeric::PhaseTile& tile,
                           std::span<const DoubleDouble> theta,
                           double factor) noexcept {
  std::array<Frequency, numeric::kTilePairs> frequencies;
  for (std::size_t j = 0; j < theta.size(); ++j) {
    frequencies[j] = turns(theta[j]);
  }
  numeric::set_tile(tile, {frequencies.data(), theta.size()}, factor);
}

// Whether all bits are the same: theta = -0 is another one than 0.
bool holds(const TablesKept& kept, std::span<const DoubleDouble> theta,
           double factor) noexcept {
  return kept.pairs == theta.size() && kept.factor == factor &&
         std::memcmp(kept.theta, theta.data(), theta.size_bytes()) == 0;
}

// One axis: by rotation of rows, with the bits of the sinusoidal tables.
void exact_rows(float* cos, float* sin, const Angles& a, double factor,
                TablesKept* kept) noexcept {
  const std::size_t pairs = a.theta.size();
  const bool keeps =
      kept != nullptr && pairs > 0 && pairs <= numeric::kTilePairs;
  const bool is_known = keeps && holds(*kept, a.theta, factor);
  numeric::PhaseTile own;
  numeric::PhaseTile& tile = keeps ? kept->tile : own;
  for (std::size_t i = 0; i < pairs; i += numeric::kTilePairs) {
    const std::size_t n = std::min(numeric::kTilePairs, pairs - i);
    if (!is_known) prepare(tile, a.theta.subspan(i, n), factor);
    numeric::write_positions(tile, a.positions,
                             {.sine = sin + i,
                              .cosine = cos + i,
                              .stride = pairs,
                              .sines = n,
                              .cosines = n,
                              .interleaved = false});
  }
  if (!keeps || is_known) return;
  kept->pairs = pairs;
  kept->factor = factor;
  std::copy(a.theta.begin(), a.theta.end(), kept->theta);
}

}  // namespace

void sincos_cell(double position, DoubleDouble theta, double* sin,
                 double* cos) noexcept {
  numeric::sincos_phase(position, turns(theta), sin, cos);
}

Status tables_reference(std::span<float> cos, std::span<float> sin,
                        const Angles& a, Precision precision,
                        double attention_factor) noexcept {
  const Status status = check_tables(cos, sin, a, precision, attention_factor);
  if (status != Status::kOk) return status;
  write_cells(cos.data(), sin.data(), a, precision, attention_factor);
  return Status::kOk;
}

Status tables(std::span<float> cos, std::span<float> sin, const Angles& a,
              Precision precision, double attention_factor,
              TablesKept* kept) noexcept {
  const Status status = check_tables(cos, sin, a, precision, attention_factor);
  if (status != Status::kOk) return status;
  if (precision == Precision::kExact && a.axes == 1) {
    exact_rows(cos.data(), sin.data(), a, attention_factor, kept);
  } else {
    write_cells(cos.data(), sin.data(), a, precision, attention_factor);
  }
  return Status::kOk;
}

[[gnu::cold]] Status table_angles(std::span<float> out,
                                  const Angles& a) noexcept {
  const Status status = check_angles(a);
  if (status != Status::kOk) return status;
  const std::size_t pairs = a.theta.size();
  const std::size_t rows = a.positions.size() / a.axes;
  const Status size = check_size<float>(out.size(), rows, pairs);
  if (size != Status::kOk) return size;
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const DoubleDouble angle =
          multiply(a.theta[i], {position_of(a, t, i), 0.0});
      out[t * pairs + i] = static_cast<float>(angle.hi);
    }
  }
  return Status::kOk;
}

[[gnu::cold]] Status invert_tables(std::span<float> cos,
                                   std::span<float> sin) noexcept {
  if (cos.size() != sin.size()) return Status::kBadShape;
  const auto norm = [&](std::size_t i) {
    const double c = static_cast<double>(cos[i]);
    const double s = static_cast<double>(sin[i]);
    return c * c + s * s;
  };
  for (std::size_t i = 0; i < cos.size(); ++i) {
    if (!(norm(i) > 0) || !numeric::is_finite(norm(i))) {
      return Status::kBadArgument;
    }
  }
  for (std::size_t i = 0; i < cos.size(); ++i) {
    const double n = norm(i);
    cos[i] = static_cast<float>(static_cast<double>(cos[i]) / n);
    sin[i] = static_cast<float>(-static_cast<double>(sin[i]) / n);
  }
  return Status::kOk;
}

}  // namespace posenc::rotary
