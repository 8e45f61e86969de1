// Relative vectors as the checks of biases and of relative encodings meet them.

import type { TensorLike } from "posenc";
import * as pe from "posenc";
import { tensor } from "./kit.ts";

/** Document 2's table of relative vectors, offsets −2 … 2. */
export const TABLE = tensor(
  [-0.1, 0.2, 0.3, 0.4, -0.5, 0.6, 0, 0, 0, -0.4, 0.5, -0.6, 0.1, -0.2, -0.3],
  5,
  3,
);

/** Spread of the values along the diagonals of a square matrix. */
export function alongDiagonals(data: ArrayLike<number>, n: number): number {
  let most = 0;
  for (let i = 1; i < n; i += 1) {
    for (let j = 1; j < n; j += 1) {
      const before = data[(i - 1) * n + j - 1] ?? NaN;
      most = Math.max(most, Math.abs((data[i * n + j] ?? NaN) - before));
    }
  }
  return most;
}

/** Shaw attention of one head. */
export const shaw = (
  q: TensorLike,
  k: TensorLike,
  keyTable = TABLE,
  clip = 2,
) => pe.shaw({ q, k, numHeads: 1, keyTable, clip });
