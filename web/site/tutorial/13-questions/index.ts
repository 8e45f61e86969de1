import type { Chapter } from "../../pages/chapter.ts";
import { contradictionsSection, ledgerSection } from "../claims/section.ts";
import { cardSection, conclusionSection, pairSection } from "./card.ts";
import { exerciseSection } from "./exercises.ts";
import { modelQuestions, tableQuestions } from "./faq.ts";
import { readingSection, wordsSection } from "./reading.ts";
import { reviewSection } from "./review.ts";
import {
  documentSection,
  generationSection,
  translationSection,
} from "./uses.ts";
import { values } from "./values.ts";

export const questions: Chapter = {
  number: 13,
  path: "questions/",
  title: {
    en: "Questions and sources",
    zh: "问答与出处",
  },
  lede: {
    en: "Questions that readers ask, what positions are good for, what to read next, and every claim of the documents with its verdict.",
    zh: "常见的疑问、位置编码的用处、延伸阅读与习题，以及文档中每一条论断的判定。",
  },
  description: {
    en: "Questions and answers with computed numbers, exercises, a reading list, and a ledger of 151 claims on positional encodings with their verdicts, most of which your browser can compute again, and the points on which five documents contradict each other.",
    zh: "附计算结果的问答、习题与延伸阅读；另有 151 条关于位置编码的论断及其判定，多数可在浏览器里当场重算；并列出五篇文档互相矛盾之处。",
  },
  thumbnail: { tag: "pe-negation", panel: "first" },
  goals: [
    {
      en: "answer the questions that come up most, each with a number",
      zh: "用数字回答最常见的疑问",
    },
    {
      en: "say what an encoding contributes to a translation, to decoding and to a long document, and what it does not",
      zh: "说清位置编码对翻译、生成和长文档起什么作用、不起什么作用",
    },
    {
      en: "look up what is right and what is wrong in common statements on positional encodings",
      zh: "查明关于位置编码的常见说法哪些对、哪些错",
    },
    {
      en: "compute the verdicts yourself",
      zh: "亲手验算这些判定",
    },
  ],
  values,
  sections: [
    tableQuestions,
    modelQuestions,
    translationSection,
    pairSection,
    generationSection,
    documentSection,
    cardSection,
    wordsSection,
    readingSection,
    exerciseSection,
    reviewSection,
    conclusionSection,
    ledgerSection(),
    contradictionsSection(),
  ],
  recap: [
    {
      en: "Most false statements fail on a number that a few lines can compute.",
      zh: "错误的说法，大多几行程序算一个数就能推翻。",
    },
    {
      en: "“Can be computed there” and “a trained model works there” are two claims.",
      zh: "“那里算得出来”与“训练好的模型在那里管用”是两回事。",
    },
  ],
};
