// A chapter of the tutorial as its file gives it, and the page made of it.
import type { Text } from "../../widgets/words/text.ts";
import { list, more, paragraph, written } from "../blocks/blocks.ts";
import { inline } from "../blocks/inline.ts";
import type {
  Answers,
  Block,
  Context,
  Page,
  Values,
  Words,
  Written,
} from "../page.ts";
import { minutesToRead } from "./reading-time.ts";
import { type ShortWay, stopAt, stopHtml, stripHtml } from "./short-way.ts";

/** A part of a chapter that its table of contents names. */
export interface Section<Heading extends Words = Text> {
  /** Anchor on the page, kept for ever: links and addresses use it. */
  readonly id: string;
  readonly heading: Heading;
  readonly blocks: readonly Block[];
}

/** What a chapter begins with: something to wonder about, and to try it on. */
export interface Opening {
  /** A question that the chapter answers, and that its figure can be asked. */
  readonly puzzle: Words;
  /** What to do with the figure, and what to find out: its finding waits. */
  readonly ask?: Text;
  readonly figure: Block;
}

/** One chapter, in both languages. */
export interface Chapter {
  /** 1 to 8; the home page is number 0. */
  readonly number: number;
  /** Path below /en/ and /zh/, such as "sinusoids/". */
  readonly path: string;
  readonly title: Text;
  /** The chapter in one sentence. */
  readonly lede: Words;
  /** The first screen; without one, the sentence alone. */
  readonly opening?: Opening;
  /** For search engines and lists of chapters: one or two sentences. */
  readonly description: Text;
  /** What a reader will be able to do afterwards: two sentences. */
  readonly goals: Words;
  readonly sections: readonly Section<Words>[];
  /** What to keep: one sentence each. */
  readonly recap: readonly Words[];
  /** What is still missing, with the way to the chapter that has it. */
  readonly onward?: Words;
  /** Numbers for `{name}` in any text of the chapter. */
  readonly values?: Values;
  /**
   * Anchor of a figure → the questions that its finding answers, with spaces
   * between: it is kept back until they are answered.
   */
  readonly answers?: Answers;
  /** What shows it at the size of a thumb: one panel of one of its figures. */
  readonly thumbnail?: NonNullable<Page["thumbnail"]>;
  readonly written?: Written<Chapter>;
}

/** A section of a chapter. */
export const section = <Heading extends Words = Text>(
  id: string,
  heading: Heading,
  ...blocks: readonly Block[]
): Section<Heading> => ({ id, heading, blocks });

/** A section beside the main line: its heading, with the rest folded below. */
export const sideSection = (
  id: string,
  heading: Words,
  ...blocks: readonly Block[]
): Section<Words> =>
  section(id, heading, more(`${id}-text`, words.aside, ...blocks));

const words = {
  aside: {
    en: "Optional: show this section",
    zh: "选读：展开本节",
  },
  inThis: { en: "In this chapter", zh: "本章内容" },
  onPage: { en: "On this page", zh: "本页内容" },
  recap: { en: "Recap", zh: "小结" },
  all: { en: "All chapters", zh: "全部章节" },
  pager: { en: "Chapters", zh: "章节导航" },
  minutes: { en: "About MINUTES minutes to read", zh: "阅读约 MINUTES 分钟" },
  begin: { en: "Read on", zh: "往下读" },
  resume: { en: "Back to where you were", zh: "回到上次读到的地方" },
  print: { en: "Print or save as PDF", zh: "打印或存为 PDF" },
  unfold: { en: "Expand everything", zh: "全部展开" },
  previous: { en: "Previous", zh: "上一章" },
  next: { en: "Next", zh: "下一章" },
} as const satisfies Readonly<Record<string, Text>>;

/** The title as lists show it: "3 Sinusoids". */
export const numbered = ({ number, title }: Chapter): Text => ({
  en: `${number} ${title.en}`,
  zh: `${number}　${title.zh}`,
});

function contents(
  sections: readonly Section<Words>[],
  context: Context,
): string {
  const items = sections.map(
    ({ id, heading }) =>
      `<li><a href="#${id}">${inline(heading, context)}</a></li>`,
  );
  const all = `<a class="all" href="${context.href("~/contents/")}">${words.all[context.lang]}</a>`;
  return `<ol>${items.join("")}</ol>${all}`;
}

function goals(chapter: Chapter, context: Context): string {
  return `<p class="goals">${inline(chapter.goals, context)}</p>`;
}

const OPENING = "start";

/** Title, question and figure: who is sent there sees what the chapter is. */
function opening(chapter: Chapter, context: Context, way?: ShortWay): string {
  const number = `<span class="chapter-number">${chapter.number}</span>`;
  const title = `<h1>${number} ${inline(chapter.title, context)}</h1>`;
  if (!chapter.opening) return title;
  const { puzzle, ask, figure } = chapter.opening;
  const place = context.anchor(OPENING);
  const here = { ...context, place, ...(ask ? { ask } : {}) };
  const stop = way ? stopHtml(way, chapter.path, OPENING, context) : "";
  return `<section id="${OPENING}" class="opening">${stop}${title}
<p class="puzzle">${inline(puzzle, context)}</p>
${figure(here)}</section>`;
}

/** The way back to what was read last; a script knows it. */
export const resume: Block = ({ lang }) =>
  `<p class="resume" hidden>${words.resume[lang]}${lang === "zh" ? "：" : ": "}<a></a></p>`;

/** How long it takes, where to begin, where the reader was, the handout. */
function about(first: Section<Words>, text: string, context: Context): string {
  const { lang } = context;
  const minutes = String(minutesToRead(text, lang));
  const begin = `<a class="begin" href="#${first.id}">${words.begin[lang]}${lang === "zh" ? "：" : ": "}${inline(first.heading, context)}</a>`;
  return `<div class="about-chapter"><p>${begin}</p>${resume(context)}<p><span>${words.minutes[lang].replace("MINUTES", minutes)}</span> <button type="button" class="print" hidden>${words.print[lang]}</button><button type="button" class="unfold" aria-expanded="false" hidden>${words.unfold[lang]}</button></p></div>`;
}

/** What is written above and below a section that the short way leads through. */
function onTheWay(
  { path }: Chapter,
  { id }: Section<Words>,
  way: ShortWay,
  context: Context,
): readonly [above: string, below: string] {
  const at = stopAt(way, path, id);
  const below = at < 0 ? "" : stripHtml(way, at, context);
  return [stopHtml(way, path, id, context), below];
}

/** A section; of a chapter, with the lines of the short way if it is on it. */
const sectionHtml =
  (section: Section<Words>, chapter?: Chapter, way?: ShortWay): Block =>
  (context) => {
    const { id, heading, blocks } = section;
    const here = { ...context, place: context.anchor(id) };
    const first: Block = (c) => `<h2>${inline(heading, c)}</h2>`;
    const [above, below] =
      chapter && way ? onTheWay(chapter, section, way, here) : ["", ""];
    return `<section id="${id}">${above}${written([first, ...blocks], here)}${below}</section>`;
  };

/** Sections with their table of contents, as a chapter has it, between an opening and an end. */
export const withContents =
  (
    opening: readonly Block[],
    sections: readonly Section<Words>[],
    end: readonly Block[] = [],
  ): Block =>
  (context) => {
    const label = words.onPage[context.lang];
    const toc = contents(sections, context);
    const text = sections.map((it) => sectionHtml(it)(context)).join("\n");
    return `<nav class="toc" aria-label="${label}">${toc}</nav>
<article>
${written(opening, context)}
<details class="toc-short"><summary>${label}</summary>${toc}</details>
${text}
${written(end, context)}
</article>`;
  };

/** A page before or after another. */
export type Neighbour = Pick<Chapter, "path"> & { readonly name: Text };

function pagerLink(
  rel: "previous" | "next",
  to: Neighbour | undefined,
  context: Context,
): string {
  if (!to) return "";
  const href = context.href(`~/${to.path}`);
  const name = inline(to.name, context);
  if (href === undefined) return "";
  return `<a class="${rel}" rel="${rel === "next" ? "next" : "prev"}" href="${href}"><span class="label">${words[rel][context.lang]}</span> ${name}</a>`;
}

/** Links to the pages before and after. */
export const pager =
  (previous: Neighbour | undefined, next: Neighbour | undefined): Block =>
  (context) =>
    `<nav class="pager" aria-label="${words.pager[context.lang]}">${pagerLink("previous", previous, context)}${pagerLink("next", next, context)}</nav>`;

/** What stands before and after a chapter. */
export interface Place {
  readonly previous: Neighbour;
  readonly next: Neighbour | undefined;
  /** The short way through the chapters, if there is one. */
  readonly way?: ShortWay;
  /** What stands below the recap. */
  readonly end?: Block | undefined;
}

function body(chapter: Chapter, place: Place): Block {
  const { lede, recap, onward } = chapter;
  const last: Section = {
    id: "recap",
    heading: words.recap,
    blocks: [list(recap), ...(onward ? [paragraph(onward)] : [])],
  };
  const sections = [...chapter.sections, last];
  return (outer) => {
    const { values = {}, answers = {} } = chapter;
    const context = { ...outer, values, answers };
    const label = words.inThis[context.lang];
    const toc = contents(sections, context);
    const first = opening(chapter, context, place.way);
    const text = sections
      .map((it) => sectionHtml(it, chapter, place.way)(context))
      .join("\n");
    return `<nav class="toc" aria-label="${label}">${toc}</nav>
<article>
${first}
<p class="lede">${inline(lede, context)}</p>
${goals(chapter, context)}
${about(sections[0] as Section<Words>, first + text, context)}
<details class="toc-short"><summary>${label}</summary>${toc}</details>
${text}
${place.end?.(context) ?? ""}
${pager(place.previous, place.next)(context)}
</article>`;
  };
}

/** How the page of what is made of files is made anew. */
export const rewritten = <Made extends { readonly written?: Written<Made> }>(
  { written }: Made,
  page: (newer: Made) => Page,
): Pick<Page, "written"> =>
  written
    ? { written: { ...written, again: () => page(written.again()) } }
    : {};

/** The page of a chapter. */
export function chapterPage(chapter: Chapter, place: Place): Page {
  const { path, title, description } = chapter;
  return {
    path,
    title: { en: `${title.en} · posenc`, zh: `${title.zh} · posenc` },
    description,
    body: [body(chapter, place)],
    layout: "chapter",
    ...(chapter.thumbnail ? { thumbnail: chapter.thumbnail } : {}),
    ...rewritten(chapter, (newer) => chapterPage(newer, place)),
  };
}
