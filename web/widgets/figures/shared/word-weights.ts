// Attention weights with words along both edges.
import { outline } from "../../kit/highlights.ts";
import { cellRect, type Matrix } from "../../kit/panel.ts";
import type { Box } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { widthOf } from "../../plots/text-width.ts";
import { quantity, scientific } from "../../words/text.ts";

/** Room for the words. */
export const WORD_MARGIN = { left: 64, right: 8, top: 44, bottom: 8 } as const;

const SIZE = 12;

/** A word that fits a width, cut short if it must be. */
export function fitting(word: string, width: number): string {
  if (widthOf(word, SIZE) <= width) return word;
  const letters = [...word];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`, SIZE) > width) {
    letters.pop();
  }
  return `${letters.join("")}…`;
}

/** Words beside the rows and above the columns of a square matrix. */
export function wordEdges(
  words: readonly string[],
  box: Box,
  at: { readonly row?: number; readonly column?: number },
): Mark[] {
  const [w, h] = [box.width / words.length, box.height / words.length];
  // Where columns are narrow, every second word stands a line higher.
  const narrow = words.some((word) => widthOf(word, SIZE) > w - 2);
  return words.flatMap((word, k): Mark[] => {
    const high = narrow && k % 2 === 1;
    return [
      {
        kind: "text",
        x: -8,
        y: (k + 0.5) * h + 4,
        text: fitting(word, WORD_MARGIN.left - 12),
        anchor: "end",
        size: SIZE,
        fill: k === at.row ? "accent" : "ink2",
        bold: k === at.row,
      },
      {
        kind: "text",
        x: (k + 0.5) * w,
        y: high ? -24 : -8,
        text: fitting(word, (narrow ? 2 * w : w) - 4),
        anchor: "middle",
        size: SIZE,
        fill: k === at.column ? "accent" : "ink2",
        bold: k === at.column,
      },
    ];
  });
}

/** The outline of one cell. */
export const cellOutline = (
  matrix: Pick<Matrix, "rows" | "columns">,
  box: Box,
  row: number,
  column: number,
): readonly Mark[] => outline(cellRect(matrix, box, { row, column }));

/** A difference: rounding errors in powers of ten. */
export const gapText = (value: number): string =>
  value !== 0 && value < 1e-3 ? scientific(value, 2) : quantity(value, 2);

/** "0.37", without the zero where there are many cells. */
export const weightText = (value: number): string =>
  value
    .toFixed(2)
    .replace(/^0/, "")
    .replace(/^1\.00$/, "1");
