#include "embedding/axial.hpp"

#include <algorithm>

#include "embedding/sinusoidal.hpp"
#include "numeric/bits.hpp"
#include "shape.hpp"

namespace posenc::embedding {
namespace {

// Columns of one axis's table.
std::size_t block_width(const AxialOptions& options) noexcept {
  const std::size_t half = 2 * options.axes;
  const std::size_t pairs = options.convention == AxialConvention::kTatp22
                                ? (options.width + half - 1) / half
                                : options.width / half;
  return 2 * pairs;
}

Status check_options(const AxialOptions& options) noexcept {
  const int convention = static_cast<int>(options.convention);
  const bool timm = options.convention == AxialConvention::kTimm;
  if (options.axes < 1 || options.axes > kMaxAxes || convention < 0 ||
      convention > 3 || (options.interleave && !timm)) {
    return Status::kBadArgument;
  }
  if (options.width < 1 || options.width > kMaxWidth) {
    return Status::kBadArgument;
  }
  const bool even = options.width % (2 * options.axes) == 0;
  if ((timm || options.convention == AxialConvention::kMae) && !even) {
    return Status::kBadArgument;
  }
  return block_width(options) > 0 ? Status::kOk : Status::kBadArgument;
}

// How one axis's row is laid into a row of the result.
struct Placement {
  std::size_t first;   // where the first piece goes
  std::size_t second;  // and the second
  std::size_t piece;   // columns in each; both together are the block
};

Placement placement(std::size_t axis, const AxialOptions& options) noexcept {
  const std::size_t block = block_width(options);
  const bool timm = options.convention == AxialConvention::kTimm;
  const bool last_first = options.convention == AxialConvention::kMae;
  const std::size_t slot = last_first ? options.axes - 1 - axis : axis;
  const std::size_t half = block / 2;
  if (timm && !options.interleave) {
    return {slot * half, options.width / 2 + slot * half, half};
  }
  return {slot * block, slot * block + half, half};
}

// The rows of all axes' tables together.
Count axis_total(const AxialOptions& options) noexcept {
  Count total;
  for (std::size_t a = 0; a < options.axes; ++a) {
    total = total + options.lengths[a];
  }
  return total;
}

// Copies what fits into a row of `width` columns.
void place(float* row, std::size_t width, std::size_t at, const float* from,
           std::size_t count) noexcept {
  if (at < width) std::copy_n(from, std::min(count, width - at), row + at);
}

}  // namespace

Count axial_scratch_size(const AxialOptions& options) noexcept {
  if (check_options(options) != Status::kOk) return {};
  return axis_total(options) * block_width(options);
}

Status axial(std::span<float> out, std::span<const double> coordinates,
             std::span<float> scratch, const AxialOptions& options) noexcept {
  Status status = check_options(options);
  if (status != Status::kOk) return status;
  const auto& [axes, lengths, width, prefix, base, convention, interleave] =
      options;
  Count cells(1u);
  for (std::size_t a = 0; a < axes; ++a) cells = cells * lengths[a];
  status = check_size<float>(out.size(), cells + prefix, width);
  if (status != Status::kOk) return status;
  status = check_size<double>(coordinates.size(), axis_total(options));
  if (status != Status::kOk) return status;
  const Count needed = axial_scratch_size(options);
  status = check_scratch<float>(scratch.size(), needed);
  if (status != Status::kOk) return status;

  const std::size_t total = coordinates.size();
  const std::size_t block = block_width(options);
  status = sinusoidal(scratch.first(needed.size()), coordinates,
                      {.width = block,
                       .base = base,
                       .layout = convention == AxialConvention::kTatp22
                                     ? SinusoidalLayout::kInterleaved
                                     : SinusoidalLayout::kHalves,
                       .spacing = convention == AxialConvention::kTensor2tensor
                                      ? SinusoidalSpacing::kEndpoint
                                      : SinusoidalSpacing::kPaper});
  if (status != Status::kOk) return status;

  std::fill(out.begin(), out.end(), 0.0f);
  float* row = out.data() + prefix * width;
  for (std::size_t cell = 0; cell < cells.size(); ++cell, row += width) {
    std::size_t rest = cell;
    std::size_t below = total;
    for (std::size_t a = axes; a-- > 0;) {
      below -= lengths[a];
      const float* const from =
          scratch.data() + (below + rest % lengths[a]) * block;
      rest /= lengths[a];
      const Placement to = placement(a, options);
      place(row, width, to.first, from, to.piece);
      place(row, width, to.second, from + to.piece, to.piece);
    }
  }
  return Status::kOk;
}

}  // namespace posenc::embedding
