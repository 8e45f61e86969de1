// How much a page asks its readers to read, and how long that takes.
import type { Lang } from "../../widgets/words/text.ts";
import { plain } from "../blocks/inline.ts";

// Careful reading of technical text: words, or Chinese characters, a minute.
const RATE: Readonly<Record<Lang, number>> = { en: 200, zh: 350 };
/** Minutes with a figure, a question or a program. */
const EACH = 0.5;

// Figures speak for themselves; formulas, programs and tables are looked at;
// margins and what is folded away are for those who want more.
const PASSED_OVER =
  /<(\/?)(template|noscript|math|pre|svg|nav|details|button|form|table|aside)\b[^>]*>/g;
const PIECE = /<(?:pe-[a-z-]+) id=/g;
const COUNTED: Readonly<Record<Lang, RegExp>> = {
  en: /[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu,
  // Words in Latin letters count as one character each.
  zh: /\p{Script=Han}|[\p{Script=Latin}\p{N}]+/gu,
};

/** A page's HTML without what stands outside its main line. */
function mainLine(html: string): string {
  let [kept, end, depth] = ["", 0, 0];
  for (const { 0: tag, 1: closing, index } of html.matchAll(PASSED_OVER)) {
    if (depth === 0) kept += `${html.slice(end, index)} `;
    depth += closing ? -1 : 1;
    end = index + tag.length;
  }
  return kept + html.slice(end);
}

/** The text that one reads without opening anything. */
export const runningText = (html: string): string =>
  plain(mainLine(html).replace(/<[^>]*>/g, " "));

/** How many words, or Chinese characters, that text has. */
export const wordsToRead = (html: string, lang: Lang): number =>
  runningText(html).match(COUNTED[lang])?.length ?? 0;

/** Minutes for the main line of a page, written as HTML; one at least. */
export function minutesToRead(html: string, lang: Lang): number {
  const pieces = mainLine(html).match(PIECE)?.length ?? 0;
  const minutes = wordsToRead(html, lang) / RATE[lang] + pieces * EACH;
  return Math.max(1, Math.round(minutes));
}
