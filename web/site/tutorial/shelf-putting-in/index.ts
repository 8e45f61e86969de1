import * as pe from "posenc";
import { cellsOf, TASK_NAMES } from "../../../widgets/trained/run-results.ts";
import {
  MULTIPLES,
  type SchemeName,
  type TaskName,
} from "../../../widgets/trained/runs.ts";
import { decimals, quantity } from "../../../widgets/words/text.ts";
import { program } from "../../blocks/program.ts";
import type { Values } from "../../page.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { rowNorm } from "../4-learned-tables/index.ts";
import { textsOf } from "../texts.ts";

/** Rows of a small table of words: few numbers, to be checked by hand. */
const ROWS = [
  [1, 0, 1, 0],
  [0, 2, 0, 1],
  [1, 1, 0, 1],
] as const;
const WIDTH = ROWS[0].length;
/** The word whose query is followed. */
const FOLLOWED = 1;

const X = { data: Float32Array.from(ROWS.flat()), shape: [3, WIDTH] };
const inHeads = (data: Float32Array) => ({ data, shape: [3, 1, WIDTH] });

/** A row that is never broken. */
const inBrackets = (row: readonly (number | string)[]): string =>
  `(${row.join(",\u00a0")})`;

interface Steps {
  readonly products: readonly number[];
  readonly weights: readonly number[];
  readonly output: readonly number[];
}

/** What the library computes on the way from one query to its output. */
function steps(): Steps {
  const of = (data: ArrayLike<number>, width: number): number[] =>
    Array.from(data).slice(FOLLOWED * width, (FOLLOWED + 1) * width);
  const x = inHeads(X.data);
  const { weights, output } = pe.attention({
    q: x,
    k: x,
    v: x,
    returnWeights: true,
  });
  return {
    products: of(pe.transformerLinear(X, X).data, 3),
    weights: of(weights?.data ?? [], 3),
    output: of(output.data, WIDTH),
  };
}

/** "product0", "product1", "product2": a number for each word. */
const each = (
  name: string,
  pick: (all: Steps) => readonly number[],
  digits: number,
): Values =>
  Object.fromEntries(
    ROWS.map((_, k) => [
      `${name}${k}`,
      () => decimals(pick(steps())[k] as number, digits),
    ]),
  );

const accuracy = (task: TaskName, scheme: SchemeName, at: number): string => {
  const cell = cellsOf(task).find((it) => it.scheme === scheme);
  return `${decimals(100 * (cell?.accuracy.mean[at] ?? 0), 1)}%`;
};

/** "copylearned" at the length of training, "copylearnedTwice" at twice that. */
const accuracies: Values = Object.fromEntries(
  TASK_NAMES.flatMap((task) =>
    (["learned", "sinusoidal"] as const).flatMap((scheme) =>
      ([1, 2] as const).map((multiple) => [
        `${task}${scheme}`.replace(/-/g, "") + (multiple === 2 ? "Twice" : ""),
        () => accuracy(task, scheme, MULTIPLES.indexOf(multiple)),
      ]),
    ),
  ),
);

export const puttingIn = markdownShelf(textsOf("shelf-putting-in/putting-in"), {
  path: "putting-them-in/",
  thumbnail: { tag: "pe-logit-terms", panel: "bars" },
  values: {
    row0: () => inBrackets(ROWS[0]),
    row1: () => inBrackets(ROWS[1]),
    row2: () => inBrackets(ROWS[2]),
    ...each("product", ({ products }) => products, 0),
    ...each(
      "score",
      ({ products }) => products.map((x) => x / Math.sqrt(WIDTH)),
      1,
    ),
    ...each("weight", ({ weights }) => weights, 3),
    sum: () => inBrackets(steps().output.map((x) => decimals(x, 2))),
    ...accuracies,
    buffer: () => {
      const { data } = pe.sinusoidal({ seqLen: 5000, dModel: 512 });
      return (data.byteLength / 1e6).toFixed(2);
    },
    small: () => quantity(rowNorm(64)),
  },
  made: {
    "by-hand": program("by-hand", "attention", {
      values: `x=${ROWS.map((row) => row.join(",")).join(";")} position=none`,
      editable: true,
    }),
  },
});
