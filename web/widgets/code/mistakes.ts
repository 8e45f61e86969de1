// How code for positional encodings goes wrong: programs to run, what happens,
// and the same mended. Tests run all of them and compare.
import { layerMistakes } from "./mistakes/layers.ts";
import { numberMistakes } from "./mistakes/numbers.ts";
import { shapeMistakes } from "./mistakes/shapes.ts";
import type { Mistake } from "./mistakes/types.ts";

export type { Mistake, Outcome } from "./mistakes/types.ts";

/** All of them, in the order in which they are worth meeting. */
export const mistakes: readonly Mistake[] = [
  ...shapeMistakes,
  ...layerMistakes,
  ...numberMistakes,
];
