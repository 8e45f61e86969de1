// The part of a position scheme in the attention of training.
//
//   s(i, j) = scale * q_i . k_j + term(i, j)
//   w(i, j) = softmax over j of s(i, j)        out_i = sum_j w(i, j) v_j
//
// Attention walks over the heads, for each over blocks of eight queries, and
// for each block over the sequences that are in memory. Scores of a block are a
// tile of one key per row and one query per lane, as everywhere (numeric/
// score_term.hpp); it holds all keys that the block sees, so that no running
// softmax is needed and memory grows with the length, never with its square.
//
//   layer                    begin_layer                          end_layer
//     head                     begin_head                       end_head
//       block of queries         begin_block                  end_block
//         sequence                 add, collect | back ...
//
// A term takes part by the functions of `Term`: forward, `add` puts it onto the
// tile of scores; backward, `add` is called again, for the scores are computed
// anew, and then `back` with the gradient of the scores, which puts gradients
// of the parameters where they belong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "training/arena.hpp"
#include "training/plan.hpp"
#include "training/product.hpp"

namespace posenc::training {

inline constexpr std::size_t kLanes = kPanel;

// Sizes that memory is made for, and where texts stand.
struct Extent {
  std::size_t sequences = 1;  // at a time
  std::size_t length = 0;     // T
  std::size_t reach = 0;      // M: positions are 0 ... M - 1

  [[nodiscard]] std::size_t offsets() const noexcept { return 2 * reach - 1; }
  // Keys in whole panels.
  [[nodiscard]] std::size_t keys() const noexcept { return padded(length); }
};

// A layer on its way forward or back.
template <class T>
struct Layer {
  const Plan* plan = nullptr;
  std::size_t layer = 0;
  const T* params = nullptr;
  T* grads = nullptr;  // null on the way forward
  std::size_t sequences = 0;
  std::size_t length = 0;
  std::size_t reach = 0;
  const std::int32_t* positions = nullptr;  // [T], rising
  bool in_order = true;                     // positions are 0, 1, 2, ...
  double scale = 1;
  // Queries, keys and values [rows, 3, H, head] behind rotation, `head` columns
  // of which the first d hold numbers and the others zeros.
  Matrix<const T> qkv;
  Matrix<T> dqkv;
  std::size_t head = 0;
  // What the layer's projections read, and its gradient.
  Matrix<const T> input;
  Matrix<T> dinput;

  [[nodiscard]] const T* param(Kind kind) const noexcept {
    return plan->at(params, kind, layer);
  }
  [[nodiscard]] T* grad(Kind kind) const noexcept {
    return plan->at(grads, kind, layer);
  }
  [[nodiscard]] std::size_t heads() const noexcept {
    return plan->options.heads;
  }
  // The first row of keys of a sequence.
  [[nodiscard]] Matrix<const T> keys(std::size_t sequence,
                                     std::size_t h) const noexcept {
    return {qkv.row(sequence * length) + (heads() + h) * head, qkv.stride};
  }
  [[nodiscard]] Matrix<T> dkeys(std::size_t sequence,
                                std::size_t h) const noexcept {
    return {dqkv.row(sequence * length) + (heads() + h) * head, dqkv.stride};
  }
};

// Eight queries of one head of one sequence.
template <class T>
struct Block {
  std::size_t head = 0;
  std::size_t query = 0;  // of lane 0
  std::size_t count = 0;  // lanes in use; the others have queries of zeros
  std::size_t keys = 0;   // that some lane sees, in whole fours
  std::size_t sequence = 0;
  std::size_t limit = 0;      // keys of the sequence that are no padding
  Matrix<const T> q;          // the queries where they lie
  const T* packed = nullptr;  // [head][8]: scale * (q + content bias)
  const T* rows = nullptr;    // [8][head]: the same
  T* tile = nullptr;          // [keys][8]: scores, then weights
  T* out = nullptr;           // [8][head]
  T* dtile = nullptr;         // [keys][8]: gradient of weights, then scores
  const T* dout = nullptr;    // [8][head]
  T* dq = nullptr;            // [8][head]: gradient of scale * q

  // The lane's query; idle lanes repeat the last one.
  [[nodiscard]] std::size_t query_of(std::size_t lane) const noexcept {
    return query + (lane < count ? lane : count - 1);
  }
};

template <class T>
class Term {
 public:
  // Cuts the memory of what every call needs.
  virtual void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept {}
  // Fixed tables, whenever the length or the positions change.
  virtual void prepare(const Layer<T>&) noexcept {}

  virtual void begin_layer(const Layer<T>&) noexcept {}
  virtual void begin_head(const Layer<T>&, std::size_t) noexcept {}
  virtual void begin_block(const Layer<T>&, const Block<T>&) noexcept {}

  // A vector [d] that is added to the queries of a head; null: none.
  virtual const T* content_bias(const Layer<T>&, std::size_t) noexcept {
    return nullptr;
  }
  virtual T* content_bias_grad(const Layer<T>&, std::size_t) noexcept {
    return nullptr;
  }
  virtual void add(const Layer<T>&, const Block<T>&) noexcept {}
  // Adds to block.out, of the weights in the tile.
  virtual void collect(const Layer<T>&, const Block<T>&) noexcept {}
  // Adds to the gradient of the weights, and of what `collect` used.
  virtual void collect_back(const Layer<T>&, const Block<T>&) noexcept {}
  // dtile is the gradient of the scores; what it becomes goes back to queries
  // and keys.
  virtual void back_scores(const Layer<T>&, const Block<T>&) noexcept {}
  // Behind that: adds to block.dq.
  virtual void back(const Layer<T>&, const Block<T>&) noexcept {}

  virtual void end_block(const Layer<T>&, const Block<T>&) noexcept {}
  virtual void end_head(const Layer<T>&, std::size_t) noexcept {}
  virtual void end_layer(const Layer<T>&) noexcept {}

 protected:
  ~Term() = default;
};

// A table of one number per head and offset p_i - p_j: ALiBi, Sandwich, T5,
// KERPLE, and designed ones.
template <class T>
class OffsetTerm final : public Term<T> {
 public:
  void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept override;
  void prepare(const Layer<T>&) noexcept override;
  void begin_layer(const Layer<T>&) noexcept override;
  void add(const Layer<T>&, const Block<T>&) noexcept override;
  void back_scores(const Layer<T>&, const Block<T>&) noexcept override;
  void end_layer(const Layer<T>&) noexcept override;

 private:
  [[nodiscard]] std::size_t row(const Layer<T>& layer) const noexcept;

  T* table_ = nullptr;  // [H][offsets + 8], number n is p_i - p_j = n - (M - 1)
  T* grads_ = nullptr;  // the same
  T* floats_ = nullptr;              // what core writes, by p_j - p_i
  std::int32_t* buckets_ = nullptr;  // of each offset (T5)
  std::int32_t* scratch_ = nullptr;
};

// Rows that the query multiplies, chosen by p_i - p_j: Shaw, Transformer-XL,
// DeBERTa.
template <class T>
class RowsTerm final : public Term<T> {
 public:
  void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept override;
  void prepare(const Layer<T>&) noexcept override;
  void begin_layer(const Layer<T>&) noexcept override;
  void begin_head(const Layer<T>&, std::size_t) noexcept override;
  const T* content_bias(const Layer<T>&, std::size_t) noexcept override;
  T* content_bias_grad(const Layer<T>&, std::size_t) noexcept override;
  void add(const Layer<T>&, const Block<T>&) noexcept override;
  void collect(const Layer<T>&, const Block<T>&) noexcept override;
  void collect_back(const Layer<T>&, const Block<T>&) noexcept override;
  void back(const Layer<T>&, const Block<T>&) noexcept override;
  void end_head(const Layer<T>&, std::size_t) noexcept override;
  void end_layer(const Layer<T>&) noexcept override;

 private:
  void pack_queries(const Layer<T>&, const Block<T>&) noexcept;
  [[nodiscard]] Matrix<T> head_of(T* rows, std::size_t head) const noexcept;

  std::size_t count_ = 0;          // rows, in whole panels
  std::size_t stride_ = 0;         // of a row
  std::size_t slice_ = 0;          // of a head in it; 0: shared by the heads
  std::size_t padded_ = 0;         // columns of a head
  std::int32_t* index_ = nullptr;  // row of each offset
  T* rows_ = nullptr;              // [count, stride]: what queries multiply
  T* drows_ = nullptr;
  T* values_ = nullptr;  // the same for Shaw's aV
  T* dvalues_ = nullptr;
  T* key_rows_ = nullptr;  // the same for DeBERTa's third term
  T* dkey_rows_ = nullptr;
  T* flat_ = nullptr;          // [count, D] before the heads are spread
  T* waves_ = nullptr;         // [count, D]: Transformer-XL's sinusoids
  T* products_ = nullptr;      // [count][8]
  T* dproducts_ = nullptr;     // [count][8]
  T* key_products_ = nullptr;  // [S][T][count]
  T* dkey_products_ = nullptr;
  T* packed_ = nullptr;    // [head][8]
  T* lanes_ = nullptr;     // [8][head]
  T* panel_ = nullptr;     // [head][count]
  T* gradient_ = nullptr;  // scratch
  Linear<T> project_[2];
};

// CoPE: positions counted by gates.
template <class T>
class CopeTerm final : public Term<T> {
 public:
  void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept override;
  void begin_layer(const Layer<T>&) noexcept override;
  void add(const Layer<T>&, const Block<T>&) noexcept override;
  void back_scores(const Layer<T>&, const Block<T>&) noexcept override;
  void end_layer(const Layer<T>&) noexcept override;

 private:
  std::size_t head_ = 0;
  T* rows_ = nullptr;  // [N in whole panels][head]
  T* drows_ = nullptr;
  T* gates_ = nullptr;      // [keys][8]
  T* places_ = nullptr;     // [keys][8]
  T* products_ = nullptr;   // [N][8]
  T* dproducts_ = nullptr;  // [N][8]
};

// Forgetting Transformer (FoX): Lin et al. 2025 (arXiv 2503.02130).
//
//   f_t = sigmoid(w_h . x_t + b_h)      term(i, j) = sum of ln f_l, j < l <= i
template <class T>
class ForgetTerm final : public Term<T> {
 public:
  void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept override;
  void begin_layer(const Layer<T>&) noexcept override;
  void add(const Layer<T>&, const Block<T>&) noexcept override;
  void back_scores(const Layer<T>&, const Block<T>&) noexcept override;
  void end_layer(const Layer<T>&) noexcept override;

 private:
  [[nodiscard]] T* sums(T* all, const Layer<T>& layer, std::size_t sequence,
                        std::size_t head) const noexcept {
    return all + (sequence * layer.heads() + head) * stride_;
  }

  std::size_t stride_ = 0;
  T* gates_ = nullptr;  // [rows][8]: w . x + b
  T* sums_ = nullptr;   // [S][H][T]: sums of ln f from the first
  T* dsums_ = nullptr;
  T* gradient_ = nullptr;
  Linear<T> gate_;
};

// A number b(h, i, j) that needs both positions: FIRE and designed tables.
// Computed once for a block, for all sequences.
template <class T>
class MatrixTerm final : public Term<T> {
 public:
  // b [H, N, N], or one row per head by p_i - p_j, [H, 2N - 1] from -(N - 1)
  // on; N at least the reach.
  void design(std::span<const float> table, std::size_t positions,
              bool by_offset) noexcept {
    table_ = table.data();
    positions_ = positions;
    by_offset_ = by_offset;
  }

  void lay_out(Arena<T>&, const Plan&, const Extent&) noexcept override;
  void begin_layer(const Layer<T>&) noexcept override;
  void begin_block(const Layer<T>&, const Block<T>&) noexcept override;
  void add(const Layer<T>&, const Block<T>&) noexcept override;
  void back_scores(const Layer<T>&, const Block<T>&) noexcept override;
  void end_block(const Layer<T>&, const Block<T>&) noexcept override;
  void end_layer(const Layer<T>&) noexcept override;

 private:
  void fire_tile(const Layer<T>&, const Block<T>&) noexcept;
  void fire_back(const Layer<T>&, const Block<T>&) noexcept;

  const float* table_ = nullptr;
  std::size_t positions_ = 0;
  bool by_offset_ = false;
  bool fire_ = false;
  T* tile_ = nullptr;  // [keys][8]
  T* dtile_ = nullptr;
  T* logs_ = nullptr;  // [M]: ln(|c| n + 1)
  T* dlogs_ = nullptr;
  T* floors_ = nullptr;  // [M]: 1 / (ln(|c| max(p, |m L|) + 1) + eps)
  T* dfloors_ = nullptr;
  T* sums_ = nullptr;  // [3][W][4]: gradients of the hidden units, by lanes
};

}  // namespace posenc::training
