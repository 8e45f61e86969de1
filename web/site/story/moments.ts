// Where the story is: scrolling, buttons and addresses all set one number, the
// time. Its whole part is the step; within a step the picture first rests, then
// plays what a reader might do, and at the end changes into the next.
import { clamp, ease } from "../../widgets/plots/easing.ts";

/** The steps by name. */
export const STEP = {
  news: 0,
  inside: 1,
  count: 2,
  shares: 3,
  switches: 4,
  hands: 5,
  stripes: 6,
  sinusoids: 7,
  own: 8,
  look: 9,
  turn: 10,
  formula: 11,
  models: 12,
  reach: 13,
  task: 14,
  on: 15,
} as const;

export const LAST = STEP.on;
export const STEPS = LAST + 1;

/** Parts of a step: it plays from the first to the second, changes from the third. */
const PLAYS = [0.2, 0.58] as const;
const CHANGES = 0.7;
/** A pixel or two. */
const NEARLY = 0.004;
/** Where an address such as #story-9 leads to, within its step. */
export const LANDING = 0.1;
/** Where a step has played, and its card still stands. */
export const PLAYED = 0.6;

/** What the time says of the picture. */
export interface Moment {
  readonly step: number;
  /** How much of the step's own play is done, 0 to 1. */
  readonly play: number;
  /** How far it has changed into the next step, 0 to 1. */
  readonly morph: number;
}

/**
 * @param time - step and part of it
 * @param still - readers who want less motion: nothing plays by itself
 */
export function momentAt(time: number, still = false): Moment {
  // Pages scroll by whole pixels: a step that is nearly reached is reached.
  const at = time + NEARLY;
  const step = Math.min(LAST, Math.max(0, Math.floor(at)));
  const part = clamp(at - step - NEARLY);
  const [from, to] = PLAYS;
  return {
    step,
    play: still ? 0 : clamp((part - from) / (to - from)),
    morph: step === LAST ? 0 : ease(clamp((part - CHANGES) / (1 - CHANGES))),
  };
}

/** The nearest time at which the picture is that of a step, and nothing moves. */
export function restOf(time: number): number {
  const step = Math.floor(time);
  const part = time - step;
  const [from, to] = PLAYS;
  if (step >= LAST || part <= from) return time;
  if (part > CHANGES)
    return part < (CHANGES + 1) / 2 ? step + CHANGES : step + 1;
  if (part >= to) return time;
  return step + (part < (from + to) / 2 ? from : to);
}

/** The moment in which a step shows the most, as a still picture. */
export const stillOf = (step: number): Moment => ({
  step,
  play: 1,
  morph: 0,
});

/** The step that is read: the next one once the picture is mostly its own. */
export const stepRead = ({ step, morph }: Moment): number =>
  morph > 0.5 ? step + 1 : step;

/** Addresses that are made to be shared have names. */
const NAMED: Readonly<Record<number, string>> = {
  [STEP.models]: "three-models",
};

const NUMBERED = /^#?story-(\d+)$/;

/** The step that an address names, if it names one. */
export function stepInHash(hash: string): number | undefined {
  const named = Object.keys(NAMED).find(
    (step) => hash.replace("#", "") === NAMED[Number(step)],
  );
  const step = Number(named ?? NUMBERED.exec(hash)?.[1] ?? Number.NaN);
  return step <= LAST ? step : undefined;
}

export const anchorOf = (step: number): string =>
  NAMED[step] ?? `story-${step}`;
