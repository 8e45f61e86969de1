// What a panel of a figure may be: cells (a matrix on a canvas), marks (lines,
// dials, blocks) or HTML. The live view and the sheet for files both read this.
import type { MapName } from "../plots/color.ts";
import type { Ink } from "../plots/marks.ts";
import type { Domain } from "../plots/pixels.ts";
import type { Text } from "../words/text.ts";
import type { Gestures } from "./gestures.ts";
import type { Box, Painter, Shown } from "./spec.ts";

/** Room around a plot for its axes, in px. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const MARGIN: Margin = { left: 44, right: 8, top: 6, bottom: 40 };

/** A matrix to be coloured. */
export interface Matrix {
  /** Row-major. */
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Lowest and highest value of the colours. */
  readonly domain: Domain;
  /** Default "diverging". */
  readonly map?: MapName;
  /** Write the values into the cells where there is room. */
  readonly format?: (value: number) => string;
}

/** One entry of a legend. */
export interface Key {
  readonly ink: Ink;
  readonly text: string;
  readonly dashed?: boolean;
}

/** Where weights of attention come from, as titles say it. */
export const WEIGHTS = {
  random: { en: "random, not trained", zh: "随机，未经训练" },
  made: { en: "set by hand, not trained", zh: "手工设定，未经训练" },
  trained: { en: "trained", zh: "训练得到" },
  given: { en: "given by this page", zh: "本页自备" },
} as const satisfies Readonly<Record<string, Text>>;

interface PanelBase<S, M> {
  /** Also its name for styles: `.pane-<id>`. */
  readonly id: string;
  /** It draws attention: where the weights come from stands in the title. */
  readonly attention?: keyof typeof WEIGHTS;
  /** The same in other words than these: see own-words.ts. */
  readonly from?: string;
  /** It answers what is asked of the figure: unseen before the guess. */
  readonly answers?: true;
  /** The line above it. */
  readonly title?: (shown: Shown<S, M>) => string;
  readonly legend?: (shown: Shown<S, M>) => readonly Key[];
  /** What it shows now, for those who cannot see it. */
  readonly label: (shown: Shown<S, M>) => string;
}

interface PlotBase<S, M> extends PanelBase<S, M> {
  /** Height of the plot in px, without the margin; also where it is narrow. */
  readonly height: number | readonly [wide: number, narrow: number];
  /** Height as a share of the plot's width instead, at most `height`. */
  readonly aspect?: number;
  readonly margin?: Partial<Margin>;
  readonly pointing?: Gestures<S, M>;
}

/** A matrix, painted cell by cell; `marks` go on top. */
export interface CellsPanel<S, M> extends PlotBase<S, M> {
  readonly kind: "cells";
  readonly matrix: (shown: Shown<S, M>) => Matrix;
  /** Show the colours with their numbers; default true. */
  readonly scale?: boolean;
  readonly marks?: Painter<S, M>;
}

/** Marks: axes, lines, dials. */
export interface PlotPanel<S, M> extends PlotBase<S, M> {
  readonly kind: "plot";
  readonly marks: Painter<S, M>;
  /** Marks with thousands of points, painted on a canvas below the others. */
  readonly canvas?: Painter<S, M>;
}

/** HTML: numbers, tables, sentences. Marks say the same for files. */
export interface HtmlPanel<S, M> extends PanelBase<S, M> {
  readonly kind: "html";
  /** px that it takes, wide and narrow, if more or less than two lines. */
  readonly tall?: number | readonly [wide: number, narrow: number];
  readonly html: (shown: Shown<S, M>) => string;
  /** Presses of its buttons: `data-set="pos=3 dim=4"` needs no code at all. */
  readonly press?: (name: string, shown: Shown<S, M>) => Partial<S> | undefined;
  /** The same in lines of text, for PNG and SVG. */
  readonly lines: (shown: Shown<S, M>) => readonly string[];
}

/** What is drawn, and can be dragged. */
export type Drawn<S = Record<string, unknown>, M = unknown> =
  | CellsPanel<S, M>
  | PlotPanel<S, M>;

export type Panel<S, M> = CellsPanel<S, M> | PlotPanel<S, M> | HtmlPanel<S, M>;

/** The line above a panel, with where its weights come from. */
export function titleOf<S, M>(
  { title, attention, from: said }: Panel<S, M>,
  shown: Shown<S, M>,
): string {
  const text = title?.(shown) ?? "";
  const usual = attention === undefined ? "" : WEIGHTS[attention][shown.lang];
  const from = said ?? usual;
  if (text === "" || from === "") return text + from;
  return shown.lang === "zh" ? `${text}（${from}）` : `${text} (${from})`;
}

export function marginOf<S, M>(panel: Panel<S, M>): Margin {
  return panel.kind === "html" ? MARGIN : { ...MARGIN, ...panel.margin };
}

/** Height of a panel's plot at a width; narrow is what a phone has. */
export function heightOf<S, M>(
  panel: CellsPanel<S, M> | PlotPanel<S, M>,
  width: number,
  narrow: boolean,
): number {
  const { height, aspect } = panel;
  const [wide, small] = typeof height === "number" ? [height, height] : height;
  const most = narrow ? small : wide;
  return aspect === undefined
    ? most
    : Math.max(1, Math.min(most, Math.round(width * aspect)));
}

/** Row and column of a cell. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The rectangle of one cell, or of a block of cells, in px. */
export function cellRect(
  { rows, columns }: Pick<Matrix, "rows" | "columns">,
  box: Box,
  at: CellPlace & { readonly height?: number; readonly width?: number },
): readonly [x: number, y: number, width: number, height: number] {
  const w = box.width / columns;
  const h = box.height / rows;
  return [at.column * w, at.row * h, w * (at.width ?? 1), h * (at.height ?? 1)];
}

/** The cell at a point of the plot, clamped to the matrix. */
export function cellAtPoint(
  { rows, columns }: Pick<Matrix, "rows" | "columns">,
  box: Box,
  point: { readonly x: number; readonly y: number },
): CellPlace {
  const pick = (at: number, size: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor((at / (size || 1)) * count)));
  return {
    row: pick(point.y, box.height, rows),
    column: pick(point.x, box.width, columns),
  };
}
