// <pe-rung-…>: the rungs of the ladder that make a row for each position.
import * as pe from "posenc";
import { quantity } from "../../words/text.ts";
import { bitsFor, D } from "./codes.ts";
import { bold, rungFigure } from "./rung.ts";

const COLUMNS = { en: "column", zh: "列" } as const;
const DIMENSION = { en: "dimension", zh: "维度" } as const;
const DIGIT = { en: "digit", zh: "二进制位" } as const;

export const index = rungFigure({
  rung: "index",
  about: ["distinct", "bounded"],
  inScores: false,
  name: { en: "Rung 1: the index", zh: "第 1 级：序号" },
  caption: {
    en: "Drag the end of the text: what becomes of the last word’s number beside the word’s own?",
    zh: "拖动文本的末尾：与词本身的数相比，末尾那个词的数会变成什么样？",
  },
  columns: COLUMNS,
  bars: { most: 128, word: 1 },
  finding({ state, model }) {
    const { bounded } = model.found;
    return {
      en: `After ${state.seqLen} positions the number has reached ${bold(bounded.value)}. A word’s own numbers lie around 1.`,
      zh: `${state.seqLen} 个位置之后，数已增到 ${bold(bounded.value)}；而词本身的数只在 1 上下。`,
    };
  },
  code: () => "const rows = pe.embedding.index({ seqLen });",
});

export const normalized = rungFigure({
  rung: "normalized",
  about: ["bounded", "beyond"],
  inScores: false,
  name: { en: "Rung 2: divided by the length", zh: "第 2 级：除以长度" },
  caption: {
    en: "Drag the end of the text and keep an eye on the chosen position: does it keep its number?",
    zh: "拖动文本的末尾，同时盯住选中的位置：它的数保得住吗？",
  },
  columns: COLUMNS,
  bars: { most: 1, longer: true },
  more: ({ seqLen }) => pe.embeddingNormalized({ seqLen: 2 * seqLen }).data,
  finding({ state, model }) {
    const { pos, seqLen } = state;
    const now = model.rows.values[pos] as number;
    const longer = model.more[pos] as number;
    const step = bold(model.rows.values[1] as number, 2);
    return {
      en: `Position ${pos} is ${bold(now)} in a text of ${seqLen} words and ${bold(longer)} in one of ${2 * seqLen}; one step is ${step} here.`,
      zh: `同是位置 ${pos}，在 ${seqLen} 个词的文本里是 ${bold(now)}，在 ${2 * seqLen} 个词的文本里是 ${bold(longer)}；这里走一步是 ${step}。`,
    };
  },
  code: () => `const rows = pe.embedding.normalized({ seqLen });
// In a text twice as long:
console.log(pe.embedding.normalized({ seqLen: 2 * seqLen }).data[pos]);`,
  states: ({ pos }, { more }) => [more[pos] as number],
});

export const binary = rungFigure({
  rung: "binary",
  about: ["bounded", "smooth"],
  inScores: false,
  name: { en: "Rung 3: binary digits", zh: "第 3 级：二进制位" },
  caption: {
    en: "Find the steps at which most digits flip at once. Double the length and a new column appears on the left: every row has become a digit longer.",
    zh: "找找哪一步同时翻转的位最多。把长度加倍，左边就多出一列，每一行都长了一位。",
  },
  columns: DIGIT,
  finding({ state, model }) {
    const { smooth } = model.found;
    const bits = bitsFor(state.seqLen);
    return {
      en: `${bits} digits keep ${state.seqLen} positions apart, but two neighbours can be ${bold(smooth.value, 2)} times as far apart as two rows are on average.`,
      zh: `${bits} 位就能分清 ${state.seqLen} 个位置，但相邻两行最远可达任意两行平均距离的 ${bold(smooth.value, 2)} 倍。`,
    };
  },
  code: ({ seqLen }) =>
    `const rows = pe.embedding.binary({ seqLen, bits: ${bitsFor(seqLen)} });`,
});

export const sinusoidal = rungFigure({
  rung: "sinusoidal",
  about: ["smooth", "linear", "offsets"],
  inScores: true,
  name: { en: "Rung 4: sinusoids", zh: "第 4 级：正弦波" },
  caption: {
    en: "The rows are smooth and bounded, and the same whatever the length. The matrix of scores has stripes, but not along the diagonals alone: the projections mix positions with the word.",
    zh: "各行平滑而有界，也不随长度改变。分数矩阵有条纹，却不只沿着对角线：投影把位置和词混在了一起。",
  },
  columns: DIMENSION,
  finding({ state, model }) {
    const { linear, offsets } = model.found;
    const known = quantity(100 * (1 - offsets.value), 2);
    return {
      en: `Moving on by three positions is one linear map everywhere (left over: ${bold(linear.text)}); yet distance explains only ${bold(`${known}%`)} of the variation in the scores of ${state.seqLen} positions.`,
      zh: `向后平移三个位置，处处是同一个线性变换（余下 ${bold(linear.text)}）；但 ${state.seqLen} 个位置的分数变化里，距离只能解释 ${bold(`${known}%`)}。`,
    };
  },
  code: () => `const rows = pe.embedding.sinusoidal({ seqLen, dModel: ${D} });`,
});
