import { MAX_POSITION, type Options } from "./options.js";
import { either } from "./rules.js";
import {
  integer,
  numbers,
  type OptionsOf,
  optional,
  part,
  real,
} from "./schema.js";

/** How many positions, tokens, rows. */
export const LENGTH = integer({ min: 1, max: MAX_POSITION });

/** How far positions go. */
export const ANYWHERE = { min: -MAX_POSITION, max: MAX_POSITION };

/** As many times its `scaleBase` xPos goes from its centre (kMaxXposPower). */
export const XPOS_REACH = 64;

/** Positions given one by one, or as a range. */
export const POSITIONS = {
  /** How many positions; they run from `offset` upward in steps of one. */
  seqLen: optional(LENGTH, "as many as `positions`"),
  /**
   * The positions themselves, instead of `seqLen` and `offset`: fractional and
   * negative ones, too.
   */
  positions: optional(numbers(ANYWHERE)),
  /** First position of the range. */
  offset: real({ ...ANYWHERE, default: 0 }),
};
/** How {@link POSITIONS} are given; a rule of every call that has them. */
export const PLACES = either(
  "positions",
  ["seqLen", "offset"],
  "seqLen with offset",
  ["seqLen"],
);
export const PLACED = part(POSITIONS, PLACES);
/** Positions given one by one, or as a range. */
export type PositionOptions = OptionsOf<typeof PLACED>;

/** {@link POSITIONS} that have been read. */
export interface Places {
  /** None for the range `offset` … `offset` + `seqLen` − 1. */
  readonly positions: ArrayLike<number> | undefined;
  readonly offset: number;
  readonly seqLen: number;
}

/** Reads {@link POSITIONS} of a call. */
export function readPlaces(options: Options): Places {
  const positions = POSITIONS.positions.read(options, "positions");
  if (positions) {
    if (positions.length === 0)
      options.fail("positions", "at least one number");
    return { positions, offset: 0, seqLen: positions.length };
  }
  const seqLen = LENGTH.read(options, "seqLen");
  const offset = POSITIONS.offset.read(options, "offset");
  if (offset + seqLen - 1 > MAX_POSITION) {
    throw new RangeError(
      `${options.call}: the last position, offset + seqLen − 1, must be at most ${MAX_POSITION}, got ${offset + seqLen - 1}`,
    );
  }
  return { positions, offset, seqLen };
}
