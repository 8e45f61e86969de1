#include "training/trainer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "checksum.hpp"
#include "setup.hpp"
#include "training/evaluate.hpp"

namespace posenc {
namespace {

using training::Scheme;
using training::State;
using training::StepReport;
using training::TaskKind;
using training::Trainer;
using training::TrainerOptions;

// A run with the memory it needs.
struct Run {
  training::Plan plan;
  TrainerOptions options;
  std::vector<float> memory;
  std::unique_ptr<Trainer> trainer;

  Run(Scheme scheme, const TrainerOptions& o, training::ModelOptions model = {})
      : options(o) {
    training::TaskShape shape;
    REQUIRE(training::task_shape(&shape, o.source.task, o.size) == Status::kOk);
    model.scheme = scheme;
    model.vocabulary = shape.vocabulary;
    if (model.positions == 0) model.positions = 96;
    REQUIRE(make_plan(&plan, model) == Status::kOk);
    REQUIRE(Trainer::check_options(plan, options) == Status::kOk);
    memory.resize(training::trainer_memory_size(plan, options).size());
    trainer = std::make_unique<Trainer>(plan, options, memory);
  }

  StepReport steps(int count) {
    StepReport report;
    for (int i = 0; i < count; ++i) {
      REQUIRE(trainer->step(&report) == Status::kOk);
    }
    return report;
  }

  training::Score test(std::size_t size, std::size_t texts = 32) {
    const training::EvaluateOptions o{.source = options.source,
                                      .size = size,
                                      .texts = texts,
                                      .randomized = options.randomized};
    std::vector<float> scratch(training::evaluate_memory_size(plan, o).size());
    training::Score score;
    REQUIRE(training::evaluate(plan, trainer->params(), o, scratch, &score) ==
            Status::kOk);
    return score;
  }

  [[nodiscard]] std::vector<float> params() const {
    const auto all = std::as_const(*trainer).params();
    return {all.begin(), all.end()};
  }
};

TrainerOptions small(TaskKind kind, std::size_t size) {
  TrainerOptions o;
  o.source.task.kind = kind;
  o.source.task.symbols = 6;
  o.size = size;
  o.batch = 8;
  o.adamw.steps = 200;
  o.adamw.warmup = 10;
  return o;
}

training::ModelOptions one_layer() {
  training::ModelOptions o;
  o.layers = 1;
  o.width = 32;
  o.heads = 2;
  return o;
}

}  // namespace

TEST_CASE("a model learns the token three back, and keeps it with rotations") {
  Run run(Scheme::kRotary, small(TaskKind::kBack, 16), one_layer());
  const double before = run.test(16).accuracy;
  const StepReport report = run.steps(90);
  CHECK(before < 0.5);
  CHECK(report.loss < 0.2);
  CHECK(report.state == State::kGood);
  CHECK(report.tokens == 8 * 16);
  const training::Score score = run.test(16);
  CHECK(score.accuracy > 0.97);
  CHECK(score.scored == 32 * 13);
  CHECK(score.loss < 0.2);
  CHECK(run.test(32).accuracy > 0.8);
}

TEST_CASE("a run follows from its seed alone") {
  const auto after = [](std::uint64_t seed) {
    TrainerOptions o = small(TaskKind::kCopy, 6);
    o.least = 2;
    o.seed = seed;
    training::ModelOptions model = one_layer();
    model.dropout = 0.1;
    Run run(Scheme::kFire, o, model);
    run.steps(7);
    return run.params();
  };
  const std::vector<float> once = after(1);
  CHECK(once == after(1));
  CHECK(once != after(2));
}

TEST_CASE("a run leaves the same bits on every machine") {
  const auto after = [](Scheme scheme, TaskKind task) {
    TrainerOptions o = small(task, 12);
    o.seed = 7;
    training::ModelOptions model = one_layer();
    model.dropout = 0.1;
    Run run(scheme, o, model);
    run.steps(10);
    const std::vector<float> params = run.params();
    return testing::checksum(std::span<const float>(params));
  };
  CHECK(after(Scheme::kRotary, TaskKind::kBack) == 7683757556630523432u);
  CHECK(after(Scheme::kForgetting, TaskKind::kCopy) == 2051792461338567575u);
  CHECK(after(Scheme::kFire, TaskKind::kInduction) == 17730710952917527031u);
  CHECK(after(Scheme::kCope, TaskKind::kFlipFlop) == 6464264067378886319u);
  CHECK(after(Scheme::kDeberta, TaskKind::kAddition) == 13388996067004437966u);
}

TEST_CASE("a restored run goes on bit for bit") {
  for (const Scheme scheme : {Scheme::kLearned, Scheme::kT5}) {
    TrainerOptions o = small(TaskKind::kReverse, 6);
    o.least = 3;
    o.randomized = true;
    Run first(scheme, o, one_layer());
    first.steps(5);
    std::vector<std::uint8_t> bytes(first.trainer->saved_size().size());
    first.trainer->save(bytes);
    const StepReport expected = first.steps(5);
    Run second(scheme, o, one_layer());
    REQUIRE(second.trainer->restore(bytes) == training::Saved::kGood);
    CHECK(second.trainer->steps() == 5);
    const StepReport found = second.steps(5);
    CHECK(found.loss == expected.loss);
    CHECK(found.norm == expected.norm);
    CHECK(second.params() == first.params());
  }
}

TEST_CASE("what is no saved run of this model is refused and changes nothing") {
  using training::Saved;
  Run run(Scheme::kNone, small(TaskKind::kBack, 8), one_layer());
  run.steps(1);
  std::vector<std::uint8_t> bytes(run.trainer->saved_size().size());
  run.trainer->save(bytes);
  run.steps(1);
  const std::vector<float> before = run.params();
  const auto refused = [&](std::vector<std::uint8_t> changed, Saved why) {
    CHECK(run.trainer->restore(changed) == why);
    CHECK(run.params() == before);
    CHECK(run.trainer->steps() == 2);
  };
  refused({}, Saved::kCut);
  refused({bytes.begin(), bytes.begin() + 31}, Saved::kCut);
  refused({bytes.begin(), bytes.end() - 4}, Saved::kCut);
  auto changed = bytes;
  changed[0] ^= 1;
  refused(changed, Saved::kForeign);
  changed = bytes;
  changed[8] = 9;
  refused(changed, Saved::kVersion);
  changed = bytes;
  changed[1000] ^= 4;
  refused(changed, Saved::kDamaged);
  changed = bytes;
  changed.back() ^= 1;
  refused(changed, Saved::kDamaged);
  Run other(Scheme::kRotary, small(TaskKind::kBack, 8), one_layer());
  CHECK(other.trainer->restore(bytes) == Saved::kOther);
  training::ModelOptions encoder = one_layer();
  encoder.causal = false;
  Run both_ways(Scheme::kNone, small(TaskKind::kBack, 8), encoder);
  CHECK(both_ways.trainer->restore(bytes) == Saved::kOther);
}

TEST_CASE("divergence stops a run at the parameters it had") {
  Run run(Scheme::kAlibi, small(TaskKind::kBack, 8), one_layer());
  run.steps(3);
  const auto params = run.trainer->params();
  params[run.plan.tensor(training::Kind::kUp).offset] =
      std::numeric_limits<float>::infinity();
  const std::vector<float> before = run.params();
  const StepReport report = run.steps(2);
  CHECK(report.state == State::kDiverged);
  CHECK(run.params() == before);
  CHECK(run.trainer->steps() == 3);
  // What was no number in memory spoils nothing that follows.
  params[run.plan.tensor(training::Kind::kUp).offset] = 0.1f;
  CHECK(run.steps(1).state == State::kGood);
  CHECK(run.trainer->steps() == 4);
}

TEST_CASE("a gradient that is no number stops a run though the loss is one") {
  Run run(Scheme::kAlibi, small(TaskKind::kBack, 8), one_layer());
  const auto params = run.trainer->params();
  const auto fill = [&](training::Kind kind, float x) {
    const training::Tensor& tensor = run.plan.tensor(kind);
    std::fill_n(params.begin() + static_cast<std::ptrdiff_t>(tensor.offset),
                tensor.size(), x);
  };
  // What up gives is 0, however large its input and down are; its gradient is
  // not.
  fill(training::Kind::kUp, 0.0f);
  fill(training::Kind::kNorm2Gain, 1e30f);
  const training::Tensor& down = run.plan.tensor(training::Kind::kDown);
  for (std::size_t i = 0; i < down.size(); ++i) {
    params[down.offset + i] = i % 3 == 0 ? 3e38f : -3e38f;
  }
  const StepReport report = run.steps(1);
  CHECK(std::isfinite(report.loss));
  CHECK(report.state == State::kDiverged);
  CHECK(run.trainer->steps() == 0);
}

TEST_CASE("a step without questions has no accuracy") {
  TrainerOptions o = small(TaskKind::kBack, 8);
  o.source.task.back = 9;
  Run run(Scheme::kNone, o, one_layer());
  const StepReport report = run.steps(1);
  CHECK(report.state == State::kGood);
  CHECK(report.accuracy == 0);
  CHECK(report.loss == 0);
}

TEST_CASE("a step tells that its design is missing") {
  const TrainerOptions o = small(TaskKind::kBack, 8);
  Run run(Scheme::kDesignedBias, o, one_layer());
  StepReport report;
  CHECK(run.trainer->step(&report) == Status::kBadArgument);
  CHECK(run.trainer->steps() == 0);
}

TEST_CASE("text is learned as the next character of windows") {
  const std::string text = "abcabcabdabcabcabdabcabcabdabcabcabdabcabcabd";
  std::vector<std::int32_t> corpus;
  for (const char letter : text) corpus.push_back(letter - 'a');
  TrainerOptions o = small(TaskKind::kBack, 12);
  o.source.task.symbols = 4;
  o.source.corpus = corpus;
  Run run(Scheme::kRotary, o, one_layer());
  CHECK(run.steps(80).loss < 0.5);
  // Greedily, it writes what it has read.
  std::vector<std::int32_t> written(24);
  std::copy_n(corpus.begin(), 9, written.begin());
  std::vector<float> scratch(
      training::generate_memory_size(run.plan, 24).size());
  REQUIRE(training::generate(run.plan, run.trainer->params(), {.given = 9},
                             written, scratch) == Status::kOk);
  CHECK(std::equal(written.begin(), written.end(), corpus.begin()));
}

TEST_CASE("evaluation grades texts that training does not see") {
  Run run(Scheme::kNone, small(TaskKind::kParity, 6), one_layer());
  const training::Score score = run.test(6, 50);
  CHECK(score.scored == 50);
  CHECK(score.accuracy == score.whole);
  const training::Score again = run.test(6, 50);
  CHECK(again.loss == score.loss);
  Run copies(Scheme::kNone, small(TaskKind::kCopy, 6), one_layer());
  CHECK(copies.test(6).whole == 0);
  CHECK(copies.test(6).accuracy > 0);
}

TEST_CASE("drawn positions rise, and differ from draw to draw") {
  std::vector<std::int32_t> a(20);
  std::vector<std::int32_t> b(20);
  std::vector<int> drawn(64);
  for (std::uint64_t n = 0; n < 200; ++n) {
    training::draw_positions(3, n, 64, a);
    training::draw_positions(3, n + 1, 64, b);
    CHECK(a != b);
    CHECK(a.front() >= 0);
    CHECK(a.back() < 64);
    CHECK(std::adjacent_find(a.begin(), a.end(), std::greater_equal<>()) ==
          a.end());
    for (const std::int32_t p : a) ++drawn[static_cast<std::size_t>(p)];
  }
  // 62.5 each, give or take four deviations of 6.6.
  for (const int count : drawn) {
    CHECK(count > 35);
    CHECK(count < 90);
  }
  std::vector<std::int32_t> all(64);
  training::draw_positions(3, 0, 64, all);
  for (std::int32_t p = 0; p < 64; ++p) CHECK(all[p] == p);
}

TEST_CASE("trainers refuse options that make no run") {
  training::Plan plan;
  training::ModelOptions model = one_layer();
  model.vocabulary = 6;
  model.positions = 40;
  REQUIRE(make_plan(&plan, model) == Status::kOk);
  const auto status = [&](auto change) {
    TrainerOptions o = small(TaskKind::kBack, 40);
    change(o);
    return Trainer::check_options(plan, o);
  };
  const auto bad = Status::kBadArgument;
  CHECK(status([](TrainerOptions&) {}) == Status::kOk);
  CHECK(status([](TrainerOptions& o) { o.size = 41; }) == Status::kOutOfRange);
  CHECK(status([](TrainerOptions& o) { o.size = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.batch = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.batch = 1025; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.least = 41; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.source.task.symbols = 7; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.rate = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.rate = std::nan(""); }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.beta1 = 1; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.beta2 = -1; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.epsilon = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.decay = 2; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.clip = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.final = 2; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.warmup = 201; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.steps = 0; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.rate = 1.5; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.beta1 = -1; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.beta2 = 1; }) == bad);
  CHECK(status([](TrainerOptions& o) { o.adamw.epsilon = 2; }) == bad);
  CHECK(status([](TrainerOptions& o) {
          o.adamw.steps = (std::uint64_t{1} << 32) + 1;
        }) == bad);
  // No sentence has two words.
  CHECK(status([](TrainerOptions& o) {
          o.source.task = {.kind = TaskKind::kSentence,
                           .symbols = 2,
                           .verbs = 1,
                           .fillers = 1};
          o.least = 2;
        }) == bad);
  const std::vector<std::int32_t> corpus(41);
  CHECK(status([&](TrainerOptions& o) { o.source.corpus = corpus; }) ==
        Status::kOk);
  const std::vector<std::int32_t> brief(40);
  CHECK(status([&](TrainerOptions& o) { o.source.corpus = brief; }) == bad);
  const std::vector<std::int32_t> foreign(50, 6);
  CHECK(status([&](TrainerOptions& o) { o.source.corpus = foreign; }) == bad);
  const std::vector<std::int32_t> negative(50, -1);
  CHECK(status([&](TrainerOptions& o) { o.source.corpus = negative; }) == bad);
  CHECK(status([&](TrainerOptions& o) {
          o.source.corpus = corpus;
          o.size = 0;
        }) == bad);
  // Memory is told for what can be trained.
  const auto room = [&](auto change) {
    TrainerOptions o = small(TaskKind::kBack, 40);
    change(o);
    return training::trainer_memory_size(plan, o).exists<float>();
  };
  CHECK(room([](TrainerOptions&) {}));
  CHECK(!room([](TrainerOptions& o) { o.size = 0; }));
  CHECK(!room([](TrainerOptions& o) { o.batch = 1025; }));
  // Copies are twice as long as their size: 2050 tokens.
  model.vocabulary = 7;
  model.positions = 4096;
  REQUIRE(make_plan(&plan, model) == Status::kOk);
  CHECK(status([](TrainerOptions& o) {
          o.source.task.kind = TaskKind::kCopy;
          o.size = 1025;
        }) == Status::kOutOfRange);
}

TEST_CASE("the rate rises to its peak and falls along a cosine") {
  const training::AdamWOptions o{
      .rate = 0.5, .warmup = 10, .steps = 30, .final = 0.2};
  CHECK(training::rate_of(o, 1) == doctest::Approx(0.05));
  CHECK(training::rate_of(o, 10) == doctest::Approx(0.5));
  CHECK(training::rate_of(o, 20) == doctest::Approx(0.3));
  CHECK(training::rate_of(o, 30) == doctest::Approx(0.1));
  CHECK(training::rate_of(o, 1000) == doctest::Approx(0.1));
}

}  // namespace posenc
