// The line of positions, on which the sentence slides in the second half.
import { clamp, lerp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { LAST, STEP } from "../moments.ts";
import { mix, presence, type StageState } from "../stage-state.ts";
import { onStage } from "../stage-words.ts";
import { TRAINED } from "../step-gestures.ts";
import { faded, rounded, said } from "./shapes.ts";

/** The last position on the line, by step. */
const ENDS: Readonly<Record<number, number>> = {
  [STEP.stripes]: 24,
  [STEP.sinusoids]: 48,
  [STEP.own]: 64,
  [STEP.look]: 24,
  [STEP.turn]: 24,
};

const endOf = (step: number): number =>
  ENDS[step] ?? (step <= STEP.hands || step === STEP.formula ? 12 : 120);

/** Steps with a chart above the line. */
const CHARTS = [STEP.reach, STEP.task] as const;
/** Steps that show where training ended. */
const TRAINED_SHOWN = [STEP.own, STEP.models, STEP.reach] as const;

const among = (steps: readonly number[], step: number): boolean =>
  steps.includes(step);

/** The line of a step, or between two. */
export interface Ruler {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly end: number;
}

/** The line of one step. */
export const rulerAt = (stage: StageState, step: number): Ruler =>
  rulerOf({ ...stage, moment: { step, play: 0, morph: 0 } });

/** The line now. */
export function rulerOf(stage: StageState): Ruler {
  const { width, height } = stage.frame;
  const margin = Math.max(26, width * 0.07);
  // The chart has names on both sides.
  const side = (room: number) =>
    mix(stage, (k) => (among(CHARTS, k) ? room : margin));
  const { step, morph } = stage.moment;
  const [here, there] = [endOf(step), endOf(Math.min(LAST, step + 1))];
  return {
    left: side(66),
    right: width - side(198),
    y:
      height -
      mix(stage, (k) => (among(CHARTS, k) ? 96 : k <= STEP.hands ? 104 : 66)),
    // Growing by factors: the ticks come in one after the other.
    end: here * (there / here) ** morph,
  };
}

/** Where a position is on the line. */
export const placeOn = ({ left, right, end }: Ruler, position: number) =>
  lerp(left, right, position / end);

/** The position at a place of the line. */
export const positionAt = ({ left, right, end }: Ruler, x: number) =>
  clamp((x - left) / (right - left), -1, 2) * end;

const stepsOf = (end: number): readonly [tick: number, label: number] =>
  end <= 14 ? [1, 4] : end <= 30 ? [2, 10] : end <= 80 ? [5, 20] : [10, 40];

export function ruler(stage: StageState): Mark[] {
  const shown = mix(stage, (k) =>
    k === STEP.hands || (k >= STEP.own && k < LAST) ? 1 : 0,
  );
  if (shown < 0.01) return [];
  const line = rulerOf(stage);
  const { left, right, y, end } = line;
  const marks: Mark[] = [];
  // What was trained is shaded where it matters.
  const trained = presence(stage, ...TRAINED_SHOWN);
  if (trained > 0.01) {
    const to = placeOn(line, TRAINED);
    const tall = mix(stage, (k) =>
      k === STEP.reach ? chartHeight(stage) : line.y - 44,
    );
    marks.push(
      rounded(
        { x: (left + to) / 2, y: y - tall / 2, width: to - left, height: tall },
        3,
        { fill: "soft", opacity: trained },
      ),
      said(left, y + 52, onStage.trained[stage.lang], "accent", {
        opacity: trained,
        size: 16,
      }),
      said(right, y + 52, onStage.unseen[stage.lang], "ink2", {
        anchor: "end",
        opacity: trained,
        size: 16,
      }),
    );
  }
  marks.push({
    kind: "path",
    draw(pen) {
      pen.moveTo(left, y);
      pen.lineTo(right, y);
      const [tick] = stepsOf(end);
      for (let at = 0; at <= end + 1e-6; at += tick) {
        const x = placeOn(line, at);
        pen.moveTo(x, y - 5);
        pen.lineTo(x, y + 5);
      }
    },
    stroke: "rule",
    width: 2,
  });
  marks.push(
    said(right + 28, y + 6, onStage.length[stage.lang], "ink3", {
      opacity: presence(stage, ...CHARTS),
      size: 16,
    }),
  );
  const [, label] = stepsOf(end);
  for (let at = 0; at <= end + 1e-6; at += label) {
    marks.push(
      said(placeOn(line, at), y + 28, String(at), "ink3", {
        anchor: "middle",
        size: 16,
      }),
    );
  }
  return faded(shown, marks);
}

/** How tall the picture of a chart is, above its line. */
export const chartHeight = ({ frame }: StageState): number =>
  Math.min(frame.height - 210, frame.width * 0.62);

/** What a finger takes hold of. */
export function knob(x: number, y: number, opacity = 1): Mark[] {
  const disc = (radius: number, share: number): Mark => ({
    kind: "path",
    draw(pen) {
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 2 * Math.PI);
    },
    fill: "accent",
    opacity: opacity * share,
  });
  return opacity < 0.01 ? [] : [disc(20, 0.16), disc(10, 1)];
}
