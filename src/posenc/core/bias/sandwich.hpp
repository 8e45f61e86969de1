// Sandwich, the sinusoidal encoding's own product as a bias: Chi, Fan, Rudnicky
// and Ramadge 2023, "Dissecting Transformer Length Extrapolation via the Lens
// of Receptive Field Analysis" (arXiv:2212.10356), section 5 and appendix.
//
//   ratio_h = 8 h / H,  h = 1 .. H           r = key position - query position
//   paper   bias[h, r] =  sum_{i=0}^{D/2-1} cos(r base^(-2i/D))        /
//   ratio_h nemo    bias[h, r] = (sum_{i=1}^{D/2}   cos(r base^(-2i/D)) - D/2)
//   / ratio_h
//
// The first is PE(m) . PE(n) of the sinusoidal rows of width D (the code in the
// paper's appendix, attention-gym); the second leaves the fastest pair out,
// takes a slower one in its place, and is 0 at r = 0 and never positive (NVIDIA
// NeMo). Both are even in r.
//
// Valid: D even, 2 <= D <= 65536; 1 <= base <= 1e100. Max error: D * 1e-16
// relative to D / 2 before the one rounding to float32.
#pragma once

#include <cstddef>
#include <span>

#include "bias/offsets.hpp"
#include "numeric/phase.hpp"
#include "status.hpp"

namespace posenc::bias {

enum class SandwichConvention : int {
  kPaper = 0,
  kNemo = 1,
};

struct SandwichOptions {
  std::size_t dim = 128;  // D
  double base = 10000;    // 1 to 1e100
  SandwichConvention convention = SandwichConvention::kPaper;
  Future future = Future::kKeep;
};

// out [H, count]; scratch: D / 2 frequencies.
//
// kBadShape: a span has another size. kBadArgument: options or offsets outside
// their range, or no head.
[[nodiscard]] Status sandwich_by_offset(
    std::span<float> out, const Offsets& offsets, std::size_t heads,
    const SandwichOptions& options,
    std::span<numeric::Frequency> scratch) noexcept;

// The oracle of sandwich_by_offset: scalar, cell by cell.
[[nodiscard]] Status sandwich_by_offset_reference(
    std::span<float> out, const Offsets& offsets, std::size_t heads,
    const SandwichOptions& options,
    std::span<numeric::Frequency> scratch) noexcept;

}  // namespace posenc::bias
