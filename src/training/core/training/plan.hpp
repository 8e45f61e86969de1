// What a model is made of, and where each of its tensors lies.
//
//   x_0     = sqrt(D) tokens[id] + rows of the position, if the scheme has any
//   x       = x + attention(norm(x))         per layer, norm before each part
//   x       = x + down(gelu(up(norm(x))))    up [4D, D], down [D, 4D]
//   logits  = norm(x) out^T                  out [V, D], or tokens when tied
//
// All parameters are one array. A `Plan` is the table of its tensors; gradients
// and the moments of the optimiser have the same layout, and saving, restoring
// and updating are loops over the table. The caller owns all memory.
//
// Beginnings, N(0, s^2) from a stream of the seed for each tensor, so that no
// tensor's numbers depend on which others there are:
//
//   tokens          s = 0.3 / sqrt(D)      linear weights   s = 1 / sqrt(in)
//   learned rows    s = 0.7, the size of sinusoids; perturbed ones 0.02
//   what returns to the sum (proj, down)   s = 1 / sqrt(2 L in)
//   gains 1, biases 0; those of the schemes stand in plan.cpp
//
// Weight decay takes the weights of linear layers alone, no embedding, table,
// gain or bias.
//
// Model: pre-norm as in GPT-2 (Radford et al. 2019), also for encoders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "shape.hpp"
#include "status.hpp"

namespace posenc::training {

enum class Scheme : int {
  kNone = 0,
  // Rows added to the tokens.
  kSinusoidal = 1,
  kLearned = 2,
  kHybrid = 3,
  kPerturbed = 4,
  // Terms of the score that read the content.
  kShaw = 5,
  kTransformerXl = 6,
  kDeberta = 7,
  kCope = 8,
  kForgetting = 9,
  // A number per score.
  kT5 = 10,
  kAlibi = 11,
  kKerple = 12,
  kFire = 13,
  kSandwich = 14,
  kDesignedBias = 15,  // b(h, i, j), a table from outside
  // Rotations of queries and keys.
  kRotary = 16,
  kPartialRotary = 17,
  kXpos = 18,
  kDesignedRotation = 19,  // frequencies from outside
};
inline constexpr int kSchemes = 20;

inline constexpr std::size_t kMaxLayers = 4;
inline constexpr std::size_t kMaxWidth = 128;
inline constexpr std::size_t kMaxHeads = 8;
inline constexpr std::size_t kMaxVocabulary = 65536;
inline constexpr std::size_t kMaxPositions = 4096;  // of tables
inline constexpr std::size_t kMaxLength = 2048;     // of a text
inline constexpr std::size_t kMaxRows = 1024;       // clip, span, buckets, ...

// Ranges: layers 1 to 4; width 8 to 128, a multiple of 8; heads 1 to 8, a
// divisor of width; vocabulary 1 to 65536; positions 1 to 4096; the options of
// the schemes 1 to 1024.
struct ModelOptions {
  std::size_t layers = 2;      // L
  std::size_t width = 64;      // D
  std::size_t heads = 4;       // H; a head has d = D / H
  std::size_t vocabulary = 0;  // V
  std::size_t positions = 0;   // rows of learned tables; no position is beyond
  bool causal = true;          // decoder, or encoder
  bool tied = true;            // out is tokens
  Scheme scheme = Scheme::kNone;
  double dropout = 0;  // of the embedding and of what is added, 0 to 0.9

  double base = 10000;               // sinusoids and rotations, 1 to 1e100
  std::size_t learned_width = 0;     // hybrid; 0: half of D
  std::size_t clip = 16;             // Shaw
  bool shaw_values = true;           // whether Shaw's aV is there
  std::size_t span = 16;             // DeBERTa: 2 span rows, offsets clipped
  std::size_t cope_positions = 64;   // CoPE
  std::size_t buckets = 32;          // T5
  std::size_t max_distance = 128;    // T5
  std::size_t fire_width = 32;       // FIRE: hidden units
  double fire_length = 32;           // FIRE: L of the threshold
  std::size_t sandwich_width = 128;  // Sandwich, even
  std::size_t rotary_width = 0;      // partial rotation; 0: half of d
  double xpos_scale_base = 512;      // xPos, 1 to 2^31
};

enum class Kind : int {
  kTokens = 0,
  kPositions = 1,
  kRelative = 2,  // DeBERTa's rows, T5's table: shared by the layers
  // of a layer
  kNorm1Gain = 3,
  kNorm1Bias = 4,
  kQkv = 5,
  kQkvBias = 6,
  kProj = 7,
  kProjBias = 8,
  kNorm2Gain = 9,
  kNorm2Bias = 10,
  kUp = 11,
  kUpBias = 12,
  kDown = 13,
  kDownBias = 14,
  // of a layer, by scheme
  kRelativeKeys = 15,     // Shaw's aK, CoPE's e, DeBERTa's and XL's projection
  kRelativeValues = 16,   // Shaw's aV
  kRelativeQueries = 17,  // DeBERTa's second projection
  kContentBias = 18,      // XL's u
  kPositionBias = 19,     // XL's v
  kForget = 20,           // FoX
  kForgetBias = 21,
  kKerpleP = 22,
  kKerpleA = 23,
  kFireHidden = 24,
  kFireHiddenBias = 25,
  kFireOut = 26,
  kFireOutBias = 27,
  kFireC = 28,
  kFireMultiplier = 29,
  // behind the layers
  kNormGain = 30,
  kNormBias = 31,
  kOut = 32,
};
inline constexpr int kKinds = static_cast<int>(Kind::kOut) + 1;
inline constexpr std::size_t kMaxTensors =
    kMaxLayers * (static_cast<std::size_t>(kKinds) - 6) + 6;

enum class Init : int { kConstant = 0, kNormal = 1, kUniform = 2 };

struct Tensor {
  Kind kind = Kind::kTokens;
  std::size_t layer = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t offset = 0;  // in the array of parameters
  Init init = Init::kConstant;
  double low = 0;   // the constant, the deviation, or the lower end
  double high = 0;  // the upper end
  bool decays = false;

  [[nodiscard]] std::size_t size() const noexcept { return rows * columns; }
};

class Plan {
 public:
  ModelOptions options;

  [[nodiscard]] std::span<const Tensor> tensors() const noexcept {
    return {tensors_, count_};
  }
  // Numbers of all parameters.
  [[nodiscard]] std::size_t numbers() const noexcept { return numbers_; }

  [[nodiscard]] bool has(Kind kind) const noexcept {
    return place_[static_cast<int>(kind)][0] >= 0;
  }
  // Valid: has(kind).
  [[nodiscard]] const Tensor& tensor(Kind kind,
                                     std::size_t layer = 0) const noexcept {
    return tensors_[place_[static_cast<int>(kind)][layer]];
  }
  // Where a tensor begins in an array of the plan's layout; null when there is
  // none.
  template <class T>
  [[nodiscard]] T* at(T* all, Kind kind, std::size_t layer = 0) const noexcept {
    return has(kind) ? all + tensor(kind, layer).offset : nullptr;
  }

  [[nodiscard]] std::size_t head_width() const noexcept {
    return options.width / options.heads;
  }
  [[nodiscard]] std::size_t learned_width() const noexcept;
  [[nodiscard]] std::size_t rotary_width() const noexcept;

 private:
  friend Status make_plan(Plan* plan, const ModelOptions& options) noexcept;
  void add(Tensor tensor) noexcept;
  void add_layer(std::size_t layer) noexcept;
  void add_scheme(std::size_t layer) noexcept;

  Tensor tensors_[kMaxTensors];
  std::size_t count_ = 0;
  std::size_t numbers_ = 0;
  std::int16_t place_[kKinds][kMaxLayers];
};

// kBadArgument: an option is out of its range, or the scheme does not fit:
// rotations need an even d, forgetting needs a decoder.
[[nodiscard]] Status make_plan(Plan* plan,
                               const ModelOptions& options) noexcept;

// Writes the parameters' beginnings. params has plan.numbers().
void initialise(const Plan& plan, std::uint64_t seed,
                std::span<float> params) noexcept;

// "layers.1.attention.qkv.weight": the name of a tensor as checkpoints have it,
// without a zero at its end. Answers its length, at most kMaxName.
inline constexpr std::size_t kMaxName = 48;
std::size_t name_of(const Tensor& tensor,
                    std::span<char, kMaxName> to) noexcept;

}  // namespace posenc::training
