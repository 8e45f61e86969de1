// Biases as they are usually written in plain JavaScript, straight from their
// formulas.
import type { FireWeights, LogCpbWeights, Tensor } from "posenc";
import type { Contender } from "../types.ts";
import type { Term } from "./plain-attention.ts";

/** A number for a head and an offset, key − query. */
export type OffsetBias = (head: number, offset: number) => number;

/** −2^(−8(h+1)/H)·|offset|, for a power of two of heads. */
export const plainAlibi =
  (heads: number): OffsetBias =>
  (head, offset) =>
    -(2 ** ((-8 * (head + 1)) / heads)) * Math.abs(offset);

/** T5's bucket, both directions, with logarithms as in its paper. */
function bucket(offset: number, count: number): number {
  const half = count / 2;
  const side = offset > 0 ? half : 0;
  const distance = Math.abs(offset);
  const exact = half / 2;
  if (distance < exact) return side + distance;
  const step = Math.log(distance / exact) / Math.log(128 / exact);
  // A hair more: 8 · 16^(1/2) must not fall below its own bucket.
  const wide = exact + Math.floor(step * exact + 1e-9);
  return side + Math.min(half - 1, wide);
}

export const plainT5 =
  ({ data, shape }: Tensor): OffsetBias =>
  (head, offset) =>
    data[
      bucket(offset, shape[0] as number) * (shape[1] as number) + head
    ] as number;

/** −a·|offset|^p. */
export const plainKerple =
  (a: readonly number[], p: readonly number[]): OffsetBias =>
  (head, offset) =>
    -(a[head] as number) * Math.abs(offset) ** (p[head] as number);

/** H/(8(h+1))·Σ cos(offset·10000^(−2i/128)). */
export const plainSandwich =
  (heads: number): OffsetBias =>
  (head, offset) => {
    let sum = 0;
    for (let i = 0; i < 64; i += 1)
      sum += Math.cos(offset * 10000 ** (-i / 64));
    return (sum * heads) / (8 * (head + 1));
  };

/** All offsets of T positions once, for rows that run along them. */
export function offsetTerm(
  heads: number,
  length: number,
  bias: OffsetBias,
): Term {
  const count = 2 * length - 1;
  const data = new Float32Array(heads * count);
  for (let h = 0; h < heads; h += 1) {
    for (let x = 0; x < count; x += 1) {
      data[h * count + x] = bias(h, x - length + 1);
    }
  }
  return { data, row: (h, i) => h * count + length - 1 - i };
}

/** [H, T, T] of a bias, one after the other. */
export function plainMatrix(
  heads: number,
  length: number,
  bias: OffsetBias,
): Contender {
  const out = new Float32Array(heads * length * length);
  return {
    output: () => out,
    run() {
      const { data, row } = offsetTerm(heads, length, bias);
      let cell = 0;
      for (let h = 0; h < heads; h += 1) {
        for (let i = 0; i < length; i += 1) {
          const first = row(h, i);
          for (let j = 0; j < length; j += 1) {
            out[cell] = data[first + j] as number;
            cell += 1;
          }
        }
      }
    },
  };
}

/** A perceptron with one ReLU: adds its heads' values to `sums`. */
function perceptron(
  inputs: readonly number[],
  weights: { hidden: ArrayLike<number>; bias: ArrayLike<number> },
  outer: ArrayLike<number>,
  sums: Float64Array,
): void {
  const width = weights.bias.length;
  for (let w = 0; w < width; w += 1) {
    let x = weights.bias[w] as number;
    for (let i = 0; i < inputs.length; i += 1) {
      x +=
        (weights.hidden[w * inputs.length + i] as number) *
        (inputs[i] as number);
    }
    if (x <= 0) continue;
    for (let h = 0; h < sums.length; h += 1) {
      sums[h] = (sums[h] as number) + x * (outer[h * width + w] as number);
    }
  }
}

/** FIRE, cell by cell: it is no function of the offset alone. */
export function plainFire(
  heads: number,
  length: number,
  weights: Record<keyof FireWeights, Tensor>,
): Contender {
  const out = new Float32Array(heads * length * length);
  const inner = {
    hidden: weights.hiddenWeight.data,
    bias: weights.hiddenBias.data,
  };
  return {
    output: () => out,
    run() {
      const sums = new Float64Array(heads);
      for (let i = 0; i < length; i += 1) {
        const scale = Math.log(0.1 * Math.max(i, 512) + 1) + 1e-6;
        for (let j = 0; j < length; j += 1) {
          const x = Math.log(0.1 * Math.abs(i - j) + 1) / scale;
          for (let h = 0; h < heads; h += 1) {
            sums[h] = weights.outputBias.data[h] as number;
          }
          perceptron([x], inner, weights.outputWeight.data, sums);
          for (let h = 0; h < heads; h += 1) {
            out[(h * length + i) * length + j] = sums[h] as number;
          }
        }
      }
    },
  };
}

/** Log-CPB of a square window: a table of all offsets, then a gather. */
export function plainLogCpb(
  heads: number,
  side: number,
  weights: Record<keyof LogCpbWeights, Tensor>,
): Contender {
  const tokens = side * side;
  const span = 2 * side - 1;
  const out = new Float32Array(heads * tokens * tokens);
  const inner = {
    hidden: weights.hiddenWeight.data,
    bias: weights.hiddenBias.data,
  };
  const coordinate = (x: number): number =>
    (Math.sign(x) * Math.log2(1 + Math.abs((8 * x) / (side - 1)))) / 3;
  return {
    output: () => out,
    run() {
      const table = new Float32Array(heads * span * span);
      for (let at = 0; at < span * span; at += 1) {
        const dy = Math.floor(at / span) - side + 1;
        const dx = (at % span) - side + 1;
        const sums = new Float64Array(heads);
        const place = [coordinate(dy), coordinate(dx)];
        perceptron(place, inner, weights.outputWeight.data, sums);
        for (let h = 0; h < heads; h += 1) {
          table[h * span * span + at] =
            16 / (1 + Math.exp(-(sums[h] as number)));
        }
      }
      let cell = 0;
      for (let h = 0; h < heads; h += 1) {
        for (let q = 0; q < tokens; q += 1) {
          const [y, x] = [Math.floor(q / side), q % side];
          for (let k = 0; k < tokens; k += 1) {
            const dy = y - Math.floor(k / side) + side - 1;
            const dx = x - (k % side) + side - 1;
            out[cell] = table[h * span * span + dy * span + dx] as number;
            cell += 1;
          }
        }
      }
    },
  };
}
