#include "rotary/axial.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/phase.hpp"
#include "rotary/scaling.hpp"
#include "shape.hpp"

namespace posenc::rotary {
namespace {

using numeric::DoubleDouble;

constexpr std::size_t kMaxAxes = 8;

// pi, to 106 bits.
constexpr DoubleDouble kPi{numeric::kTwoPi.hi / 2, numeric::kTwoPi.lo / 2};

Status check(std::span<double> positions, std::span<DoubleDouble> theta,
             std::span<std::uint8_t> axis_of_pair, const AxialOptions& o,
             std::size_t* cells) noexcept {
  const std::size_t axes = o.shape.size();
  const int convention = static_cast<int>(o.convention);
  const auto finite = [](double x) { return numeric::is_finite(x); };
  if (axes < 1 || axes > kMaxAxes || convention < 0 || convention > 3 ||
      !std::all_of(o.bases.begin(), o.bases.end(), numeric::is_base) ||
      !finite(o.max_frequency) ||
      !std::all_of(o.offsets.begin(), o.offsets.end(), finite) ||
      !std::all_of(o.scales.begin(), o.scales.end(), finite)) {
    return Status::kBadArgument;
  }
  std::size_t pairs = 0;
  for (const std::uint32_t n : o.pairs) {
    if (n < 1 || n > 32768) return Status::kBadArgument;
    pairs += n;
  }
  Count all(1u);
  for (const std::uint32_t n : o.shape) {
    if (n < 1) return Status::kBadArgument;
    all = all * n;
  }
  if (!all.exists<double>()) return Status::kTooLarge;
  if ((!o.offsets.empty() && o.offsets.size() != axes) ||
      (!o.scales.empty() && o.scales.size() != axes) ||
      o.pairs.size() != axes || o.bases.size() != axes ||
      theta.size() != pairs || axis_of_pair.size() != theta.size()) {
    return Status::kBadShape;
  }
  const Status status = check_size<double>(positions.size(), axes, all);
  if (status == Status::kOk) *cells = all.size();
  return status;
}

// theta of one axis.
void frequencies_of_axis(std::span<DoubleDouble> theta, double base,
                         const AxialOptions& o) noexcept {
  const double last =
      static_cast<double>(std::max<std::size_t>(theta.size(), 2) - 1);
  // never taken: another convention, which has been refused
  switch (o.convention) {
    case AxialConvention::kLanguage:
    case AxialConvention::kCentred:
      powers(theta, base, 2 * theta.size());
      if (o.convention == AxialConvention::kLanguage) return;
      for (DoubleDouble& t : theta) t = multiply(t, numeric::kTwoPi);
      return;
    case AxialConvention::kPixel:
      for (std::size_t i = 0; i < theta.size(); ++i) {
        const double share = static_cast<double>(i) / last;
        theta[i] = multiply(kPi, {1 + share * (o.max_frequency / 2 - 1), 0.0});
      }
      return;
    case AxialConvention::kConstant:
      std::fill(theta.begin(), theta.end(), DoubleDouble{1.0, 0.0});
  }
}

// The coordinate of cell k on axis a.
double coordinate(const AxialOptions& o, std::size_t a,
                  std::uint32_t k) noexcept {
  const double offset = o.offsets.empty() ? 0 : o.offsets[a];
  const double n = o.shape[a];
  const double index = k;
  // never taken: another convention, which has been refused
  switch (o.convention) {
    case AxialConvention::kPixel:
      return (n > 1 ? (2 * index - (n - 1)) / (n - 1) : -1) + offset;
    case AxialConvention::kCentred:
      return (2 * index + 1 - n) / n + offset;
    case AxialConvention::kConstant:
      return index + offset;
    case AxialConvention::kLanguage:
      break;
  }
  return (index + offset) * (o.scales.empty() ? 1 : o.scales[a]);
}

}  // namespace

[[gnu::cold]] Status axial(std::span<double> positions,
                           std::span<DoubleDouble> theta,
                           std::span<std::uint8_t> axis_of_pair,
                           const AxialOptions& o) noexcept {
  std::size_t cells = 0;
  const Status status = check(positions, theta, axis_of_pair, o, &cells);
  if (status != Status::kOk) return status;
  std::size_t pair = 0;        // first of the axis
  std::size_t repeat = cells;  // cells that follow each other with one k
  for (std::size_t a = 0; a < o.shape.size(); ++a) {
    repeat /= o.shape[a];
    for (std::size_t t = 0; t < cells; ++t) {
      const auto k = static_cast<std::uint32_t>(t / repeat % o.shape[a]);
      positions[a * cells + t] = coordinate(o, a, k);
    }
    const std::size_t count = o.pairs[a];
    frequencies_of_axis(theta.subspan(pair, count), o.bases[a], o);
    std::fill_n(axis_of_pair.begin() + static_cast<std::ptrdiff_t>(pair), count,
                static_cast<std::uint8_t>(a));
    pair += count;
  }
  return Status::kOk;
}

}  // namespace posenc::rotary
