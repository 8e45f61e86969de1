// Scores of attention without any position. By itself: it takes a part of the
// library that few figures need.

import type { Tensor } from "posenc";
import * as pe from "posenc";

/**
 * What softmax sees without any position, q·k/√d. Shaw's call with rows of
 * zeros gives it; attention itself keeps its scores to itself.
 */
export function plainScores(q: Tensor, k: Tensor): Float32Array {
  const width = q.shape.at(-1) as number;
  const keyTable = {
    data: new Float32Array(3 * width),
    shape: [3, width],
  };
  const given = { q, k, numHeads: 1, keyTable, clip: 1, offset: 0 };
  return pe.shaw(given).scores.data;
}
