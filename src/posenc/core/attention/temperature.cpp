#include "attention/temperature.hpp"

#include "attention/attention.hpp"
#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"

namespace posenc::attention {
namespace {

using numeric::F32x4;
using numeric::kQueryLanes;

double position_of(const Temperature& t, std::size_t batch, std::size_t query,
                   std::size_t queries) noexcept {
  const std::size_t count = t.positions.size();
  if (count == 0) return t.first + static_cast<double>(query);
  return t.positions[count == queries ? query : batch * queries + query];
}

bool is_position(double p) noexcept { return numeric::is_finite(p) && p >= 0; }

}  // namespace

double temperature_at(const Temperature& t, double p) noexcept {
  switch (t.kind) {
    case TemperatureKind::kFloor:
      return 1 +
             t.coefficient *
                 numeric::log(1 + __builtin_floor((p + t.shift) / t.length));
    case TemperatureKind::kLog:
      return p + 1 > t.length ? numeric::log(p + 1) / numeric::log(t.length)
                              : 1;
    case TemperatureKind::kNone:
      break;
  }
  return 1;
}

Status check(const Temperature& t, std::size_t batch,
             std::size_t queries) noexcept {
  const std::size_t count = t.positions.size();
  if (count != 0 && count != queries && count != batch * queries) {
    return Status::kBadShape;
  }
  if (t.kind == TemperatureKind::kNone) return Status::kOk;
  const double least = t.kind == TemperatureKind::kLog ? 1 : 0;
  if (t.kind < TemperatureKind::kNone || t.kind > TemperatureKind::kLog ||
      !numeric::is_finite(t.length) || !(t.length > least) ||
      !numeric::is_finite(t.coefficient) || (t.shift != 0 && t.shift != 1) ||
      !is_position(t.first)) {
    return Status::kBadArgument;
  }
  for (const double p : t.positions) {
    if (!is_position(p)) return Status::kBadArgument;
  }
  return Status::kOk;
}

Status temperature(std::span<double> out, const Temperature& t) noexcept {
  const Status status = check(t, 1, out.size());
  if (status != Status::kOk) return status;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = temperature_at(t, position_of(t, 0, i, out.size()));
  }
  return Status::kOk;
}

double heat_of(const Options& options, std::size_t batch,
               std::size_t query) noexcept {
  const Temperature& t = options.temperature;
  if (t.kind == TemperatureKind::kNone) return options.scale;
  const double p = position_of(t, batch, query, options.shape.queries);
  return options.scale * temperature_at(t, p);
}

void heat(const Options& options, std::size_t batch, std::size_t query,
          std::size_t count, float* packed) noexcept {
  float factors[kQueryLanes] = {};
  for (std::size_t lane = 0; lane < count; ++lane) {
    factors[lane] = static_cast<float>(heat_of(options, batch, query + lane));
  }
  const F32x4 low = numeric::load(factors);
  const F32x4 high = numeric::load(factors + 4);
  for (std::size_t d = 0; d < options.shape.width; ++d) {
    float* const row = packed + d * kQueryLanes;
    numeric::store(row, numeric::load(row) * low);
    numeric::store(row + 4, numeric::load(row + 4) * high);
  }
}

}  // namespace posenc::attention
