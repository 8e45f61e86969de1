#include "attention/term_matrix.hpp"

#include <algorithm>

#include "attention/temperature.hpp"
#include "attention/visibility.hpp"
#include "shape.hpp"

namespace posenc::attention {
namespace {

using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::round_up;

Count tile_size(const Shape& shape) noexcept {
  return std::min(Count(kKeyTile), round_up(Count(shape.keys), kLeftPanel)) *
         kQueryLanes;
}

}  // namespace

Count term_matrix_scratch_size(const Options& options,
                               const numeric::ScoreTerm& term) noexcept {
  const Shape& shape = options.shape;
  return Count(shape.width) * kQueryLanes + 2u * tile_size(shape) +
         term.state_size;
}

Status term_matrix(std::span<float> out, std::span<const float> q,
                   const Options& options, const numeric::ScoreTerm& term,
                   std::span<float> scratch) noexcept {
  const Shape& s = options.shape;
  Status status = check_sizes(options);
  if (status != Status::kOk) return status;
  status = check_size<float>(out.size(), s.batch, s.heads, s.queries, s.keys);
  if (status != Status::kOk) return status;
  status = check_size<float>(q.size(), s.batch, s.queries, s.heads, s.width);
  if (status != Status::kOk) return status;
  if (term.reads_mask) status = check_mask(options.mask, s);
  if (status != Status::kOk) return status;
  status = check(options.temperature, s.batch, s.queries);
  if (status != Status::kOk) return status;
  status = check_scratch<float>(scratch.size(),
                                term_matrix_scratch_size(options, term));
  if (status != Status::kOk) return status;
  float* const packed = scratch.data();
  float* const tile = packed + s.width * kQueryLanes;
  float* const mask = tile + tile_size(s).size();
  float* const state = mask + tile_size(s).size();
  const auto scale = static_cast<float>(options.scale);
  const bool heats = options.temperature.kind != TemperatureKind::kNone;
  const std::size_t stride = s.heads * s.width;
  // Blocks of keys start on whole tiles and come from the last to the first, as
  // in attention itself.
  const std::size_t tiles = (s.keys + kKeyTile - 1) / kKeyTile;
  for (std::size_t bh = 0; bh < s.batch * s.heads; ++bh) {
    const std::size_t b = bh / s.heads;
    const std::size_t h = bh % s.heads;
    if (term.begin_head != nullptr) term.begin_head(term.scheme, b, h);
    for (std::size_t i = 0; i < s.queries; i += kQueryLanes) {
      const std::size_t count = std::min(kQueryLanes, s.queries - i);
      numeric::pack_right(
          {q.data() + (b * s.queries + i) * stride + h * s.width, count,
           s.width, stride},
          heats ? 1.0f : scale, packed);
      if (heats) heat(options, b, i, count, packed);
      const numeric::QueryBlock block{
          b, h, i, count, options.offset, scale, s.width, packed};
      if (term.begin != nullptr) term.begin(term.scheme, block, state);
      for (std::size_t t = tiles; t-- > 0;) {
        const std::size_t key = t * kKeyTile;
        const std::size_t real = std::min(kKeyTile, s.keys - key);
        const std::size_t padded = round_up(real, kLeftPanel);
        std::fill_n(tile, padded * kQueryLanes, 0.0f);
        if (term.scheme != nullptr) {
          if (term.reads_mask) {
            read_hidden(options, block, {key, padded}, mask);
          }
          term.add(term.scheme, block, {key, padded},
                   term.reads_mask ? mask : nullptr, tile, state);
        }
        for (std::size_t lane = 0; lane < count; ++lane) {
          float* const row =
              out.data() + (bh * s.queries + i + lane) * s.keys + key;
          for (std::size_t n = 0; n < real; ++n) {
            row[n] = tile[n * kQueryLanes + lane];
          }
        }
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::attention
