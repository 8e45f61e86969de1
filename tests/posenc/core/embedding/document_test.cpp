#include "embedding/document.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "embedding/sinusoidal.hpp"
#include "property.hpp"

namespace posenc::embedding {
namespace {

using testing::Draw;
using testing::for_all;

std::vector<float> waves(std::size_t rows, std::size_t width, double base) {
  std::vector<float> out(rows * width);
  REQUIRE(sinusoidal_range(out, rows, 0.0, {.width = width, .base = base}) ==
          Status::kOk);
  return out;
}

// Lengths from 1 on, and their sum.
std::vector<std::int32_t> lengths(Draw& draw, std::size_t* total) {
  std::vector<std::int32_t> result(draw.size(1, 6));
  *total = 0;
  for (auto& length : result) {
    length = static_cast<std::int32_t>(draw.integer(1, 9));
    *total += static_cast<std::size_t>(length);
  }
  return result;
}

}  // namespace

TEST_CASE("every paragraph's rows are moved by its own offset") {
  for_all(50, [](Draw& draw) {
    std::size_t total = 0;
    const auto paragraphs = lengths(draw, &total);
    const std::size_t width = draw.size(1, 12);
    const auto offsets = draw.floats(paragraphs.size() * width);
    const auto plain = waves(total, width, 10000);
    std::vector<float> out(total * width);
    REQUIRE(document_rows(out, paragraphs, offsets, {.width = width}) ==
            Status::kOk);
    std::size_t t = 0;
    for (std::size_t p = 0; p < paragraphs.size(); ++p) {
      for (std::int32_t i = 0; i < paragraphs[p]; ++i, ++t) {
        for (std::size_t j = 0; j < width; ++j) {
          CHECK(out[t * width + j] ==
                plain[t * width + j] + offsets[p * width + j]);
        }
      }
    }
  });
}

TEST_CASE("the sentence bias is relative, inside of sentence and window") {
  for_all(80, [](Draw& draw) {
    std::size_t total = 0;
    const auto sentences = lengths(draw, &total);
    const std::size_t window = draw.size(0, 5);
    const double strength = draw.real(-2, 2);
    const bool tent = draw.coin();
    const auto table =
        tent ? std::vector<float>() : draw.floats(2 * window + 1);
    std::vector<float> out(total * total);
    REQUIRE(document_bias(out, sentences, table,
                          {.window = window, .strength = strength}) ==
            Status::kOk);
    std::vector<std::size_t> sentence_of;
    for (std::size_t s = 0; s < sentences.size(); ++s) {
      for (std::int32_t i = 0; i < sentences[s]; ++i) sentence_of.push_back(s);
    }
    for (std::size_t q = 0; q < total; ++q) {
      for (std::size_t k = 0; k < total; ++k) {
        const std::size_t apart = k > q ? k - q : q - k;
        float expected = 0;
        if (sentence_of[q] == sentence_of[k] && apart <= window) {
          const double slope =
              static_cast<double>(apart) / (static_cast<double>(window) + 1);
          expected = tent ? static_cast<float>(strength * (1 - slope))
                          : table[window + k - q];
        }
        CHECK(out[q * total + k] == expected);
      }
    }
  });
}

TEST_CASE("document refuses lengths and tables that do not fit") {
  std::vector<float> out(4, 9.0f);
  const std::vector<float> offsets(2);
  using Lengths = std::vector<std::int32_t>;
  CHECK(document_rows(out, Lengths{2, 0}, offsets, {.width = 1}) ==
        Status::kBadArgument);
  CHECK(document_rows(out, Lengths{2, 2}, offsets, {.width = 2}) ==
        Status::kBadShape);
  CHECK(document_rows(out, Lengths{2, 1}, offsets, {.width = 1}) ==
        Status::kBadShape);
  CHECK(document_rows(out, Lengths{2, 2}, offsets, {.width = 1, .base = 0}) ==
        Status::kBadArgument);
  const auto bias = [&](const Lengths& sentences, std::size_t entries,
                        DocumentBiasOptions options) {
    return document_bias(out, sentences, std::vector<float>(entries), options);
  };
  CHECK(bias({2, -1}, 0, {}) == Status::kBadArgument);
  CHECK(bias({3}, 0, {}) == Status::kBadShape);
  CHECK(bias({2}, 2, {.window = 1}) == Status::kBadShape);
  CHECK(bias({2}, 5, {.window = 1}) == Status::kBadShape);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(bias({2}, 0, {.strength = infinity}) == Status::kBadArgument);
  CHECK(out == std::vector<float>(4, 9.0f));
  CHECK(bias({2}, 3, {.window = 1}) == Status::kOk);
}

}  // namespace posenc::embedding
