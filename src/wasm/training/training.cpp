// posenc/training: models and trainers, which are objects with a life of their
// own, bound with Embind. src/js has the API that people use; this one takes
// what has been checked there, and still answers a status to everything else.
//
// Arrays go in and out as views of memory: `corpus(n)` is an Int32Array to fill,
// `params()` a Float32Array to copy from. Statuses are those of
// src/core/status.hpp, kTooLarge also when memory is short.
#include <emscripten/bind.h>

#include <new>
#include <optional>

#include "memory.hpp"
#include "training/evaluate.hpp"
#include "training/trainer.hpp"

namespace posenc::wasm {
namespace {

using emscripten::val;
using training::ModelOptions;
using training::Plan;

int number(Status status) noexcept { return static_cast<int>(status); }

constexpr int kNoMemory = static_cast<int>(Status::kTooLarge);

struct TensorView {
  std::size_t kind;
  std::size_t layer;
  std::size_t rows;
  std::size_t columns;
  std::size_t offset;
  bool decays;
};

// Of a task or of the corpus.
struct SourceOptions {
  int task = 0;
  std::size_t symbols = 16;
  std::size_t back = 3;
  std::size_t classes = 16;
  std::size_t hints = 64;
  std::size_t verbs = 4;
  std::size_t fillers = 16;
  std::size_t earliest = 0;
  bool fromCorpus = false;

  [[nodiscard]] training::TaskOptions options() const noexcept {
    return {.kind = static_cast<training::TaskKind>(task),
            .symbols = symbols,
            .back = back,
            .classes = classes,
            .hints = hints,
            .verbs = verbs,
            .fillers = fillers,
            .earliest = earliest};
  }
};

// Where texts stand at test time.
struct TestOptions {
  bool randomized = false;
  double seed = 0;
  int scaling = 0;  // rotary::ScalingType
  double factor = 1;
  double originalLength = 0;
};

rotary::ScalingOptions scaling_of(const TestOptions& o) noexcept {
  return {.type = static_cast<rotary::ScalingType>(o.scaling),
          .factor = o.factor,
          .original_max_seq_len = o.originalLength};
}

struct TrainOptions {
  SourceOptions source;
  std::size_t size = 0;
  std::size_t least = 0;
  std::size_t batch = 32;
  bool randomized = false;
  double seed = 0;
  double rate = 0;
  double beta1 = 0;
  double beta2 = 0;
  double epsilon = 0;
  double decay = 0;
  double clip = 0;
  double warmup = 0;
  double steps = 0;
  double finalRate = 0;
};

struct ScoreView {
  int status = 0;
  double loss = 0;
  double accuracy = 0;
  double whole = 0;
  double scored = 0;
};

struct ReportView {
  int status = 0;
  int state = 0;
  double loss = 0;
  double norm = 0;
  double rate = 0;
  double accuracy = 0;
  double tokens = 0;
};

struct TaskView {
  int status = 0;
  std::size_t vocabulary = 0;
  std::size_t length = 0;
  std::size_t scored = 0;
  double chance = 0;
};

// Options cross the border as they are, but for the scheme's number.
struct PlanOptions : ModelOptions {
  [[nodiscard]] int number() const noexcept { return static_cast<int>(scheme); }
  void set_number(int n) noexcept {
    scheme = static_cast<training::Scheme>(n);
  }
};

// What models and trainers share: a plan and what a designed scheme takes.
class Planned {
 public:
  explicit Planned(const PlanOptions& options) noexcept
      : status_(make_plan(&plan_, options)) {}

  [[nodiscard]] int status() const noexcept { return number(status_); }
  [[nodiscard]] std::size_t numbers() const noexcept {
    return plan_.numbers();
  }
  [[nodiscard]] std::size_t tensors() const noexcept {
    return plan_.tensors().size();
  }
  [[nodiscard]] TensorView tensor(std::size_t n) const noexcept {
    if (n >= tensors()) return {};
    const training::Tensor& t = plan_.tensors()[n];
    return {static_cast<std::size_t>(t.kind), t.layer, t.rows, t.columns,
            t.offset, t.decays};
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
  // Room for the bytes of a run, and then why it is none (Trainer::Saved).
  val saved(std::size_t count) noexcept { return saved_.view_of(count); }
  int restore() noexcept {
    return static_cast<int>(trainer_ ? trainer_->restore(saved_.all())
                                     : training::Trainer::Saved::kOther);
  }

 private:
  bool move(Model& model, bool out) noexcept {
    if (!trainer_ || model.numbers_of().size() != trainer_->params().size()) {
      return false;
    }
    const std::span<float> from =
        out ? trainer_->params() : model.numbers_of();
    const std::span<float> to = out ? model.numbers_of() : trainer_->params();
    std::copy(from.begin(), from.end(), to.begin());
    return true;
  }

  Memory<float> memory_;
  Memory<std::uint8_t> saved_;
  std::optional<training::Trainer> trainer_;
};

// Sizes of a task's texts, and the level of guessing.
TaskView task(const SourceOptions& from, std::size_t size) noexcept {
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
  view.chance =
      training::chance(options, size, tokens.all(), targets.all());
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

}  // namespace

EMSCRIPTEN_BINDINGS(training) {
  using namespace emscripten;
  value_object<PlanOptions>("ModelOptions")
      .field("layers", &PlanOptions::layers)
      .field("width", &PlanOptions::width)
      .field("heads", &PlanOptions::heads)
      .field("vocabulary", &PlanOptions::vocabulary)
      .field("positions", &PlanOptions::positions)
      .field("causal", &PlanOptions::causal)
      .field("tied", &PlanOptions::tied)
      .field("scheme", &PlanOptions::number, &PlanOptions::set_number)
      .field("dropout", &PlanOptions::dropout)
      .field("base", &PlanOptions::base)
      .field("learnedWidth", &PlanOptions::learned_width)
      .field("clip", &PlanOptions::clip)
      .field("shawValues", &PlanOptions::shaw_values)
      .field("span", &PlanOptions::span)
      .field("copePositions", &PlanOptions::cope_positions)
      .field("buckets", &PlanOptions::buckets)
      .field("maxDistance", &PlanOptions::max_distance)
      .field("fireWidth", &PlanOptions::fire_width)
      .field("fireLength", &PlanOptions::fire_length)
      .field("sandwichWidth", &PlanOptions::sandwich_width)
      .field("rotaryWidth", &PlanOptions::rotary_width)
      .field("xposScaleBase", &PlanOptions::xpos_scale_base);
  value_object<SourceOptions>("SourceOptions")
      .field("task", &SourceOptions::task)
      .field("symbols", &SourceOptions::symbols)
      .field("back", &SourceOptions::back)
      .field("classes", &SourceOptions::classes)
      .field("hints", &SourceOptions::hints)
      .field("verbs", &SourceOptions::verbs)
      .field("fillers", &SourceOptions::fillers)
      .field("earliest", &SourceOptions::earliest)
      .field("fromCorpus", &SourceOptions::fromCorpus);
  value_object<TestOptions>("TestOptions")
      .field("randomized", &TestOptions::randomized)
      .field("seed", &TestOptions::seed)
      .field("scaling", &TestOptions::scaling)
      .field("factor", &TestOptions::factor)
      .field("originalLength", &TestOptions::originalLength);
  value_object<TrainOptions>("TrainOptions")
      .field("source", &TrainOptions::source)
      .field("size", &TrainOptions::size)
      .field("least", &TrainOptions::least)
      .field("batch", &TrainOptions::batch)
      .field("randomized", &TrainOptions::randomized)
      .field("seed", &TrainOptions::seed)
      .field("rate", &TrainOptions::rate)
      .field("beta1", &TrainOptions::beta1)
      .field("beta2", &TrainOptions::beta2)
      .field("epsilon", &TrainOptions::epsilon)
      .field("decay", &TrainOptions::decay)
      .field("clip", &TrainOptions::clip)
      .field("warmup", &TrainOptions::warmup)
      .field("steps", &TrainOptions::steps)
      .field("finalRate", &TrainOptions::finalRate);
  value_object<TensorView>("Tensor")
      .field("kind", &TensorView::kind)
      .field("layer", &TensorView::layer)
      .field("rows", &TensorView::rows)
      .field("columns", &TensorView::columns)
      .field("offset", &TensorView::offset)
      .field("decays", &TensorView::decays);
  value_object<ScoreView>("Score")
      .field("status", &ScoreView::status)
      .field("loss", &ScoreView::loss)
      .field("accuracy", &ScoreView::accuracy)
      .field("whole", &ScoreView::whole)
      .field("scored", &ScoreView::scored);
  value_object<ReportView>("Report")
      .field("status", &ReportView::status)
      .field("state", &ReportView::state)
      .field("loss", &ReportView::loss)
      .field("norm", &ReportView::norm)
      .field("rate", &ReportView::rate)
      .field("accuracy", &ReportView::accuracy)
      .field("tokens", &ReportView::tokens);
  value_object<TaskView>("Task")
      .field("status", &TaskView::status)
      .field("vocabulary", &TaskView::vocabulary)
      .field("length", &TaskView::length)
      .field("scored", &TaskView::scored)
      .field("chance", &TaskView::chance);
  class_<Planned>("Planned")
      .property("status", &Planned::status)
      .property("numbers", &Planned::numbers)
      .property("tensors", &Planned::tensors)
      .function("tensor", &Planned::tensor)
      .function("name", &Planned::name)
      .function("corpus", &Planned::corpus)
      .function("bias", &Planned::bias)
      .function("frequencies", &Planned::frequencies);
  class_<Model, base<Planned>>("Model")
      .constructor<const PlanOptions&, double>()
      .function("params", &Model::params)
      .function("evaluate", &Model::evaluate)
      .function("tokens", &Model::tokens)
      .function("look", &Model::look)
      .function("weights", &Model::weights)
      .function("logits", &Model::logits)
      .function("generate", &Model::generate);
  class_<Trainer, base<Planned>>("Trainer")
      .constructor<const PlanOptions&>()
      .property("steps", &Trainer::steps)
      .function("begin", &Trainer::begin)
      .function("step", &Trainer::step)
      .function("give", &Trainer::give)
      .function("take", &Trainer::take)
      .function("save", &Trainer::save)
      .function("saved", &Trainer::saved)
      .function("restore", &Trainer::restore);
  class_<Example>("Example")
      .constructor<const SourceOptions&, std::size_t, double, double>()
      .function("tokens", &Example::tokens)
      .function("targets", &Example::targets);
  emscripten::function("task", &task);
}

}  // namespace posenc::wasm
