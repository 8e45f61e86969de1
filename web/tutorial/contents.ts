// The list of all chapters and their sections.
import {
  heading,
  lede,
  list,
  paragraph,
  title,
} from "../site/blocks/blocks.ts";
import { inline } from "../site/blocks/inline.ts";
import type { Block, Page } from "../site/page.ts";
import { type Chapter, numbered, resume } from "../site/pages/chapter.ts";
import type { Text } from "../words/text.ts";

const link = (text: Text, target: string): Text => ({
  en: `[${text.en}](${target})`,
  zh: `[${text.zh}](${target})`,
});

const NONE: Text = {
  en: "No chapter is published yet.",
  zh: "各章尚未发布。",
};

/** The chapters with a sentence on each. */
export const chapterList =
  (chapters: readonly Chapter[]): Block =>
  (context) => {
    if (chapters.length === 0) return paragraph(NONE)(context);
    const items = chapters.map(({ number, path, title, lede }) => {
      const name = inline(link(title, `~/${path}`), context);
      return `<li value="${number}">${name} <span class="about">${inline(lede, context)}</span></li>`;
    });
    return `<ol class="chapters">${items.join("")}</ol>`;
  };

const entry = (chapter: Chapter): readonly Block[] => [
  heading(link(numbered(chapter), `~/${chapter.path}`)),
  paragraph(chapter.description),
  list(
    chapter.sections.map(({ id, heading }) =>
      link(heading, `~/${chapter.path}#${id}`),
    ),
  ),
];

export const contentsPage = (chapters: readonly Chapter[]): Page => ({
  path: "contents/",
  isList: true,
  title: { en: "All chapters · posenc", zh: "全部章节 · posenc" },
  description: {
    en: "All chapters of the tutorial on positional encodings, with their sections.",
    zh: "位置编码教程的全部章节及各节标题。",
  },
  body: [
    title({ en: "All chapters", zh: "全部章节" }),
    lede({
      en: "A tutorial on how Transformers know the order of their words. The words of the trade are explained in the [glossary](~/glossary/); why things are as they are is [derived on a page of its own](~/derivations/).",
      zh: "讲 Transformer 怎样知道词的先后。术语见[术语表](~/glossary/)；为什么是这样，[另有一页推导](~/derivations/)。",
    }),
    resume,
    ...(chapters.length === 0
      ? [paragraph(NONE)]
      : chapters.flatMap((chapter) => entry(chapter))),
  ],
});
