// How long a page takes to read.
import type { Lang } from "../../words/text.ts";
import { plain } from "../blocks/inline.ts";

// Careful reading of technical text: words, or Chinese characters, a minute.
const RATE: Readonly<Record<Lang, number>> = { en: 200, zh: 350 };
/** Minutes with a figure, a question or a program. */
const EACH = 0.5;

const UNREAD =
  /<(template|noscript|math|pre|svg|nav|details|button|table)\b[\s\S]*?<\/\1>/g;
const PIECE = /<(?:pe-[a-z-]+) id=/g;
const COUNTED: Readonly<Record<Lang, RegExp>> = {
  en: /[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu,
  // Words in Latin letters count as one character each.
  zh: /\p{Script=Han}|[\p{Script=Latin}\p{N}]+/gu,
};

/** Minutes for the text of a page, written as HTML; one at least. */
export function minutesToRead(html: string, lang: Lang): number {
  const pieces = html.match(PIECE)?.length ?? 0;
  const text = plain(html.replace(UNREAD, " "));
  const count = text.match(COUNTED[lang])?.length ?? 0;
  return Math.max(1, Math.round(count / RATE[lang] + pieces * EACH));
}
