// <pe-document-ruler>: a document in three layers: waves for the tokens, a
// vector for the paragraph, a bias within the sentence.
import {
  integer,
  onOff,
  real,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { NARROW, SIDEWAYS } from "../../kit/fit.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { outline, rect } from "../../kit/highlights.ts";
import { cellRect } from "../../kit/panel.ts";
import { cellsOf, rowNames } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { decimals, plural, quantity, type Text } from "../../words/text.ts";
import {
  APART,
  compute,
  MOST,
  type Model,
  readDocument,
  WIDTH,
} from "./document-layers.ts";

const table = {
  sentences: words({
    default: "5 4, 6 3 4, 5 3",
    max: 80,
    allowed: {
      en: `lengths of sentences, paragraphs separated by commas, ${MOST} tokens at most`,
      zh: `各句的长度，段与段之间用逗号隔开，总共至多 ${MOST} 个词元`,
    },
    check: (text) => readDocument(text) !== undefined,
  }),
  waves: onOff(true),
  paragraph: onOff(true),
  local: onOff(true),
  std: real({ default: 0.35, min: 0.01, max: 2 }),
  window: integer({ default: 3, min: 0, max: 12 }),
  pos: integer({ default: 12, min: 0, max: MOST - 1 }),
  seed: integer({ default: 2, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

const strings = {
  name: { en: "A document in three layers", zh: "文档的三层编码" },
  caption: {
    en: "Press a token, on the ruler or in a matrix. Switch the layers off one by one: which of the pictures changes? Then write a document of your own, as lengths of sentences.",
    zh: "点一个词元，标尺上或矩阵里都行。再逐一关掉各层：哪幅图变了？也可以写一篇自己的文档，用各句的长度表示。",
  },
  sentences: {
    en: "Sentences; commas separate paragraphs",
    zh: "各句长度，逗号分段",
  },
  waves: { en: "1: sinusoidal rows", zh: "第 1 层：正弦基底" },
  paragraph: { en: "2: paragraph vectors", zh: "第 2 层：段落向量" },
  local: { en: "3: bias in the sentence", zh: "第 3 层：句内偏置" },
  std: { en: "σ of paragraph vectors", zh: "段落向量的 σ" },
  window: { en: "Window", zh: "窗口" },
  pos: { en: "Token", zh: "词元" },
  seed: { en: "Seed", zh: "随机种子" },
  keys: {
    en: "Tokens by paragraph and sentence; left and right arrows choose a token.",
    zh: "按段落和句子排列的词元；左右方向键选择词元。",
  },
  matrixKeys: {
    en: "All pairs of tokens; up and down arrows choose a token.",
    zh: "所有词元两两相对；上下方向键选择词元。",
  },
} as const;

type Here = Shown<State, Model>;

const STRIP = 22;

function ruler({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const count = model.paragraphOf.length;
  const each = box.width / count;
  // As declared, or lower where the screen is.
  const strip = box.height / 3;
  const size = Math.min(12, strip - 2);
  const foot = (14 * strip) / STRIP;
  const zh = lang === "zh";
  const bands = (of: readonly number[], y: number, word: string): Mark[] => {
    const marks: Mark[] = [];
    let from = 0;
    for (let at = 1; at <= count; at += 1) {
      if (at < count && of[at] === of[from]) continue;
      const here = of[from] === of[state.pos];
      const width = (at - from) * each;
      marks.push(
        rect([from * each + 1, y, width - 2, strip - 3], {
          fill: here ? "accent" : "soft",
        }),
      );
      const text = `${word}${(of[from] as number) + 1}`;
      if (width > text.length * 7 + 6) {
        marks.push({
          kind: "text",
          x: from * each + width / 2,
          y: y + foot,
          text,
          size,
          anchor: "middle",
          fill: here ? "paper" : "ink2",
        });
      }
      from = at;
    }
    return marks;
  };
  const step = Math.ceil(20 / each);
  const numbers = Array.from({ length: count }, (_, at) => at).filter(
    (at) =>
      at === state.pos || (at % step === 0 && Math.abs(at - state.pos) >= step),
  );
  return [
    ...bands(model.paragraphOf, 0, zh ? "段 " : "¶"),
    ...bands(model.sentenceOf, strip, zh ? "句 " : "s"),
    ...numbers.map(
      (at): Mark => ({
        kind: "text",
        x: (at + 0.5) * each,
        y: 2 * strip + foot,
        size,
        text: String(at),
        anchor: "middle",
        fill: at === state.pos ? "accent" : "ink2",
        bold: at === state.pos,
      }),
    ),
  ];
}

/** Marks over a matrix whose rows are tokens: the chosen one and its name. */
function chosen(
  { state, model }: Here,
  box: Box,
  columns: number,
): readonly Mark[] {
  const rows = model.paragraphOf.length;
  const at = { row: state.pos, column: 0, width: columns };
  const names = Array.from({ length: rows }, (_, row) => String(row));
  return [
    ...rowNames(names, box, state.pos),
    ...outline(cellRect({ rows, columns }, box, at), true),
  ];
}

const byRow: Gestures<State, Model> = {
  cursor: "pointer",
  vertical: true,
  keys: strings.matrixKeys,
  drag: ({ model }, at, box) => ({
    pos: Math.floor((at.y / box.height) * model.paragraphOf.length),
  }),
  steps: { y: "pos" },
};

const SQUARE = { left: 30, right: 4, top: 6, bottom: 8 } as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-document-ruler",
  table,
  strings,
  bounds: {
    pos: {
      max: ({ sentences }) =>
        (readDocument(sentences) ?? [[1]]).flat().reduce((a, b) => a + b, 0) -
        1,
    },
  },
  controls: [
    { key: "sentences" },
    { key: "waves" },
    { key: "paragraph" },
    { key: "local" },
    {
      key: "pos",
    },
    { key: "std", logarithmic: true, when: ({ paragraph }) => paragraph },
    { key: "window", when: ({ local }) => local },
    { key: "seed" },
  ],
  main: ["waves", "paragraph"],
  compute,
  finding({ model, lang }) {
    const count = model.paragraphOf.length;
    const share = quantity((100 * model.touched) / count ** 2);
    const { within, across } = model;
    const said = (mean: number, en: string, zh: string): Text[] => {
      const value = `<b>${decimals(mean, 2)}</b>`;
      return Number.isNaN(mean)
        ? []
        : [{ en: `${value} ${en}`, zh: `${zh} ${value}` }];
    };
    const found = [
      ...said(within, "within a paragraph", "同段时余弦为"),
      ...said(across, "across its border", "跨段时余弦为"),
    ];
    const alike =
      found.length > 0
        ? {
            en: `Two tokens ${APART} apart have cosine ${found.map(({ en }) => en).join(" and ")}.`,
            zh: `相距 ${APART} 的两个词元，${found.map(({ zh }) => zh).join("，")}。`,
          }
        : {
            en: `No two tokens are ${APART} apart.`,
            zh: `没有相距 ${APART} 的两个词元。`,
          };
    return {
      en: `${alike.en} The bias in sentences reaches <b>${model.touched}</b> of ${count ** 2} ${plural(count, "pair")} (${share}%).`,
      zh: `${alike.zh}句内偏置作用于 ${count ** 2} 对中的 <b>${model.touched}</b> 对（${share}%）。`,
    }[lang];
  },
  rows: [
    [["ruler", 1]],
    [
      ["alike", 1],
      ["rows", 1],
      ["bias", 1],
    ],
  ],
  sideways: [1],
  // A finger moves the row sideways, and what is chosen up and down.
  styles: `@container pe-figure (max-width: ${NARROW}px) {
  .row-1 { grid-auto-flow: column; grid-auto-columns: ${100 * SIDEWAYS}%; gap: 16px; overflow-x: auto; scroll-snap-type: x mandatory; }
  .row-1 > .pane { scroll-snap-align: start; }
  .row-1 .plot { touch-action: pan-x; }
}`,
  panels: [
    {
      kind: "plot",
      id: "ruler",
      height: 3 * STRIP,
      margin: { left: 30, right: 4, top: 5, bottom: 3 },
      label: (shown) => say(shown),
      marks: ruler,
      pointing: {
        cursor: "ew-resize",
        drag: ({ model }, at, box) => ({
          pos: Math.floor((at.x / box.width) * model.paragraphOf.length),
        }),
        steps: { x: "pos" },
      },
    },
    {
      kind: "cells",
      id: "alike",
      height: [290, 290],
      aspect: 1,
      margin: SQUARE,
      title: ({ lang }) =>
        lang === "zh" ? "两行的余弦" : "cosine of two rows",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.alike, [-1, 1]),
      marks: (shown, box) => chosen(shown, box, shown.model.paragraphOf.length),
      pointing: byRow,
    },
    {
      kind: "cells",
      id: "rows",
      height: [290, 290],
      aspect: 1,
      margin: SQUARE,
      title: ({ lang }) =>
        lang === "zh" ? "所加的行（第 1、2 层）" : "rows added (layers 1, 2)",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.rows, [-1.5, 1.5]),
      marks: (shown, box) => chosen(shown, box, WIDTH),
      pointing: byRow,
    },
    {
      kind: "cells",
      id: "bias",
      height: [290, 290],
      aspect: 1,
      margin: SQUARE,
      title: ({ lang }) =>
        lang === "zh" ? "分数的偏置（第 3 层）" : "bias on scores (layer 3)",
      label: (shown) => say(shown),
      matrix: ({ model }) => cellsOf(model.bias, [0, 1], { map: "sequential" }),
      marks: (shown, box) => chosen(shown, box, shown.model.paragraphOf.length),
      pointing: byRow,
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const count = model.paragraphOf.length;
    return {
      caption: strings.name[lang],
      corner: zh ? "词元" : "token",
      columns: zh
        ? ["段", "句", `与词元 ${state.pos} 的余弦`, "偏置"]
        : ["paragraph", "sentence", `cosine with token ${state.pos}`, "bias"],
      rows: model.paragraphOf.map((paragraph, at) => {
        const cell = state.pos * count + at;
        return {
          head: String(at),
          cells: [
            String(paragraph + 1),
            String((model.sentenceOf[at] as number) + 1),
            decimals(model.alike.data[cell] as number, 3),
            decimals(model.bias.data[cell] as number, 3),
          ],
        };
      }),
      marked: { row: state.pos, column: 2 },
    };
  },
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const paragraphs = [${model.paragraphs.map((it) => it.reduce((a, b) => a + b, 0)).join(", ")}];
const offsets = ${
    state.paragraph
      ? `pe.embedding.learned({
  maxLen: paragraphs.length, dModel: ${WIDTH}, std: ${state.std}, seed: ${state.seed},
})`
      : `{
  data: new Float32Array(paragraphs.length * ${WIDTH}), shape: [paragraphs.length, ${WIDTH}],
}`
  };
const { rows, localBias } = pe.embedding.document({
  paragraphs,
  sentences: [${model.paragraphs.flat().join(", ")}],
  dModel: ${WIDTH},
  offsets,
  window: ${state.window},${state.local ? "" : `\n  localTable: new Float32Array(${2 * state.window + 1}),`}
});
${
  state.waves
    ? `console.log(rows.data.slice(${state.pos * WIDTH}, ${(state.pos + 1) * WIDTH})); // of the chosen token`
    : `// Without the waves a token has the row of its paragraph.
console.log(offsets.data.slice(${(model.paragraphOf[state.pos] as number) * WIDTH}, ${((model.paragraphOf[state.pos] as number) + 1) * WIDTH}));`
}
console.log(localBias.data.filter((value) => value !== 0).length); // pairs with a bias
`,
  states: ({ state: { pos }, model: { rows, touched } }) => [
    rows.data.subarray(pos * WIDTH, (pos + 1) * WIDTH),
    touched,
  ],
});

function say({ state, model, lang }: Here): string {
  const { pos } = state;
  const [p, s] = [model.paragraphOf[pos], model.sentenceOf[pos]].map(
    (it) => (it ?? 0) + 1,
  );
  const count = model.paragraphOf.length;
  const near = model.bias.data
    .subarray(pos * count, (pos + 1) * count)
    .filter((value) => value !== 0).length;
  return {
    en: `Token ${pos} stands in paragraph ${p}, sentence ${s}; ${near} ${plural(near, "token gets", "tokens get")} a bias from it.`,
    zh: `词元 ${pos} 在第 ${p} 段、第 ${s} 句；有 ${near} 个词元与它之间带偏置。`,
  }[lang];
}
