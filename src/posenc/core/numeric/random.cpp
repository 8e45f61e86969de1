#include "numeric/random.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/phase.hpp"

namespace posenc::numeric {

void normal_pair(Random& random, double* a, double* b) noexcept {
  // 1 - uniform lies in (0, 1]: its logarithm is finite.
  const double radius = std::sqrt(-2 * log(1 - random.uniform()));
  double sine = 0;
  double cosine = 0;
  sincos_turns(DoubleDouble{random.uniform() - 0.5, 0.0}, &sine, &cosine);
  *a = radius * cosine;
  *b = radius * sine;
}

void fill_normal(Random& random, std::span<float> out, double mean,
                 double std) noexcept {
  for (std::size_t i = 0; i < out.size(); i += 2) {
    double a = 0;
    double b = 0;
    normal_pair(random, &a, &b);
    out[i] = static_cast<float>(mean + std * a);
    if (i + 1 < out.size()) out[i + 1] = static_cast<float>(mean + std * b);
  }
}

void fill_uniform(Random& random, std::span<float> out, double low,
                  double high) noexcept {
  for (float& x : out) {
    x = static_cast<float>(low + (high - low) * random.uniform());
  }
}

}  // namespace posenc::numeric
