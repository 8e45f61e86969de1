// <pe-train-table>: a table of positions learns a target by gradient descent;
// rows that no text reaches stay as they were drawn.

import { scaleLinear, scaleLog } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { cellsOf } from "../../kit/pieces/tensor-rows.ts";
import { rms } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, plural, quantity } from "../../words/text.ts";

const STEPS = 100;
const WIDTH = 16;

const table = {
  step: integer({ default: 40, min: 0, max: STEPS }),
  longest: integer({ default: 16, min: 1, max: 32 }),
  "max-len": integer({ default: 24, min: 2, max: 32 }),
  rate: real({ default: 0.1, min: 0.005, max: 2.1 }),
  target: choice(["sinusoidal", "noise"]),
  trainable: onOff(true),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** The table after each step, from 0 on. */
  readonly tables: readonly Tensor[];
  readonly target: Tensor;
  /** Updates of each row, step by step: [step * maxLen + row]. */
  readonly counts: Int32Array;
  /** RMS error of the rows that texts reach, and of the others, per step. */
  readonly inside: Float64Array;
  readonly outside: Float64Array;
}

const strings = {
  name: { en: "Train a table", zh: "训练一张表" },
  caption: {
    en: "Press ▶ beside the step, or drag along the curve. Each step is one text; its rows move towards the target, row by row. Then let the texts become longer, change the target to noise, and switch training off: what is left of the difference between a learned table and a fixed one?",
    zh: "按步数旁的 ▶，或沿曲线拖动。每一步是一篇文本，它用到的各行向目标靠近。再把文本调长，把目标换成噪声，最后关掉训练：可学习的表与固定的表，还有什么区别？",
  },
  step: { en: "Step", zh: "步数" },
  longest: { en: "Longest text", zh: "最长的文本" },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  rate: { en: "Learning rate", zh: "学习率" },
  target: { en: "Target", zh: "目标" },
  sinusoidal: { en: "the sinusoidal table", zh: "正弦表" },
  noise: { en: "noise", zh: "噪声" },
  trainable: { en: "Trainable (off: a buffer)", zh: "参与训练（关：缓冲区）" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Error by step; left and right arrows choose a step.",
    zh: "误差随步数的变化；左右方向键选择步数。",
  },
} as const;

type Here = Shown<State, Model>;

/** Lengths of the texts: spread evenly over 1 … longest, in a mixed order. */
export const lengthAt = (step: number, longest: number): number =>
  1 + Math.floor(longest * ((0.5 + step * 0.6180339887498949) % 1));

/** One text: the loss is half the squared distance of its rows to the target. */
function learn(
  rows: Tensor,
  target: Tensor,
  length: number,
  learningRate: number,
): Tensor {
  const positions = Array.from({ length }, (_, p) => p);
  const gradient = pe.embeddingLookup(rows, positions);
  for (let k = 0; k < gradient.data.length; k += 1) {
    (gradient.data[k] as number) -= target.data[k] as number;
  }
  return pe.embeddingUpdate(rows, positions, gradient, { learningRate });
}

function compute(state: Readonly<State>): Model {
  const { maxLen, longest, rate, seed, trainable } = state;
  const target =
    state.target === "sinusoidal"
      ? pe.sinusoidal({ seqLen: maxLen, dModel: WIDTH })
      : pe.learned({
          maxLen,
          dModel: WIDTH,
          std: Math.SQRT1_2,
          seed: seed + 1,
        });
  const tables = [pe.learned({ maxLen, dModel: WIDTH, seed })];
  const counts = new Int32Array((STEPS + 1) * maxLen);
  for (let step = 0; step < STEPS; step += 1) {
    const before = tables[step] as Tensor;
    const length = trainable ? lengthAt(step, longest) : 0;
    tables.push(length === 0 ? before : learn(before, target, length, rate));
    for (let row = 0; row < maxLen; row += 1) {
      const old = counts[step * maxLen + row] as number;
      counts[(step + 1) * maxLen + row] = old + (row < length ? 1 : 0);
    }
  }
  const edge = longest * WIDTH;
  const errors = tables.map(({ data }) =>
    data.map((value, k) => value - (target.data[k] as number)),
  );
  const inside = Float64Array.from(errors, (it) => rms(it, 0, edge));
  const outside = Float64Array.from(errors, (it) => rms(it, edge));
  return { tables, target, counts, inside, outside };
}

/** Rows that are still what they were drawn, bit for bit. */
function untouched({ state, model }: Here): number {
  const first = (model.tables[0] as Tensor).data;
  const now = (model.tables[state.step] as Tensor).data;
  let count = 0;
  for (let row = 0; row < state.maxLen; row += 1) {
    const from = row * WIDTH;
    const old = first.subarray(from, from + WIDTH);
    if (old.every((value, k) => value === now[from + k])) count += 1;
  }
  return count;
}

const LEAST = 1e-4;

function scales({ model }: Here, { width, height }: Box) {
  const top = Math.max(1, ...model.inside, ...model.outside) * 1.4;
  const least = model.inside.reduce((a, b) => Math.min(a, b));
  return {
    x: scaleLinear().domain([0, STEPS]).range([0, width]),
    y: scaleLog()
      .domain([Math.max(LEAST, Math.min(0.1, least) / 2), top])
      .range([height, 0])
      .clamp(true),
  };
}

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang, link } = shown;
  const { x, y } = scales(shown, box);
  const zh = lang === "zh";
  const path = (values: Float64Array, stroke: "accent" | "warm"): Mark =>
    lineMark(
      {
        data: values.map((value) => y(Math.max(LEAST, value))),
        start: 0,
        stride: 1,
        count: values.length,
      },
      x,
      (value) => value,
      { stroke, width: 2, ...(stroke === "warm" ? { dash: [6, 4] } : {}) },
    );
  const all = state.longest >= state.maxLen;
  const at = x(state.step);
  return [
    ...axes(
      {
        x: {
          scale: x,
          label: zh ? "步" : "step",
          marked: state.step,
        },
        y: {
          scale: y,
          label: zh ? "与目标的误差（均方根）" : "distance to the target (RMS)",
          ticks: y.ticks().filter((v) => Number.isInteger(Math.log10(v))),
          format: (v) => quantity(v, 1),
        },
      },
      box,
    ),
    segment(at, 0, at, box.height, {
      stroke: link === "step" ? "accent" : "ink3",
      dash: [2, 3],
    }),
    ...(all ? [] : [path(model.outside, "warm")]),
    path(model.inside, "accent"),
    circle(at, y(Math.max(LEAST, model.inside[state.step] as number)), 4.5, {
      fill: "accent",
    }),
  ];
}

function border(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const { maxLen, longest } = state;
  const y = (longest / maxLen) * box.height;
  const scale = cellScale(maxLen, box.height);
  return [
    ...axes(
      {
        x: { scale: cellScale(WIDTH, box.width), ticks: [0, 5, 10, 15] },
        y: {
          scale,
          ticks: integerTicks(0, maxLen - 1, box.height, 30),
          label: lang === "zh" ? "位置" : "position",
        },
      },
      box,
    ),
    ...(longest < maxLen
      ? [
          segment(0, y, box.width, y, {
            stroke: "warm",
            width: 2,
            dash: [6, 4],
          }),
        ]
      : []),
  ];
}

const CELLS = { left: 48, right: 6, top: 26, bottom: 26 } as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-train-table",
  table,
  strings,
  bounds: { longest: { max: ({ maxLen }) => maxLen } },
  controls: [
    { key: "step", play: { every: 120 } },
    { key: "longest" },
    { key: "rate", logarithmic: true },
    { key: "maxLen" },
    { key: "target" },
    { key: "trainable" },
    { key: "seed" },
  ],
  compute,
  finding(shown) {
    const { state, model, lang } = shown;
    const error = quantity(model.inside[state.step] as number);
    const same = untouched(shown);
    return {
      en: `After ${state.step} ${plural(state.step, "text")} the rows in use are <b>${error}</b> away from the target (they began at ${quantity(model.inside[0] as number)}). <b>${same}</b> of ${state.maxLen} rows still hold, bit for bit, the numbers that they were drawn with.`,
      zh: `${state.step} 篇文本之后，用到的各行与目标相差 <b>${error}</b>（开始时是 ${quantity(model.inside[0] as number)}）。${state.maxLen} 行中有 <b>${same}</b> 行仍是当初随机取的数，一位不差。`,
    }[lang];
  },
  rows: [
    [
      ["now", 1],
      ["target", 1],
    ],
    [["loss", 1]],
  ],
  tight: [0],
  below: ["loss"],
  panels: [
    {
      kind: "cells",
      id: "now",
      height: [230, 190],
      margin: CELLS,
      title: ({ state, lang }) =>
        lang === "zh"
          ? `第 ${state.step} 步之后，维度 →`
          : `after step ${state.step}, dimension →`,
      label: (shown) => say(shown),
      matrix: ({ state, model }) =>
        cellsOf(model.tables[state.step] as Tensor, [-1, 1]),
      marks: border,
    },
    {
      kind: "cells",
      id: "target",
      height: [230, 190],
      margin: CELLS,
      title: ({ lang }) =>
        lang === "zh" ? "目标，维度 →" : "the target, dimension →",
      label: ({ state, lang }) =>
        lang === "zh"
          ? `目标：${strings[state.target].zh}，${state.maxLen} 行 16 列。`
          : `The target: ${strings[state.target].en}, ${state.maxLen} rows of 16 numbers.`,
      matrix: ({ model }) => cellsOf(model.target, [-1, 1]),
      marks: border,
    },
    {
      kind: "plot",
      id: "loss",
      height: [170, 150],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "accent", text: lang === "zh" ? "用到的行" : "rows in use" },
        ...(state.longest < state.maxLen
          ? [
              {
                ink: "warm" as const,
                dashed: true,
                text:
                  lang === "zh" ? "用不到的行" : "rows that no text reaches",
              },
            ]
          : []),
      ],
      label: (shown) => say(shown),
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({ step: scales(shown, box).x.invert(at.x) }),
        steps: { x: "step" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData(shown) {
    const { state, model, lang } = shown;
    const zh = lang === "zh";
    const now = (model.tables[state.step] as Tensor).data;
    return {
      caption: `${strings.name[lang]}, ${zh ? `第 ${state.step} 步` : `step ${state.step}`}`,
      corner: zh ? "行" : "row",
      columns: zh
        ? ["更新次数", "与目标的误差", "第 0 维"]
        : ["updates", "distance to the target", "dimension 0"],
      rows: Array.from({ length: state.maxLen }, (_, row) => {
        const from = row * WIDTH;
        const errors = now
          .subarray(from, from + WIDTH)
          .map((value, k) => value - (model.target.data[from + k] as number));
        return {
          head: String(row),
          cells: [
            String(model.counts[state.step * state.maxLen + row]),
            cellValue(rms(errors)),
            cellValue(now[from] as number),
          ],
        };
      }),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const target = pe.embedding.${
    state.target === "sinusoidal"
      ? `sinusoidal({ seqLen: ${state.maxLen}, dModel: ${WIDTH} })`
      : `learned({ maxLen: ${state.maxLen}, dModel: ${WIDTH}, std: Math.SQRT1_2, seed: ${state.seed + 1} })`
  };
let table = pe.embedding.learned({ maxLen: ${state.maxLen}, dModel: ${WIDTH}, seed: ${state.seed} });
for (let step = 0; step < ${state.trainable ? state.step : 0}; step += 1) {
  const length = 1 + Math.floor(${state.longest} * ((0.5 + step * 0.6180339887498949) % 1));
  const positions = Array.from({ length }, (_, p) => p);
  const gradient = pe.embedding.lookup(table, positions);
  gradient.data.forEach((value, k) => {
    gradient.data[k] = value - target.data[k]; // of half the squared distance
  });
  table = pe.embedding.update(table, positions, gradient, { learningRate: ${state.rate} });
}
console.log(table.data.slice(0, ${WIDTH}));
// The error of the rows that texts reach, and of the others.
const errors = table.data.map((value, k) => value - target.data[k]);
const rms = (part) =>
  Math.sqrt(part.reduce((sum, error) => sum + error ** 2, 0) / Math.max(1, part.length));
console.log(rms(errors.slice(0, ${state.longest * WIDTH})), rms(errors.slice(${state.longest * WIDTH})));
`,
  states({ state: { step }, model: { tables, inside, outside } }) {
    const row = (tables[step] as Tensor).data.subarray(0, WIDTH);
    return [row, inside[step] as number, outside[step] as number];
  },
});

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const error = quantity(model.inside[state.step] as number);
  const first = model.counts[state.step * state.maxLen] as number;
  const last = model.counts[(state.step + 1) * state.maxLen - 1] as number;
  return {
    en: `Step ${state.step}: row 0 has been updated ${first} ${plural(first, "time")}, row ${state.maxLen - 1} ${last} ${plural(last, "time")}; the rows in use are ${error} from the target.`,
    zh: `第 ${state.step} 步：第 0 行更新过 ${first} 次，第 ${state.maxLen - 1} 行 ${last} 次；用到的各行与目标相差 ${error}。`,
  }[lang];
}
