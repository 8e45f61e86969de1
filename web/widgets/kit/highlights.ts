// Marks that many figures need.
import {
  colorMap,
  cssColor,
  type MapName,
  type Theme,
} from "../plots/color.ts";
import type { Color, Mark, PathMark, TextMark } from "../plots/marks.ts";
import { widthOf } from "../plots/text-width.ts";
import { type CellPlace, cellRect, type Matrix } from "./panel.ts";
import type { Box } from "./spec.ts";

/** A rectangle. */
export function rect(
  [x, y, width, height]: readonly [number, number, number, number],
  style: Omit<PathMark, "kind" | "draw">,
): PathMark {
  return {
    kind: "path",
    draw: (pen) => pen.rect(x, y, width, height),
    ...style,
  };
}

/** A text on a strip of paper, so that what is below does not cross it. */
export function onPaper(text: TextMark): readonly [paper: Mark, text: Mark] {
  const { x, y, anchor = "start", size = 12 } = text;
  const width = (text.bold ? 1.2 : 1) * widthOf(text.text, size) + 6;
  const left = x - { start: 3, middle: width / 2, end: width - 3 }[anchor];
  return [
    rect([left, y - size, width, 1.33 * size], {
      fill: "paper",
      opacity: 0.9,
    }),
    text,
  ];
}

/** An outline that shows on any colour below it. */
export function outline(
  at: readonly [number, number, number, number],
  linked = false,
): readonly Mark[] {
  return [
    rect(at, { stroke: "paper", width: 3.5, opacity: 0.75 }),
    rect(at, { stroke: linked ? "accent" : "ink", width: linked ? 2.5 : 1.25 }),
  ];
}

/** The row and the column of a cell, outlined over a matrix. */
export function crosshair(
  matrix: Pick<Matrix, "rows" | "columns">,
  box: Box,
  { row, column }: CellPlace,
  link: { readonly row?: boolean; readonly column?: boolean } = {},
): readonly Mark[] {
  const { rows, columns } = matrix;
  return [
    ...outline(
      cellRect(matrix, box, { row, column: 0, width: columns }),
      link.row,
    ),
    ...outline(
      cellRect(matrix, box, { row: 0, column, height: rows }),
      link.column,
    ),
  ];
}

/** The colour that a map gives to a share from 0 to 1. */
export function tint(map: MapName, theme: Theme, share: number): Color {
  const bin = Math.min(255, Math.max(0, Math.round(share * 255)));
  return cssColor(colorMap(map, theme)[bin] as number);
}

/**
 * Which of the two is read better on the colour that a map gives to a share:
 * the text's own colour or that of the paper.
 */
export function inkOn(
  map: MapName,
  theme: Theme,
  share: number,
): "ink" | "paper" {
  const bin = Math.min(255, Math.max(0, Math.round(share * 255)));
  const pixel = colorMap(map, theme)[bin] as number;
  const [r = 0, g = 0, b = 0] = [0, 8, 16].map((shift) => {
    const c = ((pixel >> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  // At this luminance black and white have the same contrast.
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.196;
  return light === (theme === "light") ? "ink" : "paper";
}

/** px: lowest cell with a number, and smallest number. */
const LEAST = { height: 16, size: 9 } as const;

/** Width of a digit, in sizes of the font. */
const DIGIT = 0.6;

/** The values of a matrix in its cells, where all of them have room. */
export function cellNumbers(
  matrix: Matrix,
  box: Box,
  theme: Theme,
): readonly Mark[] {
  const { format, rows, columns, values, domain } = matrix;
  const map = matrix.map ?? "diverging";
  if (!format) return [];
  const [width, height] = [box.width / columns, box.height / rows];
  if (height < LEAST.height || width - 4 < LEAST.size * DIGIT) return [];
  const texts = Array.from(values.subarray(0, rows * columns), (value) =>
    format(value),
  );
  const longest = Math.max(...texts.map((text) => text.length));
  // Those that fit alone would be a choice without a reason.
  const size = Math.min(
    13,
    Math.max(10, height * 0.42),
    (width - 4) / (longest * DIGIT),
  );
  if (size < LEAST.size) return [];
  const marks: Mark[] = [];
  const [low, high] = domain;
  for (const [k, text] of texts.entries()) {
    const value = values[k] as number;
    const [x, y] = [k % columns, Math.floor(k / columns)];
    marks.push({
      kind: "text",
      x: (x + 0.5) * width,
      y: (y + 0.5) * height + size * 0.36,
      text,
      size,
      anchor: "middle",
      fill: inkOn(map, theme, (value - low) / (high - low || 1)),
    });
  }
  return marks;
}
