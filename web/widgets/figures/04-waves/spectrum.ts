// <pe-spectrum>: how many directions the rows of a table really use, and how
// far each dimension moves.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, plural, quantity } from "../../words/text.ts";

const table = {
  "seq-len": integer({ default: 50, min: 4, max: 5000 }),
  width: choice(["64", "128", "256"]),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  component: integer({ default: 10, min: 1, max: 256 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Share of the variance that the first n directions hold, n = 0 … d. */
  readonly waves: readonly number[];
  readonly noise: readonly number[];
  /** Directions that hold 90% of it. */
  readonly needed: number;
  readonly neededNoise: number;
  /** Highest minus lowest value of each dimension. */
  readonly range: Float64Array;
  /** Dimensions whose range is below 0.1. */
  readonly still: number;
}

const strings = {
  name: { en: "Directions that a table uses", zh: "一张表用到的方向" },
  caption: {
    en: "Lengthen the text: the bars on the right grow, and more directions are needed. Drag along the upper curves to read how much the first n directions hold.",
    zh: "加长文本：右侧的竖条逐渐长高，需要的方向也随之增多。沿上方曲线拖动，可读出前 n 个方向占多少。",
  },
  seqLen: { en: "Positions L", zh: "位置个数 L" },
  width: { en: "Width d", zh: "维数 d" },
  "64": { en: "64", zh: "64" },
  "128": { en: "128", zh: "128" },
  "256": { en: "256", zh: "256" },
  base: { en: "Base", zh: "底数" },
  component: { en: "Directions n", zh: "方向数 n" },
  keys: {
    en: "Variance held by the first directions; left and right arrows choose how many.",
    zh: "前若干方向所占的方差；左右方向键选择个数。",
  },
  directions: { en: "first n directions", zh: "前 n 个方向" },
  share: { en: "share of the variance", zh: "占方差的比例" },
  dimension: { en: "dimension", zh: "维度" },
  range: { en: "highest − lowest value", zh: "最高值 − 最低值" },
  sinusoidal: { en: "sinusoidal", zh: "正弦" },
  random: { en: "random table of the same shape", zh: "同样大小的随机表" },
} as const;

type Here = Shown<State, Model>;

/** Seed of the noise beside the waves. */
const NOISE = 3;

/** Curves of random tables, by shape: they never change. */
const noises = new Map<string, readonly number[]>();

function cumulative(rows: Tensor): readonly number[] {
  const { explained } = pe.analysisSpectrum(rows, { components: 0 });
  let sum = 0;
  return [0, ...Array.from(explained, (share) => (sum += share))];
}

function noiseOf(maxLen: number, dModel: number) {
  const key = `${maxLen} ${dModel}`;
  let curve = noises.get(key);
  if (!curve) {
    const rows = pe.learned({ maxLen, dModel, std: 1, seed: NOISE });
    curve = cumulative(rows);
    noises.set(key, curve);
  }
  return curve;
}

const needs = (curve: readonly number[]): number =>
  curve.findIndex((share) => share >= 0.9);

function scree({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const d = model.waves.length - 1;
  const x = scaleLinear().domain([0, d]).range([0, box.width]);
  const y = scaleLinear().domain([0, 1]).range([box.height, 0]);
  const line = (curve: readonly number[], stroke: "accent" | "ink3"): Mark => ({
    kind: "path",
    draw(pen) {
      curve.forEach((share, n) => {
        if (n === 0) pen.moveTo(x(n), y(share));
        else pen.lineTo(x(n), y(share));
      });
    },
    stroke,
    width: 2,
  });
  const px = x(state.component);
  return [
    ...axes(
      {
        x: {
          scale: x,
          marked: state.component,
          label: strings.directions[lang],
        },
        y: {
          scale: y,
          ticks: [0, 0.5, 0.9, 1],
          format: (v) => `${Math.round(100 * v)}%`,
          label: strings.share[lang],
        },
      },
      box,
    ),
    segment(0, y(0.9), box.width, y(0.9), { stroke: "rule", dash: [4, 4] }),
    line(model.noise, "ink3"),
    line(model.waves, "accent"),
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    circle(px, y(model.noise[state.component] as number), 4, { fill: "ink3" }),
    circle(px, y(model.waves[state.component] as number), 5, {
      fill: "accent",
    }),
  ];
}

function ranges({ model, lang }: Here, box: Box): readonly Mark[] {
  const d = model.range.length;
  const x = scaleLinear().domain([0, d]).range([0, box.width]);
  const y = scaleLinear().domain([0, 2]).range([box.height, 0]);
  const bars = (still: boolean): Mark => ({
    kind: "path",
    draw(pen) {
      const w = Math.max(0.5, (box.width / d) * 0.8);
      model.range.forEach((range, k) => {
        if (range < 0.1 !== still) return;
        const top = Math.min(y(range), box.height - 1.5);
        pen.rect(x(k), top, w, box.height - top);
      });
    },
    fill: still ? "warm" : "accent",
  });
  return [
    ...axes(
      {
        x: { scale: x, label: strings.dimension[lang] },
        y: { scale: y, ticks: [0, 1, 2], label: strings.range[lang] },
      },
      box,
    ),
    bars(false),
    bars(true),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-spectrum",
  table,
  strings,
  bounds: { component: { max: ({ width }) => Number(width) } },
  controls: [
    { key: "seqLen", logarithmic: true },
    { key: "component" },
    { key: "base", logarithmic: true },
    { key: "width" },
  ],
  compute({ seqLen, width, base }) {
    const dModel = Number(width);
    const rows = pe.sinusoidal({ seqLen, dModel, base });
    const waves = cumulative(rows);
    const noise = noiseOf(seqLen, dModel);
    const { range } = pe.analysisRangePerDimension(rows);
    return {
      waves,
      noise,
      needed: needs(waves),
      neededNoise: needs(noise),
      range,
      still: range.filter((r) => r < 0.1).length,
    };
  },
  finding({ state, model, lang }) {
    const length = quantity(state.seqLen);
    const d = state.width;
    return {
      en: `Over ${length} positions, <b>${model.needed}</b> of ${d} directions hold 90% of the variance; a random table needs ${model.neededNoise}. <b>${model.still}</b> ${plural(model.still, "dimension moves", "dimensions move")} by less than 0.1.`,
      zh: `在 ${length} 个位置内，${d} 个方向中有 <b>${model.needed}</b> 个就占去 90% 的方差，随机表则要 ${model.neededNoise} 个；有 <b>${model.still}</b> 维的变化不到 0.1。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "scree",
      height: [200, 180],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.sinusoidal[lang] },
        { ink: "ink3", text: strings.random[lang] },
      ],
      label: say,
      marks: scree,
      pointing: {
        cursor: "ew-resize",
        pick: ({ state }, at, box) => ({
          component: (at.x / box.width) * Number(state.width),
        }),
        steps: { x: "component" },
      },
    },
    {
      kind: "plot",
      id: "ranges",
      height: [90, 80],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "warm",
          text: { en: "moves by less than 0.1", zh: "变化不到 0.1" }[lang],
        },
      ],
      label: say,
      marks: ranges,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const d = Number(state.width);
    const counts = [1, 2, 5, 10, 20, 50, 100, 200, state.component, d];
    const rows = [...new Set(counts)].filter((n) => n <= d);
    rows.sort((a, b) => a - b);
    const percent = (v: number) => `${decimals(100 * v, 1)}%`;
    return {
      caption: strings.name[lang],
      corner: strings.directions[lang],
      columns: [strings.sinusoidal[lang], strings.random[lang]],
      rows: rows.map((n) => ({
        head: String(n),
        cells: [model.waves[n] as number, model.noise[n] as number].map(
          percent,
        ),
      })),
      marked: { row: rows.indexOf(state.component), column: 0 },
    };
  },
  csv: ({ model }) =>
    `dimension,range\n${Array.from(model.range, (range, k) => `${k},${range}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const rows = pe.embedding.sinusoidal({
  seqLen: ${state.seqLen},
  dModel: ${state.width},
  base: ${state.base},
});
const noise = pe.embedding.learned({ maxLen: ${state.seqLen}, dModel: ${state.width}, std: 1, seed: ${NOISE} });
for (const table of [rows, noise]) {
  const { explained } = pe.analysis.spectrum(table, { components: 0 });
  let sum = 0;
  const shares = [0, ...[...explained].map((share) => (sum += share))];
  console.log(shares[${state.component}]); // of the variance, in so many directions
  console.log(shares.findIndex((share) => share >= 0.9)); // directions for 90% of it
}
const { range } = pe.analysis.rangePerDimension(rows);
console.log(range.filter((r) => r < 0.1).length); // dimensions that stand still
`,
  states({ state: { component }, model }) {
    const at = (curve: readonly number[]) => curve[component] as number;
    return [
      at(model.waves),
      model.needed,
      at(model.noise),
      model.neededNoise,
      model.still,
    ];
  },
});

function say({ state, model, lang }: Here): string {
  const n = state.component;
  const percent = (v: number) => `${decimals(100 * v, 1)}%`;
  const [a, b] = [
    percent(model.waves[n] as number),
    percent(model.noise[n] as number),
  ];
  return {
    en: `The first ${plural(n, "direction holds", `${n} directions hold`)} ${a} of the variance of the sinusoidal table, ${b} of that of a random one; ${model.still} of ${state.width} dimensions ${plural(model.still, "moves", "move")} by less than 0.1.`,
    zh: `前 ${n} 个方向占正弦表方差的 ${a}，占随机表方差的 ${b}；${state.width} 维中有 ${model.still} 维的变化不到 0.1。`,
  }[lang];
}
