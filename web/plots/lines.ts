import type { Ink, PathMark } from "./marks.ts";

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
    const band = bandMark(samples, { x0, dx, y0, dy });
    return { ...band, ...style, fill: style.stroke };
  }
  return {
    kind: "path",
    draw(pen) {
      pen.moveTo(x0, y0 + (data[start] as number) * dy);
      for (let k = 1, at = start + stride; k < count; k += 1, at += stride) {
        pen.lineTo(x0 + k * dx, y0 + (data[at] as number) * dy);
      }
    },
    ...style,
  };
}

interface Affine {
  readonly x0: number;
  readonly dx: number;
  readonly y0: number;
  readonly dy: number;
}

/** The outline of what a line covers: the highest of each px, then the lowest. */
function bandMark(samples: Samples, { x0, dx, y0, dy }: Affine): PathMark {
  const { data, start, stride, count } = samples;
  const columns = Math.max(1, Math.ceil(Math.abs(dx) * (count - 1)));
  const range = (c: number) => {
    const first = Math.floor((c * (count - 1)) / columns);
    // Neighbours share a sample, so that the band has no gap.
    const last = Math.floor(((c + 1) * (count - 1)) / columns);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = first; k <= last; k += 1) {
      const value = data[start + k * stride] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { low, high };
  };
  return {
    kind: "path",
    draw(pen) {
      const at = (c: number): number =>
        x0 + ((c + 0.5) * dx * (count - 1)) / columns;
      const ranges = Array.from({ length: columns }, (_, c) => range(c));
      const end = x0 + dx * (count - 1);
      const edge = (k: number, px: number) =>
        [px, y0 + (data[start + k * stride] as number) * dy] as const;
      pen.moveTo(...edge(0, x0));
      ranges.forEach(({ high }, c) => {
        pen.lineTo(at(c), y0 + high * dy);
      });
      pen.lineTo(...edge(count - 1, end));
      for (const [k, { low }] of ranges.reverse().entries()) {
        pen.lineTo(at(columns - 1 - k), y0 + low * dy);
      }
      pen.closePath();
    },
  };
}
