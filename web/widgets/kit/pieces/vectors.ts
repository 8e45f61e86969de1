// Arithmetic on the rows of tensors that figures need besides the library.

import type { Tensor, TensorLike } from "posenc";
import * as pe from "posenc";

/** One row of a tensor, as plain numbers. */
export function rowAt({ data, shape }: TensorLike, at: number): number[] {
  const width = shape.at(-1) ?? 0;
  return Array.from({ length: width }, (_, k) => data[at * width + k] ?? NaN);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] ?? NaN) * (b[k] ?? NaN);
  return sum;
}

/** Largest difference of two lists of one length. */
export function largestGap(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < a.length; k += 1) {
    most = Math.max(most, Math.abs((a[k] ?? NaN) - (b[k] ?? NaN)));
  }
  return most;
}

/** Root mean square of the numbers `from` … `to` − 1. */
export function rms(
  data: ArrayLike<number>,
  from = 0,
  to = data.length,
): number {
  let sum = 0;
  for (let k = from; k < to; k += 1) sum += (data[k] as number) ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

/** A random square matrix that keeps the size of vectors, N(0, 1/width). */
export const mixer = (width: number, seed: number): Tensor =>
  pe.learned({
    maxLen: width,
    dModel: width,
    std: 1 / Math.sqrt(width),
    seed,
  });
