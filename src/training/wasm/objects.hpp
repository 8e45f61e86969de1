// Models and trainers as JavaScript holds them, each with the memory it needs.
#pragma once

#include <algorithm>
#include <optional>

#include "memory.hpp"
#include "options.hpp"
#include "training/evaluate.hpp"
#include "training/trainer.hpp"

namespace posenc::wasm {

using emscripten::val;
using training::Plan;

// What models and trainers share: a plan and what a designed scheme takes.
class Planned {
 public:
  explicit Planned(const PlanOptions& options) noexcept
      : status_(make_plan(&plan_, options)) {}

  [[nodiscard]] int status() const noexcept { return number(status_); }
  [[nodiscard]] std::size_t numbers() const noexcept { return plan_.numbers(); }
  [[nodiscard]] std::size_t tensors() const noexcept {
    return plan_.tensors().size();
  }
  [[nodiscard]] TensorView tensor(std::size_t n) const noexcept {
    if (n >= tensors()) return {};
    const training::Tensor& t = plan_.tensors()[n];
    return {static_cast<std::size_t>(t.kind),
            t.layer,
            t.rows,
            t.columns,
            t.offset,
            t.decays};
  }
  // The name in ASCII.
  [[nodiscard]] val name(std::size_t n) noexcept {
    const std::size_t length =
        n < tensors() ? training::name_of(plan_.tensors()[n], name_) : 0;
    return val(emscripten::typed_memory_view(
        length, reinterpret_cast<const std::uint8_t*>(name_)));
  }

  val corpus(std::size_t count) noexcept { return corpus_.view_of(count); }
  val bias(std::size_t count, std::size_t positions, bool by_offset) noexcept {
    positions_ = positions;
    by_offset_ = by_offset;
    return bias_.view_of(count);
  }
  val frequencies(std::size_t count) noexcept {
    return frequencies_.view_of(count);
  }

 protected:
  [[nodiscard]] training::Design design() const noexcept {
    return {bias_.all(), positions_, by_offset_, frequencies_.all()};
  }
  [[nodiscard]] training::Source source(
      const SourceOptions& options) const noexcept {
    training::Source to;
    to.task = options.options();
    if (options.fromCorpus) to.corpus = corpus_.all();
    return to;
  }

  Plan plan_;
  Status status_;
  Memory<std::int32_t> corpus_;
  Memory<float> bias_;
  Memory<double> frequencies_;
  std::size_t positions_ = 0;
  bool by_offset_ = false;
  char name_[training::kMaxName] = {};
};

// Weights, and what they do.
class Model : public Planned {
 public:
  Model(const PlanOptions& options, double seed) noexcept : Planned(options) {
    if (status_ != Status::kOk) return;
    if (!params_.fits(plan_.numbers())) {
      status_ = Status::kTooLarge;
      return;
    }
    training::initialise(plan_, seed_of(seed), params_.all());
  }

  [[nodiscard]] val params() const noexcept { return params_.view(); }
  [[nodiscard]] std::span<float> numbers_of() const noexcept {
    return params_.all();
  }

  ScoreView evaluate(const SourceOptions& from, std::size_t size,
                     std::size_t texts, const TestOptions& test) noexcept {
    ScoreView view;
    view.status = status();
    if (view.status != 0) return view;
    const training::EvaluateOptions o{.source = source(from),
                                      .size = size,
                                      .texts = texts,
                                      .randomized = test.randomized,
                                      .seed = seed_of(test.seed),
                                      .scaling = scaling_of(test),
                                      .design = design()};
    Memory<float> scratch;
    // What cannot be a text is refused below, with its reason.
    if (texts >= 1 && training::text_length(o.source, size) != 0 &&
        !scratch.fits(training::evaluate_memory_size(plan_, o)) &&
        training::text_length(o.source, size) <= plan_.options.positions) {
      view.status = kNoMemory;
      return view;
    }
    training::Score score;
    view.status = number(
        training::evaluate(plan_, params_.all(), o, scratch.all(), &score));
    view.loss = score.loss;
    view.accuracy = score.accuracy;
    view.whole = score.whole;
    view.scored = static_cast<double>(score.scored);
    return view;
  }

  // The text that the next calls are about.
  val tokens(std::size_t count) noexcept { return tokens_.view_of(count); }

  // Fills weights() [L, H, T, T] and logits() [T, V].
  int look(const TestOptions& test) noexcept {
    if (status_ != Status::kOk) return status();
    const ModelOptions& o = plan_.options;
    const std::size_t length = tokens_.all().size();
    Memory<float> scratch;
    const training::ModelSize size{1, length, false};
    if (length == 0 || length > o.positions) {
      return number(Status::kOutOfRange);
    }
    if (!scratch.fits(training::model_memory_size<float>(plan_, size)) ||
        !weights_.fits(product(o.layers, o.heads, length, length)) ||
        !logits_.fits(product(length, o.vocabulary))) {
      return kNoMemory;
    }
    training::Model<float> model(plan_, size, scratch.all());
    Memory<std::int32_t> positions;
    training::Batch batch;
    batch.batch = 1;
    batch.length = length;
    batch.tokens = tokens_.all();
    batch.scaling = scaling_of(test);
    batch.design = design();
    if (test.randomized) {
      if (!positions.fits(length)) return kNoMemory;
      training::draw_positions(seed_of(test.seed), training::kPositionStream,
                               o.positions, positions.all());
      batch.positions = positions.all();
    }
    training::Result result;
    return number(model.run(batch, params_.all(), {},
                            {weights_.all(), logits_.all()}, &result));
  }
  [[nodiscard]] val weights() const noexcept { return weights_.view(); }
  [[nodiscard]] val logits() const noexcept { return logits_.view(); }

  // Writes all tokens behind the first `given`.
  int generate(std::size_t given, const TestOptions& test) noexcept {
    if (status_ != Status::kOk) return status();
    const std::size_t length = tokens_.all().size();
    if (length == 0 || length > plan_.options.positions) {
      return number(Status::kOutOfRange);
    }
    Memory<float> scratch;
    if (!scratch.fits(training::generate_memory_size(plan_, length))) {
      return kNoMemory;
    }
    return number(training::generate(plan_, params_.all(),
                                     {.given = given,
                                      .randomized = test.randomized,
                                      .seed = seed_of(test.seed),
                                      .scaling = scaling_of(test),
                                      .design = design()},
                                     tokens_.all(), scratch.all()));
  }

 private:
  Memory<float> params_;
  Memory<std::int32_t> tokens_;
  Memory<float> weights_;
  Memory<float> logits_;
};

class Trainer : public Planned {
 public:
  explicit Trainer(const PlanOptions& options) noexcept : Planned(options) {}

  // Begins a run, anew after the first time.
  int begin(const TrainOptions& o) noexcept {
    trainer_.reset();
    if (status_ != Status::kOk) return status();
    training::TrainerOptions to;
    to.source = source(o.source);
    to.adamw = {.rate = o.rate,
                .beta1 = o.beta1,
                .beta2 = o.beta2,
                .epsilon = o.epsilon,
                .decay = o.decay,
                .clip = o.clip,
                .warmup = seed_of(o.warmup),
                .steps = seed_of(o.steps),
                .final = o.finalRate};
    to.batch = o.batch;
    to.size = o.size;
    to.least = o.least;
    to.randomized = o.randomized;
    to.seed = seed_of(o.seed);
    to.design = design();
    const Status status = training::Trainer::check_options(plan_, to);
    if (status != Status::kOk) return number(status);
    if (!memory_.fits(training::trainer_memory_size(plan_, to))) {
      return kNoMemory;
    }
    trainer_.emplace(plan_, to, memory_.all());
    return 0;
  }

  // Up to `count` steps; the report is of the last one, its loss, norm and
  // accuracy are means over them. Ends where a run diverges.
  ReportView step(std::size_t count) noexcept {
    ReportView view;
    if (!trainer_) {
      view.status = number(Status::kBadArgument);
      return view;
    }
    double made = 0;
    for (; made < static_cast<double>(count); ++made) {
      training::StepReport report;
      view.status = number(trainer_->step(&report));
      if (view.status != 0) break;
      view.state = static_cast<int>(report.state);
      view.rate = report.rate;
      view.tokens += static_cast<double>(report.tokens);
      view.loss += report.loss;
      view.norm += report.norm;
      view.accuracy += report.accuracy;
      if (report.state != training::State::kGood) {
        ++made;
        break;
      }
    }
    if (made > 0) {
      view.loss /= made;
      view.norm /= made;
      view.accuracy /= made;
    }
    return view;
  }

  [[nodiscard]] double steps() const noexcept {
    return trainer_ ? static_cast<double>(trainer_->steps()) : 0;
  }

  // Weights of the run to a model of the same plan, and back.
  bool give(Model& model) noexcept { return move(model, true); }
  bool take(Model& model) noexcept { return move(model, false); }

  // The run in bytes; an empty view when there is no run or no memory.
  val save() noexcept {
    if (!trainer_ || !saved_.fits(trainer_->saved_size())) {
      return saved_.view_of(0);
    }
    trainer_->save(saved_.all());
    return saved_.view();
  }
  // Room for the bytes of a run, and then why it is none (Saved).
  val saved(std::size_t count) noexcept { return saved_.view_of(count); }
  int restore() noexcept {
    return static_cast<int>(trainer_ ? trainer_->restore(saved_.all())
                                     : training::Saved::kOther);
  }

 private:
  bool move(Model& model, bool out) noexcept {
    if (!trainer_ || model.numbers_of().size() != trainer_->params().size()) {
      return false;
    }
    const std::span<float> from = out ? trainer_->params() : model.numbers_of();
    const std::span<float> to = out ? model.numbers_of() : trainer_->params();
    std::copy(from.begin(), from.end(), to.begin());
    return true;
  }

  Memory<float> memory_;
  Memory<std::uint8_t> saved_;
  std::optional<training::Trainer> trainer_;
};

// Sizes of a task's texts, and the level of guessing.
inline TaskView task(const SourceOptions& from, std::size_t size) noexcept {
  training::TaskShape shape;
  TaskView view;
  const training::TaskOptions options = from.options();
  view.status = number(training::task_shape(&shape, options, size));
  if (view.status != 0) return view;
  view.vocabulary = shape.vocabulary;
  view.length = shape.length;
  view.scored = shape.scored;
  Memory<std::int32_t> tokens;
  Memory<std::int32_t> targets;
  if (!tokens.fits(shape.length) || !targets.fits(shape.length)) {
    view.status = kNoMemory;
    return view;
  }
  view.chance = training::chance(options, size, tokens.all(), targets.all());
  return view;
}

// A text of a task, to look at: number n of those of evaluation.
class Example {
 public:
  Example(const SourceOptions& from, std::size_t size, double seed,
          double n) noexcept {
    training::Source source;
    source.task = from.options();
    const std::size_t length = training::text_length(source, size);
    if (length == 0 || !tokens_.fits(length) || !targets_.fits(length)) return;
    training::make_texts(source, size, seed_of(seed),
                         training::kTestStream + seed_of(n), 1, tokens_.all(),
                         targets_.all());
  }
  [[nodiscard]] val tokens() const noexcept { return tokens_.view(); }
  [[nodiscard]] val targets() const noexcept { return targets_.view(); }

 private:
  Memory<std::int32_t> tokens_;
  Memory<std::int32_t> targets_;
};

}  // namespace posenc::wasm
