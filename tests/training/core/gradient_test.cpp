// Every gradient against finite differences.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "setup.hpp"

namespace posenc {
namespace {

using test::Bench;
using test::Texts;
using training::Kind;
using training::ModelOptions;
using training::Scheme;
using training::Tensor;

std::string name_of(const Tensor& tensor) {
  char name[training::kMaxName];
  return {name, training::name_of(tensor, name)};
}

bool has_corners(Scheme scheme) {
  return scheme == Scheme::kCope || scheme == Scheme::kFire;
}

// How the loss rises along a direction in a tensor. Five points: the error is
// of fourth order, so that a step of 1e-3 leaves the rounding of float64 alone.
// CoPE and FIRE are made of straight pieces, and few steps of 2e-6 meet a
// corner between two.
double slope(Bench<double>& bench, const training::Batch& batch,
             const Tensor& tensor, const std::vector<double>& direction) {
  const double h = has_corners(bench.plan.options.scheme) ? 2e-6 : 1e-3;
  const std::vector<double> params = bench.params;
  const auto loss = [&](double step) {
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      const std::size_t at = tensor.offset + i;
      bench.params[at] = params[at] + step * h * direction[i];
    }
    return bench.run(batch, false).loss;
  };
  const double d = 8 * (loss(1) - loss(-1)) - (loss(2) - loss(-2));
  bench.params = params;
  return d / (12 * h);
}

struct Variant {
  std::size_t count = 3;
  std::size_t length = 11;
  bool padding = false;
  bool apart = false;     // positions with gaps
  bool thorough = false;  // also single numbers
  bool negative = false;  // FIRE's c and multiplier, which count absolutely
};

// Whether softmax does not see the tensor: FIRE adds its last bias to all
// scores of a row.
bool is_idle(const Tensor& tensor) { return tensor.kind == Kind::kFireOutBias; }

// The errors of some numbers of each tensor, relative to the largest gradient
// of the tensor.
void compare(const ModelOptions& options, const std::string& title,
             const Variant& variant) {
  CAPTURE(title);
  Bench<double> bench(options, 3);
  REQUIRE(!bench.params.empty());
  bench.shake(4, 0.1);
  if (variant.negative) {
    for (const Kind kind : {Kind::kFireC, Kind::kFireMultiplier}) {
      double& x = *bench.plan.at(bench.params.data(), kind);
      x = -std::fabs(x);
    }
  }
  Texts texts(options, variant.count, variant.length, 5);
  if (variant.padding) {
    texts.lengths = {static_cast<std::int32_t>(variant.length), 2, 5};
    texts.batch.lengths = texts.lengths;
  }
  if (variant.apart) {
    for (std::size_t t = 0; t < variant.length; ++t) {
      texts.positions.push_back(static_cast<std::int32_t>(t + t * t / 24));
    }
    texts.batch.positions = texts.positions;
  }
  bench.run(texts.batch, true);
  REQUIRE(bench.status == Status::kOk);
  test::Random random(6);
  for (const Tensor& tensor : bench.plan.tensors()) {
    CAPTURE(name_of(tensor));
    double largest = 0;
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      largest = std::max(largest, std::fabs(bench.grads[tensor.offset + i]));
    }
    if (is_idle(tensor)) {
      CHECK(largest < 1e-14);
      continue;
    }
    CHECK(largest > 1e-6);
    // All numbers of the tensor at once, in a direction of length 1, and the
    // one with the largest gradient.
    const double length = std::sqrt(static_cast<double>(tensor.size()));
    for (const bool one : {false, true}) {
      if (one && !variant.thorough) continue;
      std::vector<double> direction(tensor.size());
      double expected = 0;
      double size = 0;
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        const double g = bench.grads[tensor.offset + i];
        direction[i] = one ? (std::fabs(g) == largest ? 1 : 0)
                           : random.real(-1, 1) / length;
        expected += direction[i] * g;
        size += g * g;
      }
      // Of a step of 2e-6, the rounding of the loss is left.
      const double noise = has_corners(options.scheme) ? 1e-9 : 0;
      const double found = slope(bench, texts.batch, tensor, direction);
      CHECK(std::fabs(found - expected) <=
            1e-6 * (one ? largest : std::sqrt(size) / length) + noise);
    }
  }
}

}  // namespace

TEST_CASE("gradients of every scheme equal finite differences") {
  for (auto [name, options] : test::examples()) {
    // Two layers where they share what belongs to the scheme, and once without.
    const Scheme scheme = options.scheme;
    options.layers = scheme == Scheme::kNone || scheme == Scheme::kT5 ||
                             scheme == Scheme::kDeberta
                         ? 2
                         : 1;
    compare(options, name, {.thorough = true});
  }
}

TEST_CASE(
    "gradients of options that leave the usual equal finite differences") {
  const auto example = [](Scheme scheme) {
    ModelOptions o = test::examples()[static_cast<std::size_t>(scheme)].options;
    o.layers = 1;
    return o;
  };
  ModelOptions o = example(Scheme::kShaw);
  o.shaw_values = false;
  compare(o, "Shaw without values", {});
  o = example(Scheme::kHybrid);
  o.learned_width = 4;
  compare(o, "hybrid, of which 4 columns are learned", {});
  o = example(Scheme::kPartialRotary);
  o.rotary_width = 4;
  compare(o, "partial RoPE of width 4", {});
  compare(example(Scheme::kFire), "FIRE below 0", {.negative = true});
}

TEST_CASE("KERPLE's parameters rest where they are clamped") {
  ModelOptions options =
      test::examples()[static_cast<std::size_t>(Scheme::kKerple)].options;
  options.layers = 1;
  Bench<double> bench(options, 3);
  Texts texts(options, 3, 11, 5);
  const auto set = [&](double x) {
    for (const Kind kind : {Kind::kKerpleP, Kind::kKerpleA}) {
      std::fill_n(bench.plan.at(bench.params.data(), kind), options.heads, x);
    }
    std::fill(bench.grads.begin(), bench.grads.end(), 0.0);
    return bench.run(texts.batch, true).loss;
  };
  const auto largest = [&] {
    double most = 0;
    for (const Kind kind : {Kind::kKerpleP, Kind::kKerpleA}) {
      const double* const at = bench.plan.at(bench.grads.data(), kind);
      for (std::size_t h = 0; h < options.heads; ++h) {
        most = std::max(most, std::fabs(at[h]));
      }
    }
    return most;
  };
  const double at_limit = set(0.01);
  CHECK(set(-3) == at_limit);
  CHECK(largest() == 0);
  CHECK(set(0.5) != at_limit);
  CHECK(largest() > 1e-6);
}

TEST_CASE("gradients of encoders with padding equal finite differences") {
  for (auto [name, options] : test::examples()) {
    if (options.scheme == Scheme::kForgetting) continue;
    options.causal = false;
    options.tied = false;
    options.layers = 1;
    compare(options, name, {.padding = true});
  }
}

TEST_CASE("gradients at positions with gaps equal finite differences") {
  for (auto [name, options] : test::examples()) {
    options.width = 16;  // heads of whole panels
    options.layers = 1;
    compare(options, name, {.apart = true});
  }
}

TEST_CASE("gradients add up over the groups of a batch") {
  for (auto [name, options] : test::examples()) {
    // Those that keep something of a group.
    const Scheme scheme = options.scheme;
    if (scheme != Scheme::kDeberta && scheme != Scheme::kForgetting &&
        scheme != Scheme::kFire && scheme != Scheme::kT5) {
      continue;
    }
    options.width = 16;
    options.layers = 1;
    options.positions = 100;
    compare(options, name, {.count = 3, .length = 100});
  }
}

TEST_CASE("gradients with dropout equal finite differences") {
  // The mask is the same as long as the seed is, but only with gradients.
  ModelOptions options = test::examples().front().options;
  options.dropout = 0.25;
  Bench<double> bench(options, 3);
  Texts texts(options, 3, 11, 5);
  texts.batch.dropout_seed = 9;
  bench.run(texts.batch, true);
  const std::vector<double> grads = bench.grads;
  test::Random random(6);
  for (int n = 0; n < 12; ++n) {
    const std::size_t at = random.integer(0, bench.params.size() - 1);
    const double x = bench.params[at];
    const auto loss = [&](double step) {
      bench.params[at] = x + step;
      return bench.run(texts.batch, true).loss;
    };
    const double h = 1e-5;
    const double found = (loss(h) - loss(-h)) / (2 * h);
    bench.params[at] = x;
    CHECK(std::fabs(found - grads[at]) < 1e-9);
  }
  CHECK(bench.run(texts.batch, false).loss !=
        bench.run(texts.batch, true).loss);
}

TEST_CASE("gradients in float32 are those in float64") {
  for (const auto& [name, options] : test::examples()) {
    CAPTURE(std::string(name));
    Bench<double> exact(options, 3);
    Bench<float> rounded(options, 3);
    exact.shake(4, 0.1);
    rounded.shake(4, 0.1);
    Texts texts(options, 3, 16, 5);
    const double loss = exact.run(texts.batch, true).loss;
    CHECK(rounded.run(texts.batch, true).loss ==
          doctest::Approx(loss).epsilon(1e-6));
    for (const Tensor& tensor : exact.plan.tensors()) {
      CAPTURE(name_of(tensor));
      double largest = 0;
      double worst = 0;
      for (std::size_t i = 0; i < tensor.size(); ++i) {
        const double g = exact.grads[tensor.offset + i];
        const double f = static_cast<double>(rounded.grads[tensor.offset + i]);
        largest = std::max(largest, std::fabs(g));
        worst = std::max(worst, std::fabs(g - f));
      }
      if (!is_idle(tensor)) CHECK(worst <= 1e-4 * largest);
    }
  }
}

}  // namespace posenc
