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

/**
 * A line through equally spaced samples.
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
