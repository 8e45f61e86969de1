// <pe-decoding>: a text decoded token by token, each with the row of its
// position, or with a wrong one; held against one pass over all of it.

import { scaleLinear, scaleLog } from "d3-scale";
import type { Posenc, Tensor, TensorLike } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import type { Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { largestGap, rowAt } from "../../kit/pieces/vectors.ts";
import { embedded, numbered, tokensOf } from "../../kit/pieces/word-vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { quantity, scientific } from "../../words/text.ts";

const MOST = 12;

const table = {
  text: words({
    default: {
      en: "the keys that were on the table are gone",
      zh: "那把|一直|放在|桌上|的|钥匙|不见|了",
    },
    max: 120,
    allowed: {
      en: "a sentence of 3 words or more, at most 120 characters",
      zh: "三个词以上的句子，至多 120 个字符",
    },
    check: (text) => tokensOf(text, MOST).length >= 3,
  }),
  rule: choice(["right", "zero", "restart", "late"], "zero"),
  prompt: integer({ default: 4, min: 1, max: MOST - 1 }),
  step: integer({ default: 5, min: 0, max: MOST - 1 }),
  seed: integer({ default: 1, min: 0, max: 999 }),
} as const;

type State = StateOf<typeof table>;
type Rule = State["rule"];

const SIZES = { layers: 2, dModel: 32, numHeads: 4 } as const;
const { dModel } = SIZES;

interface Model {
  readonly words: readonly string[];
  /** The row that each token gets by the chosen rule. */
  readonly rows: readonly number[];
  /** Largest error of each token's output: by the right rule, by the chosen. */
  readonly right: readonly number[];
  readonly errors: readonly number[];
  /** Outputs of the full pass and of the chosen rule. */
  readonly full: Matrix;
  readonly stepped: Matrix;
}

const strings = {
  name: { en: "Decoding with an offset", zh: "逐步解码与偏移" },
  caption: {
    en: "Choose a rule for the row that each new token gets. Then step through the sentence: the first wrong row spoils its own token and, through the cache, all that follow.",
    zh: "为每个新词元选择取哪一行的规则，再逐词走完句子：第一个取错的行不仅毁了该词元自己，还会通过缓存影响其后的所有词元。",
  },
  text: { en: "Sentence", zh: "句子" },
  rule: { en: "Row for the next token", zh: "下一个词元取哪一行" },
  right: { en: "its own position", zh: "自己的位置" },
  zero: { en: "always row 0", zh: "总取第 0 行" },
  restart: { en: "from 0 again after the prompt", zh: "提示之后又从 0 数起" },
  late: { en: "one too far", zh: "多数了一个" },
  prompt: { en: "Length of the prompt", zh: "提示的长度" },
  step: { en: "Token", zh: "词元" },
  seed: { en: "Seed of the weights", zh: "权重的种子" },
  keys: {
    en: "Errors of the tokens; left and right arrows choose a token.",
    zh: "各词元的误差；左右方向键选择词元。",
  },
  error: { en: "largest error of the output", zh: "输出的最大误差" },
  token: { en: "token", zh: "词元" },
  full: { en: "one pass over the sentence", zh: "一次算完整句" },
  stepped: { en: "token by token", zh: "逐个词元" },
} as const;

type Here = Shown<State, Model>;

function rowFor(rule: Rule, token: number, prompt: number): number {
  switch (rule) {
    case "zero":
      return 0;
    case "restart":
      return token < prompt ? token : token - prompt;
    case "late":
      return token + 1;
    default:
      return token;
  }
}

/** Outputs token by token, `[T, D]`. */
function decode(
  decoder: ReturnType<Posenc["transformer"]["decoder"]>,
  x: TensorLike,
  rows: readonly number[],
  positions: Tensor,
): Float32Array {
  const count = x.shape[0] as number;
  const decoding = decoder.start();
  const out = new Float32Array(count * dModel);
  for (let t = 0; t < count; t += 1) {
    const token = { data: rowAt(x, t), shape: [1, dModel] };
    const { data } = pe.embeddingAdd(token, positions, {
      tokenScale: Math.sqrt(dModel),
      offset: rows[t] as number,
    });
    const { output } = decoding.step({ data, shape: [dModel] });
    out.set(output.data, t * dModel);
  }
  return out;
}

function compute(state: Readonly<State>): Model {
  const list = tokensOf(state.text, MOST);
  const count = list.length;
  const { seed, prompt, rule } = state;
  const std = 1 / Math.sqrt(dModel);
  const x = embedded(numbered(list), { dModel, std, seed });
  const positions = pe.sinusoidal({ seqLen: count + 1, dModel });
  // Positions are added outside, so that a wrong row can be given at all.
  const decoder = pe.transformerDecoder({
    ...SIZES,
    seed,
    crossAttention: false,
    embeddingScale: 1,
    position: { type: "none" },
  });
  try {
    const sum = pe.embeddingAdd(x, positions, {
      tokenScale: Math.sqrt(dModel),
    });
    const full = decoder.forward(sum).output;
    const matrix = (values: Float32Array): Matrix => ({
      values,
      rows: count,
      columns: dModel,
      domain: [-3, 3],
    });
    const rowsOf = (r: Rule) => list.map((_, t) => rowFor(r, t, prompt));
    const output = (r: Rule) => decode(decoder, x, rowsOf(r), positions);
    const right = output("right");
    const chosen = rule === "right" ? right : output(rule);
    const errorsOf = (data: Float32Array) =>
      list.map((_, t) =>
        largestGap(rowAt(full, t), rowAt({ data, shape: full.shape }, t)),
      );
    return {
      words: list,
      rows: rowsOf(rule),
      right: errorsOf(right),
      errors: errorsOf(chosen),
      full: matrix(full.data),
      stepped: matrix(chosen),
    };
  } finally {
    decoder.dispose();
  }
}

/** Errors below this are rounding; the axis begins there. */
const LEAST = 1e-8;

function scales(count: number, { width, height }: Box) {
  return {
    x: scaleLinear()
      .domain([-0.5, count - 0.5])
      .range([0, width]),
    y: scaleLog().domain([LEAST, 10]).range([height, 0]),
  };
}

function errors({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { words: list } = model;
  const { x, y } = scales(list.length, box);
  const at = (value: number) => y(Math.max(LEAST, value));
  const w = (box.width / list.length) * 0.4;
  const stems = (values: readonly number[], stroke: "warm" | "good") =>
    values.map(
      (error, t): Mark =>
        segment(x(t), box.height, x(t), Math.min(box.height - 2, at(error)), {
          stroke,
          width: Math.min(14, w),
        }),
    );
  const px = x(state.step);
  return [
    ...axes(
      {
        y: {
          scale: y,
          ticks: [1e-8, 1e-6, 1e-4, 1e-2, 1],
          format: (v) => (v === 1 ? "1" : scientific(v, 1)),
          label: strings.error[lang],
        },
      },
      box,
    ),
    segment(0, box.height, box.width, box.height, { stroke: "rule" }),
    ...(state.rule === "right" ? [] : stems(model.errors, "warm")),
    ...stems(model.right, "good"),
    ...list.flatMap((word, t): Mark[] => [
      {
        kind: "text",
        x: x(t),
        y: box.height + 18 + (t % 2) * 14,
        text:
          [...word].length > 8 ? `${[...word].slice(0, 7).join("")}…` : word,
        anchor: "middle",
        fill: t === state.step ? "accent" : "ink2",
        bold: t === state.step,
      },
      {
        kind: "text",
        x: x(t),
        y: box.height + 48,
        text: `+ ${model.rows[t]}`,
        anchor: "middle",
        fill: model.rows[t] === t ? "ink2" : "warm",
        bold: model.rows[t] !== t,
      },
    ]),
    circle(px, at(model.errors[state.step] as number), 4.5, {
      fill: "accent",
    }),
  ];
}

const rowMark = ({ state, model }: Here, box: Box): readonly Mark[] => {
  const h = box.height / model.words.length;
  return outline([0, state.step * h, box.width, h], true);
};

/** No position is behind the text. */
const LAST = {
  max: ({ text }: Readonly<State>) => tokensOf(text, MOST).length - 1,
};

const said = (error: number): string =>
  error > 0 && error < 1e-3 ? scientific(error, 1) : quantity(error);

export const spec = figure<typeof table, Model>({
  tag: "pe-decoding",
  table,
  strings,
  bounds: { prompt: LAST, step: LAST },
  controls: [
    { key: "text" },
    { key: "rule", menu: true },
    { key: "prompt", when: ({ rule }) => rule === "restart" },
    { key: "step", play: { every: 500 } },
    { key: "seed", max: () => 30 },
  ],
  main: ["rule", "step"],
  compute,
  finding({ state, model, lang }) {
    const rounding = Math.max(...model.right);
    const right = {
      en: rounding === 0 ? "exactly" : `up to <b>${said(rounding)}</b>`,
      zh:
        rounding === 0
          ? "的结果完全一致"
          : `的结果最多差 <b>${said(rounding)}</b>`,
    };
    const wrong = said(Math.max(...model.errors));
    if (state.rule === "right") {
      return {
        en: `With its own row for every token, decoding step by step equals one pass over the sentence ${right.en}.`,
        zh: `每个词元都取自己的行时，逐步解码与整句一次算完${right.zh}。`,
      }[lang];
    }
    const name = strings[state.rule];
    return {
      en: `With the right offset, step by step equals one pass ${right.en}. With the rule “${name.en}” the outputs are off by up to <b>${wrong}</b>, and nothing reports an error.`,
      zh: `偏移正确时，逐步解码与整句一次算完${right.zh}。按“${name.zh}”的规则，输出最多差 <b>${wrong}</b>，却没有任何报错。`,
    }[lang];
  },
  rows: [
    [["errors", 1]],
    [
      ["full", 1],
      ["stepped", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "errors",
      height: [190, 180],
      margin: { ...AXES, bottom: 60 },
      legend: ({ state, lang }) => [
        { ink: "good", text: strings.right[lang] },
        ...(state.rule === "right"
          ? []
          : [{ ink: "warm" as const, text: strings[state.rule][lang] }]),
      ],
      label: say,
      marks: errors,
      pointing: {
        cursor: "ew-resize",
        pick: ({ model }, at, box) => ({
          step: Math.floor((at.x / box.width) * model.words.length),
        }),
        steps: { x: "step" },
      },
    },
    ...(["full", "stepped"] as const).map((id) => ({
      kind: "cells" as const,
      id,
      attention: "random" as const,
      height: [150, 130] as const,
      scale: false,
      margin: { left: 4, right: 4, top: 4, bottom: 8 },
      title: ({ lang }: Here) => strings[id][lang],
      matrix: ({ model }: Here) => model[id],
      label: say,
      marks: rowMark,
      pointing: {
        cursor: "pointer",
        hover: ({ model }: Here, at: { readonly y: number }, box: Box) => ({
          step: Math.floor((at.y / box.height) * model.words.length),
        }),
      },
    })),
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.token[lang],
      columns: zh ? ["取的行", "误差"] : ["row added", "error"],
      rows: model.words.map((word, t) => ({
        head: word,
        cells: [String(model.rows[t]), said(model.errors[t] as number)],
      })),
      marked: { row: state.step, column: 1 },
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

// ${model.words.join(" ").replace(/\s+/g, " ")}
const pe = await load();
const [numbers, d] = [[${numbered(model.words).join(", ")}], ${dModel}];
const words = pe.embedding.learned({
  maxLen: ${Math.max(...numbered(model.words)) + 1}, dModel: d, std: 1 / Math.sqrt(d), seed: ${state.seed},
});
const x = pe.embedding.lookup(words, numbers);
const positions = pe.embedding.sinusoidal({ seqLen: numbers.length + 1, dModel: d });
// Positions are added outside, so that a wrong row can be given at all.
const decoder = pe.transformer.decoder({
  layers: ${SIZES.layers}, dModel: d, numHeads: ${SIZES.numHeads}, seed: ${state.seed},
  crossAttention: false, embeddingScale: 1, position: { type: "none" },
});
const tokenScale = Math.sqrt(d);
const full = decoder.forward(pe.embedding.add(x, positions, { tokenScale })).output;
const decoding = decoder.start();
for (const t of numbers.keys()) {
  const token = { data: x.data.slice(t * d, (t + 1) * d), shape: [1, d] };
  const row = ${{ right: "t", zero: "0", restart: `t < ${state.prompt} ? t : t - ${state.prompt}`, late: "t + 1" }[state.rule]};
  const { data } = pe.embedding.add(token, positions, { tokenScale, offset: row });
  const { output } = decoding.step({ data, shape: [d] });
  const errors = [...output.data].map((v, k) => Math.abs(v - full.data[t * d + k]));
  console.log(row, Math.max(...errors));
}
decoder.dispose();
`,
  states: ({ model: { rows, errors } }) =>
    errors.map((error, t) => [rows[t] as number, error]),
});

function say({ state, model, lang }: Here): string {
  const t = state.step;
  const row = model.rows[t];
  const error = said(model.errors[t] as number);
  return {
    en: `Token ${t}, “${model.words[t]}”, gets row ${row}; its output differs from the full pass by up to ${error}.`,
    zh: `第 ${t} 个词元“${model.words[t]}”取第 ${row} 行；其输出与一次算完的结果最多差 ${error}。`,
  }[lang];
}
