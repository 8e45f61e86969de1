// Panels of all pairs of positions: a row per query, a column per key.
import { cellScale, integerTicks } from "../../plots/axes.ts";
import type { Mark, PathMark } from "../../plots/marks.ts";
import type { Text } from "../../words/text.ts";
import type { Steps } from "../gestures.ts";
import { outline } from "../highlights.ts";
import {
  type CellsPanel,
  cellAtPoint,
  cellRect,
  type Matrix,
} from "../panel.ts";
import type { Box, Painter, Shown } from "../spec.ts";
import { axes } from "./labelled-axes.ts";

/** Positions of the chosen pair; both count from 0. */
export interface PairState {
  readonly query: number;
  readonly key: number;
}

/** What differs from one such panel to the next. */
export interface PairCells<S, M> {
  readonly id: string;
  readonly title: (shown: Shown<S, M>) => string;
  readonly matrix: (shown: Shown<S, M>) => Matrix;
  readonly label: (shown: Shown<S, M>) => string;
  /** Largest side in px, wide and narrow. */
  readonly height?: readonly [wide: number, narrow: number];
  /** Marks above the cells, below the outline of the chosen pair. */
  readonly marks?: Painter<S, M>;
  /** Pairs that the query cannot see. */
  readonly hidden?: (shown: Shown<S, M>) => Hidden;
  readonly scale?: boolean;
  readonly attention?: CellsPanel<S, M>["attention"];
}

/** Tells whether a pair is hidden. */
export type Hidden = ((query: number, key: number) => boolean) | undefined;

export const pairWords = {
  query: { en: "Query position i", zh: "查询位置 i" },
  key: { en: "Key position j", zh: "键位置 j" },
  keys: {
    en: "All pairs of positions; arrow keys choose a query and a key.",
    zh: "全部位置对；方向键选择查询和键。",
  },
} as const satisfies Readonly<Record<string, Text>>;

const axisWords = {
  query: { en: "query i", zh: "查询 i" },
  key: { en: "key j", zh: "键 j" },
} as const;

/** The axes of a matrix of pairs. */
function pairAxes(
  { rows, columns }: Pick<Matrix, "rows" | "columns">,
  { query, key }: PairState,
  box: Box,
  lang: "en" | "zh",
): readonly Mark[] {
  return axes(
    {
      x: {
        scale: cellScale(columns, box.width),
        ticks: integerTicks(0, columns - 1, box.width, 32),
        marked: key,
        label: axisWords.key[lang],
      },
      y: {
        scale: cellScale(rows, box.height),
        ticks: integerTicks(0, rows - 1, box.height, 28),
        marked: query,
        label: axisWords.query[lang],
      },
    },
    box,
  );
}

/** Cells that are shut, with a stroke through each where there is room. */
export function shutCells(
  { rows, columns }: Pick<Matrix, "rows" | "columns">,
  box: Box,
  hidden: NonNullable<Hidden>,
): readonly PathMark[] {
  const all: (readonly [number, number, number, number])[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!hidden(row, column)) continue;
      all.push(cellRect({ rows, columns }, box, { row, column }));
    }
  }
  if (all.length === 0) return [];
  const wide = box.width / columns > 9;
  return [
    {
      kind: "path",
      draw: (pen) => {
        for (const [x, y, w, h] of all) pen.rect(x, y, w, h);
      },
      fill: "paper",
    },
    {
      kind: "path",
      draw: (pen) => {
        for (const [x, y, w, h] of all) {
          const inset = wide ? 0.3 : 0;
          pen.moveTo(x + inset * w, y + (1 - inset) * h);
          pen.lineTo(x + (1 - inset) * w, y + inset * h);
        }
      },
      stroke: "rule",
    },
  ];
}

/** A panel of pairs that hovers, drags and answers arrow keys. */
export function pairCells<S extends PairState, M>(
  given: PairCells<S, M>,
): CellsPanel<S, M> {
  const { id, title, matrix, label, marks, hidden, scale, attention } = given;
  const place = (
    shown: Shown<S, M>,
    at: { readonly x: number; readonly y: number },
    box: Box,
  ): Partial<S> => {
    const { row, column } = cellAtPoint(matrix(shown), box, at);
    return { query: row, key: column } as Partial<S>;
  };
  return {
    kind: "cells",
    id,
    title,
    matrix,
    label,
    height: given.height ?? [300, 280],
    aspect: 1,
    margin: { left: 44, right: 8, top: 24, bottom: 42 },
    ...(scale === undefined ? {} : { scale }),
    ...(attention === undefined ? {} : { attention }),
    marks(shown, box) {
      const { state, lang, link } = shown;
      const shape = matrix(shown);
      const shut = hidden?.(shown);
      const at = { row: state.query, column: state.key };
      const inside = at.row < shape.rows && at.column < shape.columns;
      return [
        ...(shut ? shutCells(shape, box, shut) : []),
        ...(marks?.(shown, box) ?? []),
        ...pairAxes(shape, state, box, lang),
        ...(inside
          ? outline(
              cellRect(shape, box, at),
              link === "query" || link === "key",
            )
          : []),
      ];
    },
    pointing: {
      cursor: "crosshair",
      vertical: true,
      keys: pairWords.keys,
      pick: place,
      steps: { x: "key", y: "query" } as Steps<S>,
    },
  };
}

/** A matrix of pairs whose colours are symmetric about zero. */
export function signed(
  values: Float32Array,
  rows: number,
  columns: number,
  reach?: number,
): Matrix {
  let most = reach ?? 0;
  if (reach === undefined) {
    for (const value of values) {
      if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
    }
  }
  // One part in a thousand, so that rounding does not change the colours.
  const top = most === 0 ? 1 : most;
  return { values, rows, columns, domain: [-top, top] };
}
