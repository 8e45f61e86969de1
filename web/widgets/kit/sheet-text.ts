// Texts on a sheet for files, where no browser measures and breaks them.
import { type Mark, segment, textMark } from "../plots/marks.ts";
import { widthOf } from "../plots/text-width.ts";
import type { Key } from "./panel.ts";

/** Room around a sheet. */
export const EDGE = 24;
/** Height of a line of small text. */
export const LINE = 18;

/** Share of a line that is filled: some system fonts are wider than reckoned. */
const FILLED = 0.94;

/** Lines that fit a width, broken at spaces or between CJK characters. */
export function wrapped(line: string, width: number, size: number): string[] {
  // Only at plain spaces: a narrow one stands inside numbers.
  const parts =
    line.match(/[“‘]*[\u2e80-\uffef]|[^ \u2e80-\uffef]+ *| +/g) ?? [];
  const lines: string[] = [];
  let current = "";
  for (const part of parts) {
    // Closing punctuation does not begin a line.
    const closing = /^[，。、；：？！）》」』”’]/.test(part);
    const full = widthOf(current + part.trimEnd(), size) > FILLED * width;
    if (full && current !== "" && !closing) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += part;
  }
  return [...lines, current.trimEnd()];
}

/** HTML of a finding as plain text. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** Marks, and how far down they reach. */
export interface Block {
  readonly marks: readonly Mark[];
  readonly height: number;
}

/** The finding and a sentence at the top of a sheet of this width. */
export function heading(
  finding: string,
  sentence: string,
  width: number,
): Block {
  const room = width - 2 * EDGE;
  const marks: Mark[] = [];
  let height = EDGE;
  // Bold letters are wider by a tenth.
  for (const line of wrapped(plain(finding), room, 16.5)) {
    const style = { size: 15, bold: true };
    marks.push(textMark(EDGE, height + 12, line, "ink", style));
    height += 22;
  }
  for (const line of wrapped(sentence, room, 12)) {
    marks.push(textMark(EDGE, height + 12, line));
    height += LINE;
  }
  return { marks, height };
}

/** The keys of a legend, in lines that fit a width. */
export function legendMarks(
  keys: readonly Key[],
  [left, top]: readonly [number, number],
  width: number,
): Block {
  const marks: Mark[] = [];
  let [x, y] = [left, top + 14];
  for (const { ink, text, dashed } of keys) {
    const room = 20 + widthOf(text, 12);
    if (x > left && x + room > left + width) [x, y] = [left, y + LINE];
    const line = { stroke: ink, width: 2.5, ...(dashed && { dash: [4, 3] }) };
    marks.push(segment(x, y - 4, x + 14, y - 4, line));
    marks.push(textMark(x + 20, y, text));
    x += room + 16;
  }
  return { marks, height: y - top + 10 };
}
