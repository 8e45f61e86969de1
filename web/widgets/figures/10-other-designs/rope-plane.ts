// <pe-rope-plane>: scores of one cell of an image with all others, turned by two
// coordinates or by the number of the cell in reading order.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, decimals } from "../../words/text.ts";
import { random, repeated, shaped } from "../shared/random-content.ts";

const SIDE = 15;
const CELLS = SIDE * SIDE;
const LAST = SIDE - 1;

const table = {
  method: choice(["plane", "flat"]),
  row: integer({ default: 7, min: 0, max: LAST }),
  column: integer({ default: 7, min: 0, max: LAST }),
  "head-dim": integer({ default: 64, min: 4, max: 128 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Scores of every cell with every other: [cells, cells]. */
  readonly scores: Float32Array;
  readonly domain: readonly [number, number];
}

const strings = {
  name: { en: "Rotations in a plane", zh: "平面上的旋转" },
  caption: {
    en: "Query and key have the same content everywhere. Drag the chosen cell: with two coordinates the pattern moves along unchanged. Numbered in reading order, the cell below is 15 positions away, and the end of a row is next to the beginning of the following one.",
    zh: "每一格的查询和键内容都相同。拖动选中的格子：用两个坐标时，图样原样跟着走。按阅读顺序编号时，正下方的格子远在 15 个位置之外，而一行的末尾紧挨着下一行的开头。",
  },
  method: { en: "Turned by", zh: "旋转依据" },
  plane: { en: "row and column", zh: "行与列" },
  flat: { en: "number in reading order", zh: "阅读顺序的编号" },
  row: { en: "Row", zh: "行" },
  column: { en: "Column", zh: "列" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Scores of all cells with the chosen one; arrow keys move it.",
    zh: "各格与选中格子的分数；方向键移动选中的格子。",
  },
} as const;

type Here = Shown<State, Model>;

function model(state: Readonly<State>): Model {
  const { method, headDim, seed } = state;
  // The content is the same on both sides, so that the cell is most like itself.
  const x = shaped(
    repeated(CELLS, random(1, headDim, seed)),
    CELLS,
    1,
    headDim,
  );
  const tables = pe.rotaryAxial2d({
    shape: [SIDE, SIDE],
    dimPerAxis: headDim / 2,
    base: 100,
  });
  const turned: Tensor =
    method === "plane"
      ? pe.rotaryApply(x, { tables })
      : pe.rotaryApply(x, { frequencies: pe.rotaryFrequencies({ headDim }) });
  const { data } = turned;
  const scores = new Float32Array(CELLS * CELLS);
  let most = 0;
  for (let a = 0; a < CELLS; a += 1) {
    // Each is the score of two cells, whichever asks.
    for (let b = 0; b <= a; b += 1) {
      let sum = 0;
      for (let c = 0; c < headDim; c += 1) {
        sum +=
          (data[a * headDim + c] as number) * (data[b * headDim + c] as number);
      }
      const score = sum / Math.sqrt(headDim);
      scores[a * CELLS + b] = score;
      scores[b * CELLS + a] = score;
      most = Math.max(most, Math.abs(score));
    }
  }
  return { scores, domain: [-most, most] };
}

const at = ({ scores }: Model, from: number, to: number): number =>
  scores[from * CELLS + to] as number;

const cellOf = (row: number, column: number): number => row * SIDE + column;

/** Scores with the neighbours, where there are some. */
function neighbours({ state, model: it }: Here) {
  const { row, column } = state;
  const here = cellOf(row, column);
  const down = row < LAST ? row + 1 : row - 1;
  const aside = column < LAST ? column + 1 : column - 1;
  return {
    beside: at(it, here, cellOf(row, aside)),
    below: at(it, here, cellOf(down, column)),
    own: at(it, here, here),
  };
}

/** Of pairs of cells with one offset, the largest less the smallest score. */
function spread({ model: it }: Here): number {
  const [down, right] = [2, 3];
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0; row + down < SIDE; row += 1) {
    for (let column = 0; column + right < SIDE; column += 1) {
      const here = cellOf(row, column);
      const value = at(it, here, cellOf(row + down, column + right));
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
  }
  return high - low;
}

/** The end of a row and the beginning of the next one. */
const wrapped = ({ model: it }: Here): number =>
  at(it, cellOf(0, LAST), cellOf(1, 0));

function matrix({ state, model: it }: Here): Matrix {
  const from = cellOf(state.row, state.column) * CELLS;
  return {
    values: it.scores.subarray(from, from + CELLS),
    rows: SIDE,
    columns: SIDE,
    domain: it.domain,
  };
}

function cells({ state, lang }: Here, box: Box): readonly Mark[] {
  const size = { rows: SIDE, columns: SIDE };
  const ticks = [0, 7, LAST];
  return [
    ...axes(
      {
        x: {
          scale: cellScale(SIDE, box.width),
          ticks,
          marked: state.column,
          label: lang === "zh" ? "列" : "column",
        },
        y: {
          scale: cellScale(SIDE, box.height),
          ticks,
          marked: state.row,
          label: lang === "zh" ? "行" : "row",
        },
      },
      box,
    ),
    ...outline(cellRect(size, box, state), true),
  ];
}

function say(shown: Here): string {
  const { state, lang } = shown;
  const { beside, below, own } = neighbours(shown);
  const [one, other, self] = [beside, below, own].map((v) => cellValue(v));
  return {
    en: `Cell ${state.row}, ${state.column}: the score with itself is ${self}, with its neighbour in the row ${one}, in the column ${other}.`,
    zh: `格子（${state.row}，${state.column}）：与自己的分数是 ${self}，与同行相邻格 ${one}，与同列相邻格 ${other}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rope-plane",
  table,
  strings,
  // Each axis turns whole pairs.
  settle: (state) => ({
    ...state,
    headDim: Math.max(4, Math.round(state.headDim / 4) * 4),
  }),
  controls: [
    { key: "method" },
    { key: "row" },
    { key: "column" },
    { key: "headDim", step: 4 },
    { key: "seed" },
  ],
  main: ["method"],
  compute: model,
  finding(shown) {
    const { lang } = shown;
    const { beside, below, own } = neighbours(shown);
    const [one, other, self] = [beside, below, own].map((v) => decimals(v, 2));
    const wrap = decimals(wrapped(shown), 2);
    return {
      en: `The cell scores ${self} with itself, <b>${one}</b> with its neighbour in the row and <b>${other}</b> with the one in the column; the end of the first row and the beginning of the second, <b>${wrap}</b>.`,
      zh: `这一格与自己的分数是 ${self}，与同行相邻格是 <b>${one}</b>，与同列相邻格是 <b>${other}</b>；第一行末尾与第二行开头之间是 <b>${wrap}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "cells",
      id: "scores",
      height: [330, 260],
      aspect: 1,
      matrix,
      label: say,
      marks: cells,
      pointing: {
        cursor: "crosshair",
        pick: (_, point, box) => {
          const { row, column } = cellAtPoint(
            { rows: SIDE, columns: SIDE },
            box,
            point,
          );
          return { row, column };
        },
        steps: { x: "column", y: "row" },
      },
    },
  ],
  sentence: say,
  tableData(shown) {
    const { state, model: it, lang } = shown;
    const here = cellOf(state.row, state.column);
    const columns = Array.from({ length: SIDE }, (_, k) => String(k));
    return {
      caption: strings.name[lang],
      corner: strings.row[lang],
      columns,
      rows: columns.map((head, row) => ({
        head,
        cells: columns.map((_, column) =>
          decimals(at(it, here, cellOf(row, column)), 3),
        ),
      })),
      marked: { row: state.row, column: state.column },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [side, headDim, row, column] = [${SIDE}, ${state.headDim}, ${state.row}, ${state.column}];
const cells = side * side;
const content = pe.embedding.learned({ maxLen: 1, dModel: headDim, std: 1, seed: ${state.seed} });
const x = {
  data: pe.embedding.lookup(content, new Array(cells).fill(0)).data,
  shape: [cells, 1, headDim],
};
const { data } = pe.rotary.apply(x, ${
    state.method === "plane"
      ? `{
  // Half of the columns turn with the row, half with the column.
  tables: pe.rotary.axial2d({ shape: [side, side], dimPerAxis: headDim / 2, base: 100 }),
}`
      : "{ frequencies: pe.rotary.frequencies({ headDim }) }"
  });
const score = (a, b) => {
  let sum = 0;
  for (let c = 0; c < headDim; c += 1) sum += data[a * headDim + c] * data[b * headDim + c];
  return Math.fround(sum / Math.sqrt(headDim));
};
const here = row * side + column;
const aside = column < side - 1 ? here + 1 : here - 1;
const below = row < side - 1 ? here + side : here - side;
console.log(score(here, here), score(here, aside), score(here, below));
console.log(score(side - 1, side)); // the end of a row, the beginning of the next
// Two rows down and three columns to the right, from everywhere.
const alike = [];
for (let r = 0; r + 2 < side; r += 1) {
  for (let c = 0; c + 3 < side; c += 1) {
    alike.push(score(r * side + c, (r + 2) * side + c + 3));
  }
}
console.log(Math.max(...alike) - Math.min(...alike));
`,
  states(shown) {
    const { own, beside, below } = neighbours(shown);
    return [own, beside, below, wrapped(shown), spread(shown)];
  },
});
