// The pairs of a sinusoidal table one by one: where their columns stand and how
// fast they turn. Even widths only, where every sine has its cosine.
#pragma once

#include <cstddef>

#include "embedding/sinusoidal.hpp"
#include "numeric/phase.hpp"

namespace posenc::analysis {

struct SinusoidalPair {
  std::size_t sine;    // column of the sine
  std::size_t cosine;  // column of the cosine
  numeric::Frequency frequency;
};

class SinusoidalPairs {
 public:
  using Options = embedding::SinusoidalOptions;

  [[nodiscard]] static bool valid(const Options& options) noexcept {
    return options.width >= 2 && options.width % 2 == 0 &&
           options.width <= embedding::kMaxWidth &&
           numeric::is_base(options.base);
  }

  explicit SinusoidalPairs(const Options& options) noexcept
      : pairs_(options.width / 2),
        interleaved_(options.layout ==
                     embedding::SinusoidalLayout::kInterleaved),
        frequencies_(frequencies(options, pairs_)) {}

  [[nodiscard]] std::size_t size() const noexcept { return pairs_; }

  [[nodiscard]] SinusoidalPair at(std::size_t i) const noexcept {
    SinusoidalPair pair{.sine = interleaved_ ? 2 * i : i,
                        .cosine = interleaved_ ? 2 * i + 1 : pairs_ + i,
                        .frequency = {}};
    frequencies_.write({&pair.frequency, 1}, i);
    return pair;
  }

  // The frequencies of `pairs` pairs with these options, odd widths included.
  [[nodiscard]] static numeric::GeometricFrequencies frequencies(
      const Options& options, std::size_t pairs) noexcept {
    return options.spacing == embedding::SinusoidalSpacing::kPaper
               ? numeric::GeometricFrequencies(options.base, 2, options.width)
               : numeric::GeometricFrequencies(options.base, 1,
                                               pairs > 1 ? pairs - 1 : 1);
  }

 private:
  std::size_t pairs_;
  bool interleaved_;
  numeric::GeometricFrequencies frequencies_;
};

}  // namespace posenc::analysis
