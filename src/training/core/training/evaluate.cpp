#include "training/evaluate.hpp"

#include <algorithm>

namespace posenc::training {
namespace {

// Texts that share drawn positions.
constexpr std::size_t kAtOnce = 16;

ModelSize size_of(const EvaluateOptions& options) noexcept {
  return {std::min(options.texts, kAtOnce),
          text_length(options.source, options.size), false};
}

struct EvaluateParts {
  std::int32_t* tokens;
  std::int32_t* targets;
  std::int32_t* positions;
  float* model;

  EvaluateParts(Arena<float>& arena, const ModelSize& size) noexcept
      : tokens(arena.take_integers(product(size.batch, size.length))),
        targets(arena.take_integers(product(size.batch, size.length))),
        positions(arena.take_integers(size.length)),
        model(arena.take(0u)) {}
};

struct GenerateParts {
  std::int32_t* positions;
  float* logits;
  float* model;

  GenerateParts(Arena<float>& arena, const Plan& plan,
                std::size_t length) noexcept
      : positions(arena.take_integers(length)),
        logits(arena.take(product(length, plan.options.vocabulary))),
        model(arena.take(0u)) {}
};

// What is left of memory for the model.
std::span<float> rest(std::span<float> memory, const float* model) noexcept {
  return memory.subspan(static_cast<std::size_t>(model - memory.data()));
}

}  // namespace

Count evaluate_memory_size(const Plan& plan,
                           const EvaluateOptions& options) noexcept {
  const ModelSize size = size_of(options);
  if (size.length == 0) return Count(UINT64_MAX);
  Arena<float> arena;
  const EvaluateParts parts(arena, size);
  return arena.used() + model_memory_size<float>(plan, size);
}

Status evaluate(const Plan& plan, std::span<const float> params,
                const EvaluateOptions& o, std::span<float> memory,
                Score* score) noexcept {
  const ModelSize size = size_of(o);
  if (o.texts < 1 || o.texts > kMaxBatch || size.length == 0) {
    return Status::kBadArgument;
  }
  if (size.length > plan.options.positions || size.length > kMaxLength) {
    return Status::kOutOfRange;
  }
  const Status enough =
      check_scratch<float>(memory.size(), evaluate_memory_size(plan, o));
  if (enough != Status::kOk) return enough;
  Arena<float> arena(memory.data());
  const EvaluateParts parts(arena, size);
  Model<float> model(plan, size, rest(memory, parts.model));
  *score = {};
  std::size_t right = 0;
  std::size_t whole = 0;
  for (std::size_t first = 0; first < o.texts; first += size.batch) {
    Batch batch;
    batch.batch = std::min(size.batch, o.texts - first);
    batch.length = size.length;
    const std::size_t all = batch.batch * size.length;
    // Streams of sizes lie apart.
    const std::uint64_t stream =
        kTestStream + (std::uint64_t{o.size} << 20) + first;
    make_texts(o.source, o.size, o.seed, stream, batch.batch,
               {parts.tokens, all}, {parts.targets, all});
    batch.tokens = {parts.tokens, all};
    batch.targets = {parts.targets, all};
    if (o.randomized) {
      draw_positions(o.seed, kPositionStream + stream, plan.options.positions,
                     {parts.positions, size.length});
      batch.positions = {parts.positions, size.length};
    }
    batch.scaling = o.scaling;
    batch.design = o.design;
    Result result;
    const Status status = model.run(batch, params, {}, {}, &result);
    if (status != Status::kOk) return status;
    score->loss += result.loss * static_cast<double>(result.scored);
    score->scored += result.scored;
    right += result.right;
    whole += result.texts_right;
  }
  const double scored =
      static_cast<double>(std::max<std::size_t>(score->scored, 1));
  score->loss /= scored;
  score->accuracy = static_cast<double>(right) / scored;
  score->whole = static_cast<double>(whole) / static_cast<double>(o.texts);
  return Status::kOk;
}

Count generate_memory_size(const Plan& plan, std::size_t length) noexcept {
  if (length > kMaxLength) return Count(UINT64_MAX);
  Arena<float> arena;
  const GenerateParts parts(arena, plan, length);
  return arena.used() + model_memory_size<float>(plan, {1, length, false});
}

Status generate(const Plan& plan, std::span<const float> params,
                const GenerateOptions& o, std::span<std::int32_t> tokens,
                std::span<float> memory) noexcept {
  const std::size_t length = tokens.size();
  if (!plan.options.causal || o.given < 1 || o.given > length) {
    return Status::kBadArgument;
  }
  if (length > plan.options.positions || length > kMaxLength) {
    return Status::kOutOfRange;
  }
  const Status enough =
      check_scratch<float>(memory.size(), generate_memory_size(plan, length));
  if (enough != Status::kOk) return enough;
  Arena<float> arena(memory.data());
  const GenerateParts parts(arena, plan, length);
  Model<float> model(plan, {1, length, false}, rest(memory, parts.model));
  if (o.randomized) {
    draw_positions(o.seed, kPositionStream, plan.options.positions,
                   {parts.positions, length});
  }
  const std::size_t vocabulary = plan.options.vocabulary;
  for (std::size_t t = o.given; t < length; ++t) {
    Batch batch;
    batch.batch = 1;
    batch.length = t;
    batch.tokens = tokens.first(t);
    if (o.randomized) batch.positions = {parts.positions, t};
    batch.scaling = o.scaling;
    batch.design = o.design;
    Result result;
    const Told told{.weights = {}, .logits = {parts.logits, t * vocabulary}};
    const Status status = model.run(batch, params, {}, told, &result);
    if (status != Status::kOk) return status;
    tokens[t] = static_cast<std::int32_t>(
        largest<float>(parts.logits + (t - 1) * vocabulary, vocabulary));
  }
  return Status::kOk;
}

}  // namespace posenc::training
