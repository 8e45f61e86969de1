// <pe-bias-curves>: what distance costs in five designs that add a bias to the
// scores.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { onPaper } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { widthOf } from "../../plots/text-width.ts";
import { decimals, quantity, type Text } from "../../words/text.ts";

const HEADS = 8;
const KINDS = [
  "alibi",
  "kerple-log",
  "kerple-power",
  "sandwich",
  "fire",
] as const;
type Kind = (typeof KINDS)[number];

const table = {
  design: choice(KINDS, "kerple-log"),
  "seq-len": integer({ default: 257, min: 9, max: 1025 }),
  distance: integer({ default: 64, min: 1, max: 512 }),
  head: integer({ default: 4, min: 1, max: HEADS }),
  a: real({ default: 1, min: 0.01, max: 10 }),
  p: real({ default: 1, min: 0.01, max: 2 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Bias of the last query by distance. */
  readonly curves: Readonly<Record<Kind, Float32Array>>;
}

const strings = {
  name: { en: "What distance costs", zh: "距离的代价" },
  caption: {
    en: "Choose a design, then drag along its curve. Each time the distance doubles, ALiBi pays twice as much; a logarithm adds the same amount each time. Lengthen the text beyond 513: only FIRE notices. FIRE’s perceptron is learned, and we have no trained one; the one here passes its input on, times −8, so its curve shows how FIRE scales distances, not what a model makes of them.",
    zh: "选一种设计，再沿它的曲线拖动。距离每翻一倍，ALiBi 的代价也翻倍；对数则每次多付同样的一份。再把文本调到 513 以上：只有 FIRE 会变。FIRE 的感知机要靠训练，我们手头没有训练好的权重；这里用的只把输入乘以 −8，所以它的曲线表示 FIRE 怎样折算距离，不代表模型会学成什么样。",
  },
  design: { en: "Design", zh: "设计" },
  alibi: { en: "ALiBi (2021)", zh: "ALiBi（2021）" },
  "kerple-log": { en: "KERPLE, logarithm (2022)", zh: "KERPLE 对数核（2022）" },
  "kerple-power": { en: "KERPLE, power (2022)", zh: "KERPLE 幂核（2022）" },
  sandwich: { en: "Sandwich (2022)", zh: "Sandwich（2022）" },
  fire: {
    en: "FIRE (2023), untrained stand-in",
    zh: "FIRE（2023，未训练的替身）",
  },
  seqLen: { en: "Length of the text", zh: "文本长度" },
  distance: { en: "Distance d", zh: "距离 d" },
  head: { en: "Head h of 8", zh: "第 h 头（共 8 头）" },
  a: { en: "KERPLE: a", zh: "KERPLE 的 a" },
  p: { en: "KERPLE: p", zh: "KERPLE 的 p" },
  keys: {
    en: "Bias by distance; left and right arrows choose a distance.",
    zh: "偏置随距离的变化；左右方向键选择距离。",
  },
} as const;

type Here = Shown<State, Model>;

type Scale = (value: number) => number;

/**
 * FIRE's perceptron is learned. This one passes its input on, times −8, so that
 * the curve shows the input: how distances are scaled.
 */
const FIRE = {
  hiddenWeight: { data: [1], shape: [1] },
  hiddenBias: { data: [0], shape: [1] },
  outputWeight: { data: [-8], shape: [1, 1] },
  outputBias: { data: [0], shape: [1] },
};

function compute(state: Readonly<State>): Model {
  const { seqLen: keyLen, head, a, p } = state;
  const grid = { queryLen: 1, keyLen };
  // The query is the last token: the key at distance d is the d-th from the end.
  const row = (data: Float32Array, at: number): Float32Array =>
    data.slice(at * keyLen, (at + 1) * keyLen).reverse();
  return {
    curves: {
      alibi: row(pe.alibi({ ...grid, numHeads: HEADS }).data, head - 1),
      "kerple-log": row(
        pe.kerple({ ...grid, kind: "log", a: [a], p: [p] }).data,
        0,
      ),
      "kerple-power": row(
        pe.kerple({ ...grid, kind: "power", a: [a], p: [p] }).data,
        0,
      ),
      sandwich: row(
        pe.sandwich({ ...grid, numHeads: HEADS, convention: "nemo" }).data,
        head - 1,
      ),
      fire: row(pe.fire({ ...grid, weights: FIRE }).data, 0),
    },
  };
}

const both = (name: string): Text => ({ en: name, zh: name });

/** Names short enough to stand at the end of a curve. */
const SHORT: Readonly<Record<Kind, Text>> = {
  alibi: both("ALiBi"),
  "kerple-log": { en: "KERPLE log", zh: "KERPLE 对数" },
  "kerple-power": { en: "KERPLE power", zh: "KERPLE 幂" },
  sandwich: both("Sandwich"),
  fire: both("FIRE"),
};

/** Of the names. */
const SIZE = 11;

/** The names of the curves, where each leaves the plot. */
function names(
  { model, state, lang }: Here,
  x: Scale,
  y: Scale,
): readonly Mark[] {
  const taken: number[] = [];
  const last = (kind: Kind): number => model.curves[kind].at(-1) as number;
  // From the top: what finds no room above its curve goes below, and those
  // under it make way.
  const inOrder = [...KINDS].sort((a, b) => last(b) - last(a));
  const placed = inOrder.map((kind) => {
    const curve = model.curves[kind];
    const low = curve.findIndex((value) => value < FLOOR);
    const end = low < 0 ? state.seqLen - 1 : low;
    const text = SHORT[kind][lang];
    const steps = low < 0 ? Math.ceil(widthOf(text, SIZE) / (x(1) - x(0))) : 1;
    /** The heights of a curve over the length of the name. */
    const spanOf = (other: Kind): readonly [number, number] => {
      const way = model.curves[other].slice(Math.max(0, end - steps), end);
      return [y(Math.max(...way)), y(Math.min(...way))];
    };
    const [top, bottom] = spanOf(kind);
    const isFree = (at: number) =>
      taken.every((other) => Math.abs(other - at) >= 14) &&
      KINDS.map(spanOf).every(([from, to]) => at + 3 < from || at - 12 > to);
    const above = top - 5;
    let at = above;
    if (low < 0) {
      const below = [14, 20, 28, 42].map((px) => bottom + px);
      at = [above, ...below].find(isFree) ?? above;
      taken.push(at);
    }
    const ink = kind === state.design ? "accent" : "ink2";
    return onPaper(
      textMark(low < 0 ? x(end) : x(end) + 6, at, text, ink, {
        anchor: low < 0 ? "end" : "start",
        size: SIZE,
      }),
    );
  });
  // No strip of paper lies on a name.
  return [...placed.map(([paper]) => paper), ...placed.map(([, name]) => name)];
}

/** Lowest bias that is drawn; e^−16 is nothing. */
const FLOOR = -16;

function scales({ state }: Here, { width, height }: Box) {
  return {
    x: scaleLinear()
      .domain([0, state.seqLen - 1])
      .range([0, width]),
    y: scaleLinear().domain([FLOOR, 1]).range([height, 0]).clamp(true),
  };
}

function painted(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const zh = lang === "zh";
  const others = KINDS.filter((kind) => kind !== state.design);
  const curve = (kind: Kind, chosen: boolean): Mark => {
    // It ends where it leaves the plot: there is no bias of −16 that stays.
    const low = model.curves[kind].findIndex((value) => value < FLOOR);
    return lineMark(
      {
        data: model.curves[kind].map((value) => y(value)),
        start: 0,
        stride: 1,
        count: low < 0 ? state.seqLen : low + 1,
      },
      x,
      (value) => value,
      chosen ? { stroke: "accent", width: 2.5 } : { stroke: "ink3", width: 1 },
    );
  };
  const mark = (d: number): Mark[] => {
    const value = model.curves[state.design][d];
    if (value === undefined) return [];
    return [
      segment(x(d), y(value), x(d), box.height, {
        stroke: "ink3",
        dash: [2, 3],
      }),
      circle(x(d), y(value), 5, { fill: "accent" }),
    ];
  };
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: zh ? "键在查询之前多远" : "distance from query back to key",
          marked: state.distance,
        },
        y: {
          scale: y,
          label: zh ? "加到分数上的偏置" : "bias on the score",
          ticks: [-16, -12, -8, -4, 0],
          format: (v) => decimals(v, 0),
        },
      },
      box,
    ),
    ...others.map((kind) => curve(kind, false)),
    ...names(shown, x, y),
    curve(state.design, true),
    ...mark(state.distance),
    ...mark(2 * state.distance),
  ];
}

/** Bias at the distance, at twice the distance, and what the way costs. */
function prices({ state, model }: Here) {
  const curve = model.curves[state.design];
  const near = curve[state.distance] as number;
  const far = curve[2 * state.distance] as number;
  return { near, far, factor: Math.exp(far - near) };
}

export const spec = figure<typeof table, Model>({
  tag: "pe-bias-curves",
  table,
  strings,
  bounds: { distance: { max: ({ seqLen }) => Math.floor((seqLen - 1) / 2) } },
  controls: [
    { key: "design", menu: true },
    {
      key: "distance",
    },
    { key: "seqLen" },
    {
      key: "head",
      when: ({ design }) => design === "alibi" || design === "sandwich",
    },
    {
      key: "a",
      logarithmic: true,
      when: ({ design }) => /kerple/.test(design),
    },
    {
      key: "p",
      logarithmic: true,
      when: ({ design }) => /kerple/.test(design),
    },
  ],
  compute,
  finding(shown) {
    const { state, lang } = shown;
    const { near, far, factor } = prices(shown);
    const name = strings[state.design][lang];
    const d = state.distance;
    return {
      en: `${name}: ${quantity(near)} at distance ${d}, ${quantity(far)} at ${2 * d}. Twice as far multiplies the unnormalised weight by <b>${quantity(factor, 2)}</b>.`,
      zh: `${name}：距离 ${d} 处为 ${quantity(near)}，距离 ${2 * d} 处为 ${quantity(far)}。远一倍，未归一化的权重就乘以 <b>${quantity(factor, 2)}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "curves",
      height: [250, 210],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "accent", text: strings[state.design][lang] },
        { ink: "ink3", text: lang === "zh" ? "其余四种" : "the four others" },
      ],
      label: (shown) => say(shown),
      marks: painted,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({
          distance: scales(shown, box).x.invert(at.x),
        }),
        steps: { x: "distance" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const chosen = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].filter(
      (d) => d < state.seqLen,
    );
    return {
      caption: strings.name[lang],
      corner: strings.distance[lang],
      columns: KINDS.map((kind) => strings[kind][lang]),
      rows: chosen.map((d) => ({
        head: String(d),
        cells: KINDS.map((kind) => quantity(model.curves[kind][d] as number)),
      })),
    };
  },
  code: ({ state }) => {
    const { head, a, p, seqLen, distance: d } = state;
    return `import { load } from "posenc";

const pe = await load();
const grid = { queryLen: 1, keyLen: ${seqLen} };
const curves = {
  ALiBi: [pe.bias.alibi({ ...grid, numHeads: ${HEADS} }), ${head - 1}],
  "KERPLE, log": [pe.bias.kerple({ ...grid, kind: "log", a: [${a}], p: [${p}] }), 0],
  "KERPLE, power": [pe.bias.kerple({ ...grid, kind: "power", a: [${a}], p: [${p}] }), 0],
  Sandwich: [pe.bias.sandwich({ ...grid, numHeads: ${HEADS}, convention: "nemo" }), ${head - 1}],
  FIRE: [pe.bias.fire({ ...grid, weights: ${JSON.stringify(FIRE)} }), 0],
};
for (const [name, [{ data }, head]] of Object.entries(curves)) {
  // The query is the last token: the key at a distance is so many from the end.
  const at = (distance) => data[(head + 1) * ${seqLen} - 1 - distance];
  console.log(name, at(${d}), at(${2 * d}));
}
`;
  },
  states: ({ state: { distance }, model: { curves } }) =>
    KINDS.map((kind) => [
      curves[kind][distance] as number,
      curves[kind][2 * distance] as number,
    ]),
});

function say(shown: Here): string {
  const { state, lang } = shown;
  const { near, far } = prices(shown);
  const name = strings[state.design][lang];
  return {
    en: `${name}: bias ${quantity(near)} at distance ${state.distance} and ${quantity(far)} at ${2 * state.distance}, in a text of ${state.seqLen} tokens.`,
    zh: `${name}：文本长 ${state.seqLen} 个词元，距离 ${state.distance} 处偏置 ${quantity(near)}，距离 ${2 * state.distance} 处 ${quantity(far)}。`,
  }[lang];
}
