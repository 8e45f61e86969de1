// Charts of two tasks: how often each design is right, against the length, which
// the line of positions has become the axis of.
import { clamp, lerp } from "../../../widgets/plots/easing.ts";
import { type Mark, segment } from "../../../widgets/plots/marks.ts";
import { STEP } from "../moments.ts";
import {
  type Curve,
  type Point,
  type Task,
  whoDidIt,
} from "../reach-curves.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { measuredText, onStage, percent } from "../stage-words.ts";
import { GESTURES } from "../step-gestures.ts";
import { chartHeight, knob, placeOn, rulerOf } from "./ruler.ts";
import { faded, rounded, said } from "./shapes.ts";

/** A curve between its points. */
export function pointAt({ points }: Curve, at: number): Point {
  const next = points.findIndex((point) => point.at >= at);
  const [first, last] = [points[0], points.at(-1)] as [Point, Point];
  if (next <= 0) return { ...(next < 0 ? last : first), at };
  const [a, b] = [points[next - 1], points[next]] as [Point, Point];
  const share = clamp((at - a.at) / (b.at - a.at));
  return {
    at,
    mean: lerp(a.mean, b.mean, share),
    low: lerp(a.low, b.low, share),
    high: lerp(a.high, b.high, share),
  };
}

/** The task of a step, once its results are there. */
export const taskOf = (stage: StageState, step: number): Task | undefined =>
  step === STEP.reach ? whoDidIt : stage.answers.backwards;

/** The last length of both axes. */
const LONGEST = GESTURES[STEP.reach]?.max ?? 0;

/** How far the curves of a step have come, in words. */
export function reachedIn(stage: StageState, step: number): number {
  const value = numberIn(stage, step);
  if (step === STEP.reach) return value;
  const first = taskOf(stage, step)?.curves[0]?.points[0]?.at ?? 0;
  return lerp(first, LONGEST, value);
}

/** Labels beside the ends of their curves: none on another, none below `most`. */
function spread(
  places: readonly number[],
  least: number,
  most: number,
): number[] {
  const order = places
    .map((_, k) => k)
    .sort((a, b) => (places[a] as number) - (places[b] as number));
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

/** What a curve has been up to a length, which it ends at. */
function upTo(curve: Curve, reached: number): readonly Point[] {
  const passed = curve.points.filter(({ at }) => at < reached);
  return [...passed, pointAt(curve, reached)];
}

interface Scales {
  readonly x: (at: number) => number;
  readonly y: (share: number) => number;
}

function curveMarks(
  curve: Curve,
  reached: number,
  { x, y }: Scales,
): readonly [band: Mark, line: Mark] {
  const points = upTo(curve, reached);
  return [
    {
      kind: "path",
      draw(pen) {
        for (const [k, { at, high }] of points.entries()) {
          if (k === 0) pen.moveTo(x(at), y(high));
          else pen.lineTo(x(at), y(high));
        }
        for (const { at, low } of points.toReversed()) {
          pen.lineTo(x(at), y(low));
        }
        pen.closePath();
      },
      fill: curve.color,
      opacity: 0.13,
    },
    {
      kind: "path",
      draw(pen) {
        for (const [k, { at, mean }] of points.entries()) {
          if (k === 0) pen.moveTo(x(at), y(mean));
          else pen.lineTo(x(at), y(mean));
        }
      },
      stroke: curve.color,
      width: 4,
    },
  ];
}

function chartOf(stage: StageState, step: number): Mark[] {
  const shown = presence(stage, step);
  if (shown < 0.01) return [];
  const line = rulerOf(stage);
  const task = taskOf(stage, step);
  const { lang } = stage;
  // Both have the same frame: only what comes from elsewhere rises.
  const tall = mix(stage, (k) =>
    k >= STEP.reach && k <= STEP.task ? chartHeight(stage) : 8,
  );
  const scales: Scales = {
    x: (at) => placeOn(line, at),
    y: (share) => line.y - share * tall,
  };
  if (!task) {
    const text = onStage.loading[lang];
    const y = line.y - tall / 2;
    return faded(shown, [
      said(stage.frame.width / 2, y, text, "ink3", { anchor: "middle" }),
    ]);
  }
  const reached = reachedIn(stage, step);
  const marks: Mark[] = [
    said(line.left, line.y - tall - 38, task.name[lang], "ink", {
      bold: true,
      size: 20,
    }),
    said(16, line.y + 80, measuredText(task.runs, task.texts)[lang], "ink3", {
      size: 15,
    }),
  ];
  for (const share of [0, 0.5, 1]) {
    const y = scales.y(share);
    const text = share === 0 ? "0" : percent(share);
    marks.push(
      said(line.left - 12, y + 6, text, "ink3", { anchor: "end", size: 16 }),
      segment(line.left - 6, y, line.left, y, { stroke: "rule", width: 2 }),
    );
  }
  if (step === STEP.task) {
    const at = scales.x(task.trained);
    marks.push(
      segment(at, line.y, at, line.y - tall, {
        stroke: "accent",
        width: 2,
        opacity: 0.4,
      }),
      said(
        at,
        line.y + 52,
        `${onStage.trainedAt[lang]} ${task.trained}`,
        "accent",
        { anchor: "middle", size: 16 },
      ),
    );
  }
  const x = scales.x(reached);
  const isKnob = step === STEP.reach;
  if (isKnob) {
    marks.push(
      rounded({ x, y: line.y - tall / 2, width: 2, height: tall }, 1, {
        fill: "accent",
        opacity: 0.5,
      }),
    );
  }
  // The marks are what is asked for: none before the reader has asked.
  if (isKnob || numberIn(stage, step) > 0) {
    const drawn = task.curves.map((curve) =>
      curveMarks(curve, reached, scales),
    );
    marks.push(
      ...drawn.map(([band]) => band),
      ...drawn.map(([, stroke]) => stroke),
    );
    const means = task.curves.map((curve) => pointAt(curve, reached).mean);
    const labels = spread(means.map(scales.y), 28, line.y - 34);
    for (const [k, curve] of task.curves.entries()) {
      const text = `${curve.name[lang]} ${percent(means[k] as number)}`;
      marks.push(
        said(x + 14, (labels[k] as number) + 6, text, curve.color, {
          bold: true,
          size: 17,
        }),
      );
    }
  }
  if (isKnob) marks.push(...knob(x, line.y));
  return faded(shown, marks);
}

export const chart = (stage: StageState): Mark[] => [
  ...chartOf(stage, STEP.reach),
  ...chartOf(stage, STEP.task),
];
