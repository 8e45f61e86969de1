// Models, batches and memory for the tests of training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "training/model.hpp"

namespace posenc::test {

using training::Batch;
using training::ModelOptions;
using training::Plan;
using training::Scheme;

// Every scheme at a small size, with a name.
struct Example {
  const char* name;
  ModelOptions options;
};

inline std::vector<Example> examples() {
  const char* const names[] = {
      "none",      "sinusoidal",   "learned",  "hybrid",
      "perturbed", "Shaw",         "XL",       "DeBERTa",
      "CoPE",      "forgetting",   "T5",       "ALiBi",
      "KERPLE",    "FIRE",         "Sandwich", "designed bias",
      "RoPE",      "partial RoPE", "xPos",     "designed rotation"};
  std::vector<Example> all;
  for (int i = 0; i < training::kSchemes; ++i) {
    ModelOptions o;
    o.layers = 2;
    o.width = 24;
    o.heads = 2;
    o.vocabulary = 7;
    o.positions = 16;
    o.scheme = static_cast<Scheme>(i);
    o.clip = 3;
    o.span = 3;
    o.cope_positions = 4;
    o.buckets = 8;
    o.max_distance = 10;
    o.fire_width = 5;
    o.fire_length = 4;
    o.sandwich_width = 16;
    all.push_back({names[i], o});
  }
  return all;
}

// A batch that owns its numbers.
struct Texts {
  std::vector<std::int32_t> tokens;
  std::vector<std::int32_t> targets;
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> positions;
  std::vector<float> bias;
  std::vector<double> frequencies;
  Batch batch;

  Texts(const ModelOptions& o, std::size_t count, std::size_t length,
        std::uint64_t seed) {
    Random random(seed);
    const std::size_t last = o.vocabulary - 1;
    for (std::size_t i = 0; i < count * length; ++i) {
      tokens.push_back(static_cast<std::int32_t>(random.integer(0, last)));
      targets.push_back(static_cast<std::int32_t>(random.integer(0, last)));
      if (random.chance(0.25)) targets.back() = -1;
    }
    targets.front() = 1;
    batch.batch = count;
    batch.length = length;
    batch.tokens = tokens;
    batch.targets = targets;
    if (o.scheme == Scheme::kDesignedBias) {
      bias = random.floats(o.heads * o.positions * o.positions);
      batch.design.bias = bias;
      batch.design.positions = o.positions;
    }
    if (o.scheme == Scheme::kDesignedRotation) {
      for (std::size_t i = 0; i < o.width / o.heads / 2; ++i) {
        frequencies.push_back(random.real(0, 1));
      }
      batch.design.frequencies = frequencies;
    }
  }
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;
};

// A model, its memory, its parameters and their gradients.
template <class T>
struct Bench {
  Plan plan;
  std::vector<T> params;
  std::vector<T> grads;
  std::vector<T> memory;

  Bench(const ModelOptions& options, std::uint64_t seed) {
    if (make_plan(&plan, options) != Status::kOk) return;
    std::vector<float> start(plan.numbers());
    training::initialise(plan, seed, start);
    params.assign(start.begin(), start.end());
    grads.assign(params.size(), T{0});
  }

  // Makes every parameter matter: what begins as zeros or small would have
  // gradients near nothing.
  void shake(std::uint64_t seed, double size) {
    Random random(seed);
    for (T& x : params) {
      // Rounded, so that float and double begin alike.
      x += static_cast<T>(static_cast<float>(random.real(-size, size)));
      x = static_cast<T>(static_cast<float>(x));
    }
  }

  training::Result run(const Batch& batch, bool backward,
                       const training::Told& told = {}) {
    const training::ModelSize size{batch.batch, batch.length, true};
    // Whatever lies in it.
    memory.resize(training::model_memory_size<T>(plan, size).size(), T{1});
    training::Model<T> model(plan, size, memory);
    training::Result result;
    status = model.run(batch, params,
                       backward ? std::span<T>(grads) : std::span<T>(), told,
                       &result);
    return result;
  }
  Status status = Status::kOk;
};

}  // namespace posenc::test
