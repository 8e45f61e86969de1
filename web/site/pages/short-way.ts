// A way through the chapters for those who have little time: a line where each
// of its sections begins says so, and a strip at its end leads to the next.
import type { Text } from "../../widgets/words/text.ts";
import { inline } from "../blocks/inline.ts";
import type { Context, Words } from "../page.ts";

/** A section on the way. */
export interface Stop {
  /** Path of the chapter, such as "sinusoids/". */
  readonly path: string;
  /** Anchor of the section. */
  readonly id: string;
  /** Anchor where reading begins: of the section, or of what leads to it. */
  readonly from: string;
  readonly heading: Words;
}

/** The sections in order, and where the way arrives. */
export interface ShortWay {
  readonly stops: readonly Stop[];
  readonly end: Stop;
}

const words = {
  way: { en: "The short way to RoPE", zh: "通往 RoPE 的捷径" },
  here: { en: "Stop", zh: "站" },
  next: { en: "Next", zh: "下一站" },
  arrive: { en: "That’s RoPE. Next", zh: "这就是 RoPE。接着看" },
} as const satisfies Readonly<Record<string, Text>>;

/** Where a section stands on the way; −1 if it is not on it. */
export const stopAt = (way: ShortWay, path: string, id: string): number =>
  way.stops.findIndex((stop) => stop.path === path && stop.id === id);

const colon = ({ lang }: Context): string => (lang === "zh" ? "：" : ": ");

/** "The short way to RoPE · 5/10", with a link to all of it. */
const whereOnIt = ({ stops }: ShortWay, at: number, context: Context) =>
  `<a class="way" href="${context.href("~/contents/#short-way")}">${words.way[context.lang]}</a> · ${at + 1}/${stops.length}`;

/**
 * The line above a heading of the page, if the way comes in there. Above its own
 * heading a section need not be named.
 *
 * @param id - anchor that the heading is at
 */
export function stopHtml(
  way: ShortWay,
  path: string,
  id: string,
  context: Context,
): string {
  const at = way.stops.findIndex((it) => it.path === path && it.from === id);
  if (at < 0) return "";
  const { id: section, heading } = way.stops[at] as Stop;
  const name = section === id ? "" : colon(context) + inline(heading, context);
  return `<nav class="stop-here" aria-label="${words.here[context.lang]} ${at + 1}">${whereOnIt(way, at, context)}${name}</nav>`;
}

/** The strip below the section that stands there on the way. */
export function stripHtml(way: ShortWay, at: number, context: Context): string {
  const { stops, end } = way;
  const { lang } = context;
  const [label, next] =
    at + 1 < stops.length
      ? [words.next[lang], stops[at + 1] as Stop]
      : [words.arrive[lang], end];
  const href = context.href(`~/${next.path}#${next.from}`);
  if (href === undefined) return "";
  return `<nav class="short-way" aria-label="${words.way[lang]}, ${at + 1}"><span>${whereOnIt(way, at, context)}</span> <a class="way-on" href="${href}">${label}${colon(context)}${inline(next.heading, context)}</a></nav>`;
}
