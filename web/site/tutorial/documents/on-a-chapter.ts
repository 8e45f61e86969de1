// Where the companions treat what a chapter is about: the line at its end.

import type { Lang } from "../../../widgets/words/text.ts";
import { paragraph } from "../../blocks/blocks.ts";
import type { DocumentNumber } from "../../claims/types.ts";
import type { Block } from "../../page.ts";

/** Path of a chapter → document → the section of its companion. */
const SECTIONS: Readonly<
  Record<string, Readonly<Partial<Record<DocumentNumber, string>>>>
> = {
  "why-position/": {
    0: "definition",
    1: "what",
    2: "sequences",
    3: "purpose",
    4: "invariance",
  },
  "ladder/": { 0: "definition", 3: "q1", 4: "idea" },
  "sinusoids/": {
    0: "sinusoidal",
    1: "sinusoids",
    2: "worked-table",
    3: "reading",
    4: "formula",
  },
  "learned-tables/": {
    0: "learned",
    1: "learned",
    2: "others",
    3: "merits",
    4: "learned-idea",
  },
  "relative-positions/": {
    0: "deberta",
    1: "relative",
    2: "relative",
    3: "improvements",
    4: "relative",
  },
  "rope/": { 0: "choose", 1: "long", 3: "improvements", 4: "rotary" },
  "long-context/": { 0: "defects", 1: "long", 3: "q3", 4: "long" },
  "choosing/": {
    0: "choose",
    1: "methods",
    3: "improvements",
    4: "comparison",
  },
};

const links = (path: string, lang: Lang): string =>
  Object.entries(SECTIONS[path] ?? {})
    .map(([number, anchor]) => {
      const name = lang === "zh" ? `文档 ${number}` : `document ${number}`;
      return `[${name}](~/documents/${number}/#${anchor})`;
    })
    .join(lang === "zh" ? "、" : ", ");

const label = { en: "The five documents", zh: "五篇文档" };

/** What a chapter ends with: the documents on its subject. */
export const documentsOn = (path: string): Block | undefined => {
  if (!SECTIONS[path]) return undefined;
  const line = paragraph({
    en: `The five documents on this: ${links(path, "en")}.`,
    zh: `五篇文档的相关部分：${links(path, "zh")}。`,
  });
  return (context) =>
    `<nav class="documents-on" aria-label="${label[context.lang]}">${line(context)}</nav>`;
};
