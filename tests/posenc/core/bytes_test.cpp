// The results of tests/across/engines/results.js that the core makes by itself,
// with the same inputs: the same bytes as in Node and in three browser engines.
// The core uses no function of the C library, so that + - * / and the square
// root are all there is to agree on.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/decay.hpp"
#include "analysis/similarity.hpp"
#include "analysis/wavelengths.hpp"
#include "attention/attention.hpp"
#include "bias/alibi.hpp"
#include "bias/kerple.hpp"
#include "bias/offsets.hpp"
#include "bias/t5.hpp"
#include "embedding/fusion.hpp"
#include "embedding/hierarchical.hpp"
#include "embedding/learned.hpp"
#include "embedding/logarithmic.hpp"
#include "embedding/ordinal.hpp"
#include "embedding/perturbed.hpp"
#include "embedding/resize.hpp"
#include "embedding/sinusoidal.hpp"
#include "numeric/matmul.hpp"
#include "rotary/frequencies.hpp"
#include "rotary/tables.hpp"
#include "transformer/layer_norm.hpp"

namespace posenc {
namespace {

struct Expected {
  std::string_view name;
  std::string_view shape;
  std::uint64_t hash;
};

constexpr Expected kExpected[] = {
#include "../../across/engines/bytes.inc"
};

// FNV-1a over the bytes of arrays, one after another.
class Hash {
 public:
  template <class T>
  Hash& add(const std::vector<T>& values) {
    for (const std::byte byte : std::as_bytes(std::span(values))) {
      hash_ = (hash_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
    }
    return *this;
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

template <class T>
std::uint64_t hash_of(const std::vector<T>& values) {
  return Hash().add(values).value();
}

// Numbers from -1 to 1, as results.js makes them.
std::vector<float> noise(std::size_t count, std::uint32_t seed) {
  std::vector<float> out(count);
  for (float& x : out) {
    seed = seed * 1664525 + 1013904223;
    x = static_cast<float>(seed / 2147483648.0 - 1);
  }
  return out;
}

// An array that a call of the core fills.
template <class T, class Call>
std::vector<T> filled(std::size_t count, Call&& call) {
  std::vector<T> out(count);
  REQUIRE(call(std::span<T>(out)) == Status::kOk);
  return out;
}

std::vector<double> range(std::size_t count, double first = 0) {
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = first + static_cast<double>(i);
  }
  return out;
}

const std::vector<double> kPositions = {0,  1,    2.5,  63,    64,
                                        65, 1000, 4095, 65537, 16777217};

std::vector<double> whole_positions() {
  std::vector<double> out = kPositions;
  out[2] = 2;
  return out;
}

using Results = std::vector<std::pair<std::string_view, std::uint64_t>>;

void add_embeddings(Results& to) {
  using namespace embedding;
  to.emplace_back("embedding.sinusoidal",
                  hash_of(filled<float>(65 * 66, [](auto out) {
                    return sinusoidal_range(out, 65, 0, {.width = 66});
                  })));
  to.emplace_back("embedding.sinusoidal, far positions",
                  hash_of(filled<float>(10 * 37, [](auto out) {
                    return sinusoidal(
                        out, kPositions,
                        {.width = 37, .layout = SinusoidalLayout::kHalves});
                  })));
  to.emplace_back("embedding.sinusoidal, endpoint spacing",
                  hash_of(filled<float>(7 * 64, [](auto out) {
                    return sinusoidal_range(
                        out, 7, 123456,
                        {.width = 64,
                         .base = 500000,
                         .spacing = SinusoidalSpacing::kEndpoint});
                  })));
  to.emplace_back(
      "embedding.perturbed", hash_of(filled<float>(17 * 20, [](auto out) {
        return perturbed(out, noise(17 * 20, 4), {.rows = 17, .width = 20});
      })));
  to.emplace_back("embedding.learned",
                  hash_of(filled<float>(33 * 31, [](auto out) {
                    return learned(out, {.seed = 7});
                  })));
  to.emplace_back(
      "embedding.hierarchical", hash_of(filled<float>(70 * 10, [](auto out) {
        return hierarchical(out, noise(9 * 10, 5), {.rows = 70, .width = 10});
      })));
  for (const auto& [name, method] :
       {std::pair{"embedding.resize, linear", numeric::ResampleMethod::kLinear},
        std::pair{"embedding.resize, cubic",
                  numeric::ResampleMethod::kCubic}}) {
    to.emplace_back(
        name, hash_of(filled<float>(37 * 6, [&](auto out) {
          return resize(
              out, noise(14 * 6, 6),
              {.from = {14, 1}, .to = {37, 1}, .width = 6, .method = method});
        })));
  }
  to.emplace_back("embedding.binary",
                  hash_of(filled<float>(10 * 25, [](auto out) {
                    return binary(out, whole_positions(), 25);
                  })));
  to.emplace_back(
      "embedding.logarithmic", hash_of(filled<float>(30 * 18, [](auto out) {
        return logarithmic(out, range(30), {.width = 18, .max_len = 64});
      })));
  to.emplace_back(
      "embedding.add", hash_of(filled<float>(2 * 9 * 7, [](auto out) {
        return add(out, noise(2 * 9 * 7, 13), noise(9 * 7, 14),
                   {.batch = 2,
                    .length = 9,
                    .width = 7,
                    .token_scale = static_cast<float>(std::sqrt(7.0))});
      })));
}

void add_rotary(Results& to) {
  std::vector<numeric::DoubleDouble> theta(32);
  double factor = 0;
  REQUIRE(rotary::frequencies(theta, &factor, {.rotary_dim = 64}) ==
          Status::kOk);
  std::vector<double> high;
  for (const auto& it : theta) high.push_back(it.hi);
  to.emplace_back("rotary.frequencies", hash_of(high));
  const std::vector<double> positions = whole_positions();
  std::vector<float> cos(10 * 32);
  std::vector<float> sin(10 * 32);
  REQUIRE(rotary::tables(cos, sin, {.theta = theta, .positions = positions},
                         rotary::Precision::kExact, factor) == Status::kOk);
  to.emplace_back("rotary.tables", Hash().add(cos).add(sin).value());
}

constexpr std::size_t kHeads = 3;
constexpr std::size_t kQueries = 31;
constexpr std::size_t kKeys = 33;

// The grid out of a row of offsets for each head.
template <class Call>
std::uint64_t grid(std::size_t heads, Call&& call) {
  const bias::Offsets offsets =
      bias::offsets_between(kQueries, kKeys, kKeys - kQueries);
  const auto rows = filled<float>(heads * offsets.count,
                                  [&](auto out) { return call(out, offsets); });
  return hash_of(filled<float>(heads * kQueries * kKeys, [&](auto out) {
    return bias::expand(out, rows, heads, kQueries, kKeys);
  }));
}

std::vector<double> slopes_of(std::size_t heads) {
  return filled<double>(heads, [](auto out) {
    return bias::alibi_slopes(out, bias::AlibiOrder::kReference, 8);
  });
}

void add_biases(Results& to) {
  const std::vector<double> slopes = slopes_of(12);
  to.emplace_back("bias.alibiSlopes",
                  hash_of(std::vector<float>(slopes.begin(), slopes.end())));
  to.emplace_back("bias.alibi", grid(12, [&](auto out, const auto& offsets) {
                    return bias::alibi_by_offset(out, offsets, slopes, {});
                  }));
  to.emplace_back("bias.alibi, symmetric",
                  grid(kHeads, [](auto out, const auto& offsets) {
                    return bias::alibi_by_offset(
                        out, offsets, slopes_of(kHeads),
                        {.symmetric = true, .future = bias::Future::kKeep});
                  }));
  std::vector<std::int32_t> distances(601);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    distances[i] = static_cast<std::int32_t>(i) - 300;
  }
  std::vector<std::int32_t> scratch(bias::t5_bucket_scratch_size({}).size());
  to.emplace_back("bias.t5Bucket",
                  hash_of(filled<std::int32_t>(601, [&](auto out) {
                    return bias::t5_bucket(out, distances, {}, scratch);
                  })));
  const std::vector<double> a = {0.5, 1, 2};
  const std::vector<double> p = {1.5, 1, 0.25};
  for (const auto& [name, kind] :
       {std::pair{"bias.kerple, log", bias::KerpleKind::kLog},
        std::pair{"bias.kerple, power", bias::KerpleKind::kPower}}) {
    to.emplace_back(name, grid(kHeads, [&](auto out, const auto& offsets) {
                      return bias::kerple_by_offset(out, offsets, kHeads,
                                                    {a, p}, {.kind = kind});
                    }));
  }
}

attention::Options square(std::size_t length, std::size_t width) {
  attention::Options options;
  options.shape = {.queries = length,
                   .keys = length,
                   .heads = kHeads,
                   .key_heads = kHeads,
                   .width = width,
                   .value_width = width};
  options.scale = 1 / std::sqrt(static_cast<double>(width));
  return options;
}

std::uint64_t attended(const attention::Options& options) {
  const std::size_t count = 65 * kHeads * 32;
  std::vector<float> scratch(
      attention::attend_scratch_size(options, {}).size());
  return hash_of(filled<float>(count, [&](auto out) {
    return attention::attend(out, noise(count, 40), noise(count, 41),
                             noise(count, 42), options, {}, scratch);
  }));
}

void add_attention(Results& to) {
  attention::Options options = square(65, 32);
  to.emplace_back("attention.no position", attended(options));
  options.causal = true;
  to.emplace_back("attention.causal", attended(options));
  options.window = 17;
  to.emplace_back("attention.causal, window", attended(options));
}

void add_others(Results& to) {
  const numeric::LinearShape shape = {.rows = 9, .in = 13, .out = 11};
  std::vector<float> scratch(numeric::linear_scratch_size(shape).size());
  to.emplace_back(
      "transformer.linear", hash_of(filled<float>(9 * 11, [&](auto out) {
        return numeric::linear(out, noise(9 * 13, 60), noise(11 * 13, 61),
                               noise(11, 62), shape, scratch);
      })));
  to.emplace_back("transformer.layerNorm",
                  hash_of(filled<float>(9 * 13, [](auto out) {
                    return transformer::layer_norm(out, noise(9 * 13, 63), {},
                                                   {}, 13, 1e-5);
                  })));
  to.emplace_back(
      "analysis.similarity", hash_of(filled<float>(33 * 33, [](auto out) {
        return analysis::similarity(out, noise(33 * 18, 70), 33, 18,
                                    analysis::SimilarityKind::kInnerProduct);
      })));
  to.emplace_back("analysis.wavelengths",
                  hash_of(filled<double>(32, [](auto out) {
                    return analysis::wavelengths(out, {.width = 64});
                  })));
  to.emplace_back("analysis.decay", hash_of(filled<double>(51, [](auto out) {
                    return analysis::decay(out, {.width = 64});
                  })));
}

const char* compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

TEST_CASE("results have the bytes that all engines agree on") {
  static_assert(std::endian::native == std::endian::little);
  Results results;
  add_embeddings(results);
  add_rotary(results);
  add_biases(results);
  add_attention(results);
  add_others(results);
  // npm run bytes writes down what came out.
  const bool print = std::getenv("POSENC_PRINT_BYTES") != nullptr;
  if (print) std::printf("compiler: %s\n", compiler());
  for (const auto& [name, hash] : results) {
    if (print) {
      std::printf("bytes: %s %016llx\n", std::string(name).c_str(),
                  static_cast<unsigned long long>(hash));
    }
    const auto* const expected =
        std::find_if(std::begin(kExpected), std::end(kExpected),
                     [&](const Expected& it) { return it.name == name; });
    CAPTURE(name);
    REQUIRE(expected != std::end(kExpected));
    CHECK(hash == expected->hash);
  }
}

}  // namespace
}  // namespace posenc
