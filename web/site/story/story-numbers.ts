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

/** Degrees by which a place turns the arrows of steps 9 and 10. */
export const TURN = 30;

/** Radians of a pair's hand at a position, clockwise from the top. */
export const angleOf = (pair: number, position: number): number =>
  position * frequency(pair, TABLE);

/** A column of the table at a position, whole or not. */
export function cellOf(column: number, position: number): number {
  const angle = angleOf(column >> 1, position);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/** Radians of a word's arrow, anticlockwise: at position 0 all point one way. */
export const arrowOf = (position: number): number =>
  (position * TURN * Math.PI) / 180;

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
