#include "training/model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "bias/alibi.hpp"
#include "bias/fire.hpp"
#include "bias/kerple.hpp"
#include "bias/sandwich.hpp"
#include "bias/t5.hpp"
#include "setup.hpp"

namespace posenc {
namespace {

using test::Bench;
using test::Texts;
using training::Batch;
using training::Kind;
using training::ModelOptions;
using training::Plan;
using training::Scheme;

std::vector<float> logits_of(Bench<float>& bench, const Batch& batch) {
  std::vector<float> logits(batch.tokens.size() *
                            bench.plan.options.vocabulary);
  bench.run(batch, false, {.weights = {}, .logits = logits});
  REQUIRE(bench.status == Status::kOk);
  return logits;
}

ModelOptions options_of(Scheme scheme) {
  return test::examples()[static_cast<std::size_t>(scheme)].options;
}

double farthest(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::fabs(double{a[i]} - double{b[i]}));
  }
  return worst;
}

// The bias of a scheme as the core makes it: by key - query, [H, 2 n - 1], or
// FIRE's [H, n, n].
std::vector<float> core_bias(const Bench<float>& bench, std::size_t n) {
  const ModelOptions& o = bench.plan.options;
  const bias::Offsets offsets{1 - static_cast<double>(n), 2 * n - 1};
  std::vector<float> out(o.heads * offsets.count);
  const auto tensor = [&](Kind kind) {
    const training::Tensor& t = bench.plan.tensor(kind);
    return std::vector<float>(bench.params.begin() + t.offset,
                              bench.params.begin() + t.offset + t.size());
  };
  Status status = Status::kOk;
  if (o.scheme == Scheme::kAlibi) {
    std::vector<double> slopes(o.heads);
    REQUIRE(bias::alibi_slopes(slopes, bias::AlibiOrder::kReference, 8) ==
            Status::kOk);
    status = bias::alibi_by_offset(out, offsets, slopes, {});
  } else if (o.scheme == Scheme::kSandwich) {
    std::vector<numeric::Frequency> scratch(o.sandwich_width / 2);
    status = bias::sandwich_by_offset(out, offsets, o.heads,
                                      {.dim = o.sandwich_width}, scratch);
  } else if (o.scheme == Scheme::kT5) {
    const bias::T5Options t5{static_cast<std::int32_t>(o.buckets),
                             static_cast<std::int32_t>(o.max_distance), false};
    std::vector<std::int32_t> scratch(bias::t5_threshold_count(t5));
    status = bias::t5_by_offset(out, offsets, tensor(Kind::kRelative), o.heads,
                                t5, bias::Future::kKeep, scratch);
  } else if (o.scheme == Scheme::kKerple) {
    const std::vector<float> p = tensor(Kind::kKerpleP);
    const std::vector<float> a = tensor(Kind::kKerpleA);
    const std::vector<double> exact_p(p.begin(), p.end());
    const std::vector<double> exact_a(a.begin(), a.end());
    status = bias::kerple_by_offset(out, offsets, o.heads,
                                    {.a = exact_a, .p = exact_p}, {});
  } else {
    out.resize(o.heads * n * n);
    std::vector<double> positions(n);
    for (std::size_t i = 0; i < n; ++i) positions[i] = static_cast<double>(i);
    const auto hidden = tensor(Kind::kFireHidden);
    const auto hidden_bias = tensor(Kind::kFireHiddenBias);
    const auto output = tensor(Kind::kFireOut);
    const auto output_bias = tensor(Kind::kFireOutBias);
    status = bias::fire_reference(
        out, positions, positions, {hidden, hidden_bias, output, output_bias},
        {.c = double{tensor(Kind::kFireC)[0]},
         .length = o.fire_length,
         .multiplier = double{tensor(Kind::kFireMultiplier)[0]}});
  }
  REQUIRE(status == Status::kOk);
  return out;
}

// Numbers by key - query as the matrices [H, n, n] of a decoder.
std::vector<float> as_matrices(const std::vector<float>& by_offset,
                               std::size_t heads, std::size_t n) {
  std::vector<float> out(heads * n * n, 0.0f);
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        out[(h * n + i) * n + j] = by_offset[h * (2 * n - 1) + j + n - 1 - i];
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("biases are those of src/posenc/core/bias") {
  for (const Scheme scheme : {Scheme::kAlibi, Scheme::kSandwich, Scheme::kT5,
                              Scheme::kKerple, Scheme::kFire}) {
    CAPTURE(static_cast<int>(scheme));
    ModelOptions options = options_of(scheme);
    options.layers = 1;
    Bench<float> bench(options, 1);
    options.scheme = Scheme::kDesignedBias;
    Bench<float> designed(options, 1);
    // Random streams are by tensor, so both begin alike.
    Texts texts(options, 2, 13, 3);
    const std::size_t n = options.positions;
    const std::vector<float> bias = core_bias(bench, n);
    // FIRE has matrices as it is; what lies after the query is hidden.
    texts.bias =
        scheme == Scheme::kFire ? bias : as_matrices(bias, options.heads, n);
    texts.batch.design.bias = texts.bias;
    CHECK(farthest(logits_of(bench, texts.batch),
                   logits_of(designed, texts.batch)) < 2e-6);
  }
}

TEST_CASE("buckets of T5 have their room, however far they reach") {
  for (const std::size_t buckets : {4u, 8u, 32u}) {
    for (const std::size_t far :
         {std::size_t{17}, std::size_t{600}, std::size_t{1} << 30}) {
      ModelOptions options = options_of(Scheme::kT5);
      options.layers = 1;
      options.buckets = buckets;
      options.max_distance = far;
      Bench<float> bench(options, 1);
      options.scheme = Scheme::kDesignedBias;
      Bench<float> designed(options, 1);
      Texts texts(options, 2, 13, 3);
      const std::size_t n = options.positions;
      const std::vector<float> bias = core_bias(bench, n);
      texts.bias = as_matrices(bias, options.heads, n);
      texts.batch.design.bias = texts.bias;
      CHECK(farthest(logits_of(bench, texts.batch),
                     logits_of(designed, texts.batch)) < 2e-6);
    }
  }
}

TEST_CASE("a designed bias by offset is the same as its matrix") {
  const ModelOptions options = options_of(Scheme::kDesignedBias);
  Bench<float> bench(options, 1);
  Texts texts(options, 2, 13, 3);
  const std::size_t n = options.positions;
  std::vector<float> by_offset(options.heads * (2 * n - 1));
  for (std::size_t x = 0; x < by_offset.size(); ++x) {
    by_offset[x] = static_cast<float>(std::sin(static_cast<double>(x)));
  }
  for (std::size_t h = 0; h < options.heads; ++h) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        texts.bias[(h * n + i) * n + j] =
            by_offset[h * (2 * n - 1) + i + n - 1 - j];
      }
    }
  }
  const std::vector<float> matrix = logits_of(bench, texts.batch);
  texts.batch.design.bias = by_offset;
  texts.batch.design.by_offset = true;
  CHECK(logits_of(bench, texts.batch) == matrix);
}

TEST_CASE("weights of attention are told by layer and head") {
  for (auto [name, options] : test::examples()) {
    CAPTURE(std::string(name));
    for (const bool causal : {true, false}) {
      if (!causal && options.scheme == Scheme::kForgetting) continue;
      options.causal = causal;
      Bench<float> bench(options, 1);
      const Texts texts(options, 1, 13, 3);
      std::vector<float> weights(2 * 2 * 13 * 13);
      bench.run(texts.batch, false, {.weights = weights, .logits = {}});
      REQUIRE(bench.status == Status::kOk);
      for (std::size_t row = 0; row < 2 * 2 * 13; ++row) {
        double sum = 0;
        for (std::size_t j = 0; j < 13; ++j) {
          const double w = double{weights[row * 13 + j]};
          sum += w;
          if (causal && j > row % 13) CHECK(w == 0);
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("texts are the same alone and among others") {
  for (const auto& [name, options] : test::examples()) {
    CAPTURE(std::string(name));
    Bench<float> bench(options, 1);
    Texts texts(options, 3, 13, 3);
    const std::vector<float> all = logits_of(bench, texts.batch);
    texts.batch.batch = 1;
    texts.batch.tokens = texts.batch.tokens.subspan(13, 13);
    texts.batch.targets = {};
    const std::vector<float> alone = logits_of(bench, texts.batch);
    CHECK(std::equal(alone.begin(), alone.end(), all.begin() + 13 * 7));
  }
}

TEST_CASE("what follows does not matter to a decoder, nor padding to any") {
  for (auto [name, options] : test::examples()) {
    CAPTURE(std::string(name));
    Bench<float> bench(options, 1);
    Texts texts(options, 1, 13, 3);
    const std::vector<float> before = logits_of(bench, texts.batch);
    texts.tokens.back() = (texts.tokens.back() + 1) % 7;
    const std::vector<float> after = logits_of(bench, texts.batch);
    CHECK(std::equal(before.begin(), before.end() - 7, after.begin()));
    if (options.scheme == Scheme::kForgetting) continue;
    options.causal = false;
    Bench<float> encoder(options, 1);
    texts.lengths = {9};
    texts.batch.lengths = texts.lengths;
    const std::vector<float> padded = logits_of(encoder, texts.batch);
    texts.tokens[11] = (texts.tokens[11] + 1) % 7;
    const std::vector<float> other = logits_of(encoder, texts.batch);
    CHECK(std::equal(padded.begin(), padded.begin() + 9 * 7, other.begin()));
  }
}

TEST_CASE("rotations are scaled at test time") {
  const ModelOptions options = options_of(Scheme::kRotary);
  Bench<float> bench(options, 1);
  bench.shake(2, 0.2);
  Texts texts(options, 1, 12, 3);
  const std::vector<float> plain = logits_of(bench, texts.batch);
  texts.batch.scaling = {.type = rotary::ScalingType::kLinear, .factor = 2};
  const std::vector<float> halved = logits_of(bench, texts.batch);
  CHECK(farthest(plain, halved) > 1e-3);
  // Every second position, interpolated by 2, is every position.
  for (std::int32_t t = 0; t < 12; ++t) texts.positions.push_back(2 * t);
  ModelOptions longer = options;
  longer.positions = 32;
  Bench<float> apart(longer, 1);
  apart.params = bench.params;
  texts.batch.positions = texts.positions;
  CHECK(farthest(logits_of(apart, texts.batch), plain) < 1e-5);
  texts.batch.positions = {};
  for (const auto type :
       {rotary::ScalingType::kNtk, rotary::ScalingType::kYarn}) {
    texts.batch.scaling = {
        .type = type, .factor = 2, .original_max_seq_len = 6};
    const std::vector<float> scaled = logits_of(bench, texts.batch);
    CHECK(farthest(plain, scaled) > 1e-4);
    CHECK(farthest(halved, scaled) > 1e-4);
  }
}

TEST_CASE("names of tensors are told, each once") {
  for (const auto& [name, options] : test::examples()) {
    Plan plan;
    REQUIRE(make_plan(&plan, options) == Status::kOk);
    std::vector<std::string> names;
    std::size_t numbers = 0;
    for (const training::Tensor& tensor : plan.tensors()) {
      char text[training::kMaxName];
      names.emplace_back(text, training::name_of(tensor, text));
      CHECK(tensor.offset == numbers);
      numbers += tensor.size();
    }
    CHECK(numbers == plan.numbers());
    CHECK(names.front() == "tokens.weight");
    CHECK(std::find(names.begin(), names.end(),
                    "layers.1.attention.qkv.weight") != names.end());
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  }
}

TEST_CASE("initial numbers have their deviations") {
  ModelOptions options = options_of(Scheme::kLearned);
  options.width = 64;
  options.heads = 4;
  options.positions = 512;
  Bench<float> bench(options, 5);
  for (const training::Tensor& tensor : bench.plan.tensors()) {
    double square = 0;
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      const double x = double{bench.params[tensor.offset + i]};
      square += x * x;
    }
    const double rms = std::sqrt(square / static_cast<double>(tensor.size()));
    CHECK(rms == doctest::Approx(tensor.low).epsilon(0.06));
  }
}

TEST_CASE("models refuse options out of their ranges") {
  Plan plan;
  const auto status = [&](auto change) {
    ModelOptions o = options_of(Scheme::kRotary);
    change(o);
    return make_plan(&plan, o);
  };
  const auto bad = Status::kBadArgument;
  CHECK(status([](ModelOptions&) {}) == Status::kOk);
  CHECK(status([](ModelOptions& o) { o.layers = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.layers = 5; }) == bad);
  CHECK(status([](ModelOptions& o) { o.width = 20; }) == bad);
  CHECK(status([](ModelOptions& o) { o.width = 136; }) == bad);
  CHECK(status([](ModelOptions& o) { o.heads = 5; }) == bad);
  CHECK(status([](ModelOptions& o) { o.heads = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.vocabulary = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.positions = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.positions = 4097; }) == bad);
  CHECK(status([](ModelOptions& o) { o.dropout = 1; }) == bad);
  CHECK(status([](ModelOptions& o) { o.dropout = std::nan(""); }) == bad);
  CHECK(status([](ModelOptions& o) { o.base = 0.5; }) == bad);
  CHECK(status([](ModelOptions& o) { o.learned_width = 24; }) == bad);
  CHECK(status([](ModelOptions& o) { o.clip = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.cope_positions = 1; }) == bad);
  CHECK(status([](ModelOptions& o) { o.buckets = 7; }) == bad);
  CHECK(status([](ModelOptions& o) { o.max_distance = 4; }) == bad);
  CHECK(status([](ModelOptions& o) { o.fire_length = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.sandwich_width = 15; }) == bad);
  CHECK(status([](ModelOptions& o) { o.rotary_width = 14; }) == bad);
  CHECK(status([](ModelOptions& o) { o.xpos_scale_base = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.scheme = static_cast<Scheme>(20); }) ==
        bad);
  CHECK(status([](ModelOptions& o) { o.scheme = static_cast<Scheme>(-1); }) ==
        bad);
  CHECK(status([](ModelOptions& o) { o.span = 1025; }) == bad);
  CHECK(status([](ModelOptions& o) { o.buckets = 2; }) == bad);
  CHECK(status([](ModelOptions& o) { o.fire_width = 0; }) == bad);
  CHECK(status([](ModelOptions& o) { o.fire_length = 2e9; }) == bad);
  CHECK(status([](ModelOptions& o) { o.sandwich_width = 1026; }) == bad);
  CHECK(status([](ModelOptions& o) { o.rotary_width = 3; }) == bad);
  CHECK(status([](ModelOptions& o) { o.xpos_scale_base = 0x1p32; }) == bad);
  // Half of a head of two columns is no pair.
  CHECK(status([](ModelOptions& o) {
          o.scheme = Scheme::kPartialRotary;
          o.width = 16;
          o.heads = 8;
        }) == bad);
  // An odd width of heads.
  CHECK(status([](ModelOptions& o) { o.heads = 8; }) == bad);
  CHECK(status([](ModelOptions& o) {
          o.scheme = Scheme::kForgetting;
          o.causal = false;
        }) == bad);
}

TEST_CASE("models refuse batches that do not fit") {
  const ModelOptions options = options_of(Scheme::kNone);
  const auto status = [&](auto change) {
    Bench<float> bench(options, 1);
    Texts texts(options, 2, 6, 1);
    texts.lengths = {6, 3};
    texts.positions = {0, 2, 3, 7, 8, 15};
    texts.batch.lengths = texts.lengths;
    texts.batch.positions = texts.positions;
    change(texts);
    bench.run(texts.batch, false);
    return bench.status;
  };
  const auto bad = Status::kBadArgument;
  CHECK(status([](Texts&) {}) == Status::kOk);
  CHECK(status([](Texts& t) { t.tokens[3] = 7; }) == bad);
  CHECK(status([](Texts& t) { t.tokens[3] = -1; }) == bad);
  CHECK(status([](Texts& t) { t.targets[3] = 7; }) == bad);
  CHECK(status([](Texts& t) { t.targets[3] = -2; }) == bad);
  CHECK(status([](Texts& t) { t.lengths[0] = 0; }) == bad);
  CHECK(status([](Texts& t) { t.lengths[0] = 7; }) == bad);
  CHECK(status([](Texts& t) { t.positions[1] = 0; }) == Status::kOutOfRange);
  CHECK(status([](Texts& t) { t.positions[5] = 16; }) == Status::kOutOfRange);
  CHECK(status([](Texts& t) { t.positions[0] = -1; }) == Status::kOutOfRange);
  CHECK(status([](Texts& t) { t.batch.tokens = t.batch.tokens.first(11); }) ==
        Status::kBadShape);
  CHECK(status([](Texts& t) { t.batch.lengths = t.batch.lengths.first(1); }) ==
        Status::kBadShape);
  Plan plan;
  REQUIRE(make_plan(&plan, options) == Status::kOk);
  using training::model_memory_size;
  CHECK(!model_memory_size<float>(plan, {1, 17, true}).exists<float>());
  CHECK(!model_memory_size<float>(plan, {1, 0, true}).exists<float>());
  CHECK(!model_memory_size<float>(plan, {0, 3, true}).exists<float>());
  CHECK(model_memory_size<float>(plan, {1024, 3, true}).exists<float>());
  CHECK(!model_memory_size<float>(plan, {1025, 3, true}).exists<float>());
}

TEST_CASE("models refuse spans and sizes that are not those of the call") {
  const ModelOptions options = options_of(Scheme::kNone);
  struct Call {
    Batch batch;
    std::size_t params;
    std::size_t grads = 0;
    std::vector<float> weights = {};
    std::vector<float> logits = {};
  };
  Plan plan;
  REQUIRE(make_plan(&plan, options) == Status::kOk);
  const Texts texts(options, 2, 6, 1);
  const std::vector<std::int32_t> positions = {0, 1, 2, 3, 4, 5, 6};
  const auto status = [&](bool gradients, auto change) {
    const training::ModelSize size{2, 6, gradients};
    std::vector<float> memory(
        training::model_memory_size<float>(plan, size).size());
    training::Model<float> model(plan, size, memory);
    Call call{.batch = texts.batch, .params = plan.numbers()};
    change(call);
    const std::vector<float> params(call.params, 0.1f);
    std::vector<float> grads(call.grads);
    training::Result result;
    return model.run(call.batch, params, grads, {call.weights, call.logits},
                     &result);
  };
  const auto bad = Status::kBadArgument;
  const auto shape = Status::kBadShape;
  const std::size_t all = plan.numbers();
  CHECK(status(false, [](Call&) {}) == Status::kOk);
  CHECK(status(true, [&](Call& c) { c.grads = all; }) == Status::kOk);
  CHECK(status(false, [](Call& c) { c.batch.length = 0; }) == bad);
  CHECK(status(false, [](Call& c) { c.batch.batch = 0; }) == bad);
  CHECK(status(false, [](Call& c) { c.batch.length = 7; }) == shape);
  CHECK(status(false, [](Call& c) { c.batch.batch = 3; }) == shape);
  CHECK(status(false, [](Call& c) { --c.params; }) == shape);
  CHECK(status(true, [&](Call& c) { c.grads = all + 1; }) == shape);
  CHECK(status(false, [&](Call& c) { c.grads = all; }) == shape);
  CHECK(status(false, [](Call& c) {
          c.batch.targets = c.batch.targets.first(11);
        }) == shape);
  CHECK(status(false, [&](Call& c) { c.batch.positions = positions; }) ==
        shape);
  CHECK(status(false, [](Call& c) { c.weights.resize(288); }) == bad);
  CHECK(status(false, [](Call& c) { c.logits.resize(85); }) == shape);
  CHECK(status(false, [](Call& c) { c.logits.resize(84); }) == Status::kOk);
  const auto alone = [](Call& c) {
    c.batch.batch = 1;
    c.batch.tokens = c.batch.tokens.first(6);
    c.batch.targets = {};
    c.weights.resize(2 * 2 * 6 * 6);
  };
  CHECK(status(false, alone) == Status::kOk);
  CHECK(status(false, [&](Call& c) {
          alone(c);
          c.weights.resize(143);
        }) == shape);
  ModelOptions longest = options;
  longest.positions = 4096;
  REQUIRE(make_plan(&plan, longest) == Status::kOk);
  using training::model_memory_size;
  CHECK(model_memory_size<float>(plan, {1, 2048}).exists<float>());
  CHECK(!model_memory_size<float>(plan, {1, 2049}).exists<float>());
}

TEST_CASE("layers share memory where no gradients are wanted") {
  for (std::size_t layers = 1; layers <= training::kMaxLayers; ++layers) {
    ModelOptions options = options_of(Scheme::kLearned);
    options.layers = layers;
    Bench<float> bench(options, 1);
    const Texts texts(options, 2, 13, 3);
    const std::vector<float> kept = logits_of(bench, texts.batch);
    const training::ModelSize size{2, 13, false};
    const std::size_t numbers =
        training::model_memory_size<float>(bench.plan, size).size();
    if (layers > 1) CHECK(numbers < bench.memory.size());
    std::vector<float> memory(numbers);
    training::Model<float> model(bench.plan, size, memory);
    std::vector<float> logits(kept.size());
    training::Result result;
    REQUIRE(model.run(texts.batch, bench.params, {},
                      {.weights = {}, .logits = logits},
                      &result) == Status::kOk);
    CHECK(logits == kept);
  }
}

TEST_CASE("a scaling that lacks its length is refused") {
  const ModelOptions options = options_of(Scheme::kRotary);
  Bench<float> bench(options, 1);
  Texts texts(options, 2, 6, 1);
  texts.batch.scaling = {.type = rotary::ScalingType::kYarn, .factor = 2};
  bench.run(texts.batch, false);
  CHECK(bench.status == Status::kBadArgument);
}

TEST_CASE("designs that are missing or do not fit are refused") {
  for (const Scheme scheme :
       {Scheme::kDesignedBias, Scheme::kDesignedRotation}) {
    const ModelOptions options = options_of(scheme);
    Bench<float> bench(options, 1);
    Texts texts(options, 2, 6, 1);
    bench.run(texts.batch, false);
    CHECK(bench.status == Status::kOk);
    const training::Design design = texts.batch.design;
    texts.batch.design = {};
    bench.run(texts.batch, false);
    CHECK(bench.status != Status::kOk);
    texts.batch.design = design;
    if (scheme == Scheme::kDesignedRotation) {
      texts.frequencies[0] = std::numeric_limits<double>::infinity();
      bench.run(texts.batch, false);
      CHECK(bench.status == Status::kBadArgument);
    } else {
      texts.batch.design.positions = 15;
      bench.run(texts.batch, false);
      CHECK(bench.status == Status::kBadArgument);
      texts.batch.design.positions = 4097;
      bench.run(texts.batch, false);
      CHECK(bench.status == Status::kBadArgument);
    }
  }
}

}  // namespace posenc
