// The one thing to do in each step, as one number that a drag, a tap and the
// keys all change, and what it is while nobody has touched it.
import { clamp } from "../../widgets/plots/easing.ts";
import { TRAINED_PLACES } from "../../widgets/trained/setup.ts";
import { LAST, type Moment } from "./moments.ts";

/** The texts that the trained models saw end here. */
export const TRAINED = TRAINED_PLACES;

export interface Gesture {
  /** A tap goes on to the next number; a slider has any within the bounds. */
  readonly kind: "tap" | "slide" | "none";
  readonly min: number;
  readonly max: number;
  /** One press of an arrow key. */
  readonly key: number;
  /** What the step plays while it is scrolled through, from 0 to 1. */
  readonly demo: (play: number) => number;
  /** What a tap makes of a number. */
  readonly next?: (value: number) => number;
  /** A tap runs to the end in no hurry, and from the beginning if it is there. */
  readonly runs?: true;
  /** How a number gets from one to another; in equal steps if nothing is said. */
  readonly way?: typeof along;
  /** Where a slider goes, to and fro, for readers who press its hint. */
  readonly ends?: readonly [number, number];
  /** How far it has to be moved until what the card asks for is found. */
  readonly finds?: number;
}

export const along =
  (from: number, to: number) =>
  (play: number): number =>
    from + (to - from) * play;

/** There and back. */
const toAndFro =
  (from: number, to: number) =>
  (play: number): number =>
    to + (from - to) * Math.abs(1 - 2 * play);

/** Equal factors instead of equal steps. */
const growing =
  (from: number, to: number) =>
  (play: number): number =>
    from * (to / from) ** play;

const swap: Gesture = {
  kind: "tap",
  min: 0,
  max: 1,
  key: 1,
  demo: along(0, 1),
  next: (value) => 1 - value,
};

const slide = (
  max: number,
  ends: readonly [number, number],
  key = 1,
): Gesture => ({ kind: "slide", min: 0, max, key, demo: along(...ends), ends });

const NONE: Gesture = { kind: "none", min: 0, max: 0, key: 0, demo: () => 0 };

const MANY_WORDS = 200;
/** Words that the shares begin and end with. */
const FEW = [4, 12] as const;

/** The orders of three words that a shuffle goes through: places by word. */
export const ORDERS: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
  [1, 2, 0],
  [0, 2, 1],
  [0, 1, 2],
];

/** By step. */
export const GESTURES: readonly Gesture[] = [
  swap,
  {
    kind: "tap",
    min: 0,
    max: ORDERS.length - 1,
    key: 1,
    demo: along(0, 2),
    next: (value) => (value >= ORDERS.length - 1 ? 1 : value + 1),
  },
  {
    kind: "tap",
    min: 3,
    max: MANY_WORDS,
    key: 1,
    demo: growing(3, MANY_WORDS),
    next: (value) => (value >= MANY_WORDS ? 3 : MANY_WORDS),
    runs: true,
    way: growing,
  },
  {
    kind: "tap",
    min: FEW[0],
    max: FEW[1],
    key: 1,
    demo: along(FEW[0], 9),
    next: (value) => (value >= FEW[1] ? FEW[0] : value + 1),
  },
  // Begins and ends at the change that its card speaks of.
  { ...slide(11, [8, 4]), demo: toAndFro(8, 4) },
  slide(12, [1, 9], 0.25),
  slide(27, [1, 14]),
  swap,
  { ...slide(60, [0, 50]), finds: TRAINED },
  { ...slide(21, [0, 13]), finds: 6 },
  slide(21, [0, 9]),
  { ...slide(10, [2, 8]), min: 2 },
  { ...slide(117, [0, 87]), finds: 60 },
  { ...slide(120, [3, 120]), min: 3, finds: 110 },
  {
    kind: "tap",
    min: 0,
    max: 1,
    key: 1,
    demo: along(0, 1),
    next: () => 1,
    runs: true,
    finds: 1,
  },
  NONE,
];

/** The least and the most that the number of a step has been. */
export type Seen = readonly [least: number, most: number];
export type AllSeen = readonly (Seen | undefined)[];

/** All that the steps show by themselves. */
export const PLAYED: AllSeen = GESTURES.map(({ demo }) => {
  const shown = Array.from({ length: 21 }, (_, k) => demo(k / 20));
  return [Math.min(...shown), Math.max(...shown)];
});

/** How much of what a step's card asks for has been found, 0 to 1. */
export function foundIn(seen: AllSeen, step: number): number {
  const { finds } = GESTURES[step] as Gesture;
  const [least, most] = seen[step] ?? [0, 0];
  return finds === undefined ? 0 : clamp((2 * (most - least)) / finds - 1);
}

/** What readers have set, by step; undefined: nothing yet. */
export type Touched = readonly (number | undefined)[];

export const UNTOUCHED: Touched = new Array(LAST + 1).fill(undefined);

/** The number of a step now: what the reader has set, else what plays. */
export function numberOf(
  step: number,
  moment: Moment,
  touched: Touched,
): number {
  const set = touched[step];
  if (set !== undefined) return set;
  const play = step < moment.step ? 1 : step === moment.step ? moment.play : 0;
  return (GESTURES[step] as Gesture).demo(play);
}

/** Where a slider goes when its hint is pressed: to the end that is farther. */
export function otherEnd(step: number, value: number): number {
  const [from, to] = (GESTURES[step] as Gesture).ends ?? [value, value];
  return Math.abs(value - from) < Math.abs(value - to) ? to : from;
}

/** A number within the bounds of its step. */
export function within(step: number, value: number): number {
  const { min, max } = GESTURES[step] as Gesture;
  return Math.min(max, Math.max(min, value));
}
