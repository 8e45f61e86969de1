// All that a drawing knows: the stage, the moment, the numbers of the steps.
import { lerp } from "../../widgets/plots/easing.ts";
import type { Lang } from "../../widgets/words/text.ts";
import type { Answers } from "./model-answers.ts";
import { LAST, type Moment, STEP } from "./moments.ts";
import { DOG_BITES_MAN, type Sentence } from "./stage-words.ts";
import {
  type AllSeen,
  numberOf,
  ORDERS,
  type Touched,
} from "./step-gestures.ts";

/** The stage in units of its own: about 480 to 700 wide, 440 to 640 tall. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

export interface StageState {
  readonly frame: Frame;
  readonly lang: Lang;
  readonly moment: Moment;
  readonly touched: Touched;
  /** What has been shown, by step. */
  readonly seen: AllSeen;
  /** The reader's own, from its step on. */
  readonly sentence: Sentence;
  readonly answers: Answers;
}

/** The sentence of a step. */
export const sentenceIn = (stage: StageState, step: number): Sentence =>
  step >= STEP.own ? stage.sentence : DOG_BITES_MAN;

/** The step whose picture this mostly is. */
export const stepNow = ({ moment }: StageState): number =>
  moment.morph > 0.5 ? moment.step + 1 : moment.step;

/** Pixels of the screen that one unit of the stage takes. */
export function unitOf(width: number, height: number): number {
  return Math.min(1.6, Math.max(0.68, Math.min(width / 620, height / 570)));
}

export const frameOf = (width: number, height: number): Frame => {
  const unit = unitOf(width, height);
  return { width: width / unit, height: height / unit };
};

/** A number that each step has, on its way from one step to the next. */
export function mix(stage: StageState, of: (step: number) => number): number {
  const { step, morph } = stage.moment;
  const here = of(step);
  return morph === 0 ? here : lerp(here, of(Math.min(LAST, step + 1)), morph);
}

/** How much of a thing is there that only some steps have. */
export const presence = (
  stage: StageState,
  ...steps: readonly number[]
): number => mix(stage, (step) => (steps.includes(step) ? 1 : 0));

/** The number of a step now. */
export const numberIn = (stage: StageState, step: number): number =>
  numberOf(step, stage.moment, stage.touched);

/** Poses that have the same numbers, mixed one by one. */
export function mixed<Pose extends Readonly<Record<string, number>>>(
  stage: StageState,
  of: (step: number) => Pose,
): Pose {
  const { step, morph } = stage.moment;
  const here = of(step);
  if (morph === 0) return here;
  const there = of(Math.min(LAST, step + 1));
  return Object.fromEntries(
    Object.entries(here).map(([name, value]) => [
      name,
      lerp(value, there[name] as number, morph),
    ]),
  ) as Pose;
}

/** Whether a step has the nouns change places. */
export const isSwap = (step: number): boolean =>
  step === STEP.news || step === STEP.sinusoids;

/** The slot, 0 to 2, where a word stands in a step; between slots on its way. */
export function slotOf(stage: StageState, step: number, word: number): number {
  const value = numberIn(stage, step);
  if (isSwap(step)) return lerp(word, 2 - word, value);
  if (step !== STEP.inside) return word;
  const before = ORDERS[Math.floor(value)] as readonly number[];
  const after = ORDERS[Math.ceil(value)] as readonly number[];
  const share = value - Math.floor(value);
  return lerp(before[word] as number, after[word] as number, share);
}

/** Words that change places pass each other above and below. */
export function passingOf(
  stage: StageState,
  step: number,
  word: number,
): number {
  if (!isSwap(step) && step !== STEP.inside) return 0;
  const part = numberIn(stage, step) % 1;
  const sides = [-1, 0, 1] as const;
  return Math.sin(Math.PI * part) * (sides[word] as number) * 58;
}
