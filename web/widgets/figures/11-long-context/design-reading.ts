// What a formula of the reader's comes to: numbers by distance, or the place of
// its first mistake.
import {
  designBias,
  designFrequencies,
  FormulaError,
} from "posenc-training/internal";
import type { Matrix } from "../../kit/panel.ts";
import type { Design } from "../../trained/by-formula.ts";
import { optionsWith, type TaskName, TOKENS } from "../../trained/runs.ts";

/** Distances that are drawn. */
export const DISTANCES = 64;
/** Below and above, attention sees no difference any more. */
export const CUT = 8;

/** Of every run. */
const MODEL = optionsWith("back", "none", 0);
const HEADS = MODEL.numHeads;
const HEAD = MODEL.dModel / HEADS;

/** Why a formula cannot be used. */
export interface Mistake {
  /** From 1 on; undefined where it can be read, but not computed. */
  readonly column: number | undefined;
  readonly text: string;
}

export interface Reading {
  readonly matrix: Matrix;
  readonly mistake: Mistake | undefined;
}

const NOTHING: Matrix = {
  values: new Float32Array(HEADS * DISTANCES),
  rows: HEADS,
  columns: DISTANCES,
  domain: [-CUT, CUT],
};

/** Messages begin with what is asked, which the figure says itself. */
const WHERE = "formula";

const mistakeOf = (error: Error): Mistake => ({
  column: error instanceof FormulaError ? error.column : undefined,
  text: error.message.replace(/^formula(, column \d+:)?\s*/, ""),
});

/** Rows are heads, columns distances, seen from the last token of a long text. */
function biasMatrix(formula: string, task: TaskName): Matrix {
  const { maxLen } = MODEL;
  const sizes = { heads: HEADS, head: HEAD, causal: true };
  const { table, byOffset } = designBias(WHERE, formula, maxLen, {
    ...sizes,
    length: TOKENS[task],
  });
  const values = new Float32Array(HEADS * DISTANCES);
  for (let h = 0; h < HEADS; h += 1) {
    for (let k = 0; k < DISTANCES; k += 1) {
      const at = byOffset
        ? h * (2 * maxLen - 1) + maxLen - 1 + k
        : (h * maxLen + DISTANCES - 1) * maxLen + DISTANCES - 1 - k;
      const value = table[at] as number;
      values[h * DISTANCES + k] = Math.max(-CUT, Math.min(CUT, value));
    }
  }
  return { values, rows: HEADS, columns: DISTANCES, domain: [-CUT, CUT] };
}

/** Rows are pairs of a head: the cosine of how far each turns by a distance. */
function turnsMatrix(formula: string, task: TaskName): Matrix {
  const sizes = { heads: HEADS, head: HEAD, length: TOKENS[task] };
  const frequencies = designFrequencies(WHERE, formula, {
    ...sizes,
    causal: true,
  });
  const rows = HEAD / 2;
  const values = Float32Array.from({ length: rows * DISTANCES }, (_, n) =>
    Math.cos(
      (frequencies[Math.floor(n / DISTANCES)] as number) * (n % DISTANCES),
    ),
  );
  return { values, rows, columns: DISTANCES, domain: [-1, 1] };
}

let last: { readonly key: string; readonly reading: Reading } | undefined;

/** Reads and computes; the same answer as long as the same is asked. */
export function readDesign({ kind, formula }: Design, task: TaskName): Reading {
  const key = `${kind} ${task} ${formula}`;
  if (last?.key !== key) last = { key, reading: readAnew(kind, formula, task) };
  return last.reading;
}

function readAnew(
  kind: Design["kind"],
  formula: string,
  task: TaskName,
): Reading {
  try {
    const make = kind === "bias" ? biasMatrix : turnsMatrix;
    return { matrix: make(formula, task), mistake: undefined };
  } catch (error) {
    return { matrix: NOTHING, mistake: mistakeOf(error as Error) };
  }
}
