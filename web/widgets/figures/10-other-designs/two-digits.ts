// <pe-two-digits>: n trained rows reach n² positions, an upper and a lower digit
// mixed.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { crosshair } from "../../kit/highlights.ts";
import { cellAtPoint } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { cellsOf, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { rms } from "../../kit/pieces/vectors.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";

const WIDTH = 32;
/** Weights for which the closest two rows are found. */
const ALPHAS = Array.from({ length: 37 }, (_, k) => 0.05 + k * 0.025);

const table = {
  rows: integer({ default: 8, min: 2, max: 12 }),
  alpha: real({ default: 0.4, min: 0.05, max: 0.95 }),
  "table-kind": choice(["noise", "sinusoidal"]),
  pos: integer({ default: 19, min: 0, max: 143 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly fresh: Tensor;
  readonly alike: Tensor;
  /** Trained rows that came out unchanged, bit for bit. */
  readonly kept: number;
  readonly closest: readonly [number, number];
  readonly distance: number;
  readonly distinct: number;
  /** Of the mean length of a row: large α make rows long. */
  readonly share: number;
  /** The same for each of ALPHAS. */
  readonly nearest: readonly number[];
}

const strings = {
  name: { en: "Positions with two digits", zh: "两位数的位置" },
  caption: {
    en: "Drag in the square to choose a position. Drag along the curve, or move α: what happens near ½, and why? On the far side of ½ the two digits change places.",
    zh: "在方阵里拖动，选一个位置。再沿曲线拖动，或移动 α：接近 ½ 时发生了什么，为什么？过了 ½，两位的轻重就对调了。",
  },
  rows: { en: "Trained rows n", zh: "训练过的行数 n" },
  alpha: { en: "Weight α of the upper digit", zh: "高位的权重 α" },
  tableKind: { en: "Trained table", zh: "训练好的表" },
  noise: { en: "unrelated rows", zh: "各行无关" },
  sinusoidal: { en: "smooth rows", zh: "平滑" },
  pos: { en: "Position", zh: "位置" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Cosines of all pairs of positions; up and down arrows choose a position.",
    zh: "各位置两两之间的余弦；上下方向键选择位置。",
  },
  alphaKeys: {
    en: "Distance of the closest two rows by α; left and right arrows change α.",
    zh: "最近两行的距离随 α 的变化；左右方向键改变 α。",
  },
} as const;

type Here = Shown<State, Model>;

function compute(state: Readonly<State>): Model {
  const { rows: count, alpha, seed } = state;
  const trained =
    state.tableKind === "noise"
      ? pe.learned({ maxLen: count, dModel: WIDTH, std: 0.7, seed })
      : pe.sinusoidal({ seqLen: count, dModel: WIDTH });
  const grown = (weight: number): Tensor =>
    pe.hierarchical(trained, count ** 2, { alpha: weight });
  const fresh = grown(alpha);
  const found = pe.analysisCollisions({ rows: fresh });
  let kept = 0;
  for (let row = 0; row < count; row += 1) {
    const part = trained.data.subarray(row * WIDTH, (row + 1) * WIDTH);
    if (part.every((value, k) => value === fresh.data[row * WIDTH + k])) {
      kept += 1;
    }
  }
  const shareOf = (rows: Tensor): number =>
    pe.analysisCollisions({ rows }).distance /
    (rms(rows.data) * Math.sqrt(WIDTH));
  const nearest = ALPHAS.map((weight) =>
    Math.abs(weight - 0.5) < 1e-9 ? 0 : shareOf(grown(weight)),
  );
  const alike = pe.analysisSimilarity(fresh, { normalized: true });
  const { distinct, closest, distance } = found;
  const share = shareOf(fresh);
  return { fresh, alike, kept, closest, distance, distinct, share, nearest };
}

function square({ state }: Here, box: Box): readonly Mark[] {
  const count = state.rows ** 2;
  const names = Array.from({ length: count }, (_, p) => String(p));
  const size = { rows: count, columns: count };
  const lines: Mark[] = [];
  for (let k = 1; k < state.rows; k += 1) {
    const at = (k / state.rows) * box.width;
    lines.push(
      segment(at, 0, at, box.height, { stroke: "paper", width: 0.75 }),
      segment(0, at, box.width, at, { stroke: "paper", width: 0.75 }),
    );
  }
  const [high, low] = [
    Math.floor(state.pos / state.rows),
    state.pos % state.rows,
  ];
  return [
    ...lines,
    ...rowNames(names, box, state.pos),
    ...crosshair(size, box, { row: state.pos, column: state.pos }),
    {
      kind: "text",
      x: box.width,
      y: box.height + 18,
      text: `${state.pos} = ${high} · ${state.rows} + ${low}`,
      anchor: "end",
      fill: "ink2",
    },
  ];
}

function scales({ model }: Here, { width, height }: Box) {
  const top = Math.max(...model.nearest, model.share) * 1.1 || 1;
  return {
    x: scaleLinear().domain([0, 1]).range([0, width]),
    y: scaleLinear().domain([0, top]).range([height, 0]),
  };
}

function curve(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  return [
    ...axes(
      {
        x: { scale: x, label: "α", format: String },
        y: {
          scale: y,
          label:
            lang === "zh"
              ? "最近两行的距离 / 平均行长"
              : "closest distance / mean length",
          format: (v) => quantity(v, 2),
        },
      },
      box,
    ),
    {
      kind: "path",
      stroke: "accent",
      width: 2,
      draw(pen) {
        model.nearest.forEach((distance, k) => {
          const [px, py] = [x(ALPHAS[k] as number), y(distance)];
          if (k === 0) pen.moveTo(px, py);
          else pen.lineTo(px, py);
        });
      },
    },
    circle(x(state.alpha), y(model.share), 5, { fill: "accent" }),
  ];
}

/** α = ½ would give two positions one row; the library refuses it. */
const off = (alpha: number): number =>
  Math.abs(alpha - 0.5) < 0.005 ? (alpha < 0.5 ? 0.495 : 0.505) : alpha;

export const spec = figure<typeof table, Model>({
  tag: "pe-two-digits",
  table,
  strings,
  bounds: { pos: { max: ({ rows }) => rows ** 2 - 1 } },
  settle: (state) => ({ ...state, alpha: off(state.alpha) }),
  controls: [
    { key: "alpha", step: 0.01 },
    { key: "rows" },
    { key: "pos" },
    { key: "tableKind" },
    { key: "seed", when: ({ tableKind }) => tableKind === "noise" },
  ],
  compute,
  finding({ state, model, lang }) {
    const [a, b] = model.closest;
    const apart = quantity(model.distance);
    const share = quantity(100 * model.share, 2);
    return {
      en: `<b>${state.rows}</b> trained rows become <b>${model.distinct}</b> different ones; ${model.kept} of the first ${state.rows} are unchanged bit for bit. The closest two, positions ${a} and ${b}, are <b>${apart}</b> apart, ${share}% of the length of a row.`,
      zh: `<b>${state.rows}</b> 个训练好的行变成 <b>${model.distinct}</b> 个不同的行；前 ${state.rows} 行中有 ${model.kept} 行与原来一位不差。最近的两行是位置 ${a} 和 ${b}，相距 <b>${apart}</b>，是平均行长的 ${share}%。`,
    }[lang];
  },
  rows: [
    [
      ["square", 1],
      ["curve", 1],
    ],
  ],
  panels: [
    {
      kind: "cells",
      id: "square",
      height: [300, 280],
      aspect: 1,
      margin: { left: 34, right: 4, top: 6, bottom: 26 },
      title: ({ lang }) =>
        lang === "zh" ? "两个位置的余弦" : "cosine of two positions",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.alike, [-1, 1]),
      marks: square,
      pointing: {
        cursor: "pointer",
        vertical: true,
        drag: ({ state }, at, box) => {
          const rows = state.rows ** 2;
          return { pos: cellAtPoint({ rows, columns: rows }, box, at).row };
        },
        steps: { y: "pos" },
      },
    },
    {
      kind: "plot",
      id: "curve",
      height: [240, 180],
      margin: AXES,
      label: (shown) => say(shown),
      marks: curve,
      pointing: {
        cursor: "ew-resize",
        keys: strings.alphaKeys,
        drag(shown, at, box) {
          const alpha = Number(scales(shown, box).x.invert(at.x).toFixed(2));
          return { alpha: off(Math.min(0.95, Math.max(0.05, alpha))) };
        },
        key({ state }, event) {
          const left = event.key === "ArrowLeft";
          // From 0.495 and 0.505 to the next hundredth on that side.
          const at = left
            ? Math.ceil(state.alpha * 100 - 1e-9)
            : Math.floor(state.alpha * 100 + 1e-9);
          const share = stepped(event, at, [5, 95], "x");
          if (share === undefined) return undefined;
          const jump = left ? 0.495 : 0.505;
          return { alpha: share === 50 ? jump : share / 100 };
        },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData: ({ model, lang }) => ({
    caption: strings.name[lang],
    corner: "α",
    columns: [
      lang === "zh"
        ? "最近两行的距离 / 平均行长"
        : "closest distance / mean length",
    ],
    rows: ALPHAS.filter((_, k) => k % 2 === 0).map((alpha, k) => ({
      head: decimals(alpha, 2),
      cells: [quantity(model.nearest[2 * k] as number)],
    })),
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [count, width] = [${state.rows}, ${WIDTH}];
const table = pe.embedding.${
    state.tableKind === "noise"
      ? `learned({ maxLen: count, dModel: width, std: 0.7, seed: ${state.seed} })`
      : `sinusoidal({ seqLen: count, dModel: width })`
  };
const rows = pe.embedding.hierarchical(table, count ** 2, { alpha: ${state.alpha} });
const { distinct, closest, distance } = pe.analysis.collisions({ rows });
console.log(distinct, closest, distance);
// The smallest distance as a share of the mean length of a row.
const square = rows.data.reduce((sum, value) => sum + value ** 2, 0) / rows.data.length;
console.log(distance / (Math.sqrt(square) * Math.sqrt(width)));
`,
  states: ({ model: { distinct, closest, distance, share } }) => [
    distinct,
    closest,
    distance,
    share,
  ],
});

function say({ state, model, lang }: Here): string {
  const [high, low] = [
    Math.floor(state.pos / state.rows),
    state.pos % state.rows,
  ];
  const apart = quantity(model.distance);
  return {
    en: `Position ${state.pos} mixes row ${high} with weight ${decimals(state.alpha, 3)} and row ${low}; the closest two of all rows are ${apart} apart.`,
    zh: `位置 ${state.pos} 由第 ${high} 行（权重 ${decimals(state.alpha, 3)}）和第 ${low} 行混合而成；所有行中最近的两行相距 ${apart}。`,
  }[lang];
}
