// <pe-products>: what the products of two positions consist of, and what is
// left when they are added up.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity } from "../../words/text.ts";

const table = {
  pos: integer({ default: 20, min: 0, max: 63 }),
  offset: integer({ default: 5, min: 0, max: 200 }),
  show: choice(["one", "all"]),
  pair: integer({ default: 8, min: 0, max: 255 }),
  "d-model": integer({ default: 64, min: 2, max: 512 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

/** Positions that the two slide over together. */
const WINDOW = 64;

interface Model {
  /** Position by position: sin·sin, cos·cos, their sum. */
  readonly sines: Float64Array;
  readonly cosines: Float64Array;
  readonly sums: Float64Array;
  /** Σ cos ω(j − i), and Σ cos ω(i + j) position by position. */
  readonly difference: number;
  readonly sum: Float64Array;
  /** How far the sum strays over the window. */
  readonly spread: number;
  /** How far sin·sin alone does. */
  readonly swing: number;
}

const strings = {
  name: { en: "Products and their sum", zh: "乘积与它们的和" },
  caption: {
    en: "Drag along the curves: both positions slide together and keep their distance. The two products swing, their sum stays. Then change the distance: only that moves the sum.",
    zh: "沿曲线拖动：两个位置一同滑动，距离不变。两个乘积来回摆动，和却不动。再改变距离：只有这样，和才会变。",
  },
  pos: { en: "Position i", zh: "位置 i" },
  offset: { en: "Distance j − i", zh: "距离 j − i" },
  show: { en: "Over", zh: "范围" },
  pair: { en: "Pair", zh: "第几对" },
  one: { en: "one pair", zh: "一对" },
  all: { en: "all pairs", zh: "所有对" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Products along the positions; left and right slide both positions, up and down change their distance.",
    zh: "随位置变化的乘积；左右方向键一同滑动两个位置，上下方向键改变距离。",
  },
  position: {
    en: "position i, with j = i + distance",
    zh: "位置 i（j = i + 距离）",
  },
  sine: { en: "sin · sin", zh: "sin · sin" },
  cosine: { en: "cos · cos", zh: "cos · cos" },
  total: { en: "sum", zh: "和" },
  byDifference: { en: "term in j − i", zh: "含 j − i 的项" },
  bySum: { en: "term in i + j", zh: "含 i + j 的项" },
} as const;

type Here = Shown<State, Model>;

const reach = ({ show, dModel }: Readonly<State>): number =>
  show === "one" ? 1 : dModel / 2;

function curves({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const x = scaleLinear()
    .domain([0, WINDOW - 1])
    .range([0, box.width]);
  const most = reach(state);
  const y = scaleLinear().domain([-most, most]).range([box.height, 0]);
  const line = (values: Float64Array, stroke: "accent" | "good" | "ink") =>
    ({
      kind: "path",
      draw(pen) {
        values.forEach((value, k) => {
          if (k === 0) pen.moveTo(x(k), y(value));
          else pen.lineTo(x(k), y(value));
        });
      },
      stroke,
      width: stroke === "ink" ? 2.5 : 1.5,
    }) satisfies Mark;
  const px = x(state.pos);
  return [
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.position[lang] },
        y: { scale: y, ticks: [-most, 0, most] },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    line(model.sines, "accent"),
    line(model.cosines, "good"),
    line(model.sums, "ink"),
    segment(px, 0, px, box.height, { stroke: "ink2", dash: [3, 3] }),
    circle(px, y(model.sines[state.pos] as number), 4, { fill: "accent" }),
    circle(px, y(model.cosines[state.pos] as number), 4, { fill: "good" }),
    circle(px, y(model.sums[state.pos] as number), 5, { fill: "ink" }),
  ];
}

/** Two parts end to end, the second below the first. */
function stack(
  parts: readonly (readonly [value: number, ink: "accent" | "warm"])[],
  middle: number,
  x: (value: number) => number,
): Mark[] {
  const marks: Mark[] = [];
  let from = 0;
  parts.forEach(([value, stroke], k) => {
    const y = middle + (k - (parts.length - 1) / 2) * 9;
    marks.push(
      segment(x(from), y, x(from + value), y, { stroke, width: 6 }),
      segment(x(from + value), y - 4, x(from + value), y + 8, {
        stroke: "ink3",
      }),
    );
    from += value;
  });
  const size = (parts.length * 9) / 2 + 5;
  marks.push(
    segment(x(from), middle - size, x(from), middle + size, {
      stroke: "ink",
      width: 2.5,
    }),
    {
      kind: "text",
      x: x(from) + (from < 0 ? -6 : 6),
      y: middle - size + 4,
      text: decimals(from, 3),
      anchor: from < 0 ? "end" : "start",
      fill: "ink",
      bold: true,
    },
  );
  return marks;
}

function stacks({ state, model }: Here, box: Box): readonly Mark[] {
  const most = reach(state);
  const x = scaleLinear()
    .domain([-1.25 * most, 1.25 * most])
    .range([0, box.width]);
  const y = scaleLinear().domain([-1, 1]).range([box.height, 0]);
  const d = model.difference / 2;
  const s = (model.sum[state.pos] as number) / 2;
  const third = box.height / 3;
  const name = (k: number, text: string): Mark => ({
    kind: "text",
    x: 0,
    y: third * k + 14,
    text,
    fill: "ink2",
  });
  return [
    ...axes({ x: { scale: x, ticks: [-most, 0, most] } }, box),
    segment(x(0), y(1), x(0), y(-1), { stroke: "rule" }),
    segment(0, third, box.width, third, { stroke: "rule" }),
    segment(0, 2 * third, box.width, 2 * third, { stroke: "rule" }),
    name(0, "sin · sin"),
    name(1, "cos · cos"),
    name(2, "Σ"),
    ...stack(
      [
        [d, "accent"],
        [-s, "warm"],
      ],
      0.62 * third,
      x,
    ),
    ...stack(
      [
        [d, "accent"],
        [s, "warm"],
      ],
      1.62 * third,
      x,
    ),
    ...stack(
      [
        [2 * d, "accent"],
        [-s, "warm"],
        [s, "warm"],
      ],
      2.58 * third,
      x,
    ),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-products",
  table,
  strings,
  bounds: { dModel: EVEN, pair: { max: ({ dModel }) => dModel / 2 - 1 } },
  controls: [
    { key: "pos", play: { every: 150 } },
    { key: "offset" },
    {
      key: "pair",
      when: ({ show }) => show === "one",
    },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
    { key: "show" },
  ],
  compute({ offset, show, pair, dModel, base }) {
    const seqLen = WINDOW + offset;
    const rows = pe.sinusoidal({ seqLen, dModel, base }).data;
    // Position by position i + j = 2i + offset.
    const positions = [
      offset,
      ...Array.from({ length: WINDOW }, (_, p) => 2 * p + offset),
    ];
    const turns = pe.sinusoidal({ positions, dModel, base }).data;
    const chosen = (k: number) => show === "all" || k === pair;
    const overPairs = (term: (k: number) => number): number => {
      let sum = 0;
      for (let k = 0; k < dModel / 2; k += 1) if (chosen(k)) sum += term(k);
      return sum;
    };
    const at = (data: Float32Array, row: number, dim: number) =>
      data[row * dModel + dim] as number;
    const product = (p: number, part: 0 | 1) =>
      overPairs(
        (k) => at(rows, p, 2 * k + part) * at(rows, p + offset, 2 * k + part),
      );
    const along = (f: (p: number) => number) =>
      Float64Array.from({ length: WINDOW }, (_, p) => f(p));
    const sines = along((p) => product(p, 0));
    const cosines = along((p) => product(p, 1));
    const sums = along((p) => (sines[p] as number) + (cosines[p] as number));
    const width = (v: Float64Array) => Math.max(...v) - Math.min(...v);
    return {
      sines,
      cosines,
      sums,
      difference: overPairs((k) => at(turns, 0, 2 * k + 1)),
      sum: along((p) => overPairs((k) => at(turns, p + 1, 2 * k + 1))),
      spread: width(sums),
      swing: width(sines),
    };
  },
  finding({ state, model, lang }) {
    const swing = quantity(model.swing);
    const spread = cellValue(model.spread);
    return {
      en: `While both positions slide over ${WINDOW} places at distance ${state.offset}, sin · sin swings by <b>${swing}</b>; added to cos · cos it moves by no more than <b>${spread}</b>.`,
      zh: `两个位置保持距离 ${state.offset}、一同滑过 ${WINDOW} 处，sin · sin 的摆动幅度是 <b>${swing}</b>；加上 cos · cos 之后，变化不超过 <b>${spread}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["curves", 3],
      ["stacks", 2],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "curves",
      height: [230, 200],
      margin: { ...AXES, top: 10, left: 40 },
      legend: ({ lang }) => [
        { ink: "accent", text: strings.sine[lang] },
        { ink: "good", text: strings.cosine[lang] },
        { ink: "ink", text: strings.total[lang] },
      ],
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        pick: (_, at, box) => ({ pos: (at.x / box.width) * (WINDOW - 1) }),
        steps: { x: "pos", up: "offset" },
      },
    },
    {
      kind: "plot",
      id: "stacks",
      height: [230, 200],
      margin: { ...AXES, top: 10, left: 4 },
      legend: ({ lang }) => [
        { ink: "accent", text: strings.byDifference[lang] },
        { ink: "warm", text: strings.bySum[lang] },
      ],
      label: say,
      marks: stacks,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const d = model.difference / 2;
    const s = (model.sum[state.pos] as number) / 2;
    const rows: [string, number, number][] = [
      ["sin · sin", d, -s],
      ["cos · cos", d, s],
      [strings.total[lang], 2 * d, 0],
    ];
    return {
      caption: strings.name[lang],
      corner: `i = ${state.pos}, j = ${state.pos + state.offset}`,
      columns: [
        strings.byDifference[lang],
        strings.bySum[lang],
        strings.total[lang],
      ],
      rows: rows.map(([head, one, two]) => ({
        head,
        cells: [one, two, one + two].map(cellValue),
      })),
    };
  },
  csv: ({ model }) =>
    `i,sin_sin,cos_cos,sum\n${Array.from(model.sums, (sum, p) => `${p},${model.sines[p]},${model.cosines[p]},${sum}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const form = { dModel: ${state.dModel}, base: ${state.base} };
const pairs = ${state.show === "all" ? "Array.from({ length: form.dModel / 2 }, (_, k) => k)" : `[${state.pair}]`};
const product = (i, j) => {
  const { data } = pe.embedding.sinusoidal({ positions: [i, j], ...form });
  const other = data.subarray(form.dModel);
  let [sines, cosines] = [0, 0];
  for (const k of pairs) {
    sines += data[2 * k] * other[2 * k];
    cosines += data[2 * k + 1] * other[2 * k + 1];
  }
  return sines + cosines;
};
console.log(product(${state.pos}, ${state.pos + state.offset}));
console.log(product(0, ${state.offset})); // the same
// And the same by the offset alone: the sum of cos ωk.
const { data } = pe.embedding.sinusoidal({ positions: [${state.offset}], ...form });
console.log(pairs.reduce((sum, k) => sum + data[2 * k + 1], 0));
`,
  states: ({ state, model }) => [
    model.sums[state.pos] as number,
    model.sums[0] as number,
    model.difference,
  ],
});

function say({ state, model, lang }: Here): string {
  const { pos, offset } = state;
  const v = (values: Float64Array) => decimals(values[pos] as number, 3);
  const d = decimals(model.difference / 2, 3);
  const s = decimals(Math.abs(model.sum[pos] as number) / 2, 3);
  return {
    en: `Positions ${pos} and ${pos + offset}: sin · sin ${v(model.sines)}, cos · cos ${v(model.cosines)}, together ${v(model.sums)}. Each product holds ${d} that depends on the distance alone; what depends on the place, ${s}, enters once with minus and once with plus.`,
    zh: `位置 ${pos} 与 ${pos + offset}：sin · sin 为 ${v(model.sines)}，cos · cos 为 ${v(model.cosines)}，合计 ${v(model.sums)}。两个乘积各含一份只取决于距离的 ${d}；取决于位置的 ${s} 一正一负，相互抵消。`,
  }[lang];
}
