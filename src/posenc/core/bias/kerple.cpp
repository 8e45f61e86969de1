#include "bias/kerple.hpp"

#include <algorithm>
#include <limits>

#include "numeric/bits.hpp"
#include "numeric/elementary.hpp"
#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::F64x2;

bool is_absent(const KerpleKernel& kernel) noexcept {
  return kernel.a.empty() && kernel.p.empty();
}

Status check_kernel(const KerpleKernel& kernel, std::size_t heads) noexcept {
  for (const std::span<const double> values : {kernel.a, kernel.p}) {
    if (!values.empty() && values.size() != heads) return Status::kBadShape;
    if (!std::all_of(values.begin(), values.end(), numeric::is_finite)) {
      return Status::kBadArgument;
    }
  }
  return Status::kOk;
}

Status check(std::size_t heads, const KerpleKernel& bias,
             const KerpleKernel& weight,
             const KerpleOptions& options) noexcept {
  const int kind = static_cast<int>(options.kind);
  if (kind < 0 || kind > 1 || !is_valid(options.future)) {
    return Status::kBadArgument;
  }
  if (!(options.eps > 0) || !numeric::is_finite(options.eps)) {
    return Status::kBadArgument;
  }
  if (options.kind == KerpleKind::kLog) {
    if (bias.a.empty() || bias.p.empty() || !is_absent(weight)) {
      return Status::kBadArgument;
    }
  }
  const Status status = check_kernel(bias, heads);
  return status == Status::kOk ? check_kernel(weight, heads) : status;
}

// One head of one kernel, its parameters clamped.
struct Head {
  KerpleKind kind;
  double a = 1;
  double p = 1;

  Head(const KerpleKernel& kernel, std::size_t h,
       const KerpleOptions& options) noexcept
      : kind(options.kind) {
    if (!kernel.a.empty()) a = std::max(kernel.a[h], options.eps);
    if (!kernel.p.empty()) p = std::max(kernel.p[h], options.eps);
    if (!kernel.p.empty() && kind == KerpleKind::kPower) p = std::min(p, 2.0);
  }

  // The exponent of the kernel at offset r: 0 or below.
  [[nodiscard]] double operator()(double r) const noexcept {
    const double d = numeric::absolute(r);
    // + 0 turns the negative zero at d = 0 into 0.
    if (kind == KerpleKind::kLog) return -(p * numeric::log1p(a * d)) + 0.0;
    return -(a * (p == 1 ? d : numeric::pow(d, p))) + 0.0;
  }
};

double bias_at(const KerpleKernel& bias, std::size_t h, double r,
               const KerpleOptions& options) noexcept {
  if (r > 0 && options.future == Future::kMask) {
    return -std::numeric_limits<double>::infinity();
  }
  if (is_absent(bias) || (r > 0 && options.future == Future::kZero)) return 0;
  return Head(bias, h, options)(r);
}

double weight_at(const KerpleKernel& weight, std::size_t h, double r,
                 const KerpleOptions& options) noexcept {
  if (is_absent(weight) || (r > 0 && options.future != Future::kKeep)) return 1;
  return numeric::exp(Head(weight, h, options)(r));
}

Status check_scores(std::span<float> out, std::span<const float> scores,
                    const ScoreShape& shape, const KerpleKernel& bias,
                    const KerpleKernel& weight,
                    const KerpleOptions& options) noexcept {
  Status status = check_size<float>(out.size(), shape.batch, shape.heads,
                                    shape.queries, shape.keys);
  if (status != Status::kOk) return status;
  if (out.empty() || scores.size() != out.size()) return Status::kBadShape;
  status = check(shape.heads, bias, weight, options);
  if (status != Status::kOk) return status;
  return is_valid(offsets_between(shape.queries, shape.keys, shape.offset))
             ? Status::kOk
             : Status::kBadArgument;
}

// y = x * w + b for one row, each sum rounded to float32 once.
void weigh_row(float* y, const float* x, const double* w, const double* b,
               std::size_t size) noexcept {
  std::size_t j = 0;
  for (; j + 4 <= size; j += 4) {
    const numeric::F32x4 s = numeric::load(x + j);
    numeric::store(
        y + j,
        numeric::demote(numeric::promote_low(s) * numeric::load(w + j) +
                            numeric::load(b + j),
                        numeric::promote_high(s) * numeric::load(w + j + 2) +
                            numeric::load(b + j + 2)));
  }
  for (; j < size; ++j) {
    y[j] = static_cast<float>(static_cast<double>(x[j]) * w[j] + b[j]);
  }
}

}  // namespace

Status kerple_by_offset(std::span<float> out, const Offsets& offsets,
                        std::size_t heads, const KerpleKernel& bias,
                        const KerpleOptions& options) noexcept {
  Status status = check(heads, bias, {}, options);
  if (status != Status::kOk) return status;
  if (!is_valid(offsets) || heads == 0) return Status::kBadArgument;
  status = check_size<float>(out.size(), heads, offsets.count);
  if (status != Status::kOk) return status;
  for (std::size_t h = 0; h < heads; ++h) {
    float* const row = out.data() + h * offsets.count;
    for (std::size_t t = 0; t < offsets.count; ++t) {
      const double r = offsets.first + static_cast<double>(t);
      // A power costs a hundred copies: the future mirrors the past.
      const double mirror = -r - offsets.first;
      row[t] = r > 0 && mirror >= 0 && mirror == numeric::nearest(mirror) &&
                       options.future == Future::kKeep
                   ? row[static_cast<std::size_t>(mirror)]
                   : static_cast<float>(bias_at(bias, h, r, options));
    }
  }
  return Status::kOk;
}

Status kerple_scores(std::span<float> out, std::span<const float> scores,
                     const ScoreShape& shape, const KerpleKernel& bias,
                     const KerpleKernel& weight, const KerpleOptions& options,
                     std::span<double> scratch) noexcept {
  const Status status = check_scores(out, scores, shape, bias, weight, options);
  if (status != Status::kOk) return status;
  const Offsets offsets =
      offsets_between(shape.queries, shape.keys, shape.offset);
  if (scratch.size() != 2 * offsets.count) return Status::kBadShape;
  double* const w = scratch.data();
  double* const b = scratch.data() + offsets.count;
  for (std::size_t h = 0; h < shape.heads; ++h) {
    for (std::size_t t = 0; t < offsets.count; ++t) {
      const double r = offsets.first + static_cast<double>(t);
      w[t] = weight_at(weight, h, r, options);
      b[t] = bias_at(bias, h, r, options);
    }
    for (std::size_t n = 0; n < shape.batch; ++n) {
      for (std::size_t i = 0; i < shape.queries; ++i) {
        const std::size_t row =
            ((n * shape.heads + h) * shape.queries + i) * shape.keys;
        const std::size_t window = shape.queries - 1 - i;
        weigh_row(out.data() + row, scores.data() + row, w + window, b + window,
                  shape.keys);
      }
    }
  }
  return Status::kOk;
}

Status kerple_scores_reference(std::span<float> out,
                               std::span<const float> scores,
                               const ScoreShape& shape,
                               const KerpleKernel& bias,
                               const KerpleKernel& weight,
                               const KerpleOptions& options) noexcept {
  const Status status = check_scores(out, scores, shape, bias, weight, options);
  if (status != Status::kOk) return status;
  std::size_t cell = 0;
  for (std::size_t n = 0; n < shape.batch; ++n) {
    for (std::size_t h = 0; h < shape.heads; ++h) {
      for (std::size_t i = 0; i < shape.queries; ++i) {
        for (std::size_t j = 0; j < shape.keys; ++j, ++cell) {
          const double r =
              static_cast<double>(j) - (shape.offset + static_cast<double>(i));
          out[cell] = static_cast<float>(static_cast<double>(scores[cell]) *
                                             weight_at(weight, h, r, options) +
                                         bias_at(bias, h, r, options));
        }
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::bias
