// The list of all chapters and their sections.

import type { Text } from "../../widgets/words/text.ts";
import {
  group,
  heading,
  lede,
  list,
  paragraph,
  title,
} from "../blocks/blocks.ts";
import { anchor, inline } from "../blocks/inline.ts";
import type { Block, Page, Words } from "../page.ts";
import { type Chapter, numbered, resume } from "../pages/chapter.ts";
import type { Shelf } from "../pages/shelf.ts";
import type { ShortWay, Stop } from "../pages/short-way.ts";
import { thumbnailImage } from "../pages/social.ts";
import { described } from "./five-documents.ts";

const link =
  (words: Words, target: string): Words =>
  (context) =>
    anchor(inline(words, context), target, context);

const NONE: Text = {
  en: "No chapter is published yet.",
  zh: "各章尚未发布。",
};

/** A panel of one of its figures, where it has one. */
const picture =
  ({ path, thumbnail }: Chapter): Block =>
  ({ root }) =>
    thumbnail ? thumbnailImage(root, path) : "";

/** The chapters with a sentence on each. */
export const chapterList =
  (chapters: readonly Chapter[]): Block =>
  (context) => {
    if (chapters.length === 0) return paragraph(NONE)(context);
    const items = chapters.map((chapter) => {
      const { number, path, title, lede } = chapter;
      const name = inline(link(title, `~/${path}`), context);
      const image = picture(chapter)(context);
      return `<li value="${number}">${image}${name} <span class="about">${inline(lede, context)}</span></li>`;
    });
    return `<ol class="chapters">${items.join("")}</ol>`;
  };

const entry = (chapter: Chapter): readonly Block[] => [
  heading(link(numbered(chapter), `~/${chapter.path}`)),
  picture(chapter),
  paragraph(chapter.description),
  list(
    chapter.sections.map(({ id, heading }) =>
      link(heading, `~/${chapter.path}#${id}`),
    ),
  ),
];

const toStop = ({ path, from, heading }: Stop): Words =>
  link(heading, `~/${path}#${from}`);

/** The short way, section by section. */
const way = ({ stops, end }: ShortWay): Block =>
  group(
    "short-way",
    heading({ en: "The short way to RoPE", zh: "通往 RoPE 的捷径" }),
    paragraph({
      en: "A quarter of an hour from the first question to the encoding most open large models use today. Each section fixes what the one before couldn’t, and ends with a link to the next.",
      zh: "一刻钟，从第一个问题走到今天多数开源大模型都在用的编码。每一节都解决前一节没能解决的问题，末尾都有通往下一站的链接。",
    }),
    list(stops.map(toStop), "ol"),
    paragraph((context) => {
      const next = inline(toStop(end), context);
      return context.lang === "zh"
        ? `这就是 RoPE。接下来是${next}。`
        : `That’s RoPE. The next section is ${next}.`;
    }),
  );

export const contentsPage = (
  chapters: readonly Chapter[],
  short?: ShortWay,
  shelves: readonly Shelf[] = [],
): Page => ({
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
      en: "A tutorial on how Transformers know the order of their words. Terms are explained in the [glossary](~/glossary/), and the proofs have [a page of their own](~/derivations/).",
      zh: "讲 Transformer 怎样知道词的先后。术语见[术语表](~/glossary/)；为什么是这样，[另有一页推导](~/derivations/)。",
    }),
    resume,
    ...(short ? [way(short)] : []),
    ...(chapters.length === 0
      ? [paragraph(NONE)]
      : chapters.flatMap((chapter) => entry(chapter))),
    group(
      "shelf",
      heading({ en: "To look things up", zh: "备查" }),
      list(
        shelves.map(({ title, path, lede }) => (context) => {
          const name = inline(link(title, `~/${path}`), context);
          const colon = context.lang === "zh" ? "：" : ": ";
          return `${name}${colon}${inline(lede, context)}`;
        }),
      ),
    ),
    group(
      "documents",
      heading({ en: "The five documents", zh: "五篇文档" }),
      paragraph({
        en: "Five texts stand behind this tutorial. If you have one of them open, read its companion: it follows the text’s own headings and says what holds.",
        zh: "本教程背后有五篇文档。如果你手边正开着其中一篇，请看它的对照页：按那篇的标题顺序，逐条说明哪些成立。",
      }),
      described,
    ),
  ],
});
