// Six demands on an encoding, each measured by the library and held against a
// criterion that is stated.

import type { TensorLike } from "posenc";
import * as pe from "posenc";
import { quantity, type Text } from "../../words/text.ts";
import { gapText } from "../shared/word-weights.ts";
import { codes, D, firstRow, type Made, type Rung, scores } from "./codes.ts";

export const DEMANDS = [
  "distinct",
  "bounded",
  "smooth",
  "linear",
  "offsets",
  "beyond",
] as const;

export type Demand = (typeof DEMANDS)[number];

/** How a demand is called, in a word or two. */
export const demandNames: Readonly<Record<Demand, Text>> = {
  distinct: { en: "distinct", zh: "互异" },
  bounded: { en: "bounded", zh: "有界" },
  smooth: { en: "smooth", zh: "平滑" },
  linear: { en: "linear", zh: "线性" },
  offsets: { en: "offsets", zh: "偏移" },
  beyond: { en: "beyond", zh: "可延伸" },
};

/** What is measured, and what it takes to pass. */
export const criteria: Readonly<Record<Demand, Text>> = {
  distinct: {
    en: "different rows (all must differ)",
    zh: "不同的行数 / 总行数；须全部不同",
  },
  bounded: {
    en: "largest number (must not exceed 1 at any length)",
    zh: "最大的数；任何长度都须不超过 1",
  },
  smooth: {
    en: "longest step from a row to the next, where any two rows are 1 apart on average (at most\u00a00.5)",
    zh: "以任意两行的平均距离为 1，相邻两行最远相距多少；不超过 0.5",
  },
  linear: {
    en: "error of the best linear map from row p to row p + 3, as a share (below 10⁻⁶)",
    zh: "从第 p 行到第 p + 3 行，最好的线性变换剩下的误差份额；低于 10⁻⁶",
  },
  offsets: {
    en: "share of the scores’ variation that the distance does not explain (below 0.01)",
    zh: "分数方差中偏移解释不了的份额；低于 0.01",
  },
  beyond: {
    en: "further positions that get a row while the old rows stay (all must)",
    zh: "文本加长一倍，新位置中有行可用且旧行不变的个数；须全部",
  },
};

/** One measurement. */
export interface Score {
  readonly value: number;
  readonly text: string;
  readonly passed: boolean;
}

export interface Scores extends Readonly<Record<Demand, Score>> {
  readonly passes: number;
  /** Share of the numbers past the table outside the range seen within it. */
  readonly unseen: number;
  /** What the library says where there is no row; "" where there is one. */
  readonly refusal: string;
}

/** By how many positions rows are shifted for `linear`. */
const SHIFT = 3;

const score = (value: number, passed: boolean, text: string): Score => ({
  value,
  passed,
  text,
});

function distinct(rows: TensorLike): Score {
  const count = rows.shape[0] as number;
  const found = pe.analysisCollisions({ rows }).distinct;
  return score(found, found === count, `${found}/${count}`);
}

/** What is learned starts small and may grow: no bound is part of the design. */
function bounded(rung: Rung, rows: TensorLike): Score {
  const { min, max } = pe.analysisRangePerDimension(rows);
  const most = Math.max(...max, ...min.map((value) => -value));
  const guaranteed = rung !== "learned" && rung !== "relative";
  // What only begins small deserves no third digit, nor is there room for it.
  const digits = guaranteed ? 3 : 2;
  return score(most, guaranteed && most <= 1, quantity(most, digits));
}

/** The longest step from a row to the next, where any two are 1 apart on average. */
export function roughness(rows: TensorLike): number {
  const count = rows.shape[0] as number;
  const dots = pe.analysisSimilarity(rows).data;
  const dot = (a: number, b: number): number => dots[a * count + b] as number;
  const distance = (a: number, b: number): number =>
    Math.sqrt(Math.max(0, dot(a, a) + dot(b, b) - 2 * dot(a, b)));
  let [sum, step] = [0, 0];
  for (let a = 0; a < count; a += 1) {
    for (let b = 0; b < a; b += 1) sum += distance(a, b);
    if (a > 0) step = Math.max(step, distance(a - 1, a));
  }
  const mean = sum / ((count * (count - 1)) / 2);
  return step / mean;
}

function smooth(rows: TensorLike): Score {
  const step = roughness(rows);
  return score(step, step <= 0.5, gapText(step));
}

/**
 * Whether the row three on is a linear map (and a constant) of the row. If it
 * is, the two side by side have no more axes than the row alone; what lies
 * along further axes no linear map can yield.
 */
function linear(rung: Rung, seed: number): Score {
  // Fewer rows than columns could always be mapped onto anything.
  const seqLen = 4 * D;
  const rows = codes(rung, seqLen, { made: seqLen, seed });
  const [count = 0, width = 0] = rows.shape;
  const pairs = new Float32Array((count - SHIFT) * 2 * width);
  for (let t = 0; t < count - SHIFT; t += 1) {
    for (let c = 0; c < width; c += 1) {
      const at = t * 2 * width + c;
      pairs[at] = rows.data[t * width + c] as number;
      pairs[at + width] = rows.data[(t + SHIFT) * width + c] as number;
    }
  }
  const { explained } = pe.analysisSpectrum({
    data: pairs,
    shape: [count - SHIFT, 2 * width],
  });
  const left = Math.max(
    0,
    explained.subarray(width).reduce((sum, share) => sum + share, 0),
  );
  return score(left, left < 1e-6, left < 1e-12 ? "0" : gapText(left));
}

/** The share of a matrix that its diagonals do not explain. */
function offDiagonals({ data, shape }: TensorLike): number {
  const n = shape[0] as number;
  const sums = new Float64Array(2 * n - 1);
  const squares = new Float64Array(2 * n - 1);
  let [sum, square] = [0, 0];
  for (let at = 0; at < n * n; at += 1) {
    const value = data[at] as number;
    const k = (at % n) - Math.floor(at / n) + n - 1;
    sums[k] = (sums[k] as number) + value;
    squares[k] = (squares[k] as number) + value * value;
    sum += value;
    square += value * value;
  }
  const total = square - sum ** 2 / n ** 2;
  let within = 0;
  sums.forEach((part, k) => {
    const count = n - Math.abs(k - n + 1);
    within += Math.max(0, (squares[k] as number) - part ** 2 / count);
  });
  return within / total;
}

function offsets(matrix: TensorLike): Score {
  const left = offDiagonals(matrix);
  return score(left, left < 0.01, left < 1e-9 ? "0" : gapText(left));
}

/** Rows for a text twice as long as the table was made for. */
function beyond(rung: Rung, rows: TensorLike, made: Made) {
  const { made: count } = made;
  let [reached, refusal, unseen] = [0, "", 1];
  try {
    const longer = codes(rung, 2 * count, made);
    const width = rows.shape[1] as number;
    const skip = firstRow(rung, count) - firstRow(rung, 2 * count);
    const moved = Array.from(rows.data).some(
      (value, at) =>
        Math.abs(value - (longer.data[at + skip * width] as number)) > 1e-6,
    );
    reached = moved ? 0 : count;
    const { min, max } = pe.analysisRangePerDimension(rows);
    const [from, to] = [skip * width, skip * width + rows.data.length];
    const fresh = Array.from(longer.data).map((value, at) => {
      if (at >= from && at < to) return undefined;
      const [low, high] = [min[at % width], max[at % width]];
      return value < (low as number) - 1e-6 || value > (high as number) + 1e-6;
    });
    const known = fresh.filter((out) => out !== undefined);
    unseen = known.filter(Boolean).length / known.length;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refusal = error.message;
  }
  const text = `${reached}/${count}`;
  return {
    refusal,
    unseen,
    score: score(reached, reached === count, text),
  };
}

/** Results so far: the figures of a page ask for the same ones. */
const known = new Map<string, unknown>();
const MOST_KNOWN = 256;

function remembered<Result>(key: string, make: () => Result): Result {
  const old = known.get(key) as Result | undefined;
  if (old !== undefined) return old;
  if (known.size >= MOST_KNOWN) known.clear();
  const fresh = make();
  known.set(key, fresh);
  return fresh;
}

/** All six, for one rung. */
export const judge = (rung: Rung, seqLen: number, seed: number): Scores =>
  remembered(`${rung} ${seqLen} ${seed}`, () => measure(rung, seqLen, seed));

function measure(rung: Rung, seqLen: number, seed: number): Scores {
  const made = { made: seqLen, seed };
  const rows = codes(rung, seqLen, made);
  const past = beyond(rung, rows, made);
  const found: Readonly<Record<Demand, Score>> = {
    distinct: distinct(rows),
    bounded: bounded(rung, rows),
    smooth: smooth(rows),
    linear: remembered(`${rung} ${seed}`, () => linear(rung, seed)),
    offsets: offsets(scores(rung, seqLen, seed)),
    beyond: past.score,
  };
  return {
    ...found,
    passes: DEMANDS.filter((demand) => found[demand].passed).length,
    unseen: past.unseen,
    refusal: past.refusal,
  };
}
