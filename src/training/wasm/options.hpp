// What goes in and out beside arrays: options and answers, objects in
// JavaScript. Sizes and whole numbers past 32 bits are float64.
#pragma once

#include "rotary/scaling.hpp"
#include "training/trainer.hpp"

namespace posenc::wasm {

using training::ModelOptions;

inline int number(Status status) noexcept { return static_cast<int>(status); }

inline constexpr int kNoMemory = static_cast<int>(Status::kTooLarge);

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

inline rotary::ScalingOptions scaling_of(const TestOptions& o) noexcept {
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
  void set_number(int n) noexcept { scheme = static_cast<training::Scheme>(n); }
};

}  // namespace posenc::wasm
