// The table that <pe-stretch-table> makes longer, row by row: where each new row
// lies among the old ones and how long it is.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { squaredNorms } from "../../kit/pieces/tensor-rows.ts";

export const table = {
  "table-kind": choice(["sinusoidal", "noise"]),
  method: choice(["linear", "cubic", "nearest", "hierarchical"]),
  "seq-len": integer({ default: 64, min: 4, max: 96 }),
  "new-len": integer({ default: 127, min: 4, max: 384 }),
  "align-corners": onOff(true),
  "d-model": integer({ default: 512, min: 2, max: 512 }),
  dim: integer({ default: 0, min: 0, max: 511 }),
  pos: integer({ default: 21, min: 0, max: 383 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

export type State = StateOf<typeof table>;

export interface Model {
  readonly old: Tensor;
  readonly fresh: Tensor;
  /** Where each new row lies among the old ones. */
  readonly places: Float64Array;
  readonly norms: Float64Array;
  readonly oldNorm: number;
  readonly lowest: number;
  readonly lowestRow: number;
  /** Largest difference to the formula at the same place; NaN for noise. */
  readonly error: number;
}

function placesOf(state: Readonly<State>): Float64Array {
  const { seqLen, newLen, method, alignCorners } = state;
  if (method === "hierarchical") {
    return Float64Array.from({ length: newLen }, (_, k) =>
      k < seqLen ? k : Number.NaN,
    );
  }
  const numbers = pe.embeddingIndex({ seqLen });
  const options =
    method === "nearest"
      ? ({ method } as const)
      : { method: "linear" as const, alignCorners };
  return Float64Array.from(pe.embeddingResize(numbers, newLen, options).data);
}

function stretched(old: Tensor, state: Readonly<State>): Tensor {
  const { newLen, method, alignCorners } = state;
  if (method === "hierarchical") return pe.hierarchical(old, newLen);
  const options = method === "nearest" ? { method } : { method, alignCorners };
  return pe.embeddingResize(old, newLen, options);
}

/** All rows in a state of the figure. */
export function compute(state: Readonly<State>): Model {
  const { seqLen, dModel, seed } = state;
  const smooth = state.tableKind === "sinusoidal";
  const old = smooth
    ? pe.sinusoidal({ seqLen, dModel })
    : pe.learned({
        maxLen: seqLen,
        dModel,
        std: Math.SQRT1_2,
        seed,
      });
  const fresh = stretched(old, state);
  const places = placesOf(state);
  const norms = squaredNorms(fresh);
  const oldNorms = squaredNorms(old);
  const oldNorm = oldNorms.reduce((sum, it) => sum + it, 0) / seqLen;
  let lowestRow = 0;
  norms.forEach((norm, row) => {
    if (norm < (norms[lowestRow] as number)) lowestRow = row;
  });
  let error = Number.NaN;
  if (smooth) {
    const positions = places.map((place, k) => (place >= 0 ? place : k));
    const exact = pe.sinusoidal({ positions, dModel }).data;
    error = fresh.data.reduce(
      (most, value, k) =>
        Math.max(most, Math.abs(value - (exact[k] as number))),
      0,
    );
  }
  const lowest = norms[lowestRow] as number;
  return { old, fresh, places, norms, oldNorm, lowest, lowestRow, error };
}
