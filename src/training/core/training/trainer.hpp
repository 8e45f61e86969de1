// A run of training: texts of a task or of a corpus, gradients, AdamW, and what
// it takes to go on with it later.
//
// Everything of a run follows from its options and its seed: the beginnings of
// the parameters (plan.hpp), the texts of step n, the positions that a step
// draws and the masks of dropout each have streams of their own. So a run that
// was saved and restored goes on bit for bit, natively and in every engine.
//
// Randomized positions (Ruoss et al. 2023, arXiv 2305.16843): the tokens of a
// step stand at T positions drawn from 0 ... N - 1 without replacement, rising,
// so that in training the model sees positions and distances beyond T.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "training/adamw.hpp"
#include "training/model.hpp"
#include "training/plan.hpp"
#include "training/tasks.hpp"

namespace posenc::training {

// Where texts come from.
struct Source {
  TaskOptions task = {};
  // If there is one, windows of it instead of the task: each token is asked for
  // the next one. At least two tokens more than a text.
  std::span<const std::int32_t> corpus = {};
};

struct TrainerOptions {
  Source source = {};
  AdamWOptions adamw = {};
  std::size_t batch = 32;  // texts of a step, 1 to 1024
  std::size_t size = 0;    // of the task, or the length of windows
  // Steps draw their size from least ... size; 0: always `size`.
  std::size_t least = 0;
  bool randomized = false;  // positions, over all of the plan's
  std::uint64_t seed = 0;
  Design design = {};
};

// Tokens of a text of a size: T. 0 when there is no such text.
[[nodiscard]] std::size_t text_length(const Source& source,
                                      std::size_t size) noexcept;

// Makes `count` texts, numbers first ... of a stream of the seed. Spans of
// count * T tokens. Valid: text_length is not 0.
void make_texts(const Source& source, std::size_t size, std::uint64_t seed,
                std::uint64_t stream, std::size_t count,
                std::span<std::int32_t> tokens,
                std::span<std::int32_t> targets) noexcept;

// Positions of a step: rising, below `limit`. Valid: out.size() <= limit.
void draw_positions(std::uint64_t seed, std::uint64_t stream, std::size_t limit,
                    std::span<std::int32_t> out) noexcept;

// Streams of a seed, beside those of the tensors.
inline constexpr std::uint64_t kTextStream = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kPositionStream = std::uint64_t{2} << 40;
inline constexpr std::uint64_t kDropoutStream = std::uint64_t{3} << 40;
inline constexpr std::uint64_t kTestStream = std::uint64_t{4} << 40;

enum class State : int {
  kGood = 0,
  // Loss or gradient was no number: the step was not made, and the parameters
  // are those of the step before.
  kDiverged = 1,
};

// What bytes are that a run is to be restored from.
enum class Saved : int {
  kGood = 0,
  kForeign = 1,  // not written by `save`
  kVersion = 2,  // by another version of it
  kOther = 3,    // of another model
  kCut = 4,      // too short or too long
  kDamaged = 5,  // the sum over its bytes is another
};

struct StepReport {
  State state = State::kGood;
  double loss = 0;
  double norm = 0;  // of the gradient, before clipping
  double rate = 0;
  double accuracy = 0;  // share of the scored tokens of the batch
  std::size_t tokens = 0;
};

// Numbers of memory; more than exist for options that a trainer refuses.
[[nodiscard]] Count trainer_memory_size(const Plan& plan,
                                        const TrainerOptions& options) noexcept;

class Trainer {
 public:
  // kBadArgument: options out of their ranges, or no such text; kOutOfRange:
  // texts longer than 2048 tokens or than the plan's positions; kTooLarge: no
  // such memory.
  [[nodiscard]] static Status check_options(
      const Plan& plan, const TrainerOptions& options) noexcept;

  // Begins a run. Valid: check_options is kOk, memory has trainer_memory_size
  // numbers. Plan, memory, corpus and design must outlive the trainer.
  Trainer(const Plan& plan, const TrainerOptions& options,
          std::span<float> memory) noexcept;

  // One step. Statuses as of Model::run, of which only those of a design can
  // come.
  [[nodiscard]] Status step(StepReport* report) noexcept;

  // Steps made.
  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }
  [[nodiscard]] std::span<const float> params() const noexcept {
    return params_;
  }
  // For weights from elsewhere; the moments begin anew with a run.
  [[nodiscard]] std::span<float> params() noexcept { return params_; }

  [[nodiscard]] Count saved_size() const noexcept;  // in bytes
  // Writes saved_size() bytes: parameters, moments and the number of steps, the
  // same on every machine. Options are the caller's to keep.
  void save(std::span<std::uint8_t> out) const noexcept;
  // Nothing changes unless it answers kGood.
  [[nodiscard]] Saved restore(std::span<const std::uint8_t> bytes) noexcept;

 private:
  const Plan& plan_;
  TrainerOptions options_;
  std::span<float> params_;
  std::span<float> grads_;
  std::span<float> m_;
  std::span<float> v_;
  std::span<std::int32_t> tokens_;
  std::span<std::int32_t> targets_;
  std::span<std::int32_t> positions_;
  Model<float> model_;
  std::uint64_t steps_ = 0;
};

}  // namespace posenc::training
