// <pe-lookup>: two tables side by side, one row by the word and one by its
// place, and the sum that enters the model.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect } from "../../kit/panel.ts";
import { cellsOf, distance, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { decimals, escapeHtml, plural, quantity } from "../../words/text.ts";

/** Words by spaces; Chinese sign by sign. */
export const tokensOf = (text: string): string[] =>
  (text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? []).slice(0, 12);

const table = {
  text: words({
    default: { en: "the cat saw the dog", zh: "狗追猫 猫追狗" },
    max: 60,
    allowed: {
      en: "one to twelve words, up to 60 characters",
      zh: "1 到 12 个词，至多 60 个字符",
    },
    check: (text) => {
      const count = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu)?.length;
      return count !== undefined && count <= 12;
    },
  }),
  rows: choice(["random", "printed"]),
  pos: integer({ default: 3, min: 0, max: 11 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  readonly ids: readonly number[];
  readonly words: Tensor;
  readonly positions: Tensor;
  readonly sum: Tensor;
}

const strings = {
  name: { en: "Two lookup tables", zh: "两张查找表" },
  caption: {
    en: "Choose a word in the sum: its two rows light up in the tables above. Then type a sentence of your own in which a word occurs twice. The three rows that document 1 prints are there too: what happens to a fourth word?",
    zh: "在下方相加的结果里选一个词，它在上面两张表里用到的行会亮起来。再输入自己的句子，让某个词出现两次。文档 1 印出的三行也在这里：第四个词会怎样？",
  },
  text: { en: "Sentence", zh: "句子" },
  rows: { en: "Position table", zh: "位置表" },
  random: { en: "drawn at random", zh: "随机取值" },
  printed: { en: "as document 1 prints them", zh: "文档 1 印出的" },
  pos: { en: "Position", zh: "位置" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Sum of both rows, word by word; up and down arrows choose a word.",
    zh: "两行之和，一词一行；上下方向键选词。",
  },
} as const;

type Here = Shown<State, Model>;

/** Section "method 2" of document 1 prints three columns of each. */
const PRINTED: Tensor = {
  data: Float32Array.of(
    0.23,
    -0.45,
    0.67,
    -0.12,
    0.34,
    -0.56,
    0.78,
    0.23,
    -0.34,
  ),
  shape: [3, 3],
};
const ROWS = 12;
const WIDTH = 8;
const format = (value: number): string => decimals(value, 2);

/** Two places of the same word, the chosen one first if it has a twin. */
function twins({ state, model }: Here): readonly [number, number] | undefined {
  const { ids } = model;
  const all = [state.pos, ...ids.keys()];
  for (const one of all) {
    const other = ids.findIndex((id, at) => id === ids[one] && at !== one);
    if (other >= 0) return one < other ? [one, other] : [other, one];
  }
  return undefined;
}

function marks(
  rows: number,
  names: readonly string[],
  chosen: number,
  columns: number,
  box: Box,
): readonly Mark[] {
  const at = cellRect({ rows, columns }, box, {
    row: chosen,
    column: 0,
    width: columns,
  });
  return [...rowNames(names, box, chosen), ...outline(at, true)];
}

const MARGIN = { left: 64, right: 4, top: 4, bottom: 6 } as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-lookup",
  table,
  strings,
  bounds: {
    pos: {
      max: ({ text, rows }) =>
        Math.min(rows === "printed" ? 3 : ROWS, tokensOf(text).length) - 1,
    },
  },
  controls: [
    { key: "text" },
    {
      key: "pos",
    },
    { key: "rows" },
    { key: "seed" },
  ],
  compute({ text, rows, seed }) {
    const printed = rows === "printed";
    const positions = printed
      ? PRINTED
      : pe.learned({ maxLen: ROWS, dModel: WIDTH, std: 0.4, seed: seed + 1 });
    const [most = 1, dModel = 1] = positions.shape;
    const tokens = tokensOf(text).slice(0, most);
    // In an order of their own: a word keeps its row wherever it stands.
    const vocabulary = [...new Set(tokensOf(text))].sort();
    const words = pe.learned({
      maxLen: vocabulary.length,
      dModel,
      std: 0.4,
      seed,
    });
    const ids = tokens.map((token) => vocabulary.indexOf(token));
    const sum = pe.embeddingAdd(
      pe.embeddingLookup(words, ids),
      pe.embeddingLookup(positions, [...tokens.keys()]),
    );
    return { tokens, vocabulary, ids, words, positions, sum };
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const twin = twins(shown);
    const lost = tokensOf(state.text).length - model.tokens.length;
    const rest = lost
      ? {
          en: ` <b>${lost}</b> further ${plural(lost, "word has", "words have")} no row of position at all.`,
          zh: `后面还有 <b>${lost}</b> 个词，位置表里没有它们的行。`,
        }[lang]
      : "";
    if (!twin) {
      const all = model.tokens.length;
      return `${
        {
          en: `<b>${all}</b> ${plural(all, "word", "different words, each")} with a row of its own in both tables. Repeat ${all === 1 ? "it" : "one"} to see what the positions are for.`,
          zh: `<b>${all}</b> 个${all === 1 ? "" : "不同的"}词，在两张表里各有自己的行。让某个词重复出现，就能看出位置行的用处。`,
        }[lang]
      }${rest}`;
    }
    const [a, b] = twin;
    const word = escapeHtml(model.tokens[a] as string);
    const apart = quantity(distance(model.sum, a, b));
    return `${
      {
        en: `“${word}” stands at positions ${a} and ${b}: one row of the word table, two rows of the position table. The two sums are <b>${apart}</b> apart; without positions the distance would be 0.`,
        zh: `“${word}”出现在位置 ${a} 和 ${b}：词表里是同一行，位置表里是两行。两个和相距 <b>${apart}</b>；不加位置，距离就是 0。`,
      }[lang]
    }${rest}`;
  },
  rows: [
    [
      ["words", 1],
      ["positions", 1],
    ],
    [["sum", 1]],
  ],
  panels: [
    {
      kind: "cells",
      id: "words",
      height: [150, 130],
      margin: MARGIN,
      scale: false,
      title: ({ lang }) =>
        lang === "zh" ? "词表：按词查" : "words: by the word",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.words, [-1.4, 1.4], { format }),
      marks: ({ state, model }, box) =>
        marks(
          model.vocabulary.length,
          model.vocabulary,
          model.ids[state.pos] ?? 0,
          model.words.shape[1] as number,
          box,
        ),
    },
    {
      kind: "cells",
      id: "positions",
      height: [150, 130],
      margin: MARGIN,
      scale: false,
      title: ({ lang }) =>
        lang === "zh" ? "位置表：按位置查" : "positions: by the place",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.positions, [-1.4, 1.4], { format }),
      marks: ({ state, model }, box) => {
        const [rows = 1, columns = 1] = model.positions.shape;
        const names = Array.from({ length: rows }, (_, row) => String(row));
        return marks(rows, names, state.pos, columns, box);
      },
    },
    {
      kind: "cells",
      id: "sum",
      height: [170, 170],
      margin: MARGIN,
      title: ({ lang }) =>
        lang === "zh" ? "进入模型的和" : "their sum enters the model",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.sum, [-1.4, 1.4], { format }),
      marks: ({ state, model }, box) =>
        marks(
          model.tokens.length,
          model.tokens.map((token, at) => `${token} ${at}`),
          state.pos,
          model.sum.shape[1] as number,
          box,
        ),
      pointing: {
        cursor: "pointer",
        vertical: true,
        pick: ({ model }, at, box) => ({ pos: rowAt(model, at, box) }),
        steps: { y: "pos" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const columns = model.sum.shape[1] as number;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "词 \\ 维度" : "word \\ dimension",
      columns: Array.from({ length: columns }, (_, c) => String(c)),
      rows: model.tokens.map((token, at) => ({
        head: `${at} ${token}`,
        cells: Array.from(
          model.sum.data.subarray(at * columns, (at + 1) * columns),
          (value) => decimals(value, 4),
        ),
      })),
      marked: { row: state.pos, column: 0 },
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const words = pe.embedding.learned({ maxLen: ${model.vocabulary.length}, dModel: ${model.words.shape[1]}, std: 0.4, seed: ${state.seed} });
const positions = ${
    state.rows === "printed"
      ? "{ data: [0.23, -0.45, 0.67, -0.12, 0.34, -0.56, 0.78, 0.23, -0.34], shape: [3, 3] }"
      : `pe.embedding.learned({ maxLen: ${ROWS}, dModel: ${WIDTH}, std: 0.4, seed: ${state.seed + 1} })`
  };
const ids = [${model.ids.join(", ")}]; // which word
const places = ids.map((_, place) => place);
const sum = pe.embedding.add(
  pe.embedding.lookup(words, ids),
  pe.embedding.lookup(positions, places),
);
console.log(sum.shape, sum.data);
`,
  states: ({ model: { sum } }) => [sum.shape, sum.data],
});

const rowAt = (
  { tokens }: Model,
  at: { readonly x: number; readonly y: number },
  box: Box,
): number => cellAtPoint({ rows: tokens.length, columns: 1 }, box, at).row;

function say({ state, model, lang }: Here): string {
  const word = model.tokens[state.pos] ?? "";
  const row = model.ids[state.pos] ?? 0;
  return {
    en: `“${word}” at position ${state.pos}: row ${row} of the word table plus row ${state.pos} of the position table.`,
    zh: `位置 ${state.pos} 的“${word}”：词表第 ${row} 行加位置表第 ${state.pos} 行。`,
  }[lang];
}
