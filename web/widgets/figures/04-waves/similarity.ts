// <pe-similarity>: products of all pairs of rows, as they are or through a
// matrix as attention has it.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { mixer } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, plural, quantity, scientific } from "../../words/text.ts";
import { byOffset } from "./by-offset.ts";

const table = {
  weight: choice(["none", "random", "shift"]),
  pos: integer({ default: 40, min: 0, max: 127 }),
  key: integer({ default: 45, min: 0, max: 127 }),
  seed: integer({ default: 1, min: 0, max: 999 }),
  by: integer({ default: 8, min: 0, max: 60 }),
  start: integer({ default: 0, min: 0, max: 1_000_000 }),
  "seq-len": integer({ default: 96, min: 8, max: 128 }),
  "d-model": integer({ default: 128, min: 4, max: 256 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

export interface Model {
  readonly matrix: Matrix;
  /** Share of the variance of all products that the offset explains. */
  readonly explained: number;
  /** Largest difference along a diagonal. */
  readonly along: number;
  /** Mean product of a row with itself. */
  readonly self: number;
  /** Rows whose largest product is `by` positions back. */
  readonly hits: number;
  /** Rows that have a position so far back. */
  readonly able: number;
}

const strings = {
  name: { en: "Products of all pairs of rows", zh: "所有行两两的乘积" },
  caption: {
    en: "Press a cell to see its row as a curve. Then put a random matrix between the two rows, as an untrained attention does, and change its seed. Last, choose the rotation: the peak moves k places back, wherever the text starts.",
    zh: "点按一格，看它所在的行画成曲线。再在两行之间插入随机矩阵，就像未经训练的注意力那样，并改变种子。最后选择旋转矩阵：峰移到前面第 k 个位置，从多远的位置开始都一样。",
  },
  weight: { en: "Between the rows", zh: "两行之间" },
  none: { en: "nothing", zh: "不插入" },
  random: { en: "random W", zh: "随机 W" },
  shift: { en: "rotation M(k)", zh: "旋转 M(k)" },
  pos: { en: "Row i", zh: "第 i 行" },
  key: { en: "Column j", zh: "第 j 列" },
  seed: { en: "Seed of W", zh: "W 的种子" },
  by: { en: "Look back by k", zh: "回看 k" },
  start: { en: "First position", zh: "起始位置" },
  seqLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Matrix of products; arrow keys choose a cell.",
    zh: "乘积矩阵；方向键选择单元格。",
  },
  column: { en: "position j", zh: "位置 j" },
  row: { en: "position i", zh: "位置 i" },
} as const;

export type Here = Shown<State, Model>;
export type ByOffset = typeof byOffset;

const cell = ({ matrix }: Model, row: number, column: number): number =>
  matrix.values[row * matrix.columns + column] as number;

/** Ticks below a plot: as many as fit beside the marked one. */
function positionTicks(
  { start, seqLen }: Readonly<State>,
  marked: number,
  width: number,
): number[] {
  const last = start + seqLen - 1;
  const room = 16 + 8 * String(last).length;
  const px = width / seqLen;
  return integerTicks(start, last, width, 1.5 * room).filter(
    (at) => Math.abs(at - start - marked) * px > room,
  );
}

function matrixMarks({ state, model, lang, link }: Here, box: Box) {
  const n = state.seqLen;
  const { pos, key, start } = state;
  const scale = (length: number) => {
    const s = cellScale(n, length);
    return s.copy().domain(s.domain().map((v) => v + start));
  };
  return [
    ...axes(
      {
        x: {
          scale: scale(box.width),
          ticks: positionTicks(state, state.key, box.width),
          marked: start + key,
          label: strings.column[lang],
        },
        y: {
          scale: scale(box.height),
          ticks: integerTicks(start, start + n - 1, box.height, 44),
          marked: start + pos,
          label: strings.row[lang],
        },
      },
      box,
    ),
    ...outline(
      cellRect(model.matrix, box, { row: pos, column: 0, width: n }),
      link === "pos",
    ),
    ...outline(cellRect(model.matrix, box, { row: pos, column: key }), true),
  ];
}

function profile({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const n = state.seqLen;
  const { values, domain } = model.matrix;
  const x = scaleLinear()
    .domain([0, n - 1])
    .range([0, box.width]);
  // From zero down only as far as the row goes.
  let low = 0;
  for (let k = 0; k < n; k += 1) {
    low = Math.min(low, values[state.pos * n + k] as number);
  }
  const y = scaleLinear()
    .domain([1.1 * low, domain[1]])
    .range([box.height, 0]);
  const px = x(state.key);
  return [
    ...axes(
      {
        x: {
          scale: x.copy().domain([state.start, state.start + n - 1]),
          ticks: positionTicks(state, state.key, box.width),
          marked: state.start + state.key,
          label: strings.column[lang],
        },
        y: { scale: y, ticks: y.ticks(4), format: (v) => quantity(v) },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    segment(x(state.pos), 0, x(state.pos), box.height, {
      stroke: "ink3",
      dash: [3, 3],
    }),
    lineMark(
      { data: values, start: state.pos * n, stride: 1, count: n },
      x,
      y,
      { stroke: "accent", width: 2 },
    ),
    circle(px, y(cell(model, state.pos, state.key)), 4.5, { fill: "accent" }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-similarity",
  table,
  strings,
  bounds: {
    dModel: EVEN,
    pos: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
    by: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "weight", menu: true },
    { key: "seed", when: ({ weight }) => weight === "random", max: () => 30 },
    { key: "by", when: ({ weight }) => weight === "shift" },
    { key: "start" },
    { key: "pos" },
    { key: "key" },
    { key: "dModel", step: 2 },
    { key: "seqLen" },
    { key: "base", logarithmic: true },
  ],
  main: ["weight", "start"],
  async own() {
    const { takesRows } = await import("./own-similarity.ts");
    return { takes: (given, its) => takesRows(byOffset, given, its) };
  },
  compute(state) {
    const { weight, seed, by, start, seqLen, dModel, base } = state;
    const form = { dModel, base } as const;
    const rows = pe.sinusoidal({ seqLen, offset: start, ...form });
    const between =
      weight === "random"
        ? mixer(dModel, seed)
        : pe.analysisShiftMatrix({ offset: by, ...form });
    const values =
      weight === "none"
        ? pe.analysisSimilarity(rows).data
        : // Row i times (matrix times row j).
          pe.transformerLinear(rows, pe.transformerLinear(rows, between)).data;
    const half = dModel / 2;
    let most = 0;
    for (const value of values) most = Math.max(most, Math.abs(value));
    const reach = weight === "random" ? most : half;
    let hits = 0;
    for (let i = by; i < seqLen; i += 1) {
      const row = values.subarray(i * seqLen, (i + 1) * seqLen);
      if (row.indexOf(Math.max(...row)) === i - by) hits += 1;
    }
    let self = 0;
    for (let i = 0; i < seqLen; i += 1) {
      self += (values[i * (seqLen + 1)] as number) / seqLen;
    }
    return {
      self,
      matrix: {
        values,
        rows: seqLen,
        columns: seqLen,
        domain: [-reach, reach],
      },
      ...byOffset(values, seqLen),
      hits,
      able: seqLen - by,
    };
  },
  finding({ state, model, lang }) {
    const share = `${decimals(100 * model.explained, 0)}%`;
    const { weight, by, start } = state;
    if (weight === "none") {
      const along = scientific(model.along, 2);
      return {
        en: `Along a diagonal no two products differ by more than <b>${along}</b>: the offset explains <b>${share}</b> of their variance, the place nothing.`,
        zh: `同一条对角线上的乘积相差不超过 <b>${along}</b>：偏移解释了 <b>${share}</b> 的方差，位置本身毫无影响。`,
      }[lang];
    }
    if (weight === "random") {
      const self = decimals(model.self, 1);
      const full = quantity(state.dModel / 2);
      return {
        en: `With a random matrix between the rows, the offset explains only <b>${share}</b> of the variance of the products, and a row with itself gives ${self} on average instead of ${full}.`,
        zh: `两行之间插入随机矩阵后，偏移只能解释乘积方差的 <b>${share}</b>；一行与自身的乘积平均为 ${self}，而不是 ${full}。`,
      }[lang];
    }
    const where =
      by === 0
        ? {
            en: plural(model.able, "with itself", "with themselves"),
            zh: "就在自身",
          }
        : {
            en: `exactly ${by} ${plural(by, "position")} back`,
            zh: `恰好落在前面第 ${by} 个位置`,
          };
    return {
      en: `With M(${by}) between the rows, <b>${model.hits}</b> of ${model.able} ${plural(model.able, "row has its", "rows have their")} largest product ${where.en}, from position ${quantity(start)} on.`,
      zh: `两行之间插入 M(${by}) 后，从位置 ${quantity(start)} 起，能这样比的 ${model.able} 行里，有 <b>${model.hits}</b> 行的最大乘积${where.zh}。`,
    }[lang];
  },
  rows: [
    [
      ["matrix", 1],
      ["profile", 1],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "matrix",
      height: [320, 300],
      aspect: 1,
      margin: { ...AXES, left: 74 },
      matrix: ({ model }) => model.matrix,
      label: say,
      marks: matrixMarks,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: place,
        steps: { x: "key", y: "pos" },
      },
    },
    {
      kind: "plot",
      id: "profile",
      height: [292, 200],
      margin: { ...AXES, left: 74 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `第 ${quantity(state.start + state.pos)} 行与所有行的乘积`
          : `row ${quantity(state.start + state.pos)} with every row`,
      label: say,
      marks: profile,
      pointing: {
        cursor: "ew-resize",
        drag: ({ state }, at, box) => ({
          key: (at.x / box.width) * (state.seqLen - 1),
        }),
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const offsets = [-30, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 30];
    const columns = offsets.filter((k) => {
      const at = state.pos + k;
      return at >= 0 && at < state.seqLen;
    });
    return {
      caption: strings.name[lang],
      corner: { en: "j − i", zh: "j − i" }[lang],
      columns: [
        {
          en: `row ${state.start + state.pos}`,
          zh: `第 ${state.start + state.pos} 行`,
        }[lang],
      ],
      rows: columns.map((k) => ({
        head: String(k),
        cells: [decimals(cell(model, state.pos, state.pos + k), 3)],
      })),
    };
  },
  csv({ model }) {
    const { values, rows, columns } = model.matrix;
    return `${Array.from({ length: rows }, (_, r) => values.subarray(r * columns, (r + 1) * columns).join(",")).join("\n")}\n`;
  },
  code({ state }) {
    const { weight, dModel, seqLen, start, seed, by } = state;
    const between = {
      none: "",
      random: `const w = pe.embedding.learned({ maxLen: ${dModel}, dModel: ${dModel}, std: ${1 / Math.sqrt(dModel)}, seed: ${seed} });\n`,
      shift: `const w = pe.analysis.shiftMatrix({ offset: by, ...form });\n`,
    }[weight];
    const product =
      weight === "none"
        ? "pe.analysis.similarity(rows)"
        : "pe.transformer.linear(rows, pe.transformer.linear(rows, w))";
    return `import { load } from "posenc";

const pe = await load();
const [n, by] = [${seqLen}, ${by}];
const form = { dModel: ${dModel}, base: ${state.base} };
const rows = pe.embedding.sinusoidal({ seqLen: n, offset: ${start}, ...form });
${between}const { data } = ${product};
const row = data.slice(${state.pos} * n, ${state.pos + 1} * n);
console.log(row[${state.key}], row);
let self = 0;
for (let i = 0; i < n; i += 1) self += data[i * (n + 1)] / n;
console.log(self); // mean product of a row with itself
// Largest difference along a diagonal.
const spreads = Array.from({ length: 2 * n - 1 }, (_, k) => {
  const offset = k - n + 1;
  const [first, last] = [Math.max(0, -offset), Math.min(n, n - offset)];
  const all = Array.from({ length: last - first }, (_, i) => data[(first + i) * (n + 1) + offset]);
  return Math.max(...all) - Math.min(...all);
});
console.log(Math.max(...spreads));
// Rows whose largest product is so many positions back, of those that can.
let hits = 0;
for (let i = by; i < n; i += 1) {
  const here = data.slice(i * n, (i + 1) * n);
  if (here.indexOf(Math.max(...here)) === i - by) hits += 1;
}
console.log(hits, n - by);
`;
  },
  states({ state, model }) {
    const { matrix, self, along, hits, able } = model;
    const from = state.pos * state.seqLen;
    const row = matrix.values.subarray(from, from + state.seqLen);
    return [row[state.key] as number, row, self, along, hits, able];
  },
});

function place(
  { model }: Here,
  at: { readonly x: number; readonly y: number },
  box: Box,
) {
  const { row, column } = cellAtPoint(model.matrix, box, at);
  return { pos: row, key: column };
}

function say({ state, model, lang }: Here): string {
  const { pos, key, start } = state;
  const value = decimals(cell(model, pos, key), 3);
  const mirror = 2 * pos - key;
  const other =
    mirror >= 0 && mirror < state.seqLen && mirror !== key
      ? decimals(cell(model, pos, mirror), 3)
      : "";
  const also = {
    en:
      other &&
      `; with row ${start + mirror}, as far on the other side, ${other}`,
    zh: other && `；与另一侧同样远的第 ${start + mirror} 行之积为 ${other}`,
  }[lang];
  return {
    en: `Row ${start + pos} with row ${start + key}: ${value}${also}.`,
    zh: `第 ${start + pos} 行与第 ${start + key} 行之积为 ${value}${also}。`,
  }[lang];
}
