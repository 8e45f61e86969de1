import {
  choice,
  integer,
  real,
  type StateOf,
} from "../element/state/attributes.ts";

/** Attributes of `<pe-playground>`. */
export const table = {
  "seq-len": integer({ default: 50, min: 1, max: 1024 }),
  "d-model": integer({ default: 64, min: 2, max: 512 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  layout: choice(["interleaved", "halves"]),
  pos: integer({ default: 12, min: 0, max: 1023 }),
  dim: integer({ default: 6, min: 0, max: 511 }),
} as const;

export type State = StateOf<typeof table>;
export type Layout = State["layout"];

/** Keeps the marked cell inside the table. */
export function settle(state: State): State {
  const pos = Math.min(state.pos, state.seqLen - 1);
  const dim = Math.min(state.dim, state.dModel - 1);
  return { ...state, pos, dim };
}
