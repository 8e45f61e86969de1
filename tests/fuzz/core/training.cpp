// src/core/training: models, trainers and tasks of all sorts, also impossible
// ones. A trainer is an object with memory of its own; what is held here is
// that nothing is read or written outside of it, that impossible options are
// refused, and that the same options give the same numbers.
#include <cmath>
#include <vector>

#include "case.hpp"
#include "target.hpp"
#include "training/evaluate.hpp"
#include "training/trainer.hpp"

namespace posenc::fuzz {

using namespace posenc::training;

static ModelOptions choose_model(Input& in) {
  ModelOptions o;
  o.layers = in.few(3);
  o.width = 8 * in.few(4);
  o.heads = in.few(4);
  o.vocabulary = in.size(40);
  o.positions = in.size(48);
  o.causal = in.flag();
  o.tied = in.flag();
  o.scheme = in.choose<Scheme>(kSchemes);
  o.dropout = in.flag() ? in.real(0, 1) : 0;
  o.base = in.flag() ? in.any_real() : 10000;
  o.learned_width = in.size(8);
  o.clip = in.size(8);
  o.shaw_values = in.flag();
  o.span = in.size(8);
  o.cope_positions = in.size(8);
  o.buckets = 2 * in.size(8);
  o.max_distance = in.size(64);
  o.fire_width = in.size(8);
  o.fire_length = in.real(0, 40);
  o.sandwich_width = 2 * in.size(8);
  o.rotary_width = 2 * in.size(4);
  o.xpos_scale_base = in.flag() ? in.any_real() : 512;
  return o;
}

static TaskOptions choose_task(Input& in) {
  TaskOptions o;
  o.kind = in.choose<TaskKind>(kTasks);
  o.symbols = in.size(12);
  o.back = in.size(8);
  o.classes = in.size(12);
  o.hints = in.size(24);
  o.verbs = in.size(4);
  o.fillers = in.size(8);
  o.earliest = in.size(8);
  return o;
}

// A size that a test has time for.
static bool is_small(Count numbers) {
  return numbers.exists<float>() && numbers.number() < 4e6;
}

static void check_targets(std::span<const std::int32_t> targets,
                          std::size_t vocabulary) {
  for (const std::int32_t target : targets) {
    if (target < -1 || target >= static_cast<std::int64_t>(vocabulary)) {
      fail("a target beyond the vocabulary");
    }
  }
}

static void fuzz_task(Input& in) {
  const TaskOptions o = choose_task(in);
  const std::size_t n = in.size(64);
  TaskShape shape;
  if (task_shape(&shape, o, n) != Status::kOk) return;
  std::vector<std::int32_t> tokens(shape.length);
  std::vector<std::int32_t> targets(shape.length);
  numeric::Random random(in.bits());
  make_text(o, n, random, tokens, targets);
  check_targets(tokens, shape.vocabulary);
  check_targets(targets, shape.vocabulary);
  const double level = chance(o, n, tokens, targets);
  if (!(level >= 0 && level <= 1)) fail("chance is no share");
}

// Forward and back with any batch.
static void fuzz_model(Input& in) {
  Plan plan;
  if (make_plan(&plan, choose_model(in)) != Status::kOk) return;
  const ModelOptions& o = plan.options;
  const ModelSize size{in.few(3), in.size(40), in.flag()};
  const Count memory_size = model_memory_size<float>(plan, size);
  if (!is_small(memory_size)) return;
  std::vector<float> memory(memory_size.size());
  std::vector<float> params(plan.numbers());
  initialise(plan, in.bits(), params);
  std::vector<float> grads(size.gradients ? params.size() : 0);
  Model<float> model(plan, size, memory);
  Batch batch;
  batch.batch = size.batch;
  batch.length = size.length;
  const std::size_t all = size.batch * size.length;
  const auto ids = [&](std::size_t count, std::int64_t low, std::size_t high) {
    std::vector<std::int32_t> list(count);
    for (auto& id : list) {
      id = static_cast<std::int32_t>(
          in.integer(low, static_cast<std::int64_t>(high)));
    }
    return list;
  };
  const auto tokens = ids(all, 0, o.vocabulary - 1);
  const auto targets = ids(all, -1, o.vocabulary - 1);
  const auto lengths = ids(size.batch, 1, size.length);
  std::vector<std::int32_t> positions(size.length);
  // Wide steps wrap around: positions that fall are refused.
  std::uint32_t next = 0;
  for (auto& p : positions) {
    next += static_cast<std::uint32_t>(in.few(2));
    p = static_cast<std::int32_t>(next);
  }
  std::vector<float> bias(o.heads * (2 * o.positions - 1), 0.5f);
  std::vector<double> frequencies(plan.rotary_width() / 2, in.real(0, 1));
  batch.tokens = tokens;
  batch.targets = targets;
  if (in.flag()) batch.lengths = lengths;
  if (in.flag()) batch.positions = positions;
  if (in.flag()) {
    batch.scaling = {.type = in.choose<rotary::ScalingType>(12),
                     .factor = in.real(0.5, 8),
                     .original_max_seq_len = in.real(0, 40)};
  }
  batch.design = {bias, o.positions, true, frequencies};
  batch.dropout_seed = in.bits();
  std::vector<float> logits(all * o.vocabulary);
  Result result;
  const Status status = model.run(batch, params, grads,
                                  {.weights = {}, .logits = logits}, &result);
  if (status != Status::kOk) return;
  if (!std::isfinite(result.loss)) fail("a loss that is no number");
  check_bound<float>(logits, 1e6, "a logit");
  // Dropout can leave a row without variance; each norm then multiplies by
  // 1 / sqrt(1e-5), which float64 and finite differences confirm.
  check_bound<float>(grads, o.dropout > 0 ? 1e30 : 1e9, "a gradient");
}

// A few steps, saved and restored; evaluation and generation.
static void fuzz_trainer(Input& in) {
  Plan plan;
  ModelOptions model = choose_model(in);
  TrainerOptions o;
  o.source.task = choose_task(in);
  o.size = in.size(16);
  o.least = in.size(16);
  o.batch = in.size(4);
  o.randomized = in.flag();
  o.seed = in.bits();
  o.adamw.rate = in.real(0, 1);
  TaskShape shape;
  if (task_shape(&shape, o.source.task, o.size) != Status::kOk) return;
  model.vocabulary = shape.vocabulary;
  if (make_plan(&plan, model) != Status::kOk) return;
  if (!is_small(trainer_memory_size(plan, o)) ||
      Trainer::check_options(plan, o) != Status::kOk) {
    return;
  }
  std::vector<float> memory(trainer_memory_size(plan, o).size());
  Trainer trainer(plan, o, memory);
  StepReport report;
  if (trainer.step(&report) != Status::kOk) return;
  std::vector<std::uint8_t> bytes(trainer.saved_size().size());
  trainer.save(bytes);
  const Status first = trainer.step(&report);
  const double loss = report.loss;
  if (trainer.restore(bytes) != Saved::kGood) fail("not restored");
  if (trainer.step(&report) != first || report.loss != loss) {
    fail("goes on otherwise");
  }
  bytes[in.bits() % bytes.size()] ^= 0x10;
  if (trainer.restore(bytes) == Saved::kGood) fail("took damage");

  const EvaluateOptions e{.source = o.source,
                          .size = in.size(24),
                          .texts = in.size(20),
                          .randomized = o.randomized};
  if (is_small(evaluate_memory_size(plan, e))) {
    std::vector<float> scratch(evaluate_memory_size(plan, e).size());
    Score score;
    if (evaluate(plan, trainer.params(), e, scratch, &score) == Status::kOk &&
        !(score.accuracy >= 0 && score.accuracy <= 1)) {
      fail("accuracy is no share");
    }
  }
  const std::size_t length = in.size(12);
  if (!is_small(generate_memory_size(plan, length))) return;
  std::vector<std::int32_t> text(length);
  std::vector<float> scratch(generate_memory_size(plan, text.size()).size());
  if (generate(plan, trainer.params(), {.given = in.size(12)}, text, scratch) ==
      Status::kOk) {
    check_targets(text, model.vocabulary);
  }
}

POSENC_FUZZ({"task", fuzz_task}, {"model", fuzz_model},
            {"trainer", fuzz_trainer})

}  // namespace posenc::fuzz
