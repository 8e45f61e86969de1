// Programs as text with links: which quantity a line computes, and which parts
// of it are the present values. No DOM.
import type { Lang, Text } from "../words/text.ts";

export const LANGUAGES = [
  "pytorch",
  "numpy",
  "java",
  "cpp",
  "javascript",
] as const;

export type Language = (typeof LANGUAGES)[number];

/** A present value in a line, from one column to another. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** The quantity that it is the value of. */
  readonly link: string;
}

/** A line of a program. */
export interface Line {
  readonly text: string;
  /** The quantity that it computes, or several. */
  readonly link?: string | readonly string[];
  /** Where the present values stand in it. */
  readonly values?: readonly Mark[];
}

/** Lines that may become part of a program. */
export type Fragment = readonly Line[];

/** A complete program. */
export interface Listing {
  readonly language: Language;
  readonly name: Text;
  /** How to run it, as one types it. */
  readonly run: string;
  readonly lines: Fragment;
}

// Characters of Unicode's private use hold the place of what is put in, and
// mark values.
const OPEN = "\ue000";
const CLOSE = "\ue001";
const PLACE = /\ue000(\d+)\ue001/g;
const ALONE = /^\s*\ue000(\d+)\ue001(?:\s*«([^»]+)»)?$/;
const VALUE = "\ue002";
const SHOWN = "\ue003";
const END = "\ue004";
const MARKED = /\ue002(\w+)\ue003([^\ue004]*)\ue004/g;
const LINK = /\s*«([^»]+)»$/;
const SAID = "\ue005";
const OR = "\ue006";
const DONE = "\ue007";
const BOTH = /\ue005([^\ue006]*)\ue006([^\ue007]*)\ue007/g;

/**
 * What a comment says: the program of a page has it in the page's language. It
 * stands behind all values of its line.
 */
export const remark = (en: string, zh: string): string =>
  `${SAID}${en}${OR}${zh}${DONE}`;

/** A text with its comments in one language. */
export const saidIn = (text: string, lang: Lang): string =>
  text.replace(BOTH, (_, en: string, zh: string) => (lang === "zh" ? zh : en));

/** Lines with their comments in one language. */
export const inLanguage = (all: Fragment, lang: Lang): Fragment =>
  all.map((line) => ({ ...line, text: saidIn(line.text, lang) }));

/** A value of the state, which is marked where it stands. */
export class Value {
  readonly link: string;
  readonly text: string;

  constructor(link: string, text: string) {
    this.link = link;
    this.text = text;
  }

  /** Put into a string, it is still marked when that becomes a line. */
  toString(): string {
    return `${VALUE}${this.link}${SHOWN}${this.text}${END}`;
  }
}

/** What can stand in a listing: a value, code, or lines. */
export type Part = Value | string | number | Fragment;

const LARGEST_INT = 2 ** 31;

/** A number as all five languages read it, as an integer if it is a small one. */
export function number(x: number): string {
  if (Number.isInteger(x) && Math.abs(x) >= LARGEST_INT) {
    return x.toExponential().replace("+", "");
  }
  return String(x).replace("+", "");
}

const isFragment = (part: Part): part is Fragment => Array.isArray(part);

function placed(source: string, parts: readonly Part[]): Line {
  const whole = source.replace(PLACE, (_, index: string) => {
    const part = parts[Number(index)] as Part;
    if (isFragment(part)) throw new Error(`lines inside a line: ${source}`);
    return String(part);
  });
  const links = LINK.exec(whole)?.[1];
  const full = whole.replace(LINK, "");
  const values: Mark[] = [];
  let text = "";
  let at = 0;
  for (const found of full.matchAll(MARKED)) {
    const [mark, link = "", shown = ""] = found;
    text += full.slice(at, found.index);
    at = found.index + mark.length;
    values.push({ from: text.length, to: text.length + shown.length, link });
    text += shown;
  }
  text = (text + full.slice(at)).trimEnd();
  return {
    text,
    ...(links !== undefined && linksIn(links)),
    ...(values.length > 0 && { values }),
  };
}

const linksIn = (text: string): Pick<Line, "link"> => {
  const links = text.trim().split(/\s+/);
  return { link: links.length === 1 ? (links[0] as string) : links };
};

/** Lines that compute some quantities unless they say otherwise. */
const linked = (all: Fragment, links: string | undefined): Fragment =>
  links === undefined
    ? all
    : all.map((line) => ({ ...linksIn(links), ...line }));

/** Lines moved to the right. */
export function indented(lines: Fragment, by: number): Fragment {
  const space = " ".repeat(by);
  return lines.map((line) =>
    line.text === ""
      ? line
      : {
          ...line,
          text: space + line.text,
          ...(line.values && {
            values: line.values.map(({ from, to, link }) => ({
              from: from + by,
              to: to + by,
              link,
            })),
          }),
        },
  );
}

/**
 * Lines of a program. What is put in is a value (marked), code, or lines if it
 * stands alone in its line; lines of no length vanish with it. A line that ends
 * in `«pos dim»` computes these quantities. Indentation that all lines share is
 * taken away.
 */
export function lines(
  texts: TemplateStringsArray,
  ...parts: readonly Part[]
): Fragment {
  const source = texts.raw
    .map((text, k) => (k < parts.length ? `${text}${OPEN}${k}${CLOSE}` : text))
    .join("")
    .replace(/^\n/, "")
    .replace(/\n\s*$/, "");
  const rows = source.split("\n");
  const margin = Math.min(
    ...rows
      .filter((row) => row.trim() !== "")
      .map((row) => row.length - row.trimStart().length),
  );
  const all: Line[] = [];
  let vanished = false;
  for (const row of rows) {
    const alone = ALONE.exec(row);
    const part = parts[Number(alone?.[1])];
    if (alone && part !== undefined && isFragment(part)) {
      const by = row.length - row.trimStart().length - margin;
      all.push(...indented(linked(part, alone[2]), by));
      vanished = part.length === 0;
      continue;
    }
    const line = placed(row.slice(margin), parts);
    // The empty line behind lines that vanished would be one too many.
    const extra = vanished && (all.at(-1)?.text ?? "") === "";
    if (line.text !== "") vanished = false;
    if (line.text !== "" || !extra) all.push(line);
  }
  return all;
}

/** Lines that are there only if `condition` holds. */
export const when = (condition: boolean, fragment: Fragment): Fragment =>
  condition ? fragment : [];

/** The program as one text. */
export const textOf = ({ lines: rows }: Pick<Listing, "lines">): string =>
  `${rows.map(({ text }) => text).join("\n")}\n`;
