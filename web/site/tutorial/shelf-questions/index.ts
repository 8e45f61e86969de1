import type { Shelf } from "../../pages/shelf.ts";
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

export const questions: Shelf = {
  path: "questions/",
  title: { en: "Questions and sources", zh: "问答与出处" },
  lede: {
    en: "Questions that readers ask, what positions are good for, what to read next, and every claim of the documents with its verdict.",
    zh: "常见的疑问、位置编码的用处、延伸阅读与习题，以及文档中每一条论断的判定。",
  },
  description: {
    en: "Questions and answers with computed numbers, exercises, a reading list, and a ledger of 151 claims on positional encodings with their verdicts, most of which your browser can compute again, and the points on which five documents contradict each other.",
    zh: "附计算结果的问答、习题与延伸阅读；另有 151 条关于位置编码的论断及其判定，多数可在浏览器里当场重算；并列出五篇文档互相矛盾之处。",
  },
  thumbnail: { tag: "pe-negation", panel: "first" },
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
};
