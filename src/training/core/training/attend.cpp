#include "training/attend.hpp"

#include <algorithm>
#include <limits>

namespace posenc::training {
namespace {

template <class T>
struct Walk {
  const Layer<T>& layer;
  const Attention<T>& attention;
  Term<T>& term;
  const BlockMemory<T>& memory;

  Block<T> block_at(std::size_t head, std::size_t query) const noexcept;
  void enter(Block<T>& block, std::size_t sequence) const noexcept;
  void pack_queries(const Block<T>& block) const noexcept;
  void score(const Block<T>& block) const noexcept;
  void hide(const Block<T>& block) const noexcept;
  void weigh(const Block<T>& block) const noexcept;
  void weigh_again(const Block<T>& block) const noexcept;
  void values(const Block<T>& block) const noexcept;
  void tell(const Block<T>& block) const noexcept;
  void back(const Block<T>& block) const noexcept;
  void score_back(const Block<T>& block) const noexcept;

  [[nodiscard]] Matrix<const T> values_of(const Block<T>& b) const noexcept {
    return {layer.qkv.row(b.sequence * layer.length) +
                (2 * layer.heads() + b.head) * layer.head,
            layer.qkv.stride};
  }
  [[nodiscard]] std::size_t kept(const Block<T>& b) const noexcept {
    return (b.sequence * layer.heads() + b.head) * padded(layer.length) +
           b.query;
  }
};

template <class T>
Block<T> Walk<T>::block_at(std::size_t head, std::size_t query) const noexcept {
  Block<T> block;
  block.head = head;
  block.query = query;
  block.count = std::min(kLanes, layer.length - query);
  const std::size_t seen =
      attention.causal ? query + block.count : layer.length;
  block.keys = (seen + 3) / 4 * 4;
  block.packed = memory.packed;
  block.rows = memory.rows;
  block.tile = memory.tile;
  block.out = memory.out;
  block.dtile = memory.dtile;
  block.dout = memory.dout;
  block.dq = memory.dq;
  return block;
}

template <class T>
void Walk<T>::enter(Block<T>& block, std::size_t sequence) const noexcept {
  block.sequence = sequence;
  block.limit = attention.lengths == nullptr
                    ? layer.length
                    : static_cast<std::size_t>(attention.lengths[sequence]);
  block.q = {layer.qkv.row(sequence * layer.length + block.query) +
                 block.head * layer.head,
             layer.qkv.stride};
}

template <class T>
void Walk<T>::pack_queries(const Block<T>& block) const noexcept {
  const std::size_t head = layer.head;
  const std::size_t d = layer.plan->head_width();
  const T* const bias = term.content_bias(layer, block.head);
  const Four<T> scale(static_cast<T>(layer.scale));
  for (std::size_t l = 0; l < kLanes; ++l) {
    T* const row = memory.rows + l * head;
    if (l >= block.count) {
      std::fill_n(row, head, T{0});
    } else {
      const T* const from = block.q.row(l);
      for (std::size_t e = 0; e < head; e += 4) {
        write(row + e, read(from + e) * scale);
      }
      if (bias != nullptr) {
        for (std::size_t e = 0; e < d; ++e) {
          row[e] = (from[e] + bias[e]) * static_cast<T>(layer.scale);
        }
      }
    }
    for (std::size_t e = 0; e < head; ++e)
      memory.packed[e * kLanes + l] = row[e];
  }
}

template <class T>
void Walk<T>::score(const Block<T>& block) const noexcept {
  pack_queries(block);
  times<T>(layer.keys(block.sequence, block.head), block.keys,
           {memory.packed, kLanes}, layer.head, {block.tile, kLanes}, false);
  term.add(layer, block);
  hide(block);
}

// Causal order, padding, and what fills the last four.
template <class T>
void Walk<T>::hide(const Block<T>& block) const noexcept {
  constexpr T kHidden = -std::numeric_limits<T>::infinity();
  if (attention.causal) {
    for (std::size_t j = block.query + 1; j < block.keys; ++j) {
      const std::size_t lanes = std::min(j - block.query, block.count - 1);
      std::fill_n(block.tile + j * kLanes, lanes, kHidden);
      // The last query and the idle lanes, which do as it does.
      if (j >= block.query + block.count) {
        std::fill_n(block.tile + j * kLanes, kLanes, kHidden);
      }
    }
  }
  if (block.limit < block.keys) {
    std::fill(block.tile + block.limit * kLanes,
              block.tile + block.keys * kLanes, kHidden);
  }
}

template <class T>
void Walk<T>::weigh(const Block<T>& block) const noexcept {
  Four<T> top0 = read(block.tile);
  Four<T> top1 = read(block.tile + 4);
  for (std::size_t j = 1; j < block.keys; ++j) {
    top0 = larger(top0, read(block.tile + j * kLanes));
    top1 = larger(top1, read(block.tile + j * kLanes + 4));
  }
  Four<T> sum0(T{0});
  Four<T> sum1(T{0});
  for (std::size_t j = 0; j < block.keys; ++j) {
    T* const at = block.tile + j * kLanes;
    const Four<T> e0 = exp(read(at) - top0);
    const Four<T> e1 = exp(read(at + 4) - top1);
    write(at, e0);
    write(at + 4, e1);
    sum0 += e0;
    sum1 += e1;
  }
  const Four<T> one(T{1});
  const Four<T> i0 = one / sum0;
  const Four<T> i1 = one / sum1;
  for (std::size_t j = 0; j < block.keys; ++j) {
    T* const at = block.tile + j * kLanes;
    write(at, read(at) * i0);
    write(at + 4, read(at + 4) * i1);
  }
  const std::size_t at = kept(block);
  write(attention.largest + at, top0);
  write(attention.largest + at + 4, top1);
  write(attention.inverse + at, i0);
  write(attention.inverse + at + 4, i1);
}

template <class T>
void Walk<T>::weigh_again(const Block<T>& block) const noexcept {
  const std::size_t at = kept(block);
  const Four<T> top0 = read(attention.largest + at);
  const Four<T> top1 = read(attention.largest + at + 4);
  const Four<T> i0 = read(attention.inverse + at);
  const Four<T> i1 = read(attention.inverse + at + 4);
  for (std::size_t j = 0; j < block.keys; ++j) {
    T* const x = block.tile + j * kLanes;
    write(x, exp(read(x) - top0) * i0);
    write(x + 4, exp(read(x + 4) - top1) * i1);
  }
}

template <class T>
void Walk<T>::values(const Block<T>& block) const noexcept {
  const std::size_t head = layer.head;
  const Matrix<const T> v = values_of(block);
  std::fill_n(block.out, kLanes * head, T{0});
  for (std::size_t e = 0; e < head; e += kPanel) {
    for (std::size_t l = 0; l < kLanes; l += 4) {
      outer<T>({block.tile + l, kLanes}, {v.data + e, v.stride}, block.keys,
               {block.out + l * head + e, head});
    }
  }
  term.collect(layer, block);
  const std::size_t d = layer.plan->head_width();
  for (std::size_t l = 0; l < block.count; ++l) {
    T* const to =
        attention.out.row(block.sequence * layer.length + block.query + l) +
        block.head * d;
    std::copy_n(block.out + l * head, d, to);
  }
}

template <class T>
[[gnu::cold]] void Walk<T>::tell(const Block<T>& block) const noexcept {
  for (std::size_t l = 0; l < block.count; ++l) {
    float* const row =
        attention.weights +
        (block.head * layer.length + block.query + l) * layer.length;
    for (std::size_t j = 0; j < layer.length; ++j) {
      row[j] = j < block.keys ? static_cast<float>(block.tile[j * kLanes + l])
                              : 0.0f;
    }
  }
}

template <class T>
void Walk<T>::score_back(const Block<T>& block) const noexcept {
  Four<T> along0(T{0});
  Four<T> along1(T{0});
  for (std::size_t j = 0; j < block.keys; ++j) {
    const std::size_t x = j * kLanes;
    along0 += read(block.tile + x) * read(block.dtile + x);
    along1 += read(block.tile + x + 4) * read(block.dtile + x + 4);
  }
  for (std::size_t j = 0; j < block.keys; ++j) {
    const std::size_t x = j * kLanes;
    write(block.dtile + x,
          read(block.tile + x) * (read(block.dtile + x) - along0));
    write(block.dtile + x + 4,
          read(block.tile + x + 4) * (read(block.dtile + x + 4) - along1));
  }
}

template <class T>
void Walk<T>::back(const Block<T>& block) const noexcept {
  const std::size_t head = layer.head;
  const std::size_t d = layer.plan->head_width();
  for (std::size_t l = 0; l < kLanes; ++l) {
    T* const row = memory.dout + l * head;
    std::fill_n(row, head, T{0});
    if (l < block.count) {
      std::copy_n(
          attention.dout.row(block.sequence * layer.length + block.query + l) +
              block.head * d,
          d, row);
    }
    for (std::size_t e = 0; e < head; ++e) {
      memory.dout_packed[e * kLanes + l] = row[e];
    }
  }
  const Matrix<T> dk = layer.dkeys(block.sequence, block.head);
  const Matrix<T> dv{dk.data + layer.heads() * head, dk.stride};
  times<T>(values_of(block), block.keys, {memory.dout_packed, kLanes}, head,
           {block.dtile, kLanes}, false);
  for (std::size_t e = 0; e < head; e += kPanel) {
    times<T>({block.tile, kLanes}, block.keys, {memory.dout + e, head}, kLanes,
             {dv.data + e, dv.stride}, true);
  }
  term.collect_back(layer, block);
  score_back(block);
  std::fill_n(block.dq, kLanes * head, T{0});
  term.back_scores(layer, block);
  const Matrix<const T> k = layer.keys(block.sequence, block.head);
  for (std::size_t e = 0; e < head; e += kPanel) {
    times<T>({block.dtile, kLanes}, block.keys, {memory.rows + e, head}, kLanes,
             {dk.data + e, dk.stride}, true);
    for (std::size_t l = 0; l < kLanes; l += 4) {
      outer<T>({block.dtile + l, kLanes}, {k.data + e, k.stride}, block.keys,
               {block.dq + l * head + e, head});
    }
  }
  const auto scale = static_cast<T>(layer.scale);
  if (T* const bias = term.content_bias_grad(layer, block.head)) {
    for (std::size_t l = 0; l < block.count; ++l) {
      for (std::size_t e = 0; e < d; ++e) {
        bias[e] += scale * block.dq[l * head + e];
      }
    }
  }
  term.back(layer, block);
  for (std::size_t l = 0; l < block.count; ++l) {
    T* const to =
        layer.dqkv.row(block.sequence * layer.length + block.query + l) +
        block.head * head;
    for (std::size_t e = 0; e < head; e += 4) {
      write(to + e, Four<T>(scale) * read(block.dq + l * head + e));
    }
  }
}

}  // namespace

template <class T>
[[gnu::cold]] void BlockMemory<T>::lay_out(Arena<T>& arena, std::size_t head,
                                           std::size_t keys) noexcept {
  const std::size_t lanes = head * kLanes;
  for (T** part : {&packed, &rows, &out, &dout, &dout_packed, &dq}) {
    *part = arena.take(lanes);
  }
  tile = arena.take(keys * kLanes);
  dtile = arena.take(keys * kLanes);
}

template <class T>
void attend(const Layer<T>& layer, const Attention<T>& attention, Term<T>& term,
            const BlockMemory<T>& memory) noexcept {
  const Walk<T> walk{layer, attention, term, memory};
  term.begin_layer(layer);
  for (std::size_t h = 0; h < layer.heads(); ++h) {
    term.begin_head(layer, h);
    for (std::size_t i = 0; i < layer.length; i += kLanes) {
      Block<T> block = walk.block_at(h, i);
      term.begin_block(layer, block);
      for (std::size_t s = 0; s < layer.sequences; ++s) {
        walk.enter(block, s);
        walk.score(block);
        walk.weigh(block);
        if (attention.weights != nullptr) walk.tell(block);
        walk.values(block);
      }
    }
  }
}

template <class T>
void attend_back(const Layer<T>& layer, const Attention<T>& attention,
                 Term<T>& term, const BlockMemory<T>& memory) noexcept {
  const Walk<T> walk{layer, attention, term, memory};
  term.begin_layer(layer);
  for (std::size_t h = 0; h < layer.heads(); ++h) {
    term.begin_head(layer, h);
    for (std::size_t i = 0; i < layer.length; i += kLanes) {
      Block<T> block = walk.block_at(h, i);
      term.begin_block(layer, block);
      for (std::size_t s = 0; s < layer.sequences; ++s) {
        walk.enter(block, s);
        walk.score(block);
        walk.weigh_again(block);
        walk.back(block);
      }
      term.end_block(layer, block);
    }
    term.end_head(layer, h);
  }
  term.end_layer(layer);
}

#define POSENC_INSTANCE(T)                                                     \
  template struct BlockMemory<T>;                                              \
  template void attend<T>(const Layer<T>&, const Attention<T>&, Term<T>&,      \
                          const BlockMemory<T>&) noexcept;                     \
  template void attend_back<T>(const Layer<T>&, const Attention<T>&, Term<T>&, \
                               const BlockMemory<T>&) noexcept;
POSENC_INSTANCE(float)
POSENC_INSTANCE(double)
#undef POSENC_INSTANCE

}  // namespace posenc::training
