// <pe-raw-index>: a word's vector with the bare index added to it, before layer
// normalisation and after.

import { scaleLinear } from "d3-scale";
import type { TensorLike } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, parameter, quantity } from "../../words/text.ts";
import { gapText } from "../shared/word-weights.ts";

const D = 16;

const table = {
  pos: integer({ default: 5000, min: 1, max: 1_000_000 }),
  where: choice(["all", "one"]),
  seed: integer({ default: 0, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;

interface Pairing {
  /** At position 0, and at the chosen one. */
  readonly first: Float32Array;
  readonly now: Float32Array;
}

interface Model {
  readonly before: Pairing;
  readonly after: Pairing;
  /** Index over the word's largest number. */
  readonly ratio: number;
  /** What is left of the index: largest difference after the norm. */
  readonly left: number;
  /** What is left of the word: spread of its numbers, after over before. */
  readonly kept: number;
}

const strings = {
  name: { en: "The bare index through layer norm", zh: "裸序号经过层归一化" },
  caption: {
    en: "Drag to change the position. Layer norm is a step of the first Transformer: it brings each vector to mean 0 and variance 1. Added to all columns, the index is gone after the norm; kept in a column of its own, it is the word that is gone.",
    zh: "拖动可改变位置。层归一化是最初的 Transformer 里的一步，把每个向量调成均值 0、方差 1。序号加到每一列，归一化后消失的是序号；单独占一列，消失的就成了词。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  where: { en: "The index goes into", zh: "序号放在" },
  all: { en: "all columns", zh: "每一列" },
  one: { en: "its own", zh: "单独一列" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Numbers of the vector; left and right arrows change the position.",
    zh: "向量的各个数；左右方向键改变位置。",
  },
  before: { en: "before layer norm", zh: "层归一化之前" },
  after: { en: "after layer norm", zh: "层归一化之后" },
  column: { en: "column", zh: "列" },
  value: { en: "value", zh: "数值" },
} as const;

type Here = Shown<State, Model>;

const spread = (values: Float32Array): number =>
  Math.max(...values) - Math.min(...values);

function painter(part: "before" | "after") {
  return (shown: Here, box: Box): Mark[] => {
    const { first, now } = shown.model[part];
    const all = [...first, ...now];
    const x = scaleLinear()
      .domain([-0.5, now.length - 0.5])
      .range([0, box.width]);
    const y = scaleLinear()
      .domain([Math.min(0, ...all), Math.max(0, ...all)])
      .nice(4)
      .range([box.height, 0]);
    return [
      ...axes(
        {
          x: {
            scale: x,
            ticks: [0, 4, 8, 12, ...(now.length > D ? [D] : [])],
            label: strings.column[shown.lang],
          },
          y: {
            scale: y,
            ticks: y.ticks(4),
            format: (v) => quantity(v),
            label: strings.value[shown.lang],
          },
        },
        box,
      ),
      segment(0, y(0), box.width, y(0), { stroke: "rule" }),
      ...Array.from(now).flatMap((value, k): Mark[] => [
        segment(x(k), y(first[k] as number), x(k), y(value), {
          stroke: "ink3",
          dash: [2, 3],
        }),
        circle(x(k), y(first[k] as number), 4, { stroke: "warm", width: 1.5 }),
        circle(x(k), y(value), 3, { fill: "accent" }),
      ]),
    ];
  };
}

function say({ state, model, lang }: Here): string {
  const p = parameter(state.pos);
  const [ratio, left, kept] = [
    quantity(model.ratio),
    gapText(model.left),
    gapText(model.kept),
  ];
  return {
    en: `Position ${p} is ${ratio} times the word’s largest number; after layer normalisation the vector differs from that of position 0 by up to ${left}, and the word’s spread is ${kept} of what it was at position 0.`,
    zh: `位置 ${p} 是词向量最大数的 ${ratio} 倍；层归一化之后与位置 0 最多相差 ${left}，词的各个数的跨度是位置 0 时的 ${kept}。`,
  }[lang];
}

const top = 1_000_000;

const move: Gestures<State, Model> = {
  cursor: "ew-resize",
  drag: (_, at, box) => ({
    pos: Number((top ** (at.x / box.width)).toPrecision(3)),
  }),
  steps: { x: "pos" },
};

export const spec = figure<typeof table, Model>({
  tag: "pe-raw-index",
  table,
  strings,
  controls: [
    { key: "pos", logarithmic: true },
    { key: "where" },
    { key: "seed" },
  ],
  compute({ pos, where, seed }) {
    const word = pe.learned({ maxLen: 1, dModel: D, std: 1, seed });
    const placed = (position: number): TensorLike => {
      const number = pe.embeddingIndex({ positions: [position] });
      if (where === "one") return pe.embeddingConcat(word, number);
      const row = {
        data: new Float32Array(D).fill(number.data[0] as number),
        shape: [1, D],
      };
      return pe.embeddingAdd(word, row);
    };
    const pairing = (make: (x: TensorLike) => TensorLike): Pairing => ({
      first: Float32Array.from(make(placed(0)).data),
      now: Float32Array.from(make(placed(pos)).data),
    });
    const before = pairing((x) => x);
    const after = pairing((x) => pe.transformerLayerNorm(x));
    const largest = Math.max(...Array.from(word.data, Math.abs));
    const gaps = after.now.map((v, k) =>
      Math.abs(v - (after.first[k] as number)),
    );
    return {
      ...{ before, after },
      ratio: pos / largest,
      left: Math.max(...gaps),
      kept:
        spread(after.now.subarray(0, D)) / spread(after.first.subarray(0, D)),
    };
  },
  finding({ state, model, lang }) {
    const p = parameter(state.pos);
    const ratio = quantity(model.ratio);
    if (state.where === "all") {
      return {
        en: `Position ${p} is <b>${ratio}</b> times the word’s largest number, and after layer norm it leaves a trace of <b>${gapText(model.left)}</b>: rounding.`,
        zh: `位置 ${p} 是词向量最大数的 <b>${ratio}</b> 倍；层归一化之后，只留下 <b>${gapText(model.left)}</b> 的痕迹，那是舍入误差。`,
      }[lang];
    }
    return {
      en: `Position ${p} is <b>${ratio}</b> times the word’s largest number; after layer norm the word keeps <b>${gapText(model.kept)}</b> of its spread.`,
      zh: `位置 ${p} 是词向量最大数的 <b>${ratio}</b> 倍；层归一化之后，词的跨度只剩原来的 <b>${gapText(model.kept)}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["before", 1],
      ["after", 1],
    ],
  ],
  panels: (["before", "after"] as const).map((part) => ({
    kind: "plot" as const,
    id: part,
    height: [180, 160] as const,
    margin: AXES,
    title: ({ lang }: Here) => strings[part][lang],
    legend: ({ state, lang }: Here) => [
      { ink: "warm" as const, text: lang === "zh" ? "位置 0" : "position 0" },
      {
        ink: "accent" as const,
        text: `${lang === "zh" ? "位置" : "position"} ${parameter(state.pos)}`,
      },
    ],
    label: say,
    marks: painter(part),
    pointing: move,
  })),
  sentence: say,
  tableData({ state, model, lang }) {
    const { before, after } = model;
    const zh = lang === "zh";
    const p = parameter(state.pos);
    return {
      caption: strings.name[lang],
      corner: strings.column[lang],
      columns: [before, after].flatMap((_, k) => {
        const part = strings[k === 0 ? "before" : "after"][lang];
        return zh
          ? [`${part}，位置 0`, `${part}，位置 ${p}`]
          : [`${part}, position 0`, `${part}, position ${p}`];
      }),
      rows: Array.from(before.now, (_, k) => ({
        head: String(k),
        cells: [before.first, before.now, after.first, after.now].map((it) =>
          cellValue(it[k] as number),
        ),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const word = pe.embedding.learned({ maxLen: 1, dModel: ${D}, std: 1, seed: ${state.seed} });
const placed = (position) => {
  const number = pe.embedding.index({ positions: [position] });
  ${
    state.where === "one"
      ? "return pe.embedding.concat(word, number);"
      : `return pe.embedding.add(word, { data: Array(${D}).fill(number.data[0]), shape: [1, ${D}] });`
  }
};
const [first, now] = [0, ${state.pos}].map((p) => pe.transformer.layerNorm(placed(p)).data);
console.log(${state.pos} / Math.max(...word.data.map(Math.abs))); // index over the largest number
console.log(Math.max(...now.map((value, k) => Math.abs(value - first[k])))); // left of the index
const spread = (row) => Math.max(...row.slice(0, ${D})) - Math.min(...row.slice(0, ${D}));
console.log(spread(now) / spread(first)); // left of the word
`,
  states: ({ model }) => [model.ratio, model.left, model.kept],
});
