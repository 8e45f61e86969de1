// Step 11: how often each design is right, against the length, which the line
// of positions has become the axis of.
import { clamp, lerp } from "../../plots/easing.ts";
import type { Mark } from "../../plots/marks.ts";
import type { Curve, Task } from "../model-answers.ts";
import { onStage, percent } from "../stage-words.ts";
import { mix, numberIn, presence, type Take } from "../take.ts";
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
export const taskOf = (take: Take): Task | undefined => take.answers.task;

/** Labels at the right end, no two upon each other. */
function spread(places: readonly number[], least: number): number[] {
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
  return result;
}

export function chart(take: Take): Mark[] {
  const shown = presence(take, 11);
  if (shown < 0.01) return [];
  const line = rulerOf(take);
  const task = taskOf(take);
  const tall = mix(take, (k) => (k === 11 ? chartHeight(take) : 8));
  const yOf = (right: number): number => line.y - right * tall;
  if (!task) {
    const y = line.y - tall / 2;
    return faded(shown, [
      said(take.frame.width / 2, y, onStage.loading[take.lang], "ink3", {
        anchor: "middle",
      }),
    ]);
  }
  const reached = numberIn(take, 11);
  const marks: Mark[] = [
    said(line.left, line.y - tall - 38, task.name[take.lang], "ink", {
      bold: true,
      size: 20,
    }),
  ];
  const x = placeOn(line, reached);
  marks.push(
    rounded({ x, y: line.y - tall / 2, width: 2, height: tall }, 1, {
      fill: "accent",
      opacity: 0.5,
    }),
  );
  const ends = task.curves.map((curve) => yOf(rightAt(curve, reached)));
  const labels = spread(ends, 28);
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
  const isRight = x < take.frame.width * 0.62;
  for (const [k, curve] of task.curves.entries()) {
    const text = `${curve.name[take.lang]} ${percent(rightAt(curve, reached))}`;
    const y = (labels[k] as number) + (isRight ? 6 : -10);
    const width = text.length * (take.lang === "zh" ? 15 : 10.5);
    const middle = x + (isRight ? 1 : -1) * (14 + width / 2);
    marks.push(
      // Curves pass below their names.
      rounded({ x: middle, y: y - 6, width, height: 28 }, 6, {
        fill: "paper",
        opacity: 0.85,
      }),
      said(x + (isRight ? 14 : -14), y, text, curve.color, {
        anchor: isRight ? "start" : "end",
        bold: true,
        size: 18,
      }),
    );
  }
  marks.push(...knob(x, line.y));
  return faded(shown, marks);
}
