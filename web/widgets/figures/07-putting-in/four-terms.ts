// A score of added positions split into four, for all pairs of words of a text.

import type { Tensor, TensorLike } from "posenc";
import * as pe from "posenc";
import type { Matrix } from "../../kit/panel.ts";
import { mixer, rms, rowAt } from "../../kit/pieces/vectors.ts";
import { embedded, numbered, tokensOf } from "../../kit/pieces/word-vectors.ts";

/** Standard deviation of the numbers of a word, before they are scaled. */
export const STD = { unit: 1, scaled: 0.02, small: 0.02 } as const;

/** Words at the most. */
export const MOST = 12;

export const TERMS = ["cc", "cp", "pc", "pp"] as const;
export type Term = (typeof TERMS)[number];

/** The terms of a text. */
export interface FourTerms {
  readonly words: readonly string[];
  readonly terms: Readonly<Record<Term, Matrix>>;
  readonly total: Matrix;
  /** Root mean square of each term. */
  readonly rms: Readonly<Record<Term, number>>;
  /** Of the chosen cell, by the library's own decomposition. */
  terms4(query: number, key: number): Readonly<Record<Term | "sum", number>>;
}

/** The text, its vectors and what stands between query and key. */
interface Given {
  readonly text: string;
  readonly weight: "none" | "random" | "shift";
  readonly by: number;
  readonly size: keyof typeof STD;
  readonly dModel: number;
  readonly seed: number;
}

/** Seed of the matrix between query and key, away from those of words. */
export const mixerSeed = (seed: number): number => seed + 1000;

function between(state: Given): Tensor | undefined {
  const { weight, dModel, seed, by } = state;
  if (weight === "none") return undefined;
  return weight === "random"
    ? mixer(dModel, mixerSeed(seed))
    : pe.analysisShiftMatrix({ offset: by, dModel });
}

/** All terms of all pairs. */
export function splitScores(state: Given): FourTerms {
  const { dModel, size, seed } = state;
  const list = tokensOf(state.text, MOST);
  const n = list.length;
  const numbers = numbered(list);
  const plain = embedded(numbers, { dModel, std: STD[size], seed });
  const factor = size === "scaled" ? Math.sqrt(dModel) : 1;
  const x: TensorLike = {
    data: plain.data.map((value) => value * factor),
    shape: plain.shape,
  };
  const p = pe.sinusoidal({ seqLen: n, dModel });
  const w = between(state);
  const keyOf = (rows: TensorLike): TensorLike =>
    w ? pe.transformerLinear(rows, w) : rows;
  const [xk, pk] = [keyOf(x), keyOf(p)];
  const root = Math.sqrt(dModel);
  const product = (a: TensorLike, b: TensorLike): Float32Array =>
    pe.transformerLinear(a, b).data.map((value) => value / root);
  const values: Record<Term, Float32Array> = {
    cc: product(x, xk),
    cp: product(x, pk),
    pc: product(p, xk),
    pp: product(p, pk),
  };
  const sum = values.cc.map((_, k) =>
    TERMS.reduce((s, term) => s + (values[term][k] as number), 0),
  );
  const reach = Math.max(
    ...[sum, ...TERMS.map((t) => values[t])].map((v) =>
      v.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    ),
  );
  const matrix = (v: Float32Array): Matrix => ({
    values: v,
    rows: n,
    columns: n,
    domain: [-reach, reach],
  });
  const each = <R>(f: (term: Term) => R) =>
    Object.fromEntries(TERMS.map((t) => [t, f(t)])) as Record<Term, R>;
  return {
    words: list,
    terms: each((t) => matrix(values[t])),
    total: matrix(sum),
    rms: each((t) => rms(values[t])),
    terms4(query, key) {
      const four = pe.analysisLogitTerms({
        token_i: rowAt(x, query),
        pos_i: rowAt(p, query),
        token_j: rowAt(xk, key),
        pos_j: rowAt(pk, key),
      });
      return {
        cc: four.contentContent / root,
        cp: four.contentPosition / root,
        pc: four.positionContent / root,
        pp: four.positionPosition / root,
        sum: four.total / root,
      };
    },
  };
}
