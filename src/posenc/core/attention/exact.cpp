// Attention in float64, one block of eight queries against all keys: plain
// loops, the oracle of attend.cpp and the source of weights and scores.
#include <algorithm>
#include <limits>

#include "attention/attention.hpp"
#include "attention/mask.hpp"
#include "attention/temperature.hpp"
#include "attention/visibility.hpp"
#include "numeric/activation.hpp"
#include "numeric/elementary.hpp"
#include "shape.hpp"

namespace posenc::attention {
namespace {

using numeric::KeyBlock;
using numeric::kLeftPanel;
using numeric::kQueryLanes;
using numeric::QueryBlock;
using numeric::round_up;
using numeric::ScoreTerm;

constexpr double kHidden = -std::numeric_limits<double>::infinity();

struct Pass {
  const Exact& result;
  std::span<const float> q;
  std::span<const float> k;
  std::span<const float> v;
  const Options& options;
  const ScoreTerm& term;
  std::size_t padded_keys;
  double* query;     // [D][8]
  double* scores;    // [keys][8]
  double* output;    // [E][8]
  float* packed;     // [D][8]
  float* mask;       // [keys][8]
  float* addition;   // [keys][8]
  float* collected;  // [E][8]
  float* state;

  QueryBlock begin(std::size_t b, std::size_t h, std::size_t i) const noexcept;
  KeyRange seen(const QueryBlock& block) const noexcept;
  KeyBlock panels(const QueryBlock& block) const noexcept;
  void score(const QueryBlock& block) const noexcept;
  void add_terms(const QueryBlock& block) const noexcept;
  void weigh(const QueryBlock& block) const noexcept;
  void sum_values(const QueryBlock& block) const noexcept;
  void save(const QueryBlock& block, std::span<float> to) const noexcept;
};

[[gnu::cold]] QueryBlock Pass::begin(std::size_t b, std::size_t h,
                                     std::size_t i) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t count = std::min(kQueryLanes, shape.queries - i);
  const std::size_t stride = shape.heads * shape.width;
  const float* const first =
      q.data() + (b * shape.queries + i) * stride + h * shape.width;
  const float scale = static_cast<float>(options.scale);
  const bool heats = options.temperature.kind != TemperatureKind::kNone;
  numeric::pack_right({first, count, shape.width, stride}, heats ? 1.0f : scale,
                      packed);
  if (heats) heat(options, b, i, count, packed);
  double factor[kQueryLanes] = {};
  for (std::size_t lane = 0; lane < count; ++lane) {
    factor[lane] = heat_of(options, b, i + lane);
  }
  for (std::size_t d = 0; d < shape.width; ++d) {
    for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
      const float x = lane < count ? first[lane * stride + d] : 0.0f;
      query[d * kQueryLanes + lane] = factor[lane] * static_cast<double>(x);
    }
  }
  return {b, h, i, count, options.offset, scale, shape.width, packed};
}

// The keys that the block reads.
KeyRange Pass::seen(const QueryBlock& block) const noexcept {
  return visible_keys(options, block.query, block.query + block.count - 1);
}

// The same in whole panels.
KeyBlock Pass::panels(const QueryBlock& block) const noexcept {
  const auto [first, last] = seen(block);
  const std::size_t key = first / kLeftPanel * kLeftPanel;
  return {key, round_up(last, kLeftPanel) - key};
}

// scores: cap(scale * q . k).
void Pass::score(const QueryBlock& block) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t head = block.head / (shape.heads / shape.key_heads);
  std::fill_n(scores, padded_keys * kQueryLanes, 0.0);
  const auto [first, last] = seen(block);
  for (std::size_t j = first; j < last; ++j) {
    const float* const key =
        k.data() +
        ((block.batch * shape.keys + j) * shape.key_heads + head) * shape.width;
    double sum[kQueryLanes] = {};
    for (std::size_t d = 0; d < shape.width; ++d) {
      const double x = static_cast<double>(key[d]);
      for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
        sum[lane] += x * query[d * kQueryLanes + lane];
      }
    }
    std::copy_n(sum, kQueryLanes, scores + j * kQueryLanes);
  }
  if (options.softcap == 0) return;
  for (std::size_t x = first * kQueryLanes; x < last * kQueryLanes; ++x) {
    scores[x] = options.softcap * numeric::tanh(scores[x] / options.softcap);
  }
}

[[gnu::cold]] void Pass::add_terms(const QueryBlock& block) const noexcept {
  const KeyBlock all{0, padded_keys};
  const KeyBlock here = panels(block);
  const std::size_t skipped = here.key * kQueryLanes;
  std::fill_n(addition, padded_keys * kQueryLanes, 0.0f);
  if (term.add != nullptr) {
    if (term.begin != nullptr) term.begin(term.scheme, block, state);
    if (term.reads_mask) read_hidden(options, block, here, mask + skipped);
    term.add(term.scheme, block, here,
             term.reads_mask ? mask + skipped : nullptr, addition + skipped,
             state);
    for (std::size_t x = 0; x < padded_keys * kQueryLanes; ++x) {
      scores[x] += static_cast<double>(addition[x]);
      addition[x] = 0;
    }
  }
  if (options.mask.kind != MaskKind::kNone) {
    read_mask(options, block, here, addition + skipped);
  }
  for (std::size_t x = 0; x < padded_keys * kQueryLanes; ++x) {
    scores[x] += static_cast<double>(addition[x]);
    addition[x] = 0;
  }
  // What is hidden may hold anything: it is replaced, as in the other kernels.
  // What a mask adds is added there, too.
  hide(options, block, all, addition);
  for (std::size_t x = 0; x < padded_keys * kQueryLanes; ++x) {
    if (addition[x] != 0) scores[x] = kHidden;
  }
}

// Row i, column j of a matrix [B, H, Q, K] for each lane.
[[gnu::cold]] void Pass::save(const QueryBlock& block,
                              std::span<float> to) const noexcept {
  if (to.empty()) return;
  const Shape& shape = options.shape;
  const std::size_t row =
      (block.batch * shape.heads + block.head) * shape.queries + block.query;
  for (std::size_t lane = 0; lane < block.count; ++lane) {
    for (std::size_t j = 0; j < shape.keys; ++j) {
      to[(row + lane) * shape.keys + j] =
          static_cast<float>(scores[j * kQueryLanes + lane]);
    }
  }
}

// scores become weights.
void Pass::weigh(const QueryBlock& block) const noexcept {
  const auto [first, last] = seen(block);
  for (std::size_t lane = 0; lane < block.count; ++lane) {
    const bool has_sink = !options.sinks.empty();
    const double sink =
        has_sink ? static_cast<double>(options.sinks[block.head]) : kHidden;
    double maximum = sink;
    for (std::size_t j = first; j < last; ++j) {
      maximum = std::max(maximum, scores[j * kQueryLanes + lane]);
    }
    if (maximum == kHidden) maximum = 0;
    double sum = numeric::exp(sink - maximum);
    for (std::size_t j = 0; j < padded_keys; ++j) {
      double& s = scores[j * kQueryLanes + lane];
      s = j < first || j >= last ? 0 : numeric::exp(s - maximum);
      sum += s;
    }
    if (sum == 0) sum = 1;
    for (std::size_t j = first; j < last; ++j) {
      scores[j * kQueryLanes + lane] /= sum;
    }
  }
}

void Pass::sum_values(const QueryBlock& block) const noexcept {
  const Shape& shape = options.shape;
  const std::size_t width = shape.value_width;
  const std::size_t head = block.head / (shape.heads / shape.key_heads);
  std::fill_n(output, width * kQueryLanes, 0.0);
  const auto [from, last] = seen(block);
  for (std::size_t j = from; j < last; ++j) {
    const float* const value =
        v.data() +
        ((block.batch * shape.keys + j) * shape.key_heads + head) * width;
    const double* const weight = scores + j * kQueryLanes;
    for (std::size_t e = 0; e < width; ++e) {
      const double x = static_cast<double>(value[e]);
      for (std::size_t lane = 0; lane < kQueryLanes; ++lane) {
        output[e * kQueryLanes + lane] += weight[lane] * x;
      }
    }
  }
  std::fill_n(collected, round_up(width, kLeftPanel) * kQueryLanes, 0.0f);
  if (term.collect != nullptr) {
    float ones[kQueryLanes];
    std::fill_n(ones, kQueryLanes, 1.0f);
    for (std::size_t x = 0; x < padded_keys * kQueryLanes; ++x) {
      addition[x] = static_cast<float>(scores[x]);
    }
    const KeyBlock here = panels(block);
    term.collect(term.scheme, block, here, addition + here.key * kQueryLanes,
                 ones, state);
    term.finish(term.scheme, block, state, collected);
  }
  float* const first =
      result.out.data() +
      ((block.batch * shape.queries + block.query) * shape.heads + block.head) *
          width;
  for (std::size_t lane = 0; lane < block.count; ++lane) {
    for (std::size_t e = 0; e < width; ++e) {
      const std::size_t x = e * kQueryLanes + lane;
      first[lane * shape.heads * width + e] =
          static_cast<float>(output[x] + static_cast<double>(collected[x]));
    }
  }
}

}  // namespace

ExactScratchSize exact_scratch_size(const Options& options,
                                    const ScoreTerm& term) noexcept {
  const Shape& shape = options.shape;
  const Count keys = round_up(Count(shape.keys), kLeftPanel);
  const Count values = round_up(Count(shape.value_width), kLeftPanel);
  return {kQueryLanes * (shape.width + keys + values),
          kQueryLanes * (shape.width + 2u * keys + values) + term.state_size};
}

[[gnu::cold]] Status attend_exact(const Exact& result, std::span<const float> q,
                                  std::span<const float> k,
                                  std::span<const float> v,
                                  const Options& options, const ScoreTerm& term,
                                  const ExactScratch& scratch) noexcept {
  Status status = check(options, q, k, v);
  if (status != Status::kOk) return status;
  const Shape& shape = options.shape;
  if (!result.out.empty()) {
    status = check_size<float>(result.out.size(), shape.batch, shape.queries,
                               shape.heads, shape.value_width);
    if (status != Status::kOk) return status;
  }
  for (const std::span<float> matrix : {result.weights, result.scores}) {
    if (matrix.empty()) continue;
    status = check_size<float>(matrix.size(), shape.batch, shape.heads,
                               shape.queries, shape.keys);
    if (status != Status::kOk) return status;
  }
  const ExactScratchSize size = exact_scratch_size(options, term);
  status = check_scratch<double>(scratch.doubles.size(), size.doubles);
  if (status != Status::kOk) return status;
  status = check_scratch<float>(scratch.floats.size(), size.floats);
  if (status != Status::kOk) return status;
  const std::size_t keys = round_up(shape.keys, kLeftPanel);
  const std::size_t values = round_up(shape.value_width, kLeftPanel);
  double* const query = scratch.doubles.data();
  double* const scores = query + shape.width * kQueryLanes;
  float* const packed = scratch.floats.data();
  float* const mask = packed + shape.width * kQueryLanes;
  float* const addition = mask + keys * kQueryLanes;
  float* const collected = addition + keys * kQueryLanes;
  const Pass pass{
      result, q,    k,        v,         options,
      term,   keys, query,    scores,    scores + keys * kQueryLanes,
      packed, mask, addition, collected, collected + values * kQueryLanes};
  for (std::size_t b = 0; b < shape.batch; ++b) {
    for (std::size_t h = 0; h < shape.heads; ++h) {
      if (term.begin_head != nullptr) term.begin_head(term.scheme, b, h);
      for (std::size_t i = 0; i < shape.queries; i += kQueryLanes) {
        const QueryBlock block = pass.begin(b, h, i);
        pass.score(block);
        pass.add_terms(block);
        pass.save(block, result.scores);
        pass.weigh(block);
        pass.save(block, result.weights);
        if (!result.out.empty()) pass.sum_values(block);
      }
    }
  }
  return Status::kOk;
}

}  // namespace posenc::attention
