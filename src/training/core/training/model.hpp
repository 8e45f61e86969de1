// A model at work: forward, and back to the gradients of its parameters.
//
// Sequences pass in groups whose activations stay in the caches; gradients add
// up over the groups, always in the same order. T = float trains; T = double is
// the same code to hold it against.
//
// Memory is the caller's: one array, `model_memory_size` long, for texts up to
// a length, with activations of all layers when gradients are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "rotary/scaling.hpp"
#include "training/attend.hpp"
#include "training/layers.hpp"
#include "training/plan.hpp"
#include "training/term.hpp"

namespace posenc::training {

// What a designed scheme takes from outside.
struct Design {
  // b [H, N, N], or [H, 2N - 1] by p_i - p_j from -(N - 1) on.
  std::span<const float> bias = {};
  std::size_t positions = 0;  // N, at least that of the plan
  bool by_offset = false;
  std::span<const double> frequencies = {};  // [d / 2], radians per position
};

// Texts of one length, and what is asked of them.
struct Batch {
  std::size_t batch = 0;                       // B
  std::size_t length = 0;                      // T
  std::span<const std::int32_t> tokens = {};   // [B, T]
  std::span<const std::int32_t> targets = {};  // [B, T], -1: not scored
  // [B]: tokens of each text; the rest is padding. Empty: T each.
  std::span<const std::int32_t> lengths = {};
  // [T], rising: where the tokens stand. Empty: 0, 1, 2, ...
  std::span<const std::int32_t> positions = {};
  // Of rotary frequencies, at test time.
  rotary::ScalingOptions scaling = {};
  Design design = {};
  std::uint64_t dropout_seed = 0;  // with gradients only
};

// What is told beside the scores, where a span is not empty.
struct Told {
  std::span<float> weights = {};  // [L, H, T, T] of attention; B = 1
  std::span<float> logits = {};   // [B, T, V]
};

struct Result {
  double loss = 0;              // mean over the scored targets
  std::size_t scored = 0;       // targets
  std::size_t right = 0;        // of these, the largest logit was right
  std::size_t texts_right = 0;  // texts all of whose targets were right
};

// Rows past the last one that products read and write.
inline constexpr std::size_t kSpareRows = 4;

inline constexpr std::size_t kMaxBatch = 1024;

// Sizes of the batches that memory is for.
struct ModelSize {
  std::size_t batch = 1;   // 1 to 1024
  std::size_t length = 0;  // 1 to 2048, at most plan.positions
  bool gradients = false;
};

// Numbers of memory; more than exist where a size is out of its range.
template <class T>
[[nodiscard]] Count model_memory_size(const Plan& plan,
                                      const ModelSize& size) noexcept;

template <class T>
class Model {
 public:
  // Valid: memory has model_memory_size numbers, which exist. The plan must
  // outlive the model.
  Model(const Plan& plan, const ModelSize& size, std::span<T> memory) noexcept;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // The loss and what was right; with gradients, grads += d loss / d params.
  //
  // kBadShape: a span has another size, or the batch is larger than memory is
  // for. kBadArgument: no text, a token or target beyond the vocabulary,
  // lengths that are not 1 to T, options of scaling or designs that are refused
  // or missing. kOutOfRange: positions that do not rise, or beyond the plan's.
  [[nodiscard]] Status run(const Batch& batch, std::span<const T> params,
                           std::span<T> grads, const Told& told,
                           Result* result) noexcept;

 private:
  struct Activations {
    T* x = nullptr;   // the sum before attention
    T* y1 = nullptr;  // normed
    T* mean1 = nullptr;
    T* deviation1 = nullptr;
    T* qkv = nullptr;
    T* out = nullptr;  // of attention
    T* largest = nullptr;
    T* inverse = nullptr;
    T* x2 = nullptr;  // the sum before feed-forward
    T* y2 = nullptr;
    T* mean2 = nullptr;
    T* deviation2 = nullptr;
    T* slope = nullptr;  // of gelu
    T* bent = nullptr;   // gelu's result
  };
  struct Linears {
    Linear<T> qkv;
    Linear<T> proj;
    Linear<T> up;
    Linear<T> down;
  };

  template <class U>
  friend Count model_memory_size(const Plan&, const ModelSize&) noexcept;
  Model(const Plan& plan, const ModelSize& size, Arena<T> arena) noexcept;

  void lay_out(Arena<T>& arena) noexcept;
  void lay_out_layer(Arena<T>& arena, std::size_t layer) noexcept;
  [[nodiscard]] Status check(const Batch& batch, std::size_t params,
                             std::size_t grads,
                             const Told& told) const noexcept;
  [[nodiscard]] Status prepare(const Batch& batch) noexcept;
  [[nodiscard]] Status prepare_rows(std::size_t t, double position) noexcept;
  [[nodiscard]] Status prepare_turns(const Batch& batch) noexcept;
  void take_parameters(const T* params) noexcept;
  [[nodiscard]] Layer<T> layer_of(std::size_t layer) const noexcept;

  void embed() noexcept;
  void embed_back() noexcept;
  void add_part(const Linear<T>& linear, const T* from, std::size_t width,
                const T* before, T* to, std::uint64_t stream) noexcept;
  const T* part_back(const Linear<T>& linear, const T* from, std::size_t width,
                     Kind weight, Kind bias, std::size_t layer,
                     std::uint64_t stream, T* to) noexcept;
  void forward_layer(std::size_t layer, const Told& told) noexcept;
  void backward_layer(std::size_t layer) noexcept;
  void project(std::size_t layer) noexcept;
  void project_back(std::size_t layer) noexcept;
  void forward_group(const Told& told) noexcept;
  void backward_group() noexcept;
  void score_group(const Told& told, Result* result) noexcept;
  void gradient_of(const Linear<T>& linear, const T* dy, std::size_t dwidth,
                   const T* x, Kind weight, Kind bias,
                   std::size_t layer) noexcept;
  [[nodiscard]] Dropout dropout(std::uint64_t stream) const noexcept;

  const Plan& plan_;
  ModelSize size_;
  Extent extent_;
  std::size_t head_ = 0;  // columns of a head, in whole panels
  Linears linears_[kMaxLayers];
  Linear<T> out_;
  Activations layers_[kMaxLayers + 1];
  BlockMemory<T> block_;
  T* flat_ = nullptr;  // [rows, 3 D], where heads are padded
  T* last_ = nullptr;  // the last norm
  T* last_mean_ = nullptr;
  T* last_deviation_ = nullptr;
  T* logits_ = nullptr;
  T* dx_ = nullptr;
  T* dy_ = nullptr;
  T* dpart_ = nullptr;  // [rows, D]
  T* dwide_ = nullptr;  // [rows, 4 D]
  T* dqkv_ = nullptr;
  T* scratch_ = nullptr;
  T* waves_ = nullptr;  // [T, D]: rows that no one trains
  T* turns_[4] = {};    // [T, half]: cos and sin of queries, of keys
  std::int32_t* positions_ = nullptr;

  OffsetTerm<T> offset_;
  RowsTerm<T> rows_term_;
  CopeTerm<T> cope_;
  ForgetTerm<T> forget_;
  MatrixTerm<T> matrix_;
  struct None final : Term<T> {
  } none_;
  Term<T>* term_ = &none_;

  // Of the call.
  const Batch* batch_ = nullptr;
  const T* params_ = nullptr;
  T* grads_ = nullptr;
  std::size_t length_ = 0;
  std::size_t reach_ = 0;
  bool in_order_ = true;
  std::size_t first_ = 0;      // sequence of the group
  std::size_t sequences_ = 0;  // in the group
  std::size_t rows_ = 0;
  T weight_ = 0;  // of a target in the loss
};

}  // namespace posenc::training
