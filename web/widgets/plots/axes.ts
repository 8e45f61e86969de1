import { type ScaleLinear, scaleLinear } from "d3-scale";
import { type Mark, segment } from "./marks.ts";

/** What an axis needs. */
export interface Axis {
  /** Value → px along the axis. */
  readonly scale: ScaleLinear<number, number>;
  /** Values with a tick. */
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** A value marked in the accent colour; ticks too near to it give way. */
  readonly marked?: number;
}

/** Round numbers between two integers, no more than fit in `length` px. */
export function integerTicks(
  first: number,
  last: number,
  length: number,
  spacing: number,
): number[] {
  if (first === last) return [first];
  const wanted = Math.max(2, Math.floor(length / spacing));
  return scaleLinear()
    .domain([first, last])
    .ticks(wanted)
    .filter(Number.isInteger);
}

/** Index of a cell → the middle of its cell in px. */
export function cellScale(
  count: number,
  length: number,
): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([-0.5, count - 0.5])
    .range([0, length]);
}

/** px from one line of text to the next that keep them apart. */
const LINE = 12;

/**
 * Tells which of the rows have room for what is written beside them: all, or
 * each second, third …; around the chosen one those that would touch it give way.
 */
export function namedRows(
  count: number,
  length: number,
  chosen = -1,
): (row: number) => boolean {
  const height = length / count;
  const every = Math.max(1, Math.ceil(LINE / height));
  return (row) =>
    row === chosen ||
    (row % every === 0 &&
      (chosen < 0 || Math.abs(row - chosen) * height >= LINE));
}

const TICK = 4;

/**
 * The ticks and what is written at them. A label too near to the marked one is
 * left empty, not out: live axes then change in one place only.
 */
function labels(axis: Axis, nearest: number): [value: number, text: string][] {
  const { scale, ticks, marked, format } = axis;
  return ticks.map((value) => {
    const distance =
      marked === undefined
        ? Number.POSITIVE_INFINITY
        : Math.abs(scale(value) - scale(marked));
    return [value, distance < nearest ? "" : format(value)];
  });
}

/** An axis to the left of x = 0. */
export function leftAxis(axis: Axis): Mark[] {
  const { scale, format, marked } = axis;
  const marks: Mark[] = [];
  const put = (value: number, text: string, accent: boolean): void => {
    const y = scale(value);
    marks.push(
      segment(-TICK, y, 0, y, { stroke: accent ? "accent" : "ink3" }),
      {
        kind: "text",
        x: -TICK - 3,
        y: y + 4,
        text,
        anchor: "end",
        fill: accent ? "accent" : "ink2",
        bold: accent,
      },
    );
  };
  for (const [value, text] of labels(axis, 14)) put(value, text, false);
  if (marked !== undefined) put(marked, format(marked), true);
  return marks;
}

/** An axis below y = 0. */
export function bottomAxis(axis: Axis): Mark[] {
  const { scale, format, marked } = axis;
  const [start = 0, end = 0] = scale.range();
  const marks: Mark[] = [];
  const put = (value: number, text: string, accent: boolean): void => {
    const x = scale(value);
    // Labels at the ends stay inside the plot.
    const half = text.length * 3.6;
    const middle = Math.min(end - half + 6, Math.max(start + half - 6, x));
    marks.push(segment(x, 0, x, TICK, { stroke: accent ? "accent" : "ink3" }), {
      kind: "text",
      x: end - start > 2 * half ? middle : x,
      y: TICK + 13,
      text,
      anchor: "middle",
      fill: accent ? "accent" : "ink2",
      bold: accent,
    });
  };
  for (const [value, text] of labels(axis, 34)) put(value, text, false);
  if (marked !== undefined) put(marked, format(marked), true);
  return marks;
}
