// What a model has learned: graded texts of any length, and what it writes by
// itself. Attention weights and logits of one text come from Model::run.
//
// The texts are others than those of training (another stream of the seed), and
// the same for the same seed, size and number, so that curves of several models
// compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "training/trainer.hpp"

namespace posenc::training {

struct EvaluateOptions {
  Source source = {};
  std::size_t size = 0;
  std::size_t texts = 64;   // 1 to 1024
  bool randomized = false;  // positions, as in training
  std::uint64_t seed = 0;
  rotary::ScalingOptions scaling = {};  // of rotations, at test time
  Design design = {};
};

struct Score {
  double loss = 0;      // mean over the scored tokens
  double accuracy = 0;  // share of the scored tokens
  double whole = 0;     // share of the texts without a mistake
  std::size_t scored = 0;
};

// Numbers of memory; more than exist for texts that cannot be.
[[nodiscard]] Count evaluate_memory_size(
    const Plan& plan, const EvaluateOptions& options) noexcept;

// kBadArgument: no such text, or not 1 to 1024 of them; kBadShape: memory is
// too short; kTooLarge: no such memory; otherwise as Model::run.
[[nodiscard]] Status evaluate(const Plan& plan, std::span<const float> params,
                              const EvaluateOptions& options,
                              std::span<float> memory, Score* score) noexcept;

// Goes on with a text, one token at a time, the likeliest each time (of equal
// ones the first): tokens [T], of which the first `given` are there.
struct GenerateOptions {
  std::size_t given = 0;    // 1 to T
  bool randomized = false;  // positions, for all T
  std::uint64_t seed = 0;
  rotary::ScalingOptions scaling = {};
  Design design = {};
};

[[nodiscard]] Count generate_memory_size(const Plan& plan,
                                         std::size_t length) noexcept;

// Statuses as evaluate; a decoder only.
[[nodiscard]] Status generate(const Plan& plan, std::span<const float> params,
                              const GenerateOptions& options,
                              std::span<std::int32_t> tokens,
                              std::span<float> memory) noexcept;

}  // namespace posenc::training
