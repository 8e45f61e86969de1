// The same words in two orders, through one head of attention.
import * as pe from "posenc";
import type { Matrix } from "../../../kit/panel.ts";
import { weightText } from "../../shared/word-weights.ts";
import {
  attend,
  type Head,
  headOptions,
  type Position,
  seedOf,
  vectors,
} from "./head.ts";
import { conjugated, gap, type Order, rowsInOrder } from "./order.ts";

export type Side = "plain" | "placed";

/** One head, before and after. */
interface Run {
  /** Weights in the new order. */
  readonly weights: Matrix;
  /** By how much each differs from that of the same two words before. */
  readonly change: Matrix;
  /** Largest difference of any number of the output. */
  readonly error: number;
  /** Root mean square of the differences, word by word in the new order. */
  readonly moves: readonly number[];
}

export interface Compared extends Readonly<Record<Side, Run>> {
  /** Words as they were written. */
  readonly words: readonly string[];
  readonly order: Order;
}

function matrix(values: Float32Array, count: number, signed: boolean): Matrix {
  return {
    values,
    rows: count,
    columns: count,
    domain: signed ? [-1, 1] : [0, 1],
    map: signed ? "diverging" : "sequential",
    format: signed ? signedText : weightText,
  };
}

const signedText = (value: number): string =>
  Math.abs(value) < 0.005
    ? "0"
    : `${value < 0 ? "\u2212" : "+"}${weightText(Math.abs(value))}`;

function run(words: readonly string[], order: Order, head: Head): Run {
  const { dModel } = head;
  const count = words.length;
  const x = vectors(words, head);
  const shuffled = {
    data: rowsInOrder(x.data, dModel, order),
    shape: x.shape,
  };
  const before = attend(x, head);
  const after = attend(shuffled, head);
  const expected = rowsInOrder(before.output, dModel, order);
  const weights = conjugated(before.weights, order);
  const moves = order.map((_, t) => {
    let square = 0;
    for (let c = t * dModel; c < (t + 1) * dModel; c += 1) {
      square +=
        ((after.output[c] as number) - (expected[c] as number)) ** 2 / dModel;
    }
    return Math.sqrt(square);
  });
  // Added rows stay where they are while words move, so the library's own
  // measure, which moves whole inputs, is for all others.
  const error =
    head.position === "sinusoidal"
      ? gap(after.output, expected)
      : pe.analysisPermutationError({
          ...headOptions(x, head),
          permutation: order,
        }).max;
  return {
    weights: matrix(after.weights, count, false),
    change: matrix(
      after.weights.map((value, k) => value - (weights[k] as number)),
      count,
      true,
    ),
    error,
    moves,
  };
}

interface Setting {
  readonly dModel: number;
  readonly seed: number;
  readonly causal: boolean;
  readonly position: Position;
}

/** Both orders, without positions and with them. */
export function compare(
  words: readonly string[],
  order: Order,
  { dModel, seed, causal, position }: Setting,
): Compared {
  const head = { dModel, seed, causal };
  return {
    words,
    order,
    plain: run(words, order, { ...head, position: "none" }),
    placed: run(words, order, { ...head, position }),
  };
}

/** Lines of a program: vectors of words, `x`, and the head's projections. */
export function headCode(
  words: readonly string[],
  { dModel, seed }: Pick<Setting, "dModel" | "seed">,
): string {
  return `const words = ${JSON.stringify(words)};
const dModel = ${dModel};
// A random vector for each word, the same one wherever it occurs.
const seeds = ${JSON.stringify(words.map((word) => seedOf(word, seed)))};
const x = new Float32Array(seeds.flatMap((seed) =>
  [...pe.embedding.learned({ maxLen: 1, dModel, std: 1, seed }).data]));
const weight = (seed) => ({
  weight: pe.embedding.learned({ maxLen: dModel, dModel, std: 1 / Math.sqrt(dModel), seed }),
});
const projections = { q: weight(${-(4 * seed + 1)}), k: weight(${-(4 * seed + 2)}), v: weight(${-(4 * seed + 3)}) };`;
}

/** A program that computes the two differences. */
export function codeOf(
  { words, order, plain, placed }: Compared,
  { dModel, seed, causal, position }: Setting,
): string {
  const scheme =
    position === "alibi"
      ? `{ type: "alibi", slopes: [0.5]${causal ? "" : ", symmetric: true"} }`
      : `{ type: "rotary" }`;
  const right =
    position === "sinusoidal"
      ? `// Rows for the positions, added before the words are moved and after.
const rows = pe.embedding.sinusoidal({ seqLen: words.length, dModel });
// Asked for its weights, attention sums in another order: the last digit differs.
const attend = (x) =>
  pe.attention({ ...head(pe.embedding.add(x, rows)), returnWeights: true }).output.data;
const before = attend({ data: x, shape: [words.length, dModel] });
const moved = new Float32Array(order.flatMap((k) => [...x.subarray(k * dModel, (k + 1) * dModel)]));
const after = attend({ data: moved, shape: [words.length, dModel] });
const gap = [...after].map((value, at) =>
  Math.abs(value - before[order[Math.floor(at / dModel)] * dModel + (at % dModel)]));
console.log(Math.max(...gap)); // ${placed.error}`
      : `console.log(pe.analysis.permutationError({
  ...head({ data: x, shape: [words.length, dModel] }),
  position: ${scheme},
  permutation: order,
}).max); // ${placed.error}`;
  return `import { load } from "posenc";

const pe = await load();
${headCode(words, { dModel, seed })}
const order = ${JSON.stringify(order)}; // word t of the new sentence was word order[t]
const head = (x) => ({ q: x, k: x, v: x, numHeads: 1, causal: ${causal}, projections });

console.log(pe.analysis.permutationError({
  ...head({ data: x, shape: [words.length, dModel] }),
  permutation: order,
}).max); // ${plain.error}
${right}
`;
}
