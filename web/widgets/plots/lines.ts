import type { Ink, PathMark, Pen } from "./marks.ts";

/** Numbers at equal distances, read in place from a larger array. */
export interface Samples {
  readonly data: ArrayLike<number>;
  /** Index of the first number. */
  readonly start: number;
  /** Distance between neighbours in `data`. */
  readonly stride: number;
  readonly count: number;
}

/** How one line looks. */
export interface LineStyle {
  readonly stroke: Ink;
  readonly width?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
}

/** Steps of a line that are drawn at once. */
const PIECE = 64;

/** Fewer px than this between samples, and the line is drawn as a band. */
const DENSE_PX = 0.5;

/**
 * A line through equally spaced samples; where they are denser than the screen,
 * the band between the lowest and the highest in each px, which looks the same
 * and takes a fraction of the time.
 *
 * @param x - index of a sample → px, an affine scale
 * @param y - value → px, an affine scale
 */
export function lineMark(
  samples: Samples,
  x: (index: number) => number,
  y: (value: number) => number,
  style: LineStyle,
): PathMark {
  const { data, start, stride, count } = samples;
  // Two numbers say all of an affine scale; calling it per point costs time.
  const x0 = x(0);
  const dx = count > 1 ? (x(count - 1) - x0) / (count - 1) : 0;
  const y0 = y(0);
  const dy = y(1) - y0;
  if (count > 1 && Math.abs(dx) < DENSE_PX) {
    const { stroke, width = 1, ...rest } = style;
    const band = bandMark(samples, { x0, dx, y0, dy }, width / 2);
    return { ...band, ...rest, fill: stroke };
  }
  const from = (first: number, last: number) => (pen: Pen) => {
    let at = start + first * stride;
    pen.moveTo(x0 + first * dx, y0 + (data[at] as number) * dy);
    for (let k = first + 1; k <= last; k += 1) {
      at += stride;
      pen.lineTo(x0 + k * dx, y0 + (data[at] as number) * dy);
    }
  };
  return {
    kind: "path",
    draw: from(0, count - 1),
    pieces: inPieces(count - 1, from),
    ...style,
  };
}

/** Steps from 0 to `last` in runs that share their ends. */
function inPieces(
  last: number,
  from: (first: number, last: number) => (pen: Pen) => void,
): readonly ((pen: Pen) => void)[] {
  const runs = Math.max(1, Math.ceil(last / PIECE));
  return Array.from({ length: runs }, (_, k) =>
    from(k * PIECE, Math.min(last, (k + 1) * PIECE)),
  );
}

interface Affine {
  readonly x0: number;
  readonly dx: number;
  readonly y0: number;
  readonly dy: number;
}

/** What a line covers in one px, as y. */
interface Range {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The outline of what a line covers: its upper edge, then the lower one.
 *
 * @param half - of the line's width
 */
function bandMark(
  { data, start, stride, count }: Samples,
  { x0, dx, y0, dy }: Affine,
  half: number,
): PathMark {
  const columns = Math.max(1, Math.ceil(Math.abs(dx) * (count - 1)));
  const range = (c: number): Range => {
    const first = Math.floor((c * (count - 1)) / columns);
    // Neighbours share a sample, so that the band has no gap.
    const last = Math.floor(((c + 1) * (count - 1)) / columns);
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (let k = first; k <= last; k += 1) {
      const y = y0 + (data[start + k * stride] as number) * dy;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    return { top: top - half, bottom: bottom + half };
  };
  const ranges = Array.from({ length: columns }, (_, c) => range(c));
  // The middles of the columns, and before and after them the line's own ends.
  const outer = [ranges[0], ...ranges, ranges[columns - 1]] as Range[];
  const place = (c: number): number => {
    const middle = ((c - 0.5) * (count - 1)) / columns;
    return x0 + dx * Math.max(0, Math.min(count - 1, middle));
  };
  const from = (first: number, last: number) => (pen: Pen) => {
    pen.moveTo(place(first), (outer[first] as Range).top);
    for (let c = first + 1; c <= last; c += 1) {
      pen.lineTo(place(c), (outer[c] as Range).top);
    }
    for (let c = last; c >= first; c -= 1) {
      pen.lineTo(place(c), (outer[c] as Range).bottom);
    }
    pen.closePath();
  };
  return {
    kind: "path",
    draw: from(0, columns + 1),
    pieces: inPieces(columns + 1, from),
  };
}
