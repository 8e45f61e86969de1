// The words for what a claim is and what became of it.
import type { Text } from "../../widgets/words/text.ts";
import type { DocumentNumber, Ground, Kind, Verdict } from "./types.ts";

export const verdictWords: Readonly<Record<Verdict, Text>> = {
  true: { en: "True", zh: "成立" },
  "true-with-conditions": { en: "With conditions", zh: "附条件成立" },
  misleading: { en: "Misleading", zh: "有误导性" },
  false: { en: "False", zh: "不成立" },
  unverifiable: { en: "Unverifiable", zh: "无从核实" },
};

/** What each verdict means. */
export const verdictMeanings: Readonly<Record<Verdict, Text>> = {
  true: {
    en: "It holds in every case that its words cover.",
    zh: "在措辞涵盖的所有情形下都成立。",
  },
  "true-with-conditions": {
    en: "It holds in the case meant, but not in every case that its words cover.",
    zh: "在所指的情形下成立，但措辞涵盖的情形并非都成立。",
  },
  misleading: {
    en: "Something in it is right, but what it leads a reader to expect is not.",
    zh: "其中有对的成分，但由此得出的印象是错的。",
  },
  false: {
    en: "A computation or a source contradicts it.",
    zh: "与计算结果或原始出处相悖。",
  },
  unverifiable: {
    en: "Neither a source nor a computation decides it.",
    zh: "既找不到依据，也无法用计算判定。",
  },
};

export const kindWords: Readonly<Record<Kind, Text>> = {
  property: { en: "Property", zh: "性质" },
  formula: { en: "Formula", zh: "公式" },
  numeric: { en: "Number", zh: "数值" },
  "model-fact": { en: "Model", zh: "模型" },
  history: { en: "History", zh: "历史" },
  performance: { en: "Performance", zh: "性能" },
};

/** The kind of evidence where nothing can be computed. */
export const groundWords: Readonly<Record<Ground, Text>> = {
  paper: { en: "Stated in a paper", zh: "见于论文" },
  code: { en: "Read in published code", zh: "查阅公开代码" },
  reading: { en: "Read in the document itself", zh: "细读文档本身" },
  report: { en: "Stated on a public page", zh: "见于公开网页" },
  opinion: { en: "A judgement; nothing to measure", zh: "属于评价，无从测量" },
};

/** The five documents, named by what they are. */
export const documents: Readonly<Record<DocumentNumber, Text>> = {
  0: {
    en: "An article on absolute encoding",
    zh: "一篇讲绝对位置编码的专文",
  },
  1: { en: "A concept card", zh: "一张概念卡片" },
  2: {
    en: "An introduction to absolute and relative encoding",
    zh: "一篇绝对与相对编码的导论",
  },
  3: {
    en: "Notes on the formula and its code",
    zh: "一份公式与代码的笔记",
  },
  4: { en: "A textbook section with Java code", zh: "一节配 Java 代码的教材" },
};
