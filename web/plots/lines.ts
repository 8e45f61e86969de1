import { line } from "d3-shape";
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
 * @param x - index of a sample → px
 * @param y - value → px
 */
export function lineMark(
  samples: Samples,
  x: (index: number) => number,
  y: (value: number) => number,
  style: LineStyle,
): PathMark {
  const { data, start, stride, count } = samples;
  // Scales are affine: two numbers each are enough, and much faster.
  const x0 = x(0);
  const dx = count > 1 ? (x(count - 1) - x0) / (count - 1) : 0;
  const y0 = y(0);
  const dy = y(1) - y0;
  const shape = line<null>()
    .x((_, k) => x0 + k * dx)
    .y((_, k) => y0 + (data[start + k * stride] as number) * dy);
  const points = { length: count } as ArrayLike<null>;
  return {
    kind: "path",
    draw(pen) {
      shape.context(pen as CanvasRenderingContext2D)(points as null[]);
    },
    ...style,
  };
}
