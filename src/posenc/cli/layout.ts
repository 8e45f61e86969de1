// How help is laid out: heads on the left, texts on the right, 80 columns.

const WIDTH = 80;
const COLUMN = 23;

/** Words in lines, each begun with an indent. */
function linesOf(
  words: readonly string[],
  indent: string,
  width: number,
): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of words) {
    const next = line === indent ? line + word : `${line} ${word}`;
    if (next.length > width && line !== indent) {
      lines.push(line.trimEnd());
      line = indent + word;
    } else line = next;
  }
  return [...lines, line];
}

/** A text in lines, each begun with an indent. */
const filled = (text: string, indent: string): string =>
  linesOf(text.split(" "), indent, WIDTH).join("\n");

/** What a person types, which a shell reads as one line. */
export const typed = (text: string): string =>
  linesOf(text.split(" "), "  ", WIDTH - 4).join(" \\\n  ");

/** A name and what it is; each line of the text begins anew. */
export function entry(head: string, text: string): string {
  const indent = " ".repeat(COLUMN);
  const body = text
    .split("\n")
    .map((line) => filled(line, indent))
    .join("\n");
  return head.length + 4 > COLUMN
    ? `  ${head}\n${body}`
    : `  ${head}`.padEnd(COLUMN) + body.slice(COLUMN);
}

/** Names with what they are. */
export const entries = (list: readonly (readonly [string, string])[]): string =>
  list.map(([head, text]) => entry(head, text)).join("\n");
