// src/training/core/training: models, trainers and tasks of all sorts, also
// impossible ones. A trainer is an object with memory of its own; what is held
// here is that nothing is read or written outside of it, that impossible
// options are refused, and that the same options give the same numbers.
#include <algorithm>
#include <cmath>
#include <vector>

#include "case.hpp"
#include "target.hpp"
#include "training/evaluate.hpp"
#include "training/trainer.hpp"

namespace posenc::fuzz {

using namespace posenc::training;

// Of a case, as `work_of` counts: three to five seconds under sanitizers.
constexpr double kMostWork = 1e9;

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

// A size that a test has memory for.
static bool is_small(Count numbers) {
  return numbers.exists<float>() && numbers.number() < 4e6;
}

// Multiplications and the like of one call of a model, at least; those of the
// gradients are about twice as many again. Sizes of texts alone bound nothing:
// memory is for a group of texts, and each text takes the square of its length.
static double work_of(const Plan& plan, const ModelSize& size) {
  const ModelOptions& o = plan.options;
  const auto number = [](std::size_t n) { return static_cast<double>(n); };
  const double width = number(o.width);
  const double heads = number(o.heads);
  const double head = number(padded(plan.head_width()));
  const double length = number(size.length);
  const double texts = number(size.batch);
  const double reach = number(o.positions);  // no position is beyond
  // Scores that share what is made for a group of texts.
  const double groups =
      std::ceil(texts / std::max(std::floor(256 / length), 1.0));
  const double rows = texts * length;
  const double pairs = heads * length * length;
  double scores = texts * pairs * (2 * head + 8);
  double products = rows * 12 * width * width;
  double tables = 12 * width * width;
  switch (o.scheme) {
    case Scheme::kShaw:
    case Scheme::kTransformerXl:
    case Scheme::kDeberta: {
      const double choices = o.scheme == Scheme::kShaw ? 2 * number(o.clip) + 1
                             : o.scheme == Scheme::kDeberta ? 2 * number(o.span)
                                                            : 2 * reach;
      scores += texts * pairs * 12;
      products += 2 * rows * heads * choices * head;
      tables += groups * choices * (2 * width * width + 4 * heads * head) +
                2 * reach * 50 * width;
      break;
    }
    case Scheme::kCope:
      scores += texts * pairs * 12;
      products += rows * heads * number(padded(o.cope_positions)) * head;
      break;
    case Scheme::kFire:
      scores += groups * pairs * 3 * number(o.fire_width);
      tables += groups * reach * 50;
      break;
    case Scheme::kDesignedBias:
      scores += groups * pairs * 8;
      break;
    case Scheme::kSandwich:
      tables += reach * 50 * number(o.sandwich_width);
      break;
    default:
      tables += reach * 50 * heads + length * 50 * width;
  }
  const double layers = number(o.layers);
  const double logits = (rows + 1) * number(padded(o.vocabulary)) * (width + 8);
  const double all = layers * (scores + products + tables) + logits;
  return size.gradients ? 3 * all : all;
}

// What a case may compute: seconds under sanitizers, and enough for one text of
// any length or a thousand short ones.
class Budget {
 public:
  // Whether there is so much left; if so, it is spent.
  bool spend(double work) {
    if (!(work <= left_)) return false;
    left_ -= work;
    return true;
  }

 private:
  double left_ = kMostWork;
};

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
  Budget budget;
  if (!is_small(memory_size) || !budget.spend(work_of(plan, size))) return;
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
  Budget budget;
  if (!budget.spend(3 * work_of(plan, {o.batch, shape.length, true}))) return;
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
  if (is_small(evaluate_memory_size(plan, e)) &&
      budget.spend(work_of(plan, {e.texts, text_length(e.source, e.size)}))) {
    std::vector<float> scratch(evaluate_memory_size(plan, e).size());
    Score score;
    if (evaluate(plan, trainer.params(), e, scratch, &score) == Status::kOk &&
        !(score.accuracy >= 0 && score.accuracy <= 1)) {
      fail("accuracy is no share");
    }
  }
  const std::size_t length = in.size(12);
  const std::size_t given = in.size(12);
  // Each token is another call, with all before it.
  double work = 0;
  for (std::size_t t = given; t < length && length <= kMaxLength; ++t) {
    work += work_of(plan, {1, std::max<std::size_t>(t, 1)});
  }
  if (!is_small(generate_memory_size(plan, length)) || !budget.spend(work)) {
    return;
  }
  std::vector<std::int32_t> text(length);
  std::vector<float> scratch(generate_memory_size(plan, text.size()).size());
  if (generate(plan, trainer.params(), {.given = given}, text, scratch) ==
      Status::kOk) {
    check_targets(text, model.vocabulary);
  }
}

POSENC_FUZZ({"task", fuzz_task}, {"model", fuzz_model},
            {"trainer", fuzz_trainer})

}  // namespace posenc::fuzz
