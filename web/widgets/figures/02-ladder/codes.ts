// What each rung of the ladder writes for a position, or for an offset.

import type { Tensor, TensorLike } from "posenc";
import * as pe from "posenc";

export const RUNGS = [
  "index",
  "normalized",
  "binary",
  "sinusoidal",
  "learned",
  "relative",
  "alibi",
  "rotary",
] as const;

export type Rung = (typeof RUNGS)[number];

/** Width of vectors in all rungs. */
export const D = 16;
/** Offsets beyond this share a row (Shaw et al. 2018). */
export const CLIP = 8;
/** Heads of the linear bias: one column each. */
export const HEADS = 8;

/** A model of a certain length. */
export interface Made {
  /** Positions that its table was made for. */
  readonly made: number;
  readonly seed: number;
}

/** Rungs whose rows stand for offsets, not for positions. */
export const byOffset = (rung: Rung): boolean =>
  rung === "relative" || rung === "alibi";

/** The offset of the first row, or position 0. */
export const firstRow = (rung: Rung, seqLen: number): number =>
  rung === "relative" ? 1 - seqLen : 0;

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, k) => from + k);

/** Rows added to the keys by offset, −CLIP … CLIP. */
const offsetTable = (seed: number): Tensor =>
  pe.learned({ maxLen: 2 * CLIP + 1, dModel: D, seed });

/** Two tables side by side. */
function joined(a: Tensor, b: Tensor): TensorLike {
  return a.shape.length === 2 ? concat(a, b) : concat(flat(a), flat(b));
}

const flat = ({ data, shape }: Tensor): TensorLike => ({
  data,
  shape: [shape[0] as number, shape.at(-1) as number],
});

function concat(a: TensorLike, b: TensorLike): TensorLike {
  const [rows = 0, wa = 0] = a.shape;
  const wb = b.shape[1] as number;
  const data = new Float32Array(rows * (wa + wb));
  for (let t = 0; t < rows; t += 1) {
    for (let c = 0; c < wa; c += 1) {
      data[t * (wa + wb) + c] = a.data[t * wa + c] as number;
    }
    for (let c = 0; c < wb; c += 1) {
      data[t * (wa + wb) + wa + c] = b.data[t * wb + c] as number;
    }
  }
  return { data, shape: [rows, wa + wb] };
}

/**
 * The rows `[N, C]` for a text of `seqLen` words: one per position, or one per
 * offset that occurs.
 *
 * @throws RangeError where a rung has no row for a position
 */
export function codes(
  rung: Rung,
  seqLen: number,
  { made, seed }: Made,
): TensorLike {
  switch (rung) {
    case "index":
      return pe.embeddingIndex({ seqLen });
    case "normalized":
      return pe.embeddingNormalized({ seqLen });
    case "binary":
      return pe.binary({ seqLen, bits: bitsFor(made) });
    case "sinusoidal":
      return pe.sinusoidal({ seqLen, dModel: D });
    case "learned": {
      const table = pe.learned({ maxLen: made, dModel: D, seed });
      return pe.embeddingLookup(table, range(0, seqLen));
    }
    case "relative": {
      // Offsets out of reach take the row at the end: Shaw's clipping.
      const offsets = range(1 - seqLen, seqLen).map((k) => k + CLIP);
      const table = offsetTable(seed);
      return pe.embeddingLookup(table, offsets, { overflow: "clamp" });
    }
    case "alibi": {
      const { data } = pe.alibi({
        numHeads: HEADS,
        queryLen: 1,
        keyLen: seqLen,
      });
      // From [H, 1, K], nearest key last, to a row per distance.
      const rows = Float32Array.from(
        { length: seqLen * HEADS },
        (_, at) =>
          data[
            (at % HEADS) * seqLen + seqLen - 1 - Math.floor(at / HEADS)
          ] as number,
      );
      return { data: rows, shape: [seqLen, HEADS] };
    }
    case "rotary": {
      const frequencies = pe.rotaryFrequencies({ headDim: D });
      const { cos, sin } = pe.rotaryTables({ frequencies, seqLen });
      return joined(cos, sin);
    }
  }
}

/** Binary digits that so many positions need. */
export const bitsFor = (positions: number): number =>
  Math.max(1, Math.ceil(Math.log2(positions)));

/**
 * The scores of one and the same word with itself at all pairs of positions,
 * `[T, T]`, behind random projections.
 */
export function scores(rung: Rung, seqLen: number, seed: number): TensorLike {
  const random = (maxLen: number, dModel: number, std: number, k: number) =>
    pe.learned({ maxLen, dModel, std, seed: 8 * seed + k });
  const word = random(1, D, 1, 1).data;
  const shape = [seqLen, D];
  const x = {
    data: Float32Array.from(
      { length: seqLen * D },
      (_, at) => word[at % D] as number,
    ),
    shape,
  };
  const project = (input: TensorLike, k: number): Tensor => {
    const width = input.shape[1] as number;
    return pe.transformerLinear(
      input,
      random(D, width, 1 / Math.sqrt(width), k),
    );
  };
  if (byOffset(rung) || rung === "rotary") {
    const [q, k] = [project(x, 2), project(x, 3)];
    return inScore(rung, q, k, seed);
  }
  const rows = codes(rung, seqLen, { made: seqLen, seed });
  const input =
    rows.shape[1] === D
      ? pe.embeddingAdd(x, rows)
      : pe.embeddingConcat(x, rows);
  return pe.transformerLinear(project(input, 2), project(input, 3));
}

/** Rungs that act where the score is made. */
function inScore(rung: Rung, q: Tensor, k: Tensor, seed: number): TensorLike {
  const seqLen = q.shape[0] as number;
  const square = (data: Float32Array): TensorLike => ({
    data,
    shape: [seqLen, seqLen],
  });
  if (rung === "rotary") {
    const frequencies = pe.rotaryFrequencies({ headDim: D });
    const [turnedQ, turnedK] = [q, k].map((it) =>
      flat(
        pe.rotaryApply(
          { data: it.data, shape: [seqLen, 1, D] },
          { frequencies },
        ),
      ),
    );
    return pe.transformerLinear(turnedQ as TensorLike, turnedK as TensorLike);
  }
  if (rung === "alibi") {
    const { data } = pe.alibi({
      numHeads: HEADS,
      queryLen: seqLen,
      keyLen: seqLen,
      symmetric: true,
    });
    const content = pe.transformerLinear(q, k).data;
    const first = data.subarray(0, seqLen * seqLen);
    return square(first.map((bias, at) => bias + (content[at] as number)));
  }
  const heads = (it: Tensor) => ({ data: it.data, shape: [seqLen, 1, D] });
  const result = pe.shaw({
    q: heads(q),
    k: heads(k),
    v: heads(k),
    clip: CLIP,
    keyTable: offsetTable(seed),
  });
  return square(result.scores.data);
}
