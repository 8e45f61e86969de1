#include "bias/sandwich.hpp"

#include <algorithm>

#include "numeric/simd.hpp"
#include "shape.hpp"

namespace posenc::bias {
namespace {

using numeric::F64x2;
using numeric::Frequency;

// Checks everything and writes the frequencies to `scratch`.
Status prepare(std::span<float> out, const Offsets& offsets, std::size_t heads,
               const SandwichOptions& options,
               std::span<Frequency> scratch) noexcept {
  const int convention = static_cast<int>(options.convention);
  if (options.dim < 2 || options.dim > 65536 || options.dim % 2 != 0 ||
      !numeric::is_base(options.base) || convention < 0 || convention > 1 ||
      heads == 0 || !is_valid(offsets) || !is_valid(options.future)) {
    return Status::kBadArgument;
  }
  const Status status = check_size<float>(out.size(), heads, offsets.count);
  if (status != Status::kOk) return status;
  if (scratch.size() != options.dim / 2) return Status::kBadShape;
  const bool nemo = options.convention == SandwichConvention::kNemo;
  numeric::GeometricFrequencies(options.base, 2, options.dim)
      .write(scratch, nemo ? 1 : 0);
  return Status::kOk;
}

// The sum of cosines at r, less D/2 where the convention says so.
template <class V>
V cosine_sum(V r, std::span<const Frequency> frequencies,
             SandwichConvention convention) noexcept {
  V sum(0.0);
  for (const Frequency& f : frequencies) {
    V sine;
    V cosine;
    numeric::sincos_phase(r, V(f.hi), V(f.lo), &sine, &cosine);
    sum = sum + cosine;
  }
  const bool nemo = convention == SandwichConvention::kNemo;
  return nemo ? sum - V(static_cast<double>(frequencies.size())) : sum;
}

// All heads at offset t.
void write_heads(std::span<float> out, std::size_t t, std::size_t count,
                 std::size_t heads, double sum) noexcept {
  for (std::size_t h = 0; h < heads; ++h) {
    const double ratio =
        static_cast<double>(8 * (h + 1)) / static_cast<double>(heads);
    out[h * count + t] = static_cast<float>(sum / ratio);
  }
}

void close_all(std::span<float> out, const Offsets& offsets, std::size_t heads,
               Future future) noexcept {
  for (std::size_t h = 0; h < heads; ++h) {
    close_future(out.subspan(h * offsets.count, offsets.count), offsets,
                 future);
  }
}

}  // namespace

Status sandwich_by_offset(std::span<float> out, const Offsets& offsets,
                          std::size_t heads, const SandwichOptions& options,
                          std::span<Frequency> scratch) noexcept {
  const Status status = prepare(out, offsets, heads, options, scratch);
  if (status != Status::kOk) return status;
  // Values of r > 0 that will be closed are not computed.
  const std::size_t end =
      options.future == Future::kKeep ? offsets.count : first_future(offsets);
  for (std::size_t t = 0; t < end; t += 2) {
    const F64x2 step(static_cast<double>(t), static_cast<double>(t + 1));
    double sums[2];
    numeric::store(sums, cosine_sum(F64x2(offsets.first) + step, scratch,
                                    options.convention));
    write_heads(out, t, offsets.count, heads, sums[0]);
    if (t + 1 < end) write_heads(out, t + 1, offsets.count, heads, sums[1]);
  }
  close_all(out, offsets, heads, options.future);
  return Status::kOk;
}

Status sandwich_by_offset_reference(std::span<float> out,
                                    const Offsets& offsets, std::size_t heads,
                                    const SandwichOptions& options,
                                    std::span<Frequency> scratch) noexcept {
  const Status status = prepare(out, offsets, heads, options, scratch);
  if (status != Status::kOk) return status;
  for (std::size_t t = 0; t < offsets.count; ++t) {
    const double r = offsets.first + static_cast<double>(t);
    write_heads(out, t, offsets.count, heads,
                cosine_sum(r, scratch, options.convention));
  }
  close_all(out, offsets, heads, options.future);
  return Status::kOk;
}

}  // namespace posenc::bias
