// Attention of training, forward and back, with any position term.
//
// Forward it keeps of each query the largest score and the inverse of the sum
// of the exponentials. Back, the scores and weights of a block are made anew
// from these, then with P the weights and dO the gradient of the output
//
//   dV += P^T dO          dP = dO V^T
//   dS = P (dP - sum_j P dP)
//   dQ += scale dS K      dK += scale dS^T Q
//
// (Dao et al. 2022, arXiv 2205.14135, appendix B). Keys that causal order hides
// from all queries of a block are never looked at. No array grows with the
// square of the length.
#pragma once

#include <cstddef>
#include <cstdint>

#include "training/term.hpp"

namespace posenc::training {

// Memory of a block.
template <class T>
struct BlockMemory {
  T* packed = nullptr;
  T* rows = nullptr;
  T* tile = nullptr;
  T* out = nullptr;
  T* dtile = nullptr;
  T* dout = nullptr;
  T* dout_packed = nullptr;
  T* dq = nullptr;

  void lay_out(Arena<T>& arena, std::size_t head, std::size_t keys) noexcept;
};

template <class T>
struct Attention {
  bool causal = true;
  const std::int32_t* lengths = nullptr;  // [S]: keys past them are padding
  Matrix<T> out;                          // [rows, D]
  // [S, H, T] in whole panels
  T* largest = nullptr;
  T* inverse = nullptr;
  Matrix<const T> dout;  // backward: [rows, D]
  // Forward: the weights [H, T, T] of a single sequence, when wanted.
  float* weights = nullptr;
};

// Writes out, largest and inverse.
template <class T>
void attend(const Layer<T>& layer, const Attention<T>& attention, Term<T>& term,
            const BlockMemory<T>& memory) noexcept;

// layer.dqkv, all zeros before, is the gradient of layer.qkv.
template <class T>
void attend_back(const Layer<T>& layer, const Attention<T>& attention,
                 Term<T>& term, const BlockMemory<T>& memory) noexcept;

}  // namespace posenc::training
