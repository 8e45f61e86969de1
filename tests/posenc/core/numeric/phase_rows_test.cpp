#include "numeric/phase_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "property.hpp"

namespace posenc::numeric {
namespace {

using testing::Draw;
using testing::for_all;

std::vector<Frequency> draw_frequencies(Draw& draw) {
  std::vector<Frequency> frequencies(draw.size(1, kTilePairs));
  for (Frequency& f : frequencies) {
    f = from_radians(std::exp(draw.real(-20, 0.4)));
  }
  return frequencies;
}

}  // namespace

TEST_CASE("Any frequencies, planes apart, scaled: the exact cells") {
  std::size_t cells = 0;
  std::size_t different = 0;
  for_all(200, [&](Draw& draw) {
    const auto frequencies = draw_frequencies(draw);
    const std::size_t pairs = frequencies.size();
    const double amplitude = draw.pick({1.0, 1.2079441541679836});
    std::vector<double> positions(draw.size(1, 40));
    double p = std::floor(draw.real(-1e5, 1e5));
    for (double& position : positions) {
      position = p;
      p = draw.size(0, 4) == 0 ? std::floor(draw.real(-1e9, 1e9)) : p + 1;
    }
    PhaseTile tile;
    set_tile(tile, frequencies, amplitude);
    // One row apart from the next, to see that the gap stays as it is.
    const std::size_t stride = pairs + 3;
    std::vector<float> sine(positions.size() * stride, 7.0f);
    std::vector<float> cosine(positions.size() * stride, 7.0f);
    write_positions(tile, positions,
                    {sine.data(), cosine.data(), stride, pairs, pairs, false});
    double worst = 0;
    for (std::size_t t = 0; t < positions.size(); ++t) {
      for (std::size_t j = 0; j < stride; ++j) {
        const float got[] = {sine[t * stride + j], cosine[t * stride + j]};
        if (j >= pairs) {
          CHECK(got[0] == 7.0f);
          CHECK(got[1] == 7.0f);
          continue;
        }
        double exact[2];
        sincos_phase(positions[t], frequencies[j], &exact[0], &exact[1]);
        for (int k = 0; k < 2; ++k) {
          const double value = exact[k] * amplitude;
          ++cells;
          different += got[k] != static_cast<float>(value);
          worst = std::max(worst, std::fabs(got[k] - value));
        }
      }
    }
    CHECK(worst < 6e-8);
  });
  CHECK(different * 100000 <= cells);
}

TEST_CASE("An odd width leaves the last cosine out in both layouts") {
  for (std::size_t pairs = 1; pairs <= 17; ++pairs) {
    CAPTURE(pairs);
    std::vector<Frequency> frequencies(pairs, from_radians(0.3));
    PhaseTile tile;
    set_tile(tile, frequencies);
    std::vector<float> zipped(2 * pairs + 2, 7.0f);
    write_range(tile, 5, 1,
                {zipped.data(), nullptr, 0, pairs, pairs - 1, true});
    std::vector<float> sine(pairs + 2, 7.0f);
    std::vector<float> cosine(pairs + 2, 7.0f);
    write_range(tile, 5, 1,
                {sine.data(), cosine.data(), 0, pairs, pairs - 1, false});
    for (std::size_t i = 0; i < pairs; ++i) {
      CHECK(zipped[2 * i] == static_cast<float>(std::sin(1.5)));
      CHECK(sine[i] == zipped[2 * i]);
      const float expected =
          i + 1 < pairs ? static_cast<float>(std::cos(1.5)) : 7.0f;
      CHECK(zipped[2 * i + 1] == expected);
      CHECK(cosine[i] == expected);
    }
    CHECK(zipped[2 * pairs] == 7.0f);
    CHECK(sine[pairs] == 7.0f);
  }
}

TEST_CASE("Interleaved rows need no columns of cosines, however many rows") {
  const std::vector<Frequency> frequencies(3, from_radians(0.3));
  PhaseTile tile;
  set_tile(tile, frequencies);
  constexpr std::size_t kRows = 70;
  std::vector<float> zipped(6 * kRows);
  std::vector<float> sine(3 * kRows);
  std::vector<float> cosine(3 * kRows);
  const auto check = [&] {
    for (std::size_t i = 0; i < sine.size(); ++i) {
      CHECK(zipped[2 * i] == sine[i]);
      CHECK(zipped[2 * i + 1] == cosine[i]);
    }
  };
  const PairColumns together{zipped.data(), nullptr, 6, 3, 3, true};
  const PairColumns apart{sine.data(), cosine.data(), 3, 3, 3, false};
  write_range(tile, 5, kRows, together);
  write_range(tile, 5, kRows, apart);
  check();
  std::vector<double> positions(kRows);
  for (std::size_t t = 0; t < kRows; ++t) {
    positions[t] = 3 * static_cast<double>(t);
  }
  write_positions(tile, positions, together);
  write_positions(tile, positions, apart);
  check();
}

}  // namespace posenc::numeric
