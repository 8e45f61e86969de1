// <pe-cliff>: two ways to use sinusoidal rows beyond the trained length: a
// readout that has learned which row means which position, and a head that
// looks a fixed distance back.

import { scaleLinear, scaleSymlog } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";

const WIDTHS = ["32", "64", "128"] as const;

const table = {
  pos: integer({ default: 200, min: 0, max: 511 }),
  "train-len": integer({ default: 128, min: 16, max: 256 }),
  back: integer({ default: 3, min: 1, max: 8 }),
  width: choice(WIDTHS, "64"),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** |readout − position| for positions 0 … 2·trainLen − 1. */
  readonly absolute: Float64Array;
  /** The same for the head that looks back; 0 before it can. */
  readonly relative: Float64Array;
  /** Pairs with new angles at each length, share of all. */
  readonly unseen: Float64Array;
  readonly pairs: number;
  readonly inside: number;
  readonly outside: number;
  readonly worstRelative: number;
}

/** Sharp enough for a row to find itself, soft enough to see its neighbours. */
const SHARPNESS = 2;

const strings = {
  name: { en: "The cliff", zh: "断崖" },
  caption: {
    en: "The warm curve reads the position out of a row, by attention over the rows that training showed; the blue one asks for the token a few places back. Both use the same exact rows. Drag along the curves, and move the trained length.",
    zh: "暖色曲线从一行向量里读出位置，办法是对训练见过的各行做注意力；蓝色曲线找的是往前几个位置的词元。两者用的是同一批精确的向量。沿曲线拖动，再改变训练长度。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  trainLen: { en: "Length in training", zh: "训练长度" },
  back: { en: "Places to look back", zh: "往前看几个位置" },
  width: { en: "Width d", zh: "维数 d" },
  "32": { en: "32", zh: "32" },
  "64": { en: "64", zh: "64" },
  "128": { en: "128", zh: "128" },
  keys: {
    en: "Errors by position; arrow keys choose a position.",
    zh: "各位置的误差；方向键选择位置。",
  },
  axisError: { en: "error, positions", zh: "误差（位置数）" },
  axisUnseen: { en: "pairs with new angles", zh: "遇到新角度的维度对（个数）" },
} as const;

type Here = Shown<State, Model>;

/** Positions shown. */
const shownOf = (state: Readonly<State>): number => 2 * state.trainLen;

/** Attention of rows over rows, answering the numbers that stand beside them. */
function readout(
  d: number,
  queries: Float32Array,
  keys: Float32Array,
  numbers: Float32Array,
): Float32Array {
  const [q, k] = [queries.length / d, keys.length / d];
  return pe.attention({
    q: { data: queries, shape: [q, 1, d] },
    k: { data: keys, shape: [k, 1, d] },
    v: { data: numbers, shape: [k, 1, 1] },
    scale: SHARPNESS,
  }).output.data;
}

/** Numbers that never fall: asked for only where they may differ. */
function rising(count: number, of: (n: number) => number): Float64Array {
  const numbers = new Float64Array(count);
  const fill = (first: number, last: number, low: number, high: number) => {
    if (low === high || last - first < 2) {
      numbers.fill(low, first, last);
      numbers[last] = high;
      return;
    }
    const middle = (first + last) >> 1;
    const between = of(middle);
    fill(first, middle, low, between);
    fill(middle, last, between, high);
  };
  fill(0, count - 1, of(0), of(count - 1));
  return numbers;
}

function computed(state: Readonly<State>): Model {
  const { trainLen, back } = state;
  const d = Number(state.width);
  const all = shownOf(state);
  const rows = pe.sinusoidal({ seqLen: all, dModel: d }).data;
  const numbers = Float32Array.from({ length: all }, (_, p) => p);
  const learned = readout(
    d,
    rows,
    rows.slice(0, trainLen * d),
    numbers.slice(0, trainLen),
  );
  // PE(p − k) = M(−k)·PE(p): one matrix for all positions, learned or not.
  const matrix = pe.analysisShiftMatrix({ offset: -back, dModel: d }).data;
  const shifted = new Float32Array(all * d);
  for (let p = 0; p < all; p += 1) {
    for (let r = 0; r < d; r += 1) {
      // Blocks of two by two: the rest of the matrix is zero.
      const c = r - (r % 2);
      shifted[p * d + r] =
        (matrix[r * d + c] as number) * (rows[p * d + c] as number) +
        (matrix[r * d + c + 1] as number) * (rows[p * d + c + 1] as number);
    }
  }
  const found = readout(d, shifted, rows, numbers);
  const absolute = Float64Array.from(learned, (v, p) => Math.abs(v - p));
  const relative = Float64Array.from(found, (v, p) =>
    p < back ? 0 : Math.abs(v - (p - back)),
  );
  const unseen = rising(all, (p) =>
    p < trainLen
      ? 0
      : pe.analysisCoverage({ headDim: d, trainLen, testLen: p + 1 }).unseen,
  );
  const mean = (values: Float64Array): number =>
    values.reduce((sum, v) => sum + v, 0) / values.length;
  return {
    absolute,
    relative,
    unseen,
    pairs: d / 2,
    inside: mean(absolute.subarray(0, trainLen)),
    outside: mean(absolute.subarray(trainLen)),
    worstRelative: relative.reduce((most, v) => Math.max(most, v), 0),
  };
}

const xOf = ({ state }: Here, { width }: Box) =>
  scaleLinear()
    .domain([0, shownOf(state) - 1])
    .range([0, width]);

function edge(shown: Here, box: Box): readonly Mark[] {
  const at = xOf(shown, box)(shown.state.trainLen - 1);
  return [
    rect([0, 0, at, box.height], { fill: "soft" }),
    segment(at, 0, at, box.height, { stroke: "warm", dash: [5, 4] }),
  ];
}

function errors(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = xOf(shown, box);
  const top = Math.max(10, state.trainLen);
  const y = scaleSymlog().constant(0.1).domain([0, top]).range([box.height, 0]);
  const ticks = [0, 0.1, 1, 10, 100].filter((v) => v <= top);
  const curve = (values: Float64Array, stroke: "warm" | "accent"): Mark => ({
    kind: "path",
    draw(pen) {
      pen.moveTo(x(0), y(values[0] as number));
      for (let p = 1; p < values.length; p += 1) {
        pen.lineTo(x(p), y(values[p] as number));
      }
    },
    stroke,
    width: 1.75,
  });
  const scale = y as unknown as ReturnType<typeof scaleLinear<number>>;
  return [
    ...edge(shown, box),
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.pos[lang] },
        y: { scale, ticks, format: String, label: strings.axisError[lang] },
      },
      box,
    ),
    curve(model.absolute, "warm"),
    curve(model.relative, "accent"),
    circle(x(state.pos), y(model.absolute[state.pos] as number), 4, {
      fill: "warm",
    }),
    circle(x(state.pos), y(model.relative[state.pos] as number), 4, {
      fill: "accent",
    }),
  ];
}

function counts(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = xOf(shown, box);
  const y = scaleLinear().domain([0, model.pairs]).range([box.height, 0]);
  const line = { data: model.unseen, start: 0, stride: 1 };
  return [
    ...edge(shown, box),
    ...axes(
      {
        x: { scale: x, marked: state.pos, label: strings.pos[lang] },
        y: {
          scale: y,
          ticks: [0, model.pairs / 2, model.pairs],
          label: strings.axisUnseen[lang],
        },
      },
      box,
    ),
    lineMark({ ...line, count: model.unseen.length }, x, y, {
      stroke: "ink",
      width: 1.5,
    }),
    circle(x(state.pos), y(model.unseen[state.pos] as number), 4, {
      fill: "ink",
    }),
  ];
}

const pointing: Gestures<State, Model> = {
  cursor: "ew-resize",
  pick: (shown, at, box) => ({ pos: xOf(shown, box).invert(at.x) }),
  steps: { any: "pos" },
};

function say({ state, model, lang }: Here): string {
  const { pos, back } = state;
  const [absolute, relative] = [model.absolute[pos], model.relative[pos]].map(
    (v) => decimals(v as number, 2),
  );
  const unseen = model.unseen[pos];
  return {
    en: `Position ${pos}: the readout is off by ${absolute}, the head that looks ${back} back by ${relative}; ${unseen} of ${model.pairs} pairs meet new angles.`,
    zh: `位置 ${pos}：读出的位置差 ${absolute}，往前看 ${back} 位的头差 ${relative}；${model.pairs} 对中有 ${unseen} 对遇到新角度。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-cliff",
  table,
  strings,
  bounds: { pos: { max: (state) => shownOf(state) - 1 } },
  controls: [
    { key: "trainLen" },
    { key: "pos" },
    { key: "back" },
    { key: "width" },
  ],
  compute: computed,
  finding({ state, model, lang }) {
    const [inside, outside] = [
      decimals(model.inside, 2),
      decimals(model.outside, 1),
    ];
    const relative = decimals(model.worstRelative, 2);
    const length = quantity(state.trainLen);
    return {
      en: `The readout of the position is off by <b>${inside}</b> on average within ${length} trained positions, by <b>${outside}</b> in the next ${length}; the relative head never by more than <b>${relative}</b>.`,
      zh: `在训练过的 ${length} 个位置内，读出的位置平均差 <b>${inside}</b>，其后 ${length} 个位置平均差 <b>${outside}</b>；相对位置的头自始至终不超过 <b>${relative}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "errors",
      attention: "made",
      height: [220, 190],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "warm",
          text: lang === "zh" ? "读出位置" : "reads the position",
        },
        {
          ink: "accent",
          text:
            lang === "zh" ? "往前看固定距离" : "looks a fixed distance back",
        },
      ],
      label: say,
      marks: errors,
      pointing,
    },
    {
      kind: "plot",
      id: "counts",
      height: [80, 70],
      margin: AXES,
      label: say,
      marks: counts,
      pointing,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const last = shownOf(state) - 1;
    const rows = [
      ...new Set(
        Array.from({ length: 13 }, (_, k) => Math.round((k * last) / 12)),
      ).add(state.pos),
    ].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns: zh
        ? ["读出的误差", "相对头的误差", "遇到新角度的维度对"]
        : ["readout error", "relative error", "pairs with new angles"],
      rows: rows.map((pos) => ({
        head: String(pos),
        cells: [model.absolute, model.relative, model.unseen].map((values) =>
          decimals(values[pos] as number, 3),
        ),
      })),
      marked: { row: rows.indexOf(state.pos), column: 0 },
    };
  },
  csv: ({ model }) =>
    `position,readout error,relative error,pairs with new angles\n${Array.from(
      model.absolute,
      (v, p) => `${p},${v},${model.relative[p]},${model.unseen[p]}\n`,
    ).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [d, trainLen, p, back] = [${state.width}, ${state.trainLen}, ${state.pos}, ${state.back}];
const rows = (seqLen, offset = 0) => pe.embedding.sinusoidal({ seqLen, offset, dModel: d }).data;
// The position that a sharp head reads, with the keys of so many positions.
const readout = (q, count) => {
  const v = { data: Float32Array.from({ length: count }, (_, k) => k), shape: [count, 1, 1] };
  const k = { data: rows(count), shape: [count, 1, d] };
  return pe.attention({ q: { data: q, shape: [1, 1, d] }, k, v, scale: ${SHARPNESS} }).output.data[0];
};
const row = rows(1, p);
console.log(Math.abs(readout(row, trainLen) - p));
// A head that looks back by a turn of each pair: the same matrix everywhere.
const matrix = pe.analysis.shiftMatrix({ offset: -back, dModel: d }).data;
const turned = row.map((_, r) => {
  const c = r - (r % 2);
  return matrix[r * d + c] * row[c] + matrix[r * d + c + 1] * row[c + 1];
});
console.log(p < back ? 0 : Math.abs(readout(turned, 2 * trainLen) - (p - back)));
// Rotary pairs with angles that training has not met, in a text up to there.
console.log(p < trainLen ? 0 : pe.analysis.coverage({ headDim: d, trainLen, testLen: p + 1 }).unseen);
`,
  states: ({ state: { pos }, model: { absolute, relative, unseen } }) =>
    [absolute, relative, unseen].map((all) => all[pos] as number),
});
