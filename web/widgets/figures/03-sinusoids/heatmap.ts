// <pe-heatmap>: the table itself, or what changes from row to row, with the
// chosen column and row as lines.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { crosshair } from "../../kit/highlights.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { neighbours } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { columnAt } from "../../playground/columns.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, quantity } from "../../words/text.ts";

const table = {
  "seq-len": integer({ default: 51, min: 2, max: 1024 }),
  offset: integer({ default: 0, min: 0, max: 1_000_000 }),
  "d-model": integer({ default: 512, min: 2, max: 512 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  layout: choice(["interleaved", "halves"]),
  show: choice(["values", "steps"]),
  pos: integer({ default: 12, min: 0, max: 1023 }),
  dim: integer({ default: 20, min: 0, max: 511 }),
} as const;

export type State = StateOf<typeof table>;

export interface Model {
  readonly matrix: Matrix;
  /** Largest step of any cell, and the dimensions that move by over 0.1. */
  readonly largest: number;
  readonly largestDim: number;
  readonly lively: number;
}

const strings = {
  name: { en: "Heatmap of the encoding", zh: "编码的热力图" },
  caption: {
    en: "Press or drag to choose a cell; the lines below are its column and its row. Under “More”, “steps” shows by how much each number changes from one position to the next: the right-hand side is almost empty. Why?",
    zh: "点按或拖动可选单元格，下面两条曲线就是它所在的列和行。在“更多”里切换到“步长”，看每个数从一个位置到下一个位置变了多少：右边几乎是空白，为什么？",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  offset: { en: "First position", zh: "起始位置" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  layout: { en: "Columns", zh: "列的排布" },
  interleaved: { en: "interleaved", zh: "交错" },
  halves: { en: "halves", zh: "两半" },
  show: { en: "Show", zh: "显示" },
  values: { en: "values", zh: "数值" },
  steps: { en: "steps", zh: "步长" },
  pos: { en: "Row", zh: "行" },
  dim: { en: "Dimension", zh: "维度" },
  keys: {
    en: "Heatmap; arrow keys choose a cell.",
    zh: "热力图；方向键选择单元格。",
  },
  position: { en: "position", zh: "位置" },
  dimension: { en: "dimension", zh: "维度" },
} as const;

type Here = Shown<State, Model>;

/** A cell moves visibly when it changes by more than this in one step. */
const VISIBLE = 0.1;

/**
 * The largest step of each column.
 *
 * @param steps - where all of them go; empty: nowhere
 */
function stepsOf(
  all: Float32Array,
  dModel: number,
  steps: Float32Array,
): Float32Array {
  const most = new Float32Array(dModel);
  const last = all.length - dModel;
  for (let k = 0; k < last; k += dModel) {
    for (let dim = 0; dim < dModel; dim += 1) {
      const here = all[k + dim] as number;
      const step = Math.abs((all[k + dModel + dim] as number) - here);
      if (steps.length > 0) steps[k + dim] = step;
      if (step > (most[dim] as number)) most[dim] = step;
    }
  }
  return most;
}

const cell = ({ matrix }: Model, pos: number, dim: number): number =>
  matrix.values[pos * matrix.columns + dim] as number;

function cells(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang, link } = shown;
  const { rows, columns } = model.matrix;
  const y = cellScale(rows, box.height);
  const positions = y.copy().domain(y.domain().map((v) => v + state.offset));
  const last = state.offset + rows - 1;
  return [
    ...axes(
      {
        x: {
          scale: cellScale(columns, box.width),
          ticks: integerTicks(0, columns - 1, box.width, 72),
          marked: state.dim,
          label: strings.dimension[lang],
        },
        y: {
          scale: positions,
          ticks: integerTicks(state.offset, last, box.height, 44),
          marked: state.offset + state.pos,
          label: strings.position[lang],
        },
      },
      box,
    ),
    ...crosshair(
      model.matrix,
      box,
      { row: state.pos, column: state.dim },
      { row: link === "pos", column: link === "dim" },
    ),
  ];
}

/** The chosen row or column as a line. */
function line(shown: Here, box: Box, along: "row" | "column"): Mark[] {
  const { state, model, lang } = shown;
  const { values, rows, columns, domain } = model.matrix;
  const isRow = along === "row";
  const count = isRow ? columns : rows;
  const first = isRow ? 0 : state.offset;
  const [start, stride] = isRow
    ? [state.pos * columns, 1]
    : [state.dim, columns];
  const x = scaleLinear()
    .domain([0, Math.max(1, count - 1)])
    .range([0, box.width]);
  const y = scaleLinear().domain(domain).range([box.height, 0]);
  const chosen = isRow ? state.dim : state.pos;
  // Interleaved, sines and cosines alternate: a line each.
  const parts = isRow && state.layout === "interleaved" ? 2 : 1;
  const curves = Array.from({ length: parts }, (_, part) =>
    lineMark(
      {
        data: values,
        start: start + part * stride,
        stride: stride * parts,
        count: Math.ceil((count - part) / parts),
      },
      x.copy().domain([-part / parts, (count - 1 - part) / parts]),
      y,
      { stroke: part === 0 ? "accent" : "good", width: 1.5 },
    ),
  );
  return [
    ...axes(
      {
        x: {
          scale: x.copy().domain([first, first + Math.max(1, count - 1)]),
          ticks: integerTicks(first, first + count - 1, box.width, 72),
          marked: first + chosen,
          label: strings[isRow ? "dimension" : "position"][lang],
        },
        y: {
          scale: y,
          ticks: [domain[0], (domain[0] + domain[1]) / 2, domain[1]],
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    ...curves,
    circle(x(chosen), y(cell(model, state.pos, state.dim)), 4, {
      fill: "accent",
    }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-heatmap",
  table,
  strings,
  bounds: {
    pos: { max: ({ seqLen }) => seqLen - 1 },
    dim: { max: ({ dModel }) => dModel - 1 },
  },
  controls: [
    { key: "pos" },
    { key: "dim" },
    { key: "seqLen" },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
    { key: "offset", max: () => 10000 },
    { key: "layout" },
    { key: "show" },
  ],
  main: ["pos", "base"],
  own: () => import("./own-heatmap.ts"),
  compute({ seqLen, offset, dModel, base, layout, show }, buffers) {
    // One row more, so that the last one has a step too.
    const out = buffers.buffer("rows", [seqLen + 1, dModel], pe.buffer);
    pe.sinusoidal({
      seqLen: seqLen + 1,
      offset,
      dModel,
      base,
      layout,
      out,
    });
    const count = seqLen * dModel;
    // A copy: each time the buffer is asked for its numbers, it is asked anew.
    const all = out.data.slice();
    const steps = new Float32Array(show === "steps" ? count : 0);
    const most = stepsOf(all, dModel, steps);
    const largest = Math.max(...most);
    const largestDim = most.indexOf(largest);
    const lively = most.filter((step) => step > VISIBLE).length;
    const size = { rows: seqLen, columns: dModel };
    const matrix: Matrix =
      show === "values"
        ? { values: all.subarray(0, count), ...size, domain: [-1, 1] }
        : { values: steps, ...size, domain: [0, 1], map: "sequential" };
    return { matrix, largest, largestDim, lively };
  },
  finding({ state, model, lang }) {
    const { largest, largestDim, lively } = model;
    const quiet = state.dModel - lively;
    return {
      en: `From one position to the next, <b>${quiet}</b> of ${state.dModel} dimensions never move by more than 0.1; the liveliest, dimension ${largestDim}, moves by up to <b>${quantity(largest)}</b>.`,
      zh: `从一个位置到下一个位置，${state.dModel} 维中有 <b>${quiet}</b> 维的变化始终不超过 0.1；变化最大的是第\u00a0${largestDim}\u00a0维，可达 <b>${quantity(largest)}</b>。`,
    }[lang];
  },
  rows: [
    [["cells", 1]],
    [
      ["column", 1],
      ["row", 1],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "cells",
      height: [320, 260],
      margin: AXES,
      matrix: ({ model }) => model.matrix,
      label: (shown) => say(shown),
      marks: cells,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: (shown, at, box) => place(shown, at, box),
        steps: { x: "dim", y: "pos" },
      },
    },
    {
      kind: "plot",
      id: "column",
      height: [110, 90],
      margin: { left: 52, top: 10 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `第 ${state.dim} 维随位置的变化`
          : `dimension ${state.dim} along the positions`,
      label: (shown) => say(shown),
      marks: (shown, box) => line(shown, box, "column"),
    },
    {
      kind: "plot",
      id: "row",
      height: [110, 90],
      margin: { left: 52, top: 10 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `位置 ${state.offset + state.pos} 的整个向量`
          : `the vector of position ${state.offset + state.pos}`,
      legend: ({ state, lang }) =>
        state.layout === "interleaved"
          ? [
              { ink: "accent", text: lang === "zh" ? "偶数维" : "even" },
              { ink: "good", text: lang === "zh" ? "奇数维" : "odd" },
            ]
          : [],
      label: (shown) => say(shown),
      marks: (shown, box) => line(shown, box, "row"),
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, model, lang } = shown;
    const rows = neighbours(state.pos, state.seqLen, 9);
    const columns = neighbours(state.dim, state.dModel, 8);
    return {
      caption: strings.name[lang],
      corner: `${strings.position[lang]} \\ ${strings.dimension[lang]}`,
      columns: columns.map(String),
      rows: rows.map((pos) => ({
        head: String(pos + state.offset),
        cells: columns.map((dim) => cellValue(cell(model, pos, dim))),
      })),
      marked: {
        row: rows.indexOf(state.pos),
        column: columns.indexOf(state.dim),
      },
    };
  },
  csv({ model }) {
    const { values, rows, columns } = model.matrix;
    const lines = Array.from({ length: rows }, (_, r) =>
      values.subarray(r * columns, (r + 1) * columns).join(","),
    );
    return `${lines.join("\n")}\n`;
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const d = ${state.dModel};
const { data } = pe.embedding.sinusoidal({
  seqLen: ${state.seqLen + 1}, // one row more, so that the last one has a step
  offset: ${state.offset},
  dModel: d,
  base: ${state.base},
  layout: "${state.layout}",
});
const step = (n) => Math.fround(Math.abs(data[n + d] - data[n]));
const at = ${state.pos} * d + ${state.dim};
console.log(${state.show === "values" ? "data[at]" : "step(at)"});
const most = new Float32Array(d);
for (let n = 0; n + d < data.length; n += 1) most[n % d] = Math.max(most[n % d], step(n));
// The largest step, where it is, and the dimensions that move.
const largest = Math.max(...most);
console.log(largest, most.indexOf(largest), most.filter((it) => it > ${VISIBLE}).length);
`,
  listing: ({ state }) => ({
    kind: "sinusoidal",
    values: {
      pos: state.offset + state.pos,
      dim: state.dim,
      dModel: state.dModel,
      base: state.base,
      seqLen: state.seqLen,
      offset: state.offset,
      layout: state.layout,
    },
  }),
  states({ state, model }) {
    const { matrix, largest, largestDim, lively } = model;
    const cell = matrix.values[state.pos * state.dModel + state.dim] as number;
    return [cell, largest, largestDim, lively];
  },
});

function place(
  { model }: Here,
  at: { readonly x: number; readonly y: number },
  box: Box,
) {
  const { row, column } = cellAtPoint(model.matrix, box, at);
  return { pos: row, dim: column };
}

function say({ state, model, lang }: Here): string {
  const { pos, dim, offset, show } = state;
  const value = cellValue(cell(model, pos, dim));
  const { pair, wave } = columnAt(dim, state);
  const at = offset + pos;
  if (show === "values") {
    return {
      en: `Position ${at}, dimension ${dim} (${wave} of pair ${pair}): ${value}.`,
      zh: `位置 ${at}，第 ${dim} 维（第 ${pair} 对的 ${wave}）：${value}。`,
    }[lang];
  }
  return {
    en: `From position ${at} to ${at + 1}, dimension ${dim} changes by ${value}.`,
    zh: `从位置 ${at} 到 ${at + 1}，第 ${dim} 维变化 ${value}。`,
  }[lang];
}
