#include "embedding/fourier.hpp"

#include <algorithm>

#include "numeric/bits.hpp"
#include "numeric/phase.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

constexpr double kMaxCoordinate = 1048576.0;    // 2^20
constexpr double kMaxFrequency = 1073741824.0;  // 2^30

bool all_valid(std::span<const double> coords) noexcept {
  return std::all_of(coords.begin(), coords.end(), [](double x) {
    return numeric::absolute(x) <= kMaxCoordinate;  // false for NaN
  });
}

bool valid(const FourierOptions& options) noexcept {
  const int spacing = static_cast<int>(options.spacing);
  const int layout = static_cast<int>(options.layout);
  const bool linear = options.spacing == FourierSpacing::kLinear;
  if (spacing < 0 || spacing > 1 || layout < 0 || layout > 2) return false;
  if (linear && !(options.max_frequency >= 2.0 &&
                  options.max_frequency <= kMaxFrequency)) {
    return false;
  }
  return options.bands >= 1 && options.bands <= (linear ? 65536u : 30u);
}

// f_k / 2: turns per unit of the coordinate.
double turns_per_unit(std::size_t k, const FourierOptions& options) noexcept {
  if (options.spacing == FourierSpacing::kOctaves) {
    return numeric::power_of_two(static_cast<std::int32_t>(k) - 1);
  }
  const auto last = static_cast<double>(options.bands - 1);
  if (last == 0) return 0.5;
  const double range = 0.5 * options.max_frequency - 1.0;
  return 0.5 + 0.5 * (static_cast<double>(k) * range / last);
}

// Columns of the sine and the cosine of coordinate c and band k.
struct Place {
  std::size_t sine;
  std::size_t cosine;
};

Place place(std::size_t c, std::size_t k,
            const FourierOptions& options) noexcept {
  const std::size_t pair = c * options.bands + k;
  const std::size_t pairs = options.coordinates * options.bands;
  // never taken: another layout, which has been refused
  switch (options.layout) {
    case FourierLayout::kHalves:
      return {pair, pairs + pair};
    case FourierLayout::kBands: {
      const std::size_t sine = 2 * k * options.coordinates + c;
      return {sine, sine + options.coordinates};
    }
    case FourierLayout::kInterleaved:
      break;
  }
  return {2 * pair, 2 * pair + 1};
}

}  // namespace

Status fourier(std::span<float> out, std::span<const double> coords,
               const FourierOptions& options) noexcept {
  if (!valid(options)) return Status::kBadArgument;
  const auto [rows, coordinates, bands, spacing, max_frequency, layout,
              include_input] = options;
  const std::size_t skip = include_input ? coordinates : 0;
  Status status = check_size<double>(coords.size(), rows, coordinates);
  if (status != Status::kOk) return status;
  const Count width = product(coordinates, bands, 2u) + skip;
  status = check_size<float>(out.size(), rows, width);
  if (status != Status::kOk) return status;
  if (!all_valid(coords)) return Status::kBadArgument;
  if (out.empty()) return Status::kOk;  // however many rows

  for (std::size_t n = 0; n < rows; ++n) {
    float* const row = out.data() + n * width.size();
    for (std::size_t c = 0; c < coordinates; ++c) {
      const double x = coords[n * coordinates + c];
      if (include_input) row[c] = static_cast<float>(x);
      for (std::size_t k = 0; k < bands; ++k) {
        double sine = 0;
        double cosine = 0;
        numeric::sincos_phase(x, {turns_per_unit(k, options), 0.0}, &sine,
                              &cosine);
        const Place to = place(c, k, options);
        row[skip + to.sine] = static_cast<float>(sine);
        row[skip + to.cosine] = static_cast<float>(cosine);
      }
    }
  }
  return Status::kOk;
}

Status random_fourier(std::span<float> out, std::span<const double> coords,
                      std::span<const float> matrix,
                      const RandomFourierOptions& options) noexcept {
  const auto [rows, coordinates, features] = options;
  Status status = check_size<double>(coords.size(), rows, coordinates);
  if (status != Status::kOk) return status;
  status = check_size<float>(matrix.size(), features, coordinates);
  if (status != Status::kOk) return status;
  status = check_size<float>(out.size(), rows, features, 2u);
  if (status != Status::kOk) return status;
  double largest = 0;
  for (const float entry : matrix) {
    largest = std::max(largest, numeric::absolute(static_cast<double>(entry)));
    if (!numeric::is_finite(static_cast<double>(entry))) {
      return Status::kBadArgument;
    }
  }
  if (!all_valid(coords) ||
      largest * static_cast<double>(coordinates) > kMaxFrequency) {
    return Status::kBadArgument;
  }
  if (out.empty()) return Status::kOk;  // however many rows

  for (std::size_t n = 0; n < rows; ++n) {
    const double* const x = coords.data() + n * coordinates;
    float* const row = out.data() + n * features * 2;
    for (std::size_t m = 0; m < features; ++m) {
      double turns = 0;
      for (std::size_t c = 0; c < coordinates; ++c) {
        turns += static_cast<double>(matrix[m * coordinates + c]) * x[c];
      }
      double sine = 0;
      double cosine = 0;
      const double whole = numeric::nearest(turns);
      numeric::sincos_turns<double>({turns - whole, 0.0}, &sine, &cosine);
      row[m] = static_cast<float>(sine);
      row[features + m] = static_cast<float>(cosine);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
