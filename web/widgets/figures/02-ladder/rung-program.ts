// The program of a rung: its rows, what they are worth, and scores made of them.
import { D, type Rung } from "./codes.ts";

interface Given {
  readonly seqLen: number;
  readonly pos: number;
  readonly seed: number;
}

/** What is special about the program of one rung. */
export interface RungParts {
  /** A program that makes the rows, for `seqLen` positions. */
  readonly code: (state: Given) => string;
  /** And how the scores are made of them; added to the word when not said. */
  readonly scores?: (state: Given) => string;
}

/** Which row a program prints, for `rowOf`. */
const rowText = (rung: Rung): string =>
  rung === "relative" ? "(seqLen - 1 - pos)" : "pos";

/** Rows that are added to a word, or set beside it. */
const added = (rung: Rung): string =>
  `const input = pe.embedding.${["sinusoidal", "learned"].includes(rung) ? "add" : "concat"}(x, rows);
const scores = pe.transformer.linear(project(input, 2), project(input, 3)).data;`;

/** The program for a state. */
export const rungCode = (
  rung: Rung,
  special: RungParts,
  state: Given,
): string =>
  `import { load } from "posenc";

const pe = await load();
const [seqLen, pos] = [${state.seqLen}, ${state.pos}];
${special.code(state)}
const { distinct } = pe.analysis.collisions({ rows });
const { min, max } = pe.analysis.rangePerDimension(rows);
// Rows that differ, and the largest number; then a row.
console.log(distinct, Math.max(...max, ...min.map((value) => -value)));
const width = rows.shape[1];
console.log(rows.data.slice(${rowText(rung)} * width, (${rowText(rung)} + 1) * width));

// The scores of one word with itself, behind random projections.
const random = (maxLen, dModel, std, k) =>
  pe.embedding.learned({ maxLen, dModel, std, seed: ${8 * state.seed} + k });
const x = pe.embedding.lookup(random(1, ${D}, 1, 1), new Array(seqLen).fill(0));
const project = (input, k) => {
  const columns = input.shape[1];
  return pe.transformer.linear(input, random(${D}, columns, 1 / Math.sqrt(columns), k));
};
${special.scores?.(state) ?? added(rung)}
const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length;
// Those of the chosen position, less the mean of all.
console.log(scores.slice(pos * seqLen, (pos + 1) * seqLen).map((value) => value - mean));
`;
