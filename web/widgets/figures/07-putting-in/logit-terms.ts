// <pe-logit-terms>: an attention score of added positions, taken apart into
// four terms.
import { scaleLinear } from "d3-scale";
import {
  choice,
  integer,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { outline, rect } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect } from "../../kit/panel.ts";
import { numbered, tokensOf } from "../../kit/pieces/word-vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { namedRows } from "../../plots/axes.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { decimals, quantity } from "../../words/text.ts";
import {
  type FourTerms,
  MOST,
  mixerSeed,
  STD,
  splitScores,
  TERMS,
  type Term,
} from "./four-terms.ts";

const table = {
  text: words({
    default: {
      en: "the dog bites the man and the man bites the dog",
      zh: "狗|咬|了|人|人|也|咬|了|狗",
    },
    max: 120,
    allowed: {
      en: "a sentence of 2 words or more, at most 120 characters",
      zh: "两个词以上的句子，至多 120 个字符",
    },
    check: (text) => tokensOf(text, MOST).length >= 2,
  }),
  weight: choice(["none", "random", "shift"]),
  by: integer({ default: 1, min: 0, max: 10 }),
  size: choice(["unit", "scaled", "small"]),
  "d-model": integer({ default: 64, min: 8, max: 512 }),
  seed: integer({ default: 1, min: 0, max: 999 }),
  query: integer({ default: 3, min: 0, max: MOST - 1 }),
  key: integer({ default: 0, min: 0, max: MOST - 1 }),
} as const;

type State = StateOf<typeof table>;

const strings = {
  name: { en: "Four terms of a score", zh: "注意力分数的四项" },
  caption: {
    en: "Press a cell to split its score. Then use your own sentence, with a word that occurs twice. With the rotation in between, the position term alone becomes a head that looks k words back.",
    zh: "点按一格，可把它的分数拆成四项。再换成你自己的句子，其中最好有重复的词。中间换成旋转矩阵，仅凭“位置·位置”一项，就成了回看前面第 k 个词的注意力头。",
  },
  text: { en: "Sentence", zh: "句子" },
  weight: { en: "Between query and key", zh: "查询与键之间" },
  none: { en: "nothing", zh: "不插入" },
  random: { en: "random W", zh: "随机 W" },
  shift: { en: "rotation M(k)", zh: "旋转 M(k)" },
  by: { en: "Look back by k", zh: "回看 k" },
  size: { en: "Size of word vectors", zh: "词向量的大小" },
  unit: { en: "N(0, 1)", zh: "N(0, 1)" },
  scaled: { en: "N(0, 0.02²) · √d", zh: "N(0, 0.02²) · √d" },
  small: { en: "N(0, 0.02²)", zh: "N(0, 0.02²)" },
  dModel: { en: "Width d", zh: "维数 d" },
  seed: { en: "Seed", zh: "种子" },
  query: { en: "Query word", zh: "查询词" },
  key: { en: "Key word", zh: "键词" },
  keys: {
    en: "Scores of all pairs of words; arrow keys choose a pair.",
    zh: "所有词两两之间的分数；方向键选择一对。",
  },
  total: {
    en: "score before the softmax: query\u00a0↓ key\u00a0→",
    zh: "softmax 之前的分数：查询 ↓　键 →",
  },
  cc: { en: "word · word", zh: "词 · 词" },
  cp: { en: "word · position", zh: "词 · 位置" },
  pc: { en: "position · word", zh: "位置 · 词" },
  pp: { en: "position · position", zh: "位置 · 位置" },
} as const;

type Here = Shown<State, FourTerms>;

/** A word short enough for its place. */
const short = (word: string, most: number): string =>
  [...word].length > most ? `${[...word].slice(0, most - 1).join("")}…` : word;

function wordAxes({ state, model }: Here, box: Box): Mark[] {
  const { words: list } = model;
  const [w, h] = [box.width / list.length, box.height / list.length];
  const named = namedRows(list.length, box.height, state.query);
  return list.flatMap((word, k): Mark[] => [
    {
      kind: "text",
      x: -6,
      y: (k + 0.5) * h + 4,
      text: named(k) ? short(word, 8) : "",
      anchor: "end",
      fill: k === state.query ? "accent" : "ink2",
      bold: k === state.query,
    },
    {
      kind: "text",
      x: (k + 0.5) * w,
      y: box.height + 16 + (k % 2) * 14,
      text: short(word, 6),
      anchor: "middle",
      fill: k === state.key ? "accent" : "ink2",
      bold: k === state.key,
    },
  ]);
}

const frameMarks =
  (labelled: boolean) =>
  (shown: Here, box: Box): readonly Mark[] => {
    const { query: row, key: column } = shown.state;
    return [
      ...(labelled ? wordAxes(shown, box) : []),
      ...outline(cellRect(shown.model.total, box, { row, column }), true),
    ];
  };

/** The four terms of the chosen cell end to end, and their sum. */
function bars({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const four = model.terms4(state.query, state.key);
  let reach = Math.abs(four.sum);
  let [low, high, at] = [0, 0, 0];
  for (const term of TERMS) {
    at += four[term];
    low = Math.min(low, at);
    high = Math.max(high, at);
    reach = Math.max(reach, Math.abs(four[term]));
  }
  const pad = (high - low || 1) * 0.12;
  const left = Math.min(150, box.width * 0.42);
  const x = scaleLinear()
    .domain([low - pad, high + pad])
    .range([left, box.width - 44]);
  const step = box.height / 5;
  const marks: Mark[] = [
    segment(x(0), 0, x(0), box.height, { stroke: "rule" }),
  ];
  at = 0;
  TERMS.forEach((term, k) => {
    const y = step * (k + 0.5);
    const from = x(at);
    at += four[term];
    const to = x(at);
    const ink = term === "pp" ? "warm" : term === "cc" ? "accent" : "ink3";
    marks.push(
      rect([Math.min(from, to), y - 6, Math.max(1, Math.abs(to - from)), 12], {
        fill: ink,
      }),
      segment(to, y + 6, to, y + step - 6, { stroke: "ink3", dash: [2, 2] }),
      text(0, y + 4, strings[term][lang]),
      text(box.width, y + 4, decimals(four[term], 2), "end"),
    );
  });
  const y = step * 4.5;
  const [from, to] = [x(0), x(four.sum)];
  marks.push(
    rect([Math.min(from, to), y - 6, Math.max(1, Math.abs(to - from)), 12], {
      fill: "ink",
    }),
    text(0, y + 4, { en: "sum", zh: "合计" }[lang]),
    text(box.width, y + 4, decimals(four.sum, 2), "end"),
  );
  return marks;
}

const text = (
  x: number,
  y: number,
  line: string,
  anchor: "start" | "end" = "start",
): Mark => ({ kind: "text", x, y, text: line, anchor, fill: "ink" });

const pointing = {
  cursor: "crosshair",
  vertical: true,
  pick: place,
} as const;

export const spec = figure<typeof table, FourTerms>({
  tag: "pe-logit-terms",
  table,
  strings,
  bounds: {
    dModel: EVEN,
    query: { max: ({ text }) => tokensOf(text, MOST).length - 1 },
    key: { max: ({ text }) => tokensOf(text, MOST).length - 1 },
  },
  controls: [
    { key: "text" },
    { key: "weight", menu: true },
    { key: "by", when: ({ weight }) => weight === "shift" },
    { key: "size", menu: true },
    { key: "dModel", step: 2, logarithmic: true },
    { key: "seed", max: () => 30 },
    { key: "query" },
    { key: "key" },
  ],
  compute: splitScores,
  finding({ model, lang }) {
    const v = (term: Term) => quantity(model.rms[term], 2);
    return {
      en: `Over this sentence the four terms have root mean squares <b>${v("cc")}</b> (word · word), ${v("cp")} and ${v("pc")} (mixed) and <b>${v("pp")}</b> (position · position).`,
      zh: `在这个句子上，四项的均方根分别为：词\u2060·\u2060词 <b>${v("cc")}</b>，两个混合项 ${v("cp")} 和 ${v("pc")}，位\u2060置\u2060·\u2060位\u2060置 <b>${v("pp")}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["total", 1],
      ["bars", 1],
    ],
    TERMS.map((term) => [term, 1] as const),
  ],
  panels: [
    {
      kind: "cells",
      id: "total",
      attention: "random",
      height: [260, 240],
      aspect: 1,
      margin: { left: 64, right: 8, top: 6, bottom: 40 },
      title: ({ lang }) => strings.total[lang],
      matrix: ({ model }) => model.total,
      label: say,
      marks: frameMarks(true),
      pointing: {
        ...pointing,
        steps: { x: "key", y: "query" },
      },
    },
    {
      kind: "plot",
      id: "bars",
      height: [200, 180],
      margin: { left: 4, right: 4, top: 8, bottom: 8 },
      title: ({ state, model }) =>
        `${model.words[state.query]} → ${model.words[state.key]}`,
      label: say,
      marks: bars,
    },
    ...TERMS.map((term) => ({
      kind: "cells" as const,
      id: term,
      height: [150, 150] as const,
      aspect: 1,
      scale: false,
      margin: { left: 4, right: 4, top: 4, bottom: 8 },
      title: ({ lang }: Here) => strings[term][lang],
      matrix: ({ model }: Here) => model.terms[term],
      label: say,
      marks: frameMarks(false),
      pointing,
    })),
  ],
  tight: [1],
  sentence: say,
  tableData({ state, model, lang }) {
    const four = model.terms4(state.query, state.key);
    return {
      caption: strings.name[lang],
      corner: `${model.words[state.query]} → ${model.words[state.key]}`,
      columns: [
        { en: "this pair", zh: "这一对" }[lang],
        { en: "root mean square", zh: "均方根" }[lang],
      ],
      rows: TERMS.map((term) => ({
        head: strings[term][lang],
        cells: [decimals(four[term], 4), decimals(model.rms[term], 4)],
      })),
    };
  },
  code({ state, model }) {
    const { dModel, size, seed, query, key, weight, by } = state;
    const numbers = numbered(model.words);
    const between = {
      none: "rows",
      random: `pe.transformer.linear(rows, pe.embedding.learned({ maxLen: d, dModel: d, std: 1 / Math.sqrt(d), seed: ${mixerSeed(seed)} }))`,
      shift: `pe.transformer.linear(rows, pe.analysis.shiftMatrix({ offset: ${by}, dModel: d }))`,
    }[weight];
    return `import { load } from "posenc";

// ${model.words.join(" ").replace(/\s+/g, " ")}
const pe = await load();
const d = ${dModel};
const numbers = [${numbers.join(", ")}]; // equal words, equal numbers
const words = pe.embedding.learned({ maxLen: ${Math.max(...numbers) + 1}, dModel: d, std: ${STD[size]}, seed: ${seed} });
const plain = pe.embedding.lookup(words, numbers);
const x = { data: plain.data.map((value) => value * ${size === "scaled" ? "Math.sqrt(d)" : 1}), shape: plain.shape };
const p = pe.embedding.sinusoidal({ seqLen: numbers.length, dModel: d });
const keyOf = (rows) => ${between};
const row = ({ data }, at) => data.slice(at * d, (at + 1) * d);
const terms = pe.analysis.logitTerms({
  token_i: row(x, ${query}),
  pos_i: row(p, ${query}),
  token_j: row(keyOf(x), ${key}),
  pos_j: row(keyOf(p), ${key}),
});
const { contentContent, contentPosition, positionContent, positionPosition, total } = terms;
for (const term of [contentContent, contentPosition, positionContent, positionPosition, total]) {
  console.log(term / Math.sqrt(d));
}
`;
  },
  states({ state: { query, key }, model }) {
    const { cc, cp, pc, pp, sum } = model.terms4(query, key);
    return [cc, cp, pc, pp, sum];
  },
});

function place(
  { model }: Here,
  at: { readonly x: number; readonly y: number },
  box: Box,
) {
  const { row, column } = cellAtPoint(model.total, box, at);
  return { query: row, key: column };
}

function say({ state, model, lang }: Here): string {
  const { query, key } = state;
  const four = model.terms4(query, key);
  const v = (value: number) => decimals(value, 2);
  const [a, b] = [model.words[query], model.words[key]];
  return {
    en: `“${a}” (${query}) looking at “${b}” (${key}): word · word ${v(four.cc)}, word · position ${v(four.cp)}, position · word ${v(four.pc)}, position · position ${v(four.pp)}, together ${v(four.sum)}.`,
    zh: `“${a}”（${query}）看“${b}”（${key}）：词·词 ${v(four.cc)}，词·位置 ${v(four.cp)}，位置·词 ${v(four.pc)}，位置·位置 ${v(four.pp)}，合计 ${v(four.sum)}。`,
  }[lang];
}
