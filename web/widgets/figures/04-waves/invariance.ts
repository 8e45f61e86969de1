// <pe-invariance>: neighbours close together is one property, distances that do
// not depend on the place another; four tables have them in all combinations.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { cellAtPoint, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, quantity, scientific } from "../../words/text.ts";

const table = {
  rows: choice(["sinusoidal", "logarithmic", "sparse", "random"]),
  offset: integer({ default: 10, min: 1, max: 40 }),
  pos: integer({ default: 20, min: 0, max: 94 }),
  "d-model": integer({ default: 64, min: 8, max: 256 }),
} as const;

type State = StateOf<typeof table>;

/** Positions in every table. */
const COUNT = 96;
/** Distance between the positions of the sparse table. */
const STRIDE = 1009;

interface Model {
  /** Distances of all pairs of rows. */
  readonly matrix: Matrix;
  /** Mean distance of neighbours and of all pairs. */
  readonly step: number;
  readonly mean: number;
  /** Lowest and highest distance at the chosen offset. */
  readonly low: number;
  readonly high: number;
}

const strings = {
  name: { en: "Smooth is not invariant", zh: "平滑不等于平移不变" },
  caption: {
    en: "Go through the four tables. Smooth: the lower curve lies far below the dashed line. Invariant: both curves are level. Each occurs without the other.",
    zh: "依次看四张表。平滑：下方曲线远低于虚线；平移不变：两条曲线都是水平的。两者可以各自单独出现。",
  },
  rows: { en: "Table", zh: "表" },
  sinusoidal: { en: "sinusoidal", zh: "正弦" },
  logarithmic: { en: "logarithmic", zh: "对数" },
  sparse: {
    en: "sinusoidal, every 1009th position",
    zh: "正弦，每隔 1009 个位置取一个",
  },
  random: { en: "random", zh: "随机" },
  offset: { en: "Distance k", zh: "距离 k" },
  pos: { en: "Row", zh: "行" },
  dModel: { en: "Width d", zh: "维数 d" },
  keys: {
    en: "Distances of rows; up and down choose a row, left and right change k.",
    zh: "各行之间的距离；上下方向键选择行，左右方向键改变 k。",
  },
  row: { en: "row p", zh: "第 p 行" },
  other: { en: "the other row", zh: "另一行" },
  gap: { en: "distance of two rows", zh: "两行的距离" },
  next: { en: "to row p + 1", zh: "到第 p + 1 行" },
  all: { en: "mean over all pairs", zh: "所有两行之间的平均" },
} as const;

type Here = Shown<State, Model>;

function tableOf({ rows, dModel }: Readonly<State>): Tensor {
  switch (rows) {
    case "sinusoidal":
      return pe.sinusoidal({ seqLen: COUNT, dModel });
    case "sparse":
      return pe.sinusoidal({
        positions: Array.from({ length: COUNT }, (_, p) => p * STRIDE),
        dModel,
      });
    case "logarithmic":
      return pe.logarithmic({ seqLen: COUNT, dModel, maxLen: COUNT });
    default:
      return pe.learned({
        maxLen: COUNT,
        dModel,
        std: Math.SQRT1_2,
        seed: 5,
      });
  }
}

const far = ({ matrix }: Model, a: number, b: number): number =>
  matrix.values[a * COUNT + b] as number;

function matrixMarks({ state, lang }: Here, box: Box): readonly Mark[] {
  const ticks = (length: number) => integerTicks(0, COUNT - 1, length, 60);
  const [w, h] = [box.width / COUNT, box.height / COUNT];
  return [
    ...axes(
      {
        x: {
          scale: cellScale(COUNT, box.width),
          ticks: ticks(box.width),
          label: strings.other[lang],
        },
        y: {
          scale: cellScale(COUNT, box.height),
          ticks: ticks(box.height),
          marked: state.pos,
          label: strings.row[lang],
        },
      },
      box,
    ),
    // The diagonals that the two curves are read along.
    segment(w, 0, box.width, box.height - h, { stroke: "warm", width: 1.5 }),
    ...(["paper", "accent"] as const).map((stroke) =>
      segment(state.offset * w, 0, box.width, box.height - state.offset * h, {
        stroke,
        width: stroke === "paper" ? 4 : 1.75,
      }),
    ),
    ...[1, state.offset].flatMap((k) =>
      state.pos + k < COUNT
        ? [
            circle((state.pos + k + 0.5) * w, (state.pos + 0.5) * h, 4, {
              fill: "paper",
              stroke: k === 1 ? "warm" : "accent",
            }),
          ]
        : [],
    ),
  ];
}

function curves({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const top = model.matrix.domain[1];
  const x = scaleLinear()
    .domain([0, COUNT - 1])
    .range([0, box.width]);
  const y = scaleLinear().domain([0, top]).range([box.height, 0]);
  const line = (k: number, stroke: "warm" | "accent"): Mark => ({
    kind: "path",
    draw(pen) {
      pen.moveTo(x(0), y(far(model, 0, k)));
      for (let p = 1; p + k < COUNT; p += 1) {
        pen.lineTo(x(p), y(far(model, p, p + k)));
      }
    },
    stroke,
    width: 2,
  });
  const px = x(state.pos);
  return [
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.row[lang] },
        y: {
          scale: y,
          ticks: y.ticks(4),
          format: (v) => quantity(v),
          label: strings.gap[lang],
        },
      },
      box,
    ),
    segment(0, y(model.mean), box.width, y(model.mean), {
      stroke: "ink3",
      dash: [5, 4],
    }),
    line(1, "warm"),
    line(state.offset, "accent"),
    ...[1, state.offset].flatMap((k) =>
      state.pos + k < COUNT
        ? [
            circle(px, y(far(model, state.pos, state.pos + k)), 4, {
              fill: k === 1 ? "warm" : "accent",
            }),
          ]
        : [],
    ),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-invariance",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "rows", menu: true },
    { key: "offset" },
    { key: "pos" },
    { key: "dModel", step: 2 },
  ],
  compute(state) {
    const { data } = pe.analysisSimilarity(tableOf(state));
    const values = new Float32Array(COUNT * COUNT);
    let [sum, most] = [0, 0];
    for (let a = 0; a < COUNT; a += 1) {
      for (let b = 0; b < COUNT; b += 1) {
        const square =
          (data[a * COUNT + a] as number) +
          (data[b * COUNT + b] as number) -
          2 * (data[a * COUNT + b] as number);
        const distance = a === b ? 0 : Math.sqrt(Math.max(0, square));
        values[a * COUNT + b] = distance;
        sum += distance;
        most = Math.max(most, distance);
      }
    }
    let step = 0;
    let [low, high] = [Infinity, 0];
    for (let p = 0; p + 1 < COUNT; p += 1) {
      step += (values[p * COUNT + p + 1] as number) / (COUNT - 1);
      const there = p + state.offset;
      if (there >= COUNT) continue;
      low = Math.min(low, values[p * COUNT + there] as number);
      high = Math.max(high, values[p * COUNT + there] as number);
    }
    return {
      matrix: {
        values,
        rows: COUNT,
        columns: COUNT,
        domain: [0, most],
        map: "sequential",
      },
      step,
      mean: sum / (COUNT * (COUNT - 1)),
      low,
      high,
    };
  },
  finding({ state, model, lang }) {
    const share = decimals(model.step / model.mean, 2);
    const relative = (model.high - model.low) / model.high;
    const spread =
      relative < 1e-3 ? scientific(relative, 1) : decimals(relative, 2);
    const [low, high] = [decimals(model.low, 3), decimals(model.high, 3)];
    const even = low === high;
    const k = state.offset;
    const name = strings[state.rows];
    return {
      en: `Table “${name.en}”: neighbours are <b>${share}</b> of the mean distance apart. At k = ${k} the distance ${even ? `is ${low} everywhere` : `runs from ${low} to ${high}`}, a relative spread of <b>${spread}</b>.`,
      zh: `“${name.zh}”表：相邻两行的距离是平均距离的 <b>${share}</b> 倍。k = ${k} 时，距离${even ? `处处是 ${low}` : `在 ${low} 到 ${high} 之间`}，相对变化 <b>${spread}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["matrix", 2],
      ["curves", 3],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "matrix",
      height: [260, 260],
      aspect: 1,
      margin: AXES,
      matrix: ({ model }) => model.matrix,
      label: say,
      marks: matrixMarks,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        pick: ({ model }, at, box) => ({
          pos: cellAtPoint(model.matrix, box, at).row,
        }),
        steps: { x: "offset", y: "pos" },
      },
    },
    {
      kind: "plot",
      id: "curves",
      height: [234, 200],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "warm", text: strings.next[lang] },
        {
          ink: "accent",
          text: {
            en: `to row p + ${state.offset}`,
            zh: `到第 p + ${state.offset} 行`,
          }[lang],
        },
        { ink: "ink3", text: strings.all[lang], dashed: true },
      ],
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (_, at, box) => ({ pos: (at.x / box.width) * (COUNT - 1) }),
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const rows = [0, 10, 20, 30, 40, 50, 60, 70, 80].filter(
      (p) => p + state.offset < COUNT,
    );
    return {
      caption: strings.name[lang],
      corner: strings.row[lang],
      columns: [1, state.offset].map(
        (k) => ({ en: `to p + ${k}`, zh: `到 p + ${k}` })[lang],
      ),
      rows: rows.map((p) => ({
        head: String(p),
        cells: [1, state.offset].map((k) => decimals(far(model, p, p + k), 4)),
      })),
    };
  },
  csv({ model }) {
    const { values } = model.matrix;
    return `${Array.from({ length: COUNT }, (_, r) => values.subarray(r * COUNT, (r + 1) * COUNT).join(",")).join("\n")}\n`;
  },
  code({ state }) {
    const d = state.dModel;
    const rows = {
      sinusoidal: `pe.embedding.sinusoidal({ seqLen: ${COUNT}, dModel: ${d} })`,
      logarithmic: `pe.embedding.logarithmic({ seqLen: ${COUNT}, dModel: ${d}, maxLen: ${COUNT} })`,
      sparse: `pe.embedding.sinusoidal({
  positions: Array.from({ length: ${COUNT} }, (_, p) => p * ${STRIDE}),
  dModel: ${d},
})`,
      random: `pe.embedding.learned({ maxLen: ${COUNT}, dModel: ${d}, std: Math.SQRT1_2, seed: 5 })`,
    }[state.rows];
    return `import { load } from "posenc";

const pe = await load();
const rows = ${rows};
const { data } = pe.analysis.similarity(rows);
const distance = (a, b) => {
  const square = data[a * ${COUNT + 1}] + data[b * ${COUNT + 1}] - 2 * data[a * ${COUNT} + b];
  return Math.fround(Math.sqrt(Math.max(0, square)));
};
// Of all pairs so far apart, the lowest distance and the highest.
const all = Array.from({ length: ${COUNT - state.offset} }, (_, p) => distance(p, p + ${state.offset}));
console.log(Math.min(...all), Math.max(...all));
`;
  },
  states: ({ model }) => [model.low, model.high],
});

function say({ state, model, lang }: Here): string {
  const { pos, offset } = state;
  const one = decimals(far(model, pos, pos + 1), 4);
  const other = pos + offset < COUNT;
  const value = other ? decimals(far(model, pos, pos + offset), 4) : "";
  const more = {
    en: other ? `, from row ${pos + offset} ${value}` : "",
    zh: other ? `，到第 ${pos + offset} 行 ${value}` : "",
  }[lang];
  return {
    en: `Row ${pos}: distance from the next row ${one}${more}.`,
    zh: `第 ${pos} 行：到下一行的距离 ${one}${more}。`,
  }[lang];
}
