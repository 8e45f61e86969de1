// Claims about what attention sees of the order of its tokens.

import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  agreement,
  always,
  attend,
  type Checks,
  core,
  difference,
  dot,
  list,
  mean,
  near,
  num,
  permuted,
  pooled,
  random,
  row,
  suggests,
  tensor,
  upTo,
  waves,
} from "./kit.ts";

/** Rounding of float32 in a short attention. */
const EXACT = 1e-5;

const withWaves = (x: TensorLike) =>
  pe.embeddingAdd(x, waves(x.shape[0] ?? 0, x.shape[1] ?? 0));

/** What shuffling tokens does to the output, three times. */
function shuffled(order: readonly number[], width = 16) {
  const x = random(order.length, width, 1);
  const plain = attend(x);
  const again = attend(permuted(x, order));
  const error = (a: TensorLike, b: TensorLike) =>
    difference(permuted(a, order).data, b.data);
  const pe1 = attend(withWaves(x)).output;
  const pe2 = attend(withWaves(permuted(x, order))).output;
  const causal1 = attend(x, { causal: true }).output;
  const causal2 = attend(permuted(x, order), { causal: true }).output;
  return {
    equivariance: error(plain.output, again.output),
    change: difference(plain.output.data, again.output.data),
    withPositions: error(pe1, pe2),
    causal: error(causal1, causal2),
    pooled: difference(pooled(plain.output), pooled(again.output)),
    pooledWithPositions: difference(pooled(pe1), pooled(pe2)),
    pooledCausal: difference(pooled(causal1), pooled(causal2)),
  };
}

const ORDER = [3, 1, 0, 5, 4, 2] as const;

/** A'ᵢⱼ = A(order i)(order j): rows and columns moved together. */
const conjugated = (a: TensorLike, order: readonly number[]): number[] =>
  order.flatMap((i) => order.map((j) => row(a, i)[j] ?? Number.NaN));

function invariance() {
  const { equivariance, change } = shuffled(ORDER);
  return {
    expected: { en: "Attn(PX) = Attn(X)", zh: "Attn(PX) = Attn(X)" },
    found: {
      en: `they differ by ${num(change, 3)}`,
      zh: `二者相差 ${num(change, 3)}`,
    },
    parts: [
      core(
        change < EXACT,
        `largest |Attn(PX) − Attn(X)| over six random tokens: ${num(change, 3)}`,
        `六个随机词元，|Attn(PX) − Attn(X)| 最大为 ${num(change, 3)}`,
      ),
      near(
        equivariance < EXACT,
        `largest |Attn(PX) − P·Attn(X)|: ${num(equivariance, 2)}`,
        `|Attn(PX) − P·Attn(X)| 最大为 ${num(equivariance, 2)}`,
      ),
    ],
  };
}

/** The share of queries whose best key stands `offset` ahead. */
function offsetHead(start: number, offset: number, turn: boolean) {
  const dModel = 128;
  const positions = Array.from({ length: 40 }, (_, t) => start + t);
  const keys = waves(positions, dModel);
  const queries = turn
    ? pe.transformerLinear(keys, pe.analysisShiftMatrix({ offset, dModel }))
    : keys;
  const keyRows = positions.map((_, j) => row(keys, j));
  let right = 0;
  const asked = positions.length - offset;
  for (let t = 0; t < asked; t += 1) {
    const query = row(queries, t);
    const scores = keyRows.map((key) => dot(query, key));
    if (scores.indexOf(Math.max(...scores)) === t + offset) right += 1;
  }
  return right / asked;
}

const STARTS = [0, 1000, 1_000_000] as const;

export const order: Checks = {
  "000-02": () => {
    const { equivariance, causal, withPositions } = shuffled(ORDER);
    return {
      ...agreement(equivariance),
      parts: [
        core(
          equivariance < EXACT,
          `no mask: |Attn(PX) − P·Attn(X)| = ${num(equivariance, 2)}`,
          `不加掩码：|Attn(PX) − P·Attn(X)| = ${num(equivariance, 2)}`,
        ),
        always(
          causal < EXACT,
          `with a causal mask the same is ${num(causal, 3)} (and ${num(withPositions, 3)} with sinusoids added)`,
          `加因果掩码后为 ${num(causal, 3)}（加正弦编码后为 ${num(withPositions, 3)}）`,
        ),
      ],
    };
  },

  "001-02": () => {
    const it = shuffled([2, 1, 0]);
    return {
      ...agreement(it.pooled),
      parts: [
        core(
          it.pooled < EXACT && it.equivariance < EXACT,
          `three words reversed: pooled outputs differ by ${num(it.pooled, 2)}, the words’ own outputs by ${num(it.equivariance, 2)}`,
          `三个词倒序：汇总输出相差 ${num(it.pooled, 2)}，各词自己的输出相差 ${num(it.equivariance, 2)}`,
        ),
        always(
          it.pooledCausal < EXACT && it.pooledWithPositions < EXACT,
          `the pooled outputs differ by ${num(it.pooledCausal, 3)} with a causal mask, by ${num(it.pooledWithPositions, 3)} with positions`,
          `加因果掩码后汇总输出相差 ${num(it.pooledCausal, 3)}，加位置编码后相差 ${num(it.pooledWithPositions, 3)}`,
        ),
      ],
    };
  },

  "001-03": () => {
    // dog bites LE man → man bites LE dog
    const swap = [3, 1, 2, 0];
    const x = random(4, 16, 2);
    const without = difference(
      conjugated(attend(x).weights, swap),
      attend(permuted(x, swap)).weights.data,
    );
    const added = difference(
      conjugated(attend(withWaves(x)).weights, swap),
      attend(withWaves(permuted(x, swap))).weights.data,
    );
    return {
      ...agreement(without),
      parts: [
        core(
          without < EXACT,
          `the same weight between the same two words in both sentences, ${upTo(without)}`,
          `两句中同样两个词之间的权重相同，误差 ${num(without, 2)}`,
        ),
        always(
          added < EXACT,
          `with sinusoids added the weights differ by up to ${num(added, 3)}`,
          `加上正弦编码后，权重最多相差 ${num(added, 3)}`,
        ),
      ],
    };
  },

  "002-02": invariance,
  "004-01": invariance,

  "004-02": () => {
    const swap = [1, 0, 2];
    const x = random(3, 16, 4);
    const a = attend(x).weights;
    const b = attend(permuted(x, swap)).weights;
    const same = difference(a.data, b.data);
    const moved = difference(conjugated(a, swap), b.data);
    return {
      expected: { en: "A′ = A", zh: "A′ = A" },
      found: {
        en: `they differ by ${num(same, 3)}`,
        zh: `二者相差 ${num(same, 3)}`,
      },
      parts: [
        core(
          same < EXACT,
          `first row for [A,\u00a0B,\u00a0C]: ${list(row(a, 0), 3)}; for [B,\u00a0A,\u00a0C]: ${list(row(b, 0), 3)}`,
          `[A,\u00a0B,\u00a0C] 的第一行：${list(row(a, 0), 3)}；[B,\u00a0A,\u00a0C] 的第一行：${list(row(b, 0), 3)}`,
        ),
        near(
          moved < EXACT,
          `A′ and PAPᵀ agree ${upTo(moved)}`,
          `A′ 与 PAPᵀ 相差 ${num(moved, 2)}`,
        ),
      ],
    };
  },

  "001-35": () => {
    // Word of the Chinese sentence that each English word becomes; “do” none.
    const aligned = [0, 1, 2, 3, 4];
    let inversions = 0;
    for (const [i, a] of aligned.entries()) {
      for (const b of aligned.slice(i + 1)) if (b < a) inversions += 1;
    }
    const { pooled: blind, pooledWithPositions: seeing } = shuffled([
      1, 0, 2, 3, 4,
    ]);
    return {
      expected: {
        en: "positions decide where the negation goes",
        zh: "否定词的位置由位置编码决定",
      },
      found: {
        en: `${inversions} pairs of words change order`,
        zh: `语序颠倒的词对有 ${inversions} 对`,
      },
      parts: [
        core(
          blind < EXACT && seeing > EXACT,
          `moving the negation changes the pooled output by ${num(blind, 2)} without positions, by ${num(seeing, 3)} with them`,
          `挪动否定词，汇总输出的变化：没有位置编码时 ${num(blind, 2)}，有时 ${num(seeing, 3)}`,
        ),
        always(
          inversions > 0,
          `of the five aligned word pairs ${inversions} cross: a word-by-word copy is right here`,
          `五对对齐的词中交叉的有 ${inversions} 对：逐词照搬也能译对`,
        ),
      ],
    };
  },

  "001-36": () => {
    const width = 16;
    const length = 400;
    const fact = row(random(1, width, 5), 0).map((x) => 2 * x);
    const noise = random(length, width, 6);
    const weight = (at: number, alibi: boolean) => {
      const data = [...noise.data];
      data.splice(at * width, width, ...fact);
      const { weights } = pe.attention({
        q: tensor(fact, 1, width),
        k: tensor(data, length, width),
        v: tensor(data, length, width),
        numHeads: 1,
        returnWeights: true,
        causal: true,
        ...(alibi ? { position: { type: "alibi", slopes: [0.25] } } : {}),
      });
      return weights?.data[at] ?? Number.NaN;
    };
    const [far, close] = [weight(0, false), weight(length - 1, false)];
    const [farA, closeA] = [weight(0, true), weight(length - 1, true)];
    return {
      expected: {
        en: "without positions the far fact is lost",
        zh: "没有位置编码就找不回远处的事实",
      },
      found: {
        en: `its weight at distance ${length}: ${num(far, 3)}`,
        zh: `相距 ${length} 时它的权重为 ${num(far, 3)}`,
      },
      parts: [
        core(
          far < 0.5,
          `no positions: attention gives the fact ${num(far, 3)} of the weight from ${length} tokens away, ${num(close, 3)} from next to it`,
          `没有位置编码：相距 ${length} 个词元时事实得到 ${num(far, 3)} 的权重，紧挨着时得到 ${num(close, 3)}`,
        ),
        near(
          Math.abs(closeA - farA) > 0.1,
          `what positions add is distance: with a linear bias the same fact gets ${num(closeA, 3)} when near, ${num(farA, 2)} when far`,
          `位置编码提供的是距离：加线性偏置后，同一事实近处得到 ${num(closeA, 3)}，远处得到 ${num(farA, 2)}`,
        ),
      ],
    };
  },

  "000-26": () => {
    const [x, y] = [row(random(2, 64, 7), 0), row(random(2, 64, 7), 1)];
    const rows = waves([12, 40], 64);
    const terms = pe.analysisLogitTerms({
      token_i: x,
      token_j: y,
      pos_i: row(rows, 0),
      pos_j: row(rows, 1),
    });
    const sum =
      terms.contentContent +
      terms.contentPosition +
      terms.positionContent +
      terms.positionPosition;
    const both = dot(
      x.map((value, i) => value + (row(rows, 0)[i] ?? Number.NaN)),
      y.map((value, i) => value + (row(rows, 1)[i] ?? Number.NaN)),
    );
    const shares = STARTS.map((start) => offsetHead(start, 5, true));
    return {
      expected: { en: "four terms", zh: "四项" },
      found: {
        en: `four terms, error ${num(Math.abs(sum - both), 2)}`,
        zh: `四项，误差 ${num(Math.abs(sum - both), 2)}`,
      },
      parts: [
        core(
          Math.abs(sum - both) < 1e-4,
          `(x + p)·(y + q) = ${num(both)} = sum of its four terms ${num(sum)}`,
          `(x + p)·(y + q) = ${num(both)}，四项之和为 ${num(sum)}`,
        ),
        core(
          shares.every((share) => share === 1),
          `with the shift matrix between them, the position–position term of ${shares.map((s) => num(100 * s, 3)).join(", ")}% of queries peaks at offset 5 (from positions ${STARTS.map((s) => num(s)).join(", ")})`,
          `中间乘上平移矩阵后，位置—位置项在偏移 5 处最大的查询占 ${shares.map((s) => num(100 * s, 3)).join("%、")}%（起点 ${STARTS.map((s) => num(s)).join("、")}）`,
        ),
      ],
    };
  },

  "002-03": () => {
    const turned = STARTS.map((start) => offsetHead(start, 5, true));
    const plain = STARTS.map((start) => offsetHead(start, 5, false));
    return {
      expected: {
        en: "offsets readable",
        zh: "能读出偏移",
      },
      found: {
        en: `${num(100 * mean(turned), 3)}% with a fitting matrix, ${num(100 * mean(plain), 3)}% without`,
        zh: `配上合适的矩阵 ${num(100 * mean(turned), 3)}%，不配 ${num(100 * mean(plain), 3)}%`,
      },
      parts: [
        core(
          turned.every((share) => share === 1),
          `with the shift matrix as weights, ${num(100 * mean(turned), 3)}% of queries find the key at offset 5`,
          `以平移矩阵作权重，${num(100 * mean(turned), 3)}% 的查询找到偏移 5 处的键`,
        ),
        always(
          plain.every((share) => share === 1),
          `without such weights ${num(100 * mean(plain), 3)}% do: they have to be learned`,
          `没有这样的权重时为 ${num(100 * mean(plain), 3)}%：必须学出来`,
        ),
      ],
    };
  },

  "000-16": () => {
    const dModel = 128;
    const offsets = [0, 1, 2, 5, 10, 20, 50] as const;
    const keys = waves(
      offsets.map((k) => 100 - k),
      dModel,
    );
    const query = row(waves([100], dModel), 0);
    const raw = offsets.map((_, i) => dot(query, row(keys, i)));
    const drop = (raw[0] ?? 0) - (raw[6] ?? 0);
    const drops = Array.from({ length: 20 }, (_, seed) => {
      const w = pe.learned({
        maxLen: dModel,
        dModel,
        std: 1 / Math.sqrt(dModel),
        seed,
      });
      const seen = pe.transformerLinear(keys, w);
      return dot(query, row(seen, 0)) - dot(query, row(seen, 6));
    });
    const left = mean(drops) / drop;
    const falling = drops.filter((each) => each > drop / 2).length;
    return {
      expected: {
        en: "attention scores fall with distance",
        zh: "注意力分数随距离下降",
      },
      found: {
        en: `mean fall after random weights: ${num(100 * left, 2)}% of the raw one (below 0: a rise)`,
        zh: `经过随机权重后，平均降幅与原降幅之比：${num(100 * left, 2)}%（负数表示上升）`,
      },
      parts: [
        core(
          drop > 0 &&
            raw.every((value, i) => i === 0 || value < (raw[i - 1] ?? 0)),
          `d = 128, raw dot products at offsets ${offsets.join(", ")}: ${list(raw, 1)}`,
          `d = 128，偏移 ${offsets.join("、")} 处的原始点积：${list(raw, 1)}`,
        ),
        suggests(
          falling >= 10,
          `after a random matrix W, half of that fall or more is left in ${falling} of 20 cases`,
          `经过 20 个随机矩阵 W，下降仍保留一半以上的有 ${falling} 个`,
        ),
      ],
    };
  },
};
