// Step 11: how often each design is right, against the length, which the line
// of positions has become the axis of.
import { clamp, lerp } from "../../../widgets/plots/easing.ts";
import { type Mark, segment } from "../../../widgets/plots/marks.ts";
import type { Curve, Task } from "../model-answers.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { onStage, percent } from "../stage-words.ts";
import { chartHeight, knob, placeOn, rulerOf } from "./ruler.ts";
import { faded, rounded, said } from "./shapes.ts";

/** A curve between its points. */
export function rightAt({ points }: Curve, at: number): number {
  const next = points.findIndex(([x]) => x >= at);
  if (next < 0) return points.at(-1)?.[1] ?? 0;
  const [x2, y2] = points[next] as readonly [number, number];
  const [x1, y1] = points[Math.max(0, next - 1)] as readonly [number, number];
  return x2 === x1 ? y2 : lerp(y1, y2, clamp((at - x1) / (x2 - x1)));
}

/** The task that is shown. */
export const taskOf = (stage: StageState): Task | undefined =>
  stage.answers.task;

/** Labels beside the ends of their curves: none on another, none below `most`. */
function spread(
  places: readonly number[],
  least: number,
  most: number,
): number[] {
  const order = places
    .map((_, k) => k)
    .sort((a, b) => {
      return (places[a] as number) - (places[b] as number);
    });
  const result = [...places];
  let above = -Infinity;
  for (const k of order) {
    above = Math.max(result[k] as number, above + least);
    result[k] = above;
  }
  let below = most + least;
  for (const k of order.toReversed()) {
    below = Math.min(result[k] as number, below - least);
    result[k] = below;
  }
  return result;
}

export function chart(stage: StageState): Mark[] {
  const shown = presence(stage, 11);
  if (shown < 0.01) return [];
  const line = rulerOf(stage);
  const task = taskOf(stage);
  const tall = mix(stage, (k) => (k === 11 ? chartHeight(stage) : 8));
  const yOf = (right: number): number => line.y - right * tall;
  if (!task) {
    const y = line.y - tall / 2;
    return faded(shown, [
      said(stage.frame.width / 2, y, onStage.loading[stage.lang], "ink3", {
        anchor: "middle",
      }),
    ]);
  }
  const reached = numberIn(stage, 11);
  const marks: Mark[] = [
    said(line.left, line.y - tall - 38, task.name[stage.lang], "ink", {
      bold: true,
      size: 20,
    }),
  ];
  for (const share of [0, 0.5, 1]) {
    const y = yOf(share);
    const text = share === 0 ? "0" : percent(share);
    marks.push(
      said(line.left - 12, y + 6, text, "ink3", { anchor: "end", size: 16 }),
      segment(line.left - 6, y, line.left, y, { stroke: "rule", width: 2 }),
    );
  }
  const x = placeOn(line, reached);
  marks.push(
    rounded({ x, y: line.y - tall / 2, width: 2, height: tall }, 1, {
      fill: "accent",
      opacity: 0.5,
    }),
  );
  const ends = task.curves.map((curve) => yOf(rightAt(curve, reached)));
  const labels = spread(ends, 28, line.y - 34);
  for (const curve of task.curves) {
    marks.push({
      kind: "path",
      draw(pen) {
        let begun = false;
        const to = (at: number, right: number): void => {
          if (begun) pen.lineTo(placeOn(line, at), yOf(right));
          else pen.moveTo(placeOn(line, at), yOf(right));
          begun = true;
        };
        for (const [at, right] of curve.points) {
          if (at > reached) break;
          to(at, right);
        }
        to(reached, rightAt(curve, reached));
      },
      stroke: curve.color,
      width: 4.5,
    });
  }
  // Before their curves, which end here.
  for (const [k, curve] of task.curves.entries()) {
    const text = `${curve.name[stage.lang]} ${percent(rightAt(curve, reached))}`;
    marks.push(
      said(x + 14, (labels[k] as number) + 6, text, curve.color, {
        bold: true,
        size: 17,
      }),
    );
  }
  marks.push(...knob(x, line.y));
  return faded(shown, marks);
}
