// <pe-disturb>: noise on the rows breaks the law of shifts, noise on all
// positions together does not.

import { scaleLinear, scaleLog } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, parameter, quantity } from "../../words/text.ts";

const ROWS = 48;
const WIDTH = 64;
const KINDS = ["rows", "each", "together"] as const;
type Kind = (typeof KINDS)[number];
/** Where the curves are computed. */
const SIGMAS = Array.from({ length: 16 }, (_, k) => 10 ** (-3 + k / 5));

const table = {
  sigma: real({ default: 0.1, min: 0.001, max: 1 }),
  disturb: choice(KINDS),
  shift: integer({ default: 5, min: 1, max: 40 }),
  dim: integer({ default: 8, min: 0, max: WIDTH - 1 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly clean: Tensor;
  readonly rows: Tensor;
  /** Largest error of a shift, for the state and along SIGMAS. */
  readonly error: number;
  readonly errors: Readonly<Record<Kind, readonly number[]>>;
}

const strings = {
  name: { en: "Disturb the table", zh: "扰动编码表" },
  caption: {
    en: "Drag along the curves to change σ. Compare the three ways: noise added to every row, noise on every position, one shift for all positions together. Only the last leaves the law of shifts alone.",
    zh: "沿曲线拖动，改变 σ。比较三种扰动：给每一行加噪声，给每个位置加噪声，所有位置一起平移。只有最后一种不破坏平移规律。",
  },
  sigma: { en: "Disturbance σ", zh: "扰动强度 σ" },
  disturb: { en: "Disturbed", zh: "扰动的对象" },
  rows: { en: "the rows", zh: "各行" },
  each: { en: "every position", zh: "每个位置" },
  together: { en: "all positions together", zh: "所有位置一起" },
  shift: { en: "Shift by k", zh: "平移量 k" },
  dim: { en: "Dimension drawn", zh: "画出的维度" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Error of a shift by σ; left and right arrows change σ.",
    zh: "平移误差随 σ 的变化；左右方向键改变 σ。",
  },
} as const;

type Here = Shown<State, Model>;

function disturbed(kind: Kind, std: number, seed: number): Tensor {
  if (kind === "rows") {
    return pe.perturbed({ seqLen: ROWS, dModel: WIDTH, std, seed });
  }
  const draws = pe.learned({
    maxLen: ROWS,
    dModel: 1,
    std,
    seed,
  }).data;
  const positions = Float64Array.from(
    { length: ROWS },
    (_, p) => p + (draws[kind === "each" ? p : 0] as number),
  );
  return pe.sinusoidal({ positions, dModel: WIDTH });
}

function compute(state: Readonly<State>): Model {
  const { sigma, disturb, shift, seed } = state;
  const errorOf = (rows: Tensor): number =>
    pe.analysisShiftError(rows, { dModel: WIDTH, offset: shift }).max;
  const rows = disturbed(disturb, sigma, seed);
  const errors = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      SIGMAS.map((std) => errorOf(disturbed(kind, std, seed))),
    ]),
  ) as Record<Kind, number[]>;
  return {
    clean: pe.sinusoidal({ seqLen: ROWS, dModel: WIDTH }),
    rows,
    error: errorOf(rows),
    errors,
  };
}

const LEAST = 1e-8;

function scales({ width, height }: Box) {
  return {
    x: scaleLog().domain([0.001, 1]).range([0, width]),
    y: scaleLog().domain([LEAST, 10]).range([height, 0]).clamp(true),
  };
}

const INK = { rows: "accent", each: "warm", together: "good" } as const;

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(box);
  const zh = lang === "zh";
  const power = (v: number): boolean => Number.isInteger(Math.log10(v));
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0.001, 0.01, 0.1, 1],
          format: (v) => quantity(v, 1),
          label: zh ? "扰动强度 σ" : "disturbance σ",
        },
        y: {
          scale: y,
          ticks: y.ticks().filter((v) => power(v) && Math.log10(v) % 2 === 0),
          format: (v) =>
            v < 1e-3
              ? `10${{ "-4": "⁻⁴", "-6": "⁻⁶", "-8": "⁻⁸" }[Math.round(Math.log10(v))] ?? ""}`
              : quantity(v, 1),
          label: zh ? "平移 k 的最大误差" : "largest error of a shift by k",
        },
      },
      box,
    ),
    ...KINDS.map(
      (kind): Mark => ({
        kind: "path",
        stroke: INK[kind],
        width: kind === state.disturb ? 2.5 : 1.25,
        draw(pen) {
          model.errors[kind].forEach((error, k) => {
            const [px, py] = [
              x(SIGMAS[k] as number),
              y(Math.max(LEAST, error)),
            ];
            if (k === 0) pen.moveTo(px, py);
            else pen.lineTo(px, py);
          });
        },
      }),
    ),
    circle(x(state.sigma), y(Math.max(LEAST, model.error)), 5, {
      fill: INK[state.disturb],
    }),
  ];
}

function column({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const x = scaleLinear()
    .domain([0, ROWS - 1])
    .range([0, box.width]);
  const values = Array.from(
    { length: ROWS },
    (_, row) => model.rows.data[row * WIDTH + state.dim] as number,
  );
  const reach = Math.max(1.2, ...values.map(Math.abs));
  const y = scaleLinear().domain([-reach, reach]).range([box.height, 0]);
  const all = { start: 0, stride: 1, count: ROWS };
  return [
    ...axes(
      {
        x: { scale: x, label: lang === "zh" ? "位置" : "position" },
        y: { scale: y, ticks: [-1, 0, 1] },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    lineMark(
      { data: model.clean.data, ...all, start: state.dim, stride: WIDTH },
      x,
      y,
      { stroke: "ink3", dash: [4, 4] },
    ),
    lineMark({ data: values, ...all }, x, y, {
      stroke: INK[state.disturb],
      width: 2,
    }),
  ];
}

const rounded = (sigma: number): number =>
  Math.min(1, Math.max(0.001, Number(sigma.toPrecision(2))));

export const spec = figure<typeof table, Model>({
  tag: "pe-disturb",
  table,
  strings,
  controls: [
    { key: "sigma", logarithmic: true },
    { key: "disturb" },
    { key: "shift" },
    { key: "dim" },
    { key: "seed" },
  ],
  compute,
  finding({ state, model, lang }) {
    const error = quantity(model.error, 2);
    const small = model.error < 1e-5;
    const tail = small
      ? { en: "rounding and nothing else", zh: "只剩舍入误差" }
      : {
          en: `${quantity(model.error / state.sigma, 2)} times σ`,
          zh: `是 σ 的 ${quantity(model.error / state.sigma, 2)} 倍`,
        };
    return {
      en: `With σ = ${parameter(state.sigma)} on ${strings[state.disturb].en}, moving by ${state.shift} with the fixed rotation misses by up to <b>${error}</b>: ${tail.en}.`,
      zh: `扰动${strings[state.disturb].zh}，σ = ${parameter(state.sigma)} 时，用固定的旋转平移 ${state.shift} 位，误差最大 <b>${error}</b>，${tail.zh}。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "errors",
      height: [220, 190],
      margin: AXES,
      legend: ({ lang }) =>
        KINDS.map((kind) => ({ ink: INK[kind], text: strings[kind][lang] })),
      label: (shown) => say(shown),
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (_, at, box) => ({ sigma: rounded(scales(box).x.invert(at.x)) }),
        key({ state }, event) {
          const at = Math.round(10 * Math.log10(state.sigma));
          const next = stepped(event, at, [-30, 0], "x");
          return next === undefined
            ? undefined
            : { sigma: rounded(10 ** (next / 10)) };
        },
      },
    },
    {
      kind: "plot",
      id: "column",
      height: [110, 100],
      margin: { left: 52, top: 10, right: 12 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `第 ${state.dim} 维，虚线为未扰动`
          : `dimension ${state.dim}; dashed: undisturbed`,
      label: (shown) => say(shown),
      marks: column,
    },
  ],
  sentence: (shown) => say(shown),
  tableData: ({ model, lang }) => ({
    caption: strings.name[lang],
    corner: "σ",
    columns: KINDS.map((kind) => strings[kind][lang]),
    rows: SIGMAS.map((sigma, k) => ({
      head: quantity(sigma, 2),
      cells: KINDS.map((kind) => cellValue(model.errors[kind][k] as number)),
    })),
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [seqLen, dModel, seed] = [${ROWS}, ${WIDTH}, ${state.seed}];
const disturbed = {
  // noise on the rows,
  rows: (std) => pe.embedding.perturbed({ seqLen, dModel, std, seed }),
  // on each position,
  each(std) {
    const { data } = pe.embedding.learned({ maxLen: seqLen, dModel: 1, std, seed });
    const positions = Array.from(data, (noise, p) => p + noise);
    return pe.embedding.sinusoidal({ positions, dModel });
  },
  // on all positions together
  together(std) {
    const { data } = pe.embedding.learned({ maxLen: seqLen, dModel: 1, std, seed });
    const positions = Array.from(data, (_, p) => p + data[0]);
    return pe.embedding.sinusoidal({ positions, dModel });
  },
};
const error = (rows) => pe.analysis.shiftError(rows, { dModel, offset: ${state.shift} }).max;
console.log(error(disturbed.${state.disturb}(${state.sigma})));
// All three, with the least noise of the curves.
for (const make of Object.values(disturbed)) console.log(error(make(${SIGMAS[0]})));
`,
  states: ({ model: { error, errors } }) => [
    error,
    KINDS.map((kind) => errors[kind][0] as number),
  ],
});

function say({ state, model, lang }: Here): string {
  const error = quantity(model.error, 2);
  return {
    en: `Disturbing ${strings[state.disturb].en} with σ = ${parameter(state.sigma)}: a shift by ${state.shift} misses by up to ${error}.`,
    zh: `以 σ = ${parameter(state.sigma)} 扰动${strings[state.disturb].zh}：平移 ${state.shift} 位的最大误差为 ${error}。`,
  }[lang];
}
