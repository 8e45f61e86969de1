// <pe-grid-positions>: positions on a grid: a cell compared with all others,
// axis by axis or in random directions.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale } from "../../plots/axes.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { decimals } from "../../words/text.ts";

const SIDE = 25;
/** Three and four make five: as far along a diagonal as along an axis. */
const [ACROSS, DOWN, ALONG] = [3, 4, 5];

const table = {
  method: choice(["axial", "fourier", "random"]),
  row: integer({ default: 12, min: 0, max: SIDE - 1 }),
  column: integer({ default: 12, min: 0, max: SIDE - 1 }),
  "d-model": integer({ default: 64, min: 4, max: 256 }),
  bands: integer({ default: 4, min: 1, max: 6 }),
  scale: real({ default: 0.6, min: 0.05, max: 4 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly rows: Tensor;
  readonly alike: Tensor;
}

const strings = {
  name: { en: "Positions on a grid", zh: "网格上的位置" },
  caption: {
    en: "Drag the chosen cell. With one set of waves per axis, everything in its row and column stays like it, far away too; waves in random directions fall off alike on all sides.",
    zh: "拖动选中的格子。每个轴各用一组波时，同行同列的格子再远也相像；方向随机的波则向四面同样地减弱。",
  },
  method: { en: "Encoding", zh: "编码" },
  axial: { en: "axial sinusoids", zh: "分轴正弦" },
  fourier: { en: "Fourier, octaves", zh: "傅里叶特征（倍频）" },
  random: { en: "random Fourier", zh: "随机傅里叶特征" },
  row: { en: "Row", zh: "行" },
  column: { en: "Column", zh: "列" },
  dModel: { en: "Width d", zh: "维数 d" },
  bands: { en: "Octaves", zh: "倍频个数" },
  scale: { en: "σ of the frequencies", zh: "频率的 σ" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Likeness of all cells with the chosen one; arrow keys move it.",
    zh: "各格与选中格子的相似度；方向键移动选中的格子。",
  },
} as const;

type Here = Shown<State, Model>;

function encoded(state: Readonly<State>): Tensor {
  const { method, dModel, bands, scale, seed } = state;
  if (method === "axial") {
    return pe.axial({ shape: [SIDE, SIDE], dModel });
  }
  const coords = {
    data: Float32Array.from({ length: 2 * SIDE * SIDE }, (_, k) => {
      const cell = k >> 1;
      const at = k % 2 === 0 ? Math.floor(cell / SIDE) : cell % SIDE;
      return (2 * at) / (SIDE - 1) - 1;
    }),
    shape: [SIDE * SIDE, 2],
  };
  return method === "fourier"
    ? pe.fourier({ coords, bands })
    : pe.randomFourier({ coords, features: dModel / 2, scale, seed });
}

/** Cosine of the chosen cell with another. */
const likeness = (
  { state, model }: Here,
  row: number,
  column: number,
): number =>
  model.alike.data[
    (state.row * SIDE + state.column) * SIDE * SIDE + row * SIDE + column
  ] as number;

function matrix({ state, model }: Here): Matrix {
  const from = (state.row * SIDE + state.column) * SIDE * SIDE;
  return {
    values: model.alike.data.subarray(from, from + SIDE * SIDE),
    rows: SIDE,
    columns: SIDE,
    domain: [-1, 1],
  };
}

/** Mean likeness five cells away, along the axes and aslant, and at the border. */
function compared(shown: Here) {
  const { row, column } = shown.state;
  const mean = (steps: readonly (readonly [number, number])[]): number => {
    const seen = steps
      .map(([dy, dx]) => [row + dy, column + dx] as const)
      .filter(([y, x]) => Math.min(y, x) >= 0 && Math.max(y, x) < SIDE)
      .map(([y, x]) => likeness(shown, y, x));
    return seen.reduce((sum, it) => sum + it, 0) / Math.max(1, seen.length);
  };
  const signs = [-1, 1];
  return {
    along: mean(
      signs.flatMap((s) => [[s * ALONG, 0] as const, [0, s * ALONG] as const]),
    ),
    aslant: mean(
      signs.flatMap((s) =>
        signs.flatMap((t) => [
          [s * ACROSS, t * DOWN] as const,
          [s * DOWN, t * ACROSS] as const,
        ]),
      ),
    ),
  };
}

function cells({ state, lang }: Here, box: Box): readonly Mark[] {
  const size = { rows: SIDE, columns: SIDE };
  const ticks = [0, 6, 12, 18, 24];
  return [
    ...axes(
      {
        x: {
          scale: cellScale(SIDE, box.width),
          ticks,
          marked: state.column,
          label: strings.column[lang],
        },
        y: {
          scale: cellScale(SIDE, box.height),
          ticks,
          marked: state.row,
          label: strings.row[lang],
        },
      },
      box,
    ),
    ...outline(cellRect(size, box, state), true),
  ];
}

/** Likeness along the row and along the diagonal, by the distance in cells. */
function profile(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const zh = lang === "zh";
  const x = scaleLinear()
    .domain([0, SIDE - 1])
    .range([0, box.width]);
  const y = scaleLinear().domain([-1, 1]).range([box.height, 0]);
  // Towards the farther ends, so that there is something to be seen.
  const [down, right] = [state.row, state.column].map((at) =>
    at < SIDE / 2 ? 1 : -1,
  ) as [number, number];
  const line = (dy: number, dx: number, stroke: "accent" | "warm"): Mark => ({
    kind: "path",
    stroke,
    width: 2,
    draw(pen) {
      for (let k = 0; k < SIDE; k += 1) {
        const [row, column] = [state.row + k * dy, state.column + k * dx];
        if (Math.min(row, column) < 0 || Math.max(row, column) >= SIDE) break;
        const at = [x(k * Math.hypot(dy, dx)), y(likeness(shown, row, column))];
        if (k === 0) pen.moveTo(at[0] as number, at[1] as number);
        else pen.lineTo(at[0] as number, at[1] as number);
      }
    },
  });
  return [
    ...axes(
      {
        x: { scale: x, label: zh ? "相距的格数" : "cells away" },
        y: {
          scale: y,
          ticks: [-1, 0, 1],
          label: zh ? "余弦" : "cosine",
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    line(down, right, "warm"),
    line(0, right, "accent"),
  ];
}

const place = (
  at: { readonly x: number; readonly y: number },
  box: Box,
): { row: number; column: number } => ({
  ...cellAtPoint({ rows: SIDE, columns: SIDE }, box, at),
});

export const spec = figure<typeof table, Model>({
  tag: "pe-grid-positions",
  table,
  strings,
  bounds: { dModel: { multiple: 4 } },
  controls: [
    { key: "method", menu: true },
    { key: "row" },
    { key: "column" },
    { key: "dModel", step: 4, when: ({ method }) => method !== "fourier" },
    { key: "bands", when: ({ method }) => method === "fourier" },
    {
      key: "scale",
      logarithmic: true,
      when: ({ method }) => method === "random",
    },
    { key: "seed", when: ({ method }) => method === "random" },
  ],
  compute(state) {
    const rows = encoded(state);
    return { rows, alike: pe.analysisSimilarity(rows, { normalized: true }) };
  },
  finding(shown) {
    const { along, aslant } = compared(shown);
    const [a, b] = [along, aslant].map((it) => decimals(it, 3));
    return {
      en: `${ALONG} cells away along an axis the cosine is <b>${a}</b>; just as far on a slant (${ACROSS} by ${DOWN}) it is <b>${b}</b>. The difference is ${decimals(along - aslant, 3)}.`,
      zh: `沿轴相距 ${ALONG} 格，余弦为 <b>${a}</b>；斜着同样远（横 ${ACROSS} 纵 ${DOWN}），余弦为 <b>${b}</b>。两者相差 ${decimals(along - aslant, 3)}。`,
    }[shown.lang];
  },
  rows: [
    [
      ["grid", 1],
      ["profile", 1],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "grid",
      height: [340, 300],
      aspect: 1,
      margin: { ...AXES, left: 48 },
      label: (shown) => say(shown),
      matrix,
      marks: cells,
      pointing: {
        cursor: "crosshair",
        vertical: true,
        drag: (_, at, box) => place(at, box),
        steps: { x: "column", y: "row" },
      },
    },
    {
      kind: "plot",
      id: "profile",
      height: [240, 180],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: lang === "zh" ? "沿行" : "along the row" },
        {
          ink: "warm",
          text: lang === "zh" ? "沿对角线" : "along the diagonal",
        },
      ],
      label: (shown) => say(shown),
      marks: profile,
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, lang } = shown;
    const away = [0, 1, 2, 3, 4, 5, 8, 12];
    const show = (row: number, column: number): string =>
      Math.max(row, column) < SIDE
        ? decimals(likeness(shown, row, column), 3)
        : "–";
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "相距的格数" : "cells away",
      columns:
        lang === "zh"
          ? ["向下", "向右", "斜向"]
          : ["down", "right", "on a slant"],
      rows: away.map((d) => ({
        head: String(d),
        cells: [
          show(state.row + d, state.column),
          show(state.row, state.column + d),
          show(state.row + d, state.column + d),
        ],
      })),
    };
  },
  csv: (shown) => {
    const { values } = matrix(shown);
    const lines = Array.from({ length: SIDE }, (_, row) =>
      values.subarray(row * SIDE, (row + 1) * SIDE).join(","),
    );
    return `${lines.join("\n")}\n`;
  },
  code: ({ state }) => {
    const { method, dModel, bands, scale, seed, row, column } = state;
    const coords = `const coords = {
  data: Float32Array.from({ length: ${2 * SIDE * SIDE} }, (_, k) => {
    const at = k % 2 === 0 ? Math.floor((k >> 1) / ${SIDE}) : (k >> 1) % ${SIDE};
    return (2 * at) / ${SIDE - 1} - 1;
  }),
  shape: [${SIDE * SIDE}, 2],
};
`;
    const call = {
      axial: `pe.embedding.axial({ shape: [${SIDE}, ${SIDE}], dModel: ${dModel} })`,
      fourier: `pe.embedding.fourier({ coords, bands: ${bands} })`,
      random: `pe.embedding.randomFourier({ coords, features: ${dModel / 2}, scale: ${scale}, seed: ${seed} })`,
    }[method];
    return `import { load } from "posenc";

const pe = await load();
${method === "axial" ? "" : coords}const rows = ${call};
const alike = pe.analysis.similarity(rows, { normalized: true });
const from = ${(row * SIDE + column) * SIDE * SIDE}; // cell (${row}, ${column})
console.log(alike.data.slice(from, from + ${SIDE * SIDE}));
`;
  },
  states({ state: { row, column }, model: { alike } }) {
    const from = (row * SIDE + column) * SIDE * SIDE;
    return [alike.data.subarray(from, from + SIDE * SIDE)];
  },
});

function say(shown: Here): string {
  const { state, lang } = shown;
  const { along, aslant } = compared(shown);
  const [a, b] = [along, aslant].map((it) => decimals(it, 3));
  return {
    en: `Cell in row ${state.row}, column ${state.column}: cosine ${a} with cells five away along the axes, ${b} with cells five away on a slant.`,
    zh: `第 ${state.row} 行第 ${state.column} 列的格子：沿轴五格处余弦 ${a}，斜向五格处 ${b}。`,
  }[lang];
}
