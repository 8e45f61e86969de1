// Two tokens that move through a text together: their scores, and the picture
// of the scores against the place.
import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import type { Box } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import { decimals } from "../../words/text.ts";

/** Scores of row n of a with row n of b, for all of their rows. */
export function rowScores(a: Tensor, b: Tensor, width: number): Float32Array {
  const root = Math.sqrt(width);
  return Float32Array.from({ length: a.data.length / width }, (_, n) => {
    let sum = 0;
    for (let c = n * width; c < (n + 1) * width; c += 1) {
      sum += (a.data[c] as number) * (b.data[c] as number);
    }
    return sum / root;
  });
}

/** Largest less smallest score. */
export const spreadOf = (scores: Float32Array): number =>
  Math.max(...scores) - Math.min(...scores);

/** A curve of scores; that of `accent` is the one that stays level. */
export interface Scores {
  readonly values: Float32Array;
  readonly ink: Ink;
  /** Whether it has a point where the key stands. */
  readonly isRead: boolean;
}

/**
 * Curves of scores against the place of the key, which is `slide`.
 *
 * @param reach - scores that have room, besides 0
 */
export function slidingMarks(
  curves: readonly Scores[],
  at: { readonly slide: number; readonly reach: readonly number[] },
  labels: { readonly slide: string; readonly score: string },
  box: Box,
): readonly Mark[] {
  const count = curves[0]?.values.length ?? 0;
  const low = Math.min(0, ...at.reach);
  const high = Math.max(0, ...at.reach);
  const room = 0.08 * (high - low || 1);
  const x = scaleLinear()
    .domain([0, count - 1])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([low - room, high + room])
    .range([box.height, 0]);
  const px = x(at.slide);
  return [
    ...axes(
      {
        x: { scale: x, label: labels.slide, marked: at.slide },
        y: { scale: y, label: labels.score, format: (v) => decimals(v, 1) },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    segment(px, 0, px, box.height, { stroke: "ink3" }),
    ...curves.map(({ values, ink }) =>
      lineMark({ data: values, start: 0, stride: 1, count }, x, y, {
        stroke: ink,
        ...(ink === "accent" && { width: 2 }),
      }),
    ),
    ...curves
      .filter(({ isRead }) => isRead)
      .map(({ values, ink }) =>
        circle(px, y(values[at.slide] as number), 4, { fill: ink }),
      ),
  ];
}
