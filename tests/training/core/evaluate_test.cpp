#include "training/evaluate.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "setup.hpp"

namespace posenc {
namespace {

using test::Bench;
using training::EvaluateOptions;
using training::GenerateOptions;
using training::ModelOptions;
using training::Plan;
using training::Scheme;
using training::Score;
using training::TaskKind;

constexpr auto kBad = Status::kBadArgument;

ModelOptions options_of(Scheme scheme) {
  ModelOptions o = test::examples()[static_cast<std::size_t>(scheme)].options;
  o.positions = 64;
  return o;
}

EvaluateOptions small() {
  EvaluateOptions o;
  o.source.task = {.kind = TaskKind::kBack, .symbols = 7};
  o.size = 12;
  o.texts = 20;
  return o;
}

// Evaluates with memory that is short of some numbers.
Status status_of(const Bench<float>& bench, const EvaluateOptions& o,
                 Score* score, std::size_t lacking = 0) {
  const Count needed = training::evaluate_memory_size(bench.plan, o);
  std::vector<float> memory(needed.exists<float>() ? needed.size() - lacking
                                                   : 0);
  return training::evaluate(bench.plan, bench.params, o, memory, score);
}

struct Written {
  Status status;
  std::vector<std::int32_t> tokens;
};

Written write(const Bench<float>& bench, const GenerateOptions& o,
              std::size_t length, std::size_t lacking = 0) {
  Written to{Status::kOk, std::vector<std::int32_t>(length, 3)};
  const Count needed = training::generate_memory_size(bench.plan, length);
  std::vector<float> memory(needed.exists<float>() ? needed.size() - lacking
                                                   : 0);
  to.status =
      training::generate(bench.plan, bench.params, o, to.tokens, memory);
  return to;
}

}  // namespace

TEST_CASE("evaluation at drawn positions follows from its seed") {
  Bench<float> bench(options_of(Scheme::kLearned), 1);
  bench.shake(2, 0.2);
  EvaluateOptions o = small();
  Score plain;
  REQUIRE(status_of(bench, o, &plain) == Status::kOk);
  CHECK(plain.scored == 20 * 9);
  o.randomized = true;
  Score drawn;
  Score again;
  REQUIRE(status_of(bench, o, &drawn) == Status::kOk);
  REQUIRE(status_of(bench, o, &again) == Status::kOk);
  CHECK(drawn.loss != plain.loss);
  CHECK(drawn.loss == again.loss);
}

TEST_CASE("evaluation refuses what makes no texts, and memory that is short") {
  const Bench<float> bench(options_of(Scheme::kNone), 1);
  const auto status = [&](auto change) {
    EvaluateOptions o = small();
    change(o);
    Score score;
    return status_of(bench, o, &score);
  };
  CHECK(status([](EvaluateOptions&) {}) == Status::kOk);
  CHECK(status([](EvaluateOptions& o) { o.texts = 0; }) == kBad);
  CHECK(status([](EvaluateOptions& o) { o.texts = 1025; }) == kBad);
  CHECK(status([](EvaluateOptions& o) { o.size = 0; }) == kBad);
  CHECK(status([](EvaluateOptions& o) { o.size = 65; }) == Status::kOutOfRange);
  Score score;
  CHECK(status_of(bench, small(), &score, 1) == Status::kBadShape);
  // 2050 tokens, though the table has rows for them.
  ModelOptions longest = options_of(Scheme::kNone);
  longest.positions = 4096;
  EvaluateOptions o = small();
  o.source.task.kind = TaskKind::kCopy;
  o.size = 1025;
  CHECK(status_of(Bench<float>(longest, 1), o, &score) == Status::kOutOfRange);
  CHECK(status_of(Bench<float>(options_of(Scheme::kDesignedBias), 1), small(),
                  &score) == kBad);
}

TEST_CASE("what is written follows from its seed where positions are drawn") {
  ModelOptions options = options_of(Scheme::kLearned);
  options.tied = false;
  Bench<float> bench(options, 1);
  const Written plain = write(bench, {.given = 4}, 30);
  REQUIRE(plain.status == Status::kOk);
  // The likeliest token of a model that has learned nothing: of some positions
  // another one.
  std::size_t others = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const GenerateOptions o{.given = 4, .randomized = true, .seed = seed};
    const Written drawn = write(bench, o, 30);
    REQUIRE(drawn.status == Status::kOk);
    CHECK(drawn.tokens == write(bench, o, 30).tokens);
    if (drawn.tokens != plain.tokens) ++others;
  }
  CHECK(others > 0);
}

TEST_CASE("generation refuses what no decoder goes on with") {
  const Bench<float> bench(options_of(Scheme::kNone), 1);
  CHECK(write(bench, {.given = 1}, 5).status == Status::kOk);
  CHECK(write(bench, {.given = 0}, 5).status == kBad);
  CHECK(write(bench, {.given = 6}, 5).status == kBad);
  CHECK(write(bench, {.given = 1}, 65).status == Status::kOutOfRange);
  CHECK(write(bench, {.given = 1}, 5, 1).status == Status::kBadShape);
  ModelOptions encoder = options_of(Scheme::kNone);
  encoder.causal = false;
  CHECK(write(Bench<float>(encoder, 1), {.given = 1}, 5).status == kBad);
  ModelOptions longest = options_of(Scheme::kNone);
  longest.positions = 4096;
  CHECK(write(Bench<float>(longest, 1), {.given = 1}, 2049).status ==
        Status::kOutOfRange);
  CHECK(
      write(Bench<float>(options_of(Scheme::kDesignedBias), 1), {.given = 1}, 5)
          .status == kBad);
}

}  // namespace posenc
