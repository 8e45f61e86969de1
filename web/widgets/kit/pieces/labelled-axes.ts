// Axes of a plot with their labels.
import type { ScaleLinear, ScaleLogarithmic } from "d3-scale";
import { bottomAxis, leftAxis } from "../../plots/axes.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { group } from "../../words/text.ts";
import type { Box } from "../spec.ts";

type AnyScale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/** One axis. */
export interface AxisSpec {
  readonly scale: AnyScale;
  /** What it counts, with its unit. */
  readonly label?: string;
  readonly ticks?: readonly number[];
  readonly format?: (value: number) => string;
  /** A value marked in the accent colour. */
  readonly marked?: number;
}

/** Margin of a plot that has labels on both axes. */
export const AXES = { left: 52, right: 12, top: 26, bottom: 42 } as const;

const whole = (value: number): string => group(String(value));

function axisOf({ scale, ticks, format, marked }: AxisSpec, wanted: number) {
  return {
    scale: scale as ScaleLinear<number, number>,
    ticks: ticks ?? scale.ticks(wanted),
    format: format ?? whole,
    ...(marked === undefined ? {} : { marked }),
  };
}

/** A frame's two axes; the left one's label stands above it. */
export function axes(
  { x, y }: { readonly x?: AxisSpec; readonly y?: AxisSpec },
  { width, height }: Box,
): Mark[] {
  const marks: Mark[] = [];
  if (y) {
    const wanted = Math.max(2, Math.floor(height / 44));
    marks.push(segment(0, 0, 0, height, { stroke: "rule" }));
    marks.push(...leftAxis(axisOf(y, wanted)));
    if (y.label) marks.push(label(-44, -12, y.label, "start"));
  }
  if (x) {
    const wanted = Math.max(2, Math.floor(width / 84));
    const below = bottomAxis(axisOf(x, wanted));
    marks.push(segment(0, height, width, height, { stroke: "rule" }));
    marks.push({ kind: "group", x: 0, y: height, marks: below });
    if (x.label) marks.push(label(width, height + 36, x.label, "end"));
  }
  return marks;
}

const label = (
  x: number,
  y: number,
  text: string,
  anchor: "start" | "end",
): Mark => ({ kind: "text", x, y, text, anchor, fill: "ink2" });
