// The hands of step 5 are pairs of the table of step 6: what turns there is
// what is read here.
import { frequency } from "../../widgets/playground/columns.ts";

/** The table of the story. */
export const TABLE = {
  dModel: 32,
  base: 10000,
  layout: "interleaved",
} as const;
export const ROWS = 30;

/** The pairs with a hand: each about a third as fast as the one before. */
export const HANDS = [0, 2, 4, 6] as const;

/** The hand that is looked at closely, of all of them. */
export const CLOSE = 1;
const CLOSE_PAIR = HANDS[CLOSE];

/** Degrees by which it turns from place to place. */
export const TURN = (frequency(CLOSE_PAIR, TABLE) * 180) / Math.PI;

/** Where the first noun stands while the second goes away from it. */
export const APART_FROM = 1;

/** Radians of a pair's hand at a position, clockwise from the top. */
export const angleOf = (pair: number, position: number): number =>
  position * frequency(pair, TABLE);

/** A column of the table at a position, whole or not. */
export function cellOf(column: number, position: number): number {
  const angle = angleOf(column >> 1, position);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/** Of a word of length 1 and the hand that is added to it, together 1. */
const ADDED = { word: 0.62, hand: 0.38 } as const;

/** Radians and length of a word's arrow when the hand is added to it. */
export function sumOf(position: number): {
  readonly angle: number;
  readonly length: number;
} {
  const turned = angleOf(CLOSE_PAIR, position);
  const x = ADDED.hand * Math.sin(turned);
  const y = ADDED.word + ADDED.hand * Math.cos(turned);
  return { angle: Math.atan2(x, y), length: Math.hypot(x, y) };
}

/** Degrees between the sums of two words, two places apart. */
export function addedAngle(place: number): number {
  const turn = sumOf(place + 2).angle - sumOf(place).angle;
  const degrees = (Math.abs(turn) * 180) / Math.PI;
  return degrees > 180 ? 360 - degrees : degrees;
}

/** Degrees between two hands of a pair, two places apart. */
export const wedgeOf = (pair: number): number =>
  (angleOf(pair, 2) * 180) / Math.PI;

/** Switches of a position, the slowest first. */
export const SWITCHES = 4;

export const switchOf = (position: number, row: number): number =>
  (position >> (SWITCHES - 1 - row)) & 1;

/** How many switches change on the way to a position. */
export function flipsTo(position: number): number {
  let flips = 0;
  for (let row = 0; row < SWITCHES; row += 1) {
    if (switchOf(position, row) !== switchOf(position - 1, row)) flips += 1;
  }
  return flips;
}

/** A position as a share of a text of so many words. */
export const shareOf = (position: number, words: number): number =>
  words <= 1 ? 0 : position / (words - 1);

/** What is left of a word of size 1 when its position is added to it. */
export const wordsShare = (position: number): number => 1 / (1 + position);
