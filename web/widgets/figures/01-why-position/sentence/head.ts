// One head of attention over the words of a sentence: random vectors and random
// weights, the same ones for the same seed.

import type { PositionScheme, TensorLike } from "posenc";
import * as pe from "posenc";

export const POSITIONS = ["none", "sinusoidal", "rotary", "alibi"] as const;
export type Position = (typeof POSITIONS)[number];

export interface Head {
  readonly dModel: number;
  readonly seed: number;
  readonly causal: boolean;
  readonly position: Position;
}

/** A number for each word: FNV-1a, upper case or not. */
function hash(word: string): number {
  let h = 0x811c9dc5;
  for (const c of word.normalize("NFKC").toLowerCase()) {
    h = Math.imul(h ^ (c.codePointAt(0) as number), 0x01000193) >>> 0;
  }
  return h;
}

/** Seed of a word's vector. */
export const seedOf = (word: string, seed: number): number =>
  seed * 2 ** 32 + hash(word);

/** N(0, 1) rows, one per word: the same word has the same row everywhere. */
export function vectors(
  words: readonly string[],
  { dModel, seed }: Pick<Head, "dModel" | "seed">,
): TensorLike {
  const data = new Float32Array(words.length * dModel);
  words.forEach((word, t) => {
    const row = pe.learned({
      maxLen: 1,
      dModel,
      std: 1,
      seed: seedOf(word, seed),
    });
    data.set(row.data, t * dModel);
  });
  return { data, shape: [words.length, dModel] };
}

/** Slope of the linear bias: that of the first of eight heads. */
const SLOPE = 0.5;

function scheme({ position, causal }: Head): PositionScheme {
  switch (position) {
    case "rotary":
      return { type: "rotary" };
    case "alibi":
      return causal
        ? { type: "alibi", slopes: [SLOPE] }
        : { type: "alibi", slopes: [SLOPE], symmetric: true };
    default:
      return { type: "none" };
  }
}

/** Seeds of the three projections, away from those of words. */
const PROJECTION = { q: 1, k: 2, v: 3 } as const;

type Weights = Readonly<Record<"q" | "k" | "v", { weight: TensorLike }>>;

/** The weights used last: figures ask for the same ones many times a frame. */
let latest: { readonly key: string; readonly weights: Weights } | undefined;

function weightsOf({ dModel, seed }: Head): Weights {
  const key = `${dModel} ${seed}`;
  if (latest?.key === key) return latest.weights;
  const weight = (k: number) => ({
    weight: pe.learned({
      maxLen: dModel,
      dModel,
      std: 1 / Math.sqrt(dModel),
      seed: -(4 * seed + k),
    }),
  });
  const { q, k, v } = PROJECTION;
  const weights = { q: weight(q), k: weight(k), v: weight(v) };
  latest = { key, weights };
  return weights;
}

/** What both attention and the analysis of orders take. */
export function headOptions(x: TensorLike, head: Head) {
  const { dModel, causal, position } = head;
  // Rows are added to the words before anything else happens.
  const seqLen = x.shape.at(-2) as number;
  const input =
    position === "sinusoidal"
      ? pe.embeddingAdd(x, pe.sinusoidal({ seqLen, dModel }))
      : x;
  return {
    q: input,
    k: input,
    v: input,
    numHeads: 1,
    causal,
    position: scheme(head),
    projections: weightsOf(head),
  };
}

/** Attention of one sentence, with its weights `[n, n]`. */
export function attend(x: TensorLike, head: Head) {
  const { output, weights } = pe.attention({
    ...headOptions(x, head),
    returnWeights: true,
  });
  if (!weights) throw new Error("attention gave no weights");
  return { output: output.data, weights: weights.data };
}

/** The mean of all outputs for a sentence, which has no word of its own. */
export function meanOutput(x: TensorLike, head: Head) {
  const { data } = pe.attention(headOptions(x, head)).output;
  return pooled(data, head.dModel);
}

/** Column by column, the mean of the rows. */
export function pooled(rows: Float32Array, width: number): Float32Array {
  const count = rows.length / width;
  const mean = new Float32Array(width);
  for (let at = 0; at < rows.length; at += 1) {
    mean[at % width] =
      (mean[at % width] as number) + (rows[at] as number) / count;
  }
  return mean;
}
