// <pe-scaling>: how large a word's vector is beside its position's, and what
// the factor √d is there for.

import { scaleLinear, scaleLog } from "d3-scale";
import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { dot, rms } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, unseen } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";

const table = {
  "d-model": integer({ default: 512, min: 16, max: 1024 }),
  draw: choice(["small", "paper", "unit"]),
  scaled: onOff(false),
  seed: integer({ default: 1, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

/** Words drawn. */
const WORDS = 32;
/** Widths of the curves. */
const WIDTHS = [16, 32, 64, 128, 256, 512, 1024] as const;

const TERMS = ["cc", "cp", "pp"] as const;

interface Model {
  /** Mean norm of a word's vector and of a position's. */
  readonly word: number;
  readonly position: number;
  /** Mean norms at the widths of the curves: unscaled, scaled, positions. */
  readonly plain: readonly number[];
  readonly times: readonly number[];
  readonly rows: readonly number[];
  /** Root mean squares of the terms of the score. */
  readonly terms: readonly number[];
  /** Cosine of the angle between x + p and x, mean over the words. */
  readonly kept: number;
}

const strings = {
  name: { en: "Sizes of words and positions", zh: "词与位置的大小" },
  caption: {
    en: "Switch the factor √d on and off for each way of drawing word vectors. When is the position louder than the word, and when is it the other way round?",
    zh: "对每一种词向量的初始化，打开再关掉 √d 因子。什么时候位置压过词，什么时候反过来？",
  },
  dModel: { en: "Width d", zh: "维数 d" },
  draw: { en: "Word vectors drawn from", zh: "词向量的初始分布" },
  small: { en: "N(0, 0.02²)", zh: "N(0, 0.02²)" },
  paper: { en: "N(0, 1/d)", zh: "N(0, 1/d)" },
  unit: { en: "N(0, 1)", zh: "N(0, 1)" },
  scaled: { en: "times √d", zh: "乘以 √d" },
  seed: { en: "Seed", zh: "种子" },
  keys: {
    en: "Norms by width; left and right arrows choose a width.",
    zh: "范数随维数的变化；左右方向键选择维数。",
  },
  axisWidth: { en: "width d", zh: "维数 d" },
  axisNorm: { en: "norm of a vector", zh: "向量的范数" },
  ofPosition: { en: "position", zh: "位置" },
  ofWord: { en: "word", zh: "词" },
  ofScaled: { en: "word · √d", zh: "词 · √d" },
  cc: { en: "word · word", zh: "词 · 词" },
  cp: { en: "mixed", zh: "混合" },
  pp: { en: "position · position", zh: "位置 · 位置" },
} as const;

type Here = Shown<State, Model>;

const stdOf = ({ draw }: Readonly<State>, dModel: number): number =>
  ({ small: 0.02, paper: 1 / Math.sqrt(dModel), unit: 1 })[draw];

/** Mean norm of the rows. */
function meanNorm({ data, shape }: TensorLike): number {
  const [count = 1, width = 1] = shape;
  let sum = 0;
  for (let t = 0; t < count; t += 1) {
    let square = 0;
    for (let k = 0; k < width; k += 1) {
      square += (data[t * width + k] ?? NaN) ** 2;
    }
    sum += Math.sqrt(square);
  }
  return sum / count;
}

function drawn(state: Readonly<State>, dModel: number): TensorLike {
  const std = stdOf(state, dModel);
  return pe.learned({
    maxLen: WORDS,
    dModel,
    std,
    seed: state.seed,
  });
}

function compute(state: Readonly<State>): Model {
  const { dModel, scaled } = state;
  const x = drawn(state, dModel);
  const p = pe.sinusoidal({ seqLen: WORDS, dModel });
  const factor = scaled ? Math.sqrt(dModel) : 1;
  const words: TensorLike = {
    data: Float32Array.from(x.data, (value) => value * factor),
    shape: x.shape,
  };
  const sum = pe.embeddingAdd(x, p, { tokenScale: factor });
  const root = Math.sqrt(dModel);
  const size = (a: TensorLike, b: TensorLike): number => {
    const { data } = pe.transformerLinear(a, b);
    // Words with themselves would count their norms: leave the diagonal out.
    const others = data.filter((_, k) => k % (WORDS + 1) !== 0);
    return rms(others) / root;
  };
  let kept = 0;
  for (let t = 0; t < WORDS; t += 1) {
    const [from, to] = [t * dModel, (t + 1) * dModel];
    const a = sum.data.subarray(from, to);
    const b = (words.data as Float32Array).subarray(from, to);
    kept += dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) / WORDS;
  }
  const plain = WIDTHS.map((width) => meanNorm(drawn(state, width)));
  return {
    word: meanNorm(words),
    position: meanNorm(p),
    plain,
    times: plain.map((norm, k) => norm * Math.sqrt(WIDTHS[k] as number)),
    rows: WIDTHS.map((width) =>
      meanNorm(pe.sinusoidal({ seqLen: 4, dModel: width })),
    ),
    terms: [size(words, words), size(words, p), size(p, p)],
    kept,
  };
}

function scales({ model }: Here, { width, height }: Box) {
  const all = [...model.plain, ...model.times, ...model.rows, model.word];
  return {
    x: scaleLog().domain([16, 1024]).range([0, width]),
    y: scaleLog()
      .domain([Math.min(...all) / 1.5, Math.max(...all) * 1.5])
      .range([height, 0]),
  };
}

function norms(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const line = (
    values: readonly number[],
    stroke: "accent" | "warm",
    dash?: readonly number[],
  ): Mark => ({
    kind: "path",
    draw(pen) {
      values.forEach((value, k) => {
        const at = [x(WIDTHS[k] as number), y(value)] as const;
        if (k === 0) pen.moveTo(...at);
        else pen.lineTo(...at);
      });
    },
    stroke,
    width: 2,
    ...(dash ? { dash } : {}),
  });
  const powers = y.ticks().filter((v) => Number.isInteger(Math.log10(v)));
  const px = x(state.dModel);
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [16, 64, 256, 1024],
          marked: state.dModel,
          label: strings.axisWidth[lang],
        },
        y: {
          scale: y,
          ticks: powers,
          format: (v) => quantity(v, 1),
          label: strings.axisNorm[lang],
        },
      },
      box,
    ),
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    unseen([
      line(model.rows, "warm"),
      line(model.plain, "accent"),
      line(model.times, "accent", [6, 4]),
      circle(px, y(model.position), 5, { fill: "warm" }),
      circle(px, y(model.word), 5, { fill: "accent" }),
    ]),
  ];
}

function terms({ model, lang }: Here, box: Box): readonly Mark[] {
  const most = Math.max(...model.terms);
  const x = scaleLinear()
    .domain([0, most])
    .range([0, box.width - 60]);
  const step = box.height / 3;
  const inks = ["accent", "ink3", "warm"] as const;
  return TERMS.flatMap((term, k): Mark[] => {
    const value = model.terms[k] as number;
    const y = step * k + 26;
    return [
      {
        kind: "text",
        x: 0,
        y: y - 10,
        text: strings[term][lang],
        fill: "ink2",
      },
      rect([0, y, Math.max(1, x(value)), 14], { fill: inks[k] as "accent" }),
      {
        kind: "text",
        x: Math.max(1, x(value)) + 6,
        y: y + 11,
        text: quantity(value),
        fill: "ink",
      },
    ];
  });
}

export const spec = figure<typeof table, Model>({
  tag: "pe-scaling",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "draw", menu: true },
    { key: "scaled" },
    { key: "dModel", step: 2, logarithmic: true },
    { key: "seed", max: () => 30 },
  ],
  compute,
  finding({ state, model, lang }) {
    const { word, position, kept } = model;
    const [w, p] = [quantity(word), quantity(position)];
    const ratio = quantity(
      word < position ? position / word : word / position,
      2,
    );
    const cos = decimals(kept, 2);
    const d = state.dModel;
    const bigger = {
      en: word < position ? "position row" : "word vector",
      zh: word < position ? "位置行的长度是词向量的" : "词向量的长度是位置行的",
    };
    return {
      en: `At d = ${d} a word’s vector has norm ${w} and a position’s ${p}: the ${bigger.en} is <b>${ratio}</b> times as long. The sum points <b>${cos}</b> (cosine) along the word.`,
      zh: `d = ${d} 时，词向量的范数是 ${w}，位置行的是 ${p}：${bigger.zh} <b>${ratio}</b> 倍。两者之和与词向量夹角的余弦为 <b>${cos}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["norms", 3],
      ["terms", 2],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "norms",
      height: [220, 190],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "warm", text: strings.ofPosition[lang] },
        { ink: "accent", text: strings.ofWord[lang] },
        { ink: "accent", text: strings.ofScaled[lang], dashed: true },
      ],
      label: say,
      marks: norms,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({
          dModel: 2 * Math.round(scales(shown, box).x.invert(at.x) / 2),
        }),
        steps: { x: "dModel" },
      },
    },
    {
      kind: "plot",
      id: "terms",
      answers: true,
      height: [190, 150],
      margin: { left: 4, right: 4, top: 4, bottom: 4 },
      title: ({ lang }) =>
        ({
          en: "root mean square of the terms of a score",
          zh: "分数各项的均方根",
        })[lang],
      label: say,
      marks: terms,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const widths = WIDTHS.map((width, k) => ({
      head: String(width),
      cells: [model.plain[k], model.times[k], model.rows[k]].map((v) =>
        quantity(v as number),
      ),
    }));
    return {
      caption: strings.name[lang],
      corner: strings.axisWidth[lang],
      columns: [
        strings.ofWord[lang],
        strings.ofScaled[lang],
        strings.ofPosition[lang],
      ],
      rows: widths,
      marked: {
        row: (WIDTHS as readonly number[]).indexOf(state.dModel),
        column: state.scaled ? 1 : 0,
      },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [count, d] = [${WORDS}, ${state.dModel}];
const tokenScale = ${state.scaled ? "Math.sqrt(d)" : 1};
const x = pe.embedding.learned({ maxLen: count, dModel: d, std: ${stdOf(state, state.dModel)}, seed: ${state.seed} });
const p = pe.embedding.sinusoidal({ seqLen: count, dModel: d });
const words = { data: x.data.map((value) => value * tokenScale), shape: x.shape };
const sum = pe.embedding.add(x, p, { tokenScale });
const row = ({ data }, t) => data.subarray(t * d, (t + 1) * d);
const dot = (a, b) => a.reduce((total, value, k) => total + value * b[k], 0);
const over = (f) => Array.from({ length: count }, (_, t) => f(t)).reduce((a, b) => a + b, 0);
// Mean norm of a word's vector and of a position's.
const norm = (rows) => over((t) => Math.sqrt(dot(row(rows, t), row(rows, t)))) / count;
console.log(norm(words), norm(p));
// Root mean squares of the terms of the score, words with other words.
for (const [a, b] of [[words, words], [words, p], [p, p]]) {
  const { data } = pe.transformer.linear(a, b);
  const others = data.filter((_, n) => n % (count + 1) !== 0);
  console.log(Math.sqrt(dot(others, others) / others.length) / Math.sqrt(d));
}
// Cosine of the angle between x + p and x, on average.
console.log(over((t) => {
  const [a, b] = [row(sum, t), row(words, t)];
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) / count;
}));
`,
  states: ({ model: { word, position, terms, kept } }) => [
    word,
    position,
    terms,
    kept,
  ],
});

function say({ model, lang }: Here): string {
  const [cc, cp, pp] = model.terms.map((v) => quantity(v));
  return {
    en: `Norms: word ${quantity(model.word)}, position ${quantity(model.position)}. Terms of a score, root mean square: word · word ${cc}, mixed ${cp}, position · position ${pp}.`,
    zh: `范数：词 ${quantity(model.word)}，位置 ${quantity(model.position)}。分数各项的均方根：词·词 ${cc}，混合 ${cp}，位置·位置 ${pp}。`,
  }[lang];
}
