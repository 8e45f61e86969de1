#include "bias/fire.hpp"

#include <algorithm>
#include <limits>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::F32x4;
using numeric::F64x2;

// The time to find the corners of the line is W^2 H.
constexpr std::size_t kMaxHidden = 4096;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double log_distance(double c, double distance) noexcept {
  return numeric::log1p(numeric::absolute(c * distance));
}

// The divisor of a query's row.
double row_scale(double query, const FireOptions& options) noexcept {
  const double threshold =
      numeric::absolute(options.multiplier * options.length);
  return log_distance(options.c, std::max(query, threshold)) + options.eps;
}

Status check(const FireWeights& weights, const FireOptions& options) noexcept {
  const std::size_t width = weights.hidden_weight.size();
  const std::size_t heads = weights.output_bias.size();
  if (width == 0 || heads == 0 || weights.hidden_bias.size() != width) {
    return Status::kBadShape;
  }
  if (width > kMaxHidden) return Status::kBadArgument;
  const Status status =
      check_size<float>(weights.output_weight.size(), heads, width);
  if (status != Status::kOk) return status;
  for (const std::span<const float> values :
       {weights.hidden_weight, weights.hidden_bias, weights.output_weight,
        weights.output_bias}) {
    for (const float x : values) {
      if (!numeric::is_finite(x)) return Status::kBadArgument;
    }
  }
  for (const double x : {options.c, options.length, options.multiplier,
                         options.eps, options.multiplier * options.length}) {
    if (!numeric::is_finite(x)) return Status::kBadArgument;
  }
  return options.eps > 0 && is_valid(options.future) ? Status::kOk
                                                     : Status::kBadArgument;
}

// Where hidden unit u of the MLP is zero.
double corner_of(const FireWeights& weights, std::size_t u) noexcept {
  return -static_cast<double>(weights.hidden_bias[u]) /
         static_cast<double>(weights.hidden_weight[u]);
}

// Whether unit u is positive between two neighbouring corners.
bool is_active(const FireWeights& weights, std::size_t u, double lower,
               double upper) noexcept {
  const float w = weights.hidden_weight[u];
  if (w > 0) return corner_of(weights, u) <= lower;
  if (w < 0) return corner_of(weights, u) >= upper;
  return weights.hidden_bias[u] > 0;
}

// Writes the corners above 0 to `breaks`, rising; answers how many.
std::size_t find_breaks(const FireWeights& weights,
                        std::span<double> breaks) noexcept {
  std::size_t count = 0;
  for (std::size_t u = 0; u < weights.hidden_weight.size(); ++u) {
    if (weights.hidden_weight[u] == 0) continue;
    const double x = corner_of(weights, u);
    if (!(x > 0)) continue;
    std::size_t at = count++;
    for (; at > 0 && breaks[at - 1] > x; --at) breaks[at] = breaks[at - 1];
    breaks[at] = x;
  }
  return count;
}

// The line of head h between two corners.
void find_line(const FireWeights& weights, std::size_t h, double lower,
               double upper, double* slope, double* intercept) noexcept {
  const std::size_t width = weights.hidden_weight.size();
  double a = 0;
  double b = weights.output_bias[h];
  for (std::size_t u = 0; u < width; ++u) {
    if (!is_active(weights, u, lower, upper)) continue;
    const double v = weights.output_weight[h * width + u];
    a += v * weights.hidden_weight[u];
    b += v * weights.hidden_bias[u];
  }
  *slope = a;
  *intercept = b;
}

// Heads that are drawn together. More would want the same places of the cache:
// their rows are often a power of two apart, and it has eight of each place.
constexpr std::size_t kTogether = 8;

// y[h * stride + i] = a[h * step] * x[i] + b[h * step] for N heads, rounded to
// float32 once; x is read once for all. Fills up to three numbers more, as long
// as there is room; x has them too.
template <std::size_t N>
void draw(float* y, std::size_t stride, const double* x, std::size_t size,
          std::size_t room, const double* slopes, const double* intercepts,
          std::size_t step, double scale) noexcept {
  F64x2 a[N];
  F64x2 b[N];
  for (std::size_t h = 0; h < N; ++h) {
    a[h] = F64x2(slopes[h * step] * scale);
    b[h] = F64x2(intercepts[h * step]);
  }
  std::size_t i = 0;
  for (; i < size && i + 4 <= room; i += 4) {
    const F64x2 low = numeric::load(x + i);
    const F64x2 high = numeric::load(x + i + 2);
    for (std::size_t h = 0; h < N; ++h) {
      numeric::store(y + h * stride + i,
                     numeric::demote(a[h] * low + b[h], a[h] * high + b[h]));
    }
  }
  for (; i < size; ++i) {
    for (std::size_t h = 0; h < N; ++h) {
      y[h * stride + i] = static_cast<float>(slopes[h * step] * scale * x[i] +
                                             intercepts[h * step]);
    }
  }
}

// One row of a tile: keys at key .. key + keys - 1 for a query whose corners
// are known. Distances fall to the query's own place and rise after it.
class Row {
 public:
  Row(const FirePlan& plan, std::int64_t query, const FireTile& tile) noexcept
      : plan_(plan),
        nearest_(std::max({plan.first, -plan.last, std::int64_t{0}})),
        farthest_(std::max(-plan.first, plan.last)),
        first_(tile.key - query),
        last_(first_ + static_cast<std::int64_t>(tile.keys) - 1),
        inverse_(1 / row_scale(static_cast<double>(query), plan.options)) {}

  // corners[s] = how many of the plan's distances lie up to break s: a few
  // steps from where it was in the row before, as rows are drawn in order.
  void find_corners() const noexcept {
    // All distances occur on the side of the farthest.
    const std::int64_t side = plan_.last == farthest_ ? 1 : -1;
    const double* const logs =
        plan_.logs.data() + (side * nearest_ - plan_.first);
    const std::int64_t count = farthest_ - nearest_ + 1;
    const double scale = 1 / inverse_;
    for (std::size_t s = 0; s < plan_.breaks.size(); ++s) {
      const double limit = plan_.breaks[s] * scale;
      auto n = static_cast<std::int64_t>(plan_.corners[s]);
      while (n < count && logs[side * n] <= limit) ++n;
      while (n > 0 && logs[side * (n - 1)] > limit) --n;
      plan_.corners[s] = static_cast<double>(n);
    }
  }

  // The rows of some heads, `stride` apart: they share their corners.
  void write(float* y, std::size_t stride, std::size_t head,
             std::size_t heads) const noexcept {
    const std::size_t segments = plan_.breaks.size() + 1;
    const bool keep = plan_.options.future == Future::kKeep;
    const std::int64_t end = keep ? last_ : std::min<std::int64_t>(last_, 0);
    // From the first key to the last, so that what a run fills beyond its end
    // is written over: the past, r = -d, from far to near, then the future.
    for (std::size_t step = 0; step < (keep ? 2 : 1) * segments; ++step) {
      const bool past = step < segments;
      const std::size_t s = past ? segments - 1 - step : step - segments;
      const std::int64_t from = std::max(
          first_, past ? 1 - upper(s) : std::max<std::int64_t>(lower(s), 1));
      const std::int64_t to =
          past ? std::min(end, -lower(s)) : std::min(last_, upper(s) - 1);
      if (from > to) continue;
      const std::size_t size = static_cast<std::size_t>(to - from + 1);
      const std::size_t room = static_cast<std::size_t>(last_ - from + 1);
      const double* const x = plan_.logs.data() + (from - plan_.first);
      std::size_t at = head * segments + s;
      float* start = y + (from - first_);
      if (heads == kTogether) {
        draw<kTogether>(start, stride, x, size, room, &plan_.slopes[at],
                        &plan_.intercepts[at], segments, inverse_);
        continue;
      }
      for (std::size_t h = 0; h < heads; ++h, at += segments, start += stride) {
        draw<1>(start, 0, x, size, room, &plan_.slopes[at],
                &plan_.intercepts[at], 0, inverse_);
      }
    }
    if (keep) return;
    const std::int64_t open = std::max(first_, end + 1);
    if (open > last_) return;
    const F32x4 closed(plan_.options.future == Future::kMask
                           ? -std::numeric_limits<float>::infinity()
                           : 0.0f);
    y += open - first_;
    numeric::for_each_quad(
        static_cast<std::size_t>(last_ - open + 1), [&](std::size_t i, auto n) {
          for (std::size_t h = 0; h < heads; ++h) {
            numeric::write_quad(y + h * stride + i, closed, n);
          }
        });
  }

 private:
  // Distances lower .. upper - 1 lie in segment s.
  [[nodiscard]] std::int64_t lower(std::size_t s) const noexcept {
    return nearest_ +
           (s == 0 ? 0 : static_cast<std::int64_t>(plan_.corners[s - 1]));
  }

  [[nodiscard]] std::int64_t upper(std::size_t s) const noexcept {
    return s < plan_.breaks.size() ? lower(s + 1) : farthest_ + 1;
  }

  const FirePlan& plan_;
  std::int64_t nearest_;  // distances of the plan
  std::int64_t farthest_;
  std::int64_t first_;  // r of the first key
  std::int64_t last_;
  double inverse_;
};

// Whether the plan has every offset between queries at ahead, ahead + 1, ...
// and keys at 0, 1, ...
bool reaches(const FirePlan& plan, std::int64_t ahead, std::size_t queries,
             std::size_t keys) noexcept {
  return ahead <= -plan.first - static_cast<std::int64_t>(queries - 1) &&
         ahead >= static_cast<std::int64_t>(keys - 1) - plan.last;
}

}  // namespace

Count fire_scratch_size(std::size_t width, std::size_t heads,
                        std::size_t offsets) noexcept {
  return ((Count(width) + 1u) * heads + width) * 2u + offsets;
}

Status fire_prepare(FirePlan* plan, const Offsets& offsets,
                    const FireWeights& weights, const FireOptions& options,
                    std::span<double> scratch) noexcept {
  Status status = check(weights, options);
  if (status != Status::kOk) return status;
  const std::size_t width = weights.hidden_weight.size();
  const std::size_t heads = weights.output_bias.size();
  status = check_size<double>(scratch.size(),
                              fire_scratch_size(width, heads, offsets.count));
  if (status != Status::kOk) return status;
  if (!is_valid(offsets)) return Status::kBadArgument;
  const auto first = static_cast<std::int64_t>(offsets.first);
  const auto count = static_cast<std::int64_t>(offsets.count);
  if (static_cast<double>(first) != offsets.first) return Status::kBadArgument;

  const std::span<double> logs = scratch.first(offsets.count);
  for (std::int64_t t = 0; t < count; ++t) {
    // -r may have been before r: a logarithm for each distance, no more.
    const std::int64_t twin = -2 * first - t;
    logs.data()[t] =
        twin >= 0 && twin < t
            ? logs.data()[twin]
            : log_distance(options.c, static_cast<double>(first + t));
  }
  std::span<double> rest = scratch.subspan(logs.size());
  const std::span<double> corners = rest.first(width);
  const std::span<double> all_breaks = rest.subspan(width, width);
  const std::span<double> breaks =
      all_breaks.first(find_breaks(weights, all_breaks));
  const std::size_t segments = breaks.size() + 1;
  rest = rest.subspan(2 * width);
  const auto slopes = rest.first(heads * segments);
  const auto intercepts = rest.subspan(slopes.size(), slopes.size());
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t s = 0; s < segments; ++s) {
      find_line(weights, h, s == 0 ? 0 : breaks[s - 1],
                s + 1 == segments ? kInfinity : breaks[s],
                &slopes[h * segments + s], &intercepts[h * segments + s]);
    }
  }
  std::fill(corners.begin(), corners.end(), 0.0);
  const std::int64_t last = first + count - 1;
  *plan = {logs,  breaks, slopes, intercepts, corners,
           heads, first,  last,   options};
  return Status::kOk;
}

Status fire_tile(std::span<float> out, const FirePlan& plan,
                 const FireTile& tile) noexcept {
  if (tile.head > plan.heads || tile.heads > plan.heads - tile.head) {
    return Status::kBadArgument;
  }
  const Status status =
      check_size<float>(out.size(), tile.heads, tile.queries, tile.keys);
  if (status != Status::kOk) return status;
  if (out.empty()) return Status::kOk;
  const auto queries = static_cast<std::int64_t>(tile.queries);
  std::int64_t ahead = 0;  // of the first query, from the first key
  if (__builtin_sub_overflow(tile.query, tile.key, &ahead) ||
      !reaches(plan, ahead, tile.queries, tile.keys)) {
    return Status::kOutOfRange;
  }
  for (std::int64_t i = 0; i < queries; ++i) {
    const Row row(plan, tile.query + i, tile);
    row.find_corners();
    float* y = out.data() + static_cast<std::size_t>(i) * tile.keys;
    const std::size_t stride = tile.queries * tile.keys;
    for (std::size_t h = 0; h < tile.heads; h += kTogether) {
      // Some of the last eight drawn twice cost less than five one by one.
      const std::size_t rest = tile.heads - h;
      const std::size_t first = h > 0 && rest > kTogether / 2
                                    ? std::min(h, tile.heads - kTogether)
                                    : h;
      row.write(y + first * stride, stride, tile.head + first,
                std::min(kTogether, tile.heads - first));
    }
  }
  return Status::kOk;
}

Status FireTerm::check(const FirePlan& plan, std::size_t heads,
                       std::size_t queries, std::size_t keys,
                       std::int64_t offset) noexcept {
  if (heads != plan.heads) return Status::kBadShape;
  return reaches(plan, offset, queries, keys) ? Status::kOk
                                              : Status::kOutOfRange;
}

void FireTerm::add(const numeric::QueryBlock& queries,
                   const numeric::KeyBlock& keys, const float* /*mask*/,
                   float* scores, float* /*state*/) const noexcept {
  constexpr std::size_t kPiece = 64;
  float piece[kPiece];
  const auto end = static_cast<std::int64_t>(keys.key + keys.count);
  for (std::size_t lane = 0; lane < queries.count; ++lane) {
    const std::int64_t query =
        queries.offset + static_cast<std::int64_t>(queries.query + lane);
    float* to = scores + lane;
    auto key = static_cast<std::int64_t>(keys.key);
    // What fills a block up after the last key may lie beyond the plan.
    const std::int64_t stop = std::min(end, query + plan_.last + 1);
    while (key < stop) {
      const std::size_t count =
          std::min(kPiece, static_cast<std::size_t>(stop - key));
      const Row row(plan_, query, {.query = query, .key = key, .keys = count});
      row.find_corners();
      row.write(piece, 0, queries.head, 1);
      for (std::size_t j = 0; j < count; ++j, to += numeric::kQueryLanes) {
        *to += piece[j];
      }
      key += static_cast<std::int64_t>(count);
    }
  }
}

Status fire_reference(std::span<float> out,
                      std::span<const double> query_positions,
                      std::span<const double> key_positions,
                      const FireWeights& weights,
                      const FireOptions& options) noexcept {
  Status status = check(weights, options);
  if (status != Status::kOk) return status;
  const std::size_t heads = weights.output_bias.size();
  const std::size_t width = weights.hidden_weight.size();
  const std::size_t queries = query_positions.size();
  const std::size_t keys = key_positions.size();
  status = check_size<float>(out.size(), heads, queries, keys);
  if (status != Status::kOk) return status;
  for (const std::span<const double> positions :
       {query_positions, key_positions}) {
    if (!std::all_of(positions.begin(), positions.end(), numeric::is_finite)) {
      return Status::kBadArgument;
    }
  }
  const float closed = options.future == Future::kMask
                           ? -std::numeric_limits<float>::infinity()
                           : 0.0f;
  for (std::size_t i = 0; i < queries; ++i) {
    const double scale = row_scale(query_positions[i], options);
    for (std::size_t j = 0; j < keys; ++j) {
      const double r = key_positions[j] - query_positions[i];
      const double x = log_distance(options.c, r) / scale;
      for (std::size_t h = 0; h < heads; ++h) {
        double sum = weights.output_bias[h];
        for (std::size_t u = 0; u < width; ++u) {
          const double hidden =
              static_cast<double>(weights.hidden_weight[u]) * x +
              static_cast<double>(weights.hidden_bias[u]);
          if (hidden > 0) sum += weights.output_weight[h * width + u] * hidden;
        }
        const bool open = r <= 0 || options.future == Future::kKeep;
        out[(h * queries + i) * keys + j] =
            open ? static_cast<float>(sum) : closed;
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
