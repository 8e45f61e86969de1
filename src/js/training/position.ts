import { Scheme } from "../generated/border/enums/training.js";
import {
  BASE,
  type Fields,
  flag,
  integer,
  type OptionsOf,
  optional,
  real,
} from "../schema.js";
import type { RawPlan } from "./module.js";
import { readNamed } from "./tasks.js";

/** Most rows, buckets and the like of a scheme. */
const MAX_ROWS = 1024;

export const EVERY_POSITION = {
  /**
   * The tokens of a step stand at positions drawn from all of `maxLen`, rising
   * (Ruoss et al. 2023), in training and in tests.
   */
  randomized: flag(false),
};
/** Options that every way for positions to enter has. */
export type EveryPosition = OptionsOf<typeof EVERY_POSITION>;

export const WAVES = { base: BASE, ...EVERY_POSITION };
/** Options of sinusoids and rotations: `sinusoidal`, `perturbed`, `rotary`. */
export type WavePosition = OptionsOf<typeof WAVES>;

export const HYBRID = {
  /** How many columns are learned, below `dModel`; the others are sinusoids. */
  learnedWidth: optional(integer({ min: 1, max: 127 }), "half of `dModel`"),
  ...WAVES,
};
/** Options of `hybrid`. */
export type HybridPosition = OptionsOf<typeof HYBRID>;

export const SHAW = {
  /** Distances beyond count as this. */
  clip: integer({ min: 1, max: MAX_ROWS, default: 16 }),
  /** Whether values get rows of the distance, too. */
  values: flag(true),
  ...EVERY_POSITION,
};
/** Options of `shaw`. */
export type ShawPosition = OptionsOf<typeof SHAW>;

export const DEBERTA = {
  /** Distances beyond count as this. */
  span: integer({ min: 1, max: MAX_ROWS, default: 16 }),
  ...EVERY_POSITION,
};
/** Options of `deberta`. */
export type DebertaPosition = OptionsOf<typeof DEBERTA>;

export const COPE = {
  /** Counts beyond are the last one. */
  positions: integer({ min: 2, max: MAX_ROWS, default: 64 }),
  ...EVERY_POSITION,
};
/** Options of `cope`. */
export type CopePosition = OptionsOf<typeof COPE>;

export const T5 = {
  /** How many classes of distance there are. */
  buckets: integer({ min: 4, max: MAX_ROWS, default: 32, even: true }),
  /** Distances beyond share the last class; above half of `buckets`. */
  maxDistance: integer({ min: 3, max: 2 ** 30, default: 128 }),
  ...EVERY_POSITION,
};
/** Options of `t5`. */
export type T5Position = OptionsOf<typeof T5>;

export const FIRE = {
  /** Hidden units of the perceptron. */
  hidden: integer({ min: 1, max: MAX_ROWS, default: 32 }),
  /** Up to |multiplier·L|, distances are absolute. */
  L: real({ above: 0, max: 1e9, default: 32 }),
  ...EVERY_POSITION,
};
/** Options of `fire`. */
export type FirePosition = OptionsOf<typeof FIRE>;

export const SANDWICH = {
  /** Width of the sinusoids whose products make the bias. */
  width: integer({ min: 2, max: MAX_ROWS, default: 128, even: true }),
  ...WAVES,
};
/** Options of `sandwich`. */
export type SandwichPosition = OptionsOf<typeof SANDWICH>;

export const PARTIAL_ROTARY = {
  /** How many columns of a head turn. */
  rotaryDim: optional(
    integer({ min: 2, max: 128, even: true }),
    "half of a head",
  ),
  ...WAVES,
};
/** Options of `partialRotary`. */
export type PartialRotaryPosition = OptionsOf<typeof PARTIAL_ROTARY>;

export const XPOS = {
  /** The scale falls by a factor in so many positions. */
  scaleBase: real({ min: 1, max: 2 ** 31, default: 512 }),
  ...WAVES,
};
/** Options of `xpos`. */
export type XposPosition = OptionsOf<typeof XPOS>;

/** The options of each way for positions to enter. */
export const POSITIONS = {
  none: EVERY_POSITION,
  sinusoidal: WAVES,
  learned: EVERY_POSITION,
  hybrid: HYBRID,
  perturbed: WAVES,
  shaw: SHAW,
  transformerXL: WAVES,
  deberta: DEBERTA,
  cope: COPE,
  forgetting: EVERY_POSITION,
  t5: T5,
  alibi: EVERY_POSITION,
  kerple: EVERY_POSITION,
  fire: FIRE,
  sandwich: SANDWICH,
  rotary: WAVES,
  partialRotary: PARTIAL_ROTARY,
  xpos: XPOS,
} satisfies Record<string, Fields>;

/** The name of a way for positions to enter. */
export type PositionType = keyof typeof POSITIONS;

/**
 * How positions enter a model: a name, or an object with the name as its type
 * and options; "rope" is another word for "rotary".
 */
export type Position =
  | PositionType
  | "rope"
  | ({
      readonly type: "none" | "learned" | "forgetting" | "alibi" | "kerple";
    } & EveryPosition)
  | ({
      readonly type:
        | "sinusoidal"
        | "perturbed"
        | "transformerXL"
        | "rotary"
        | "rope";
    } & WavePosition)
  | ({ readonly type: "hybrid" } & HybridPosition)
  | ({ readonly type: "shaw" } & ShawPosition)
  | ({ readonly type: "deberta" } & DebertaPosition)
  | ({ readonly type: "cope" } & CopePosition)
  | ({ readonly type: "t5" } & T5Position)
  | ({ readonly type: "fire" } & FirePosition)
  | ({ readonly type: "sandwich" } & SandwichPosition)
  | ({ readonly type: "partialRotary" } & PartialRotaryPosition)
  | ({ readonly type: "xpos" } & XposPosition);

/** Such a way as it was read: its name and all its options. */
export interface ReadPosition {
  readonly type: PositionType;
  readonly randomized: boolean;
  readonly base?: number;
  readonly learnedWidth?: number;
  readonly clip?: number;
  readonly values?: boolean;
  readonly span?: number;
  readonly positions?: number;
  readonly buckets?: number;
  readonly maxDistance?: number;
  readonly hidden?: number;
  readonly L?: number;
  readonly width?: number;
  readonly rotaryDim?: number;
  readonly scaleBase?: number;
}

/** "rope" as the table has it. */
function spoken(given: unknown): unknown {
  if (given === "rope") return "rotary";
  const { type } = Object(given) as { type?: unknown };
  return type === "rope" ? { ...(given as object), type: "rotary" } : given;
}

/** Reads the option `position`. */
export const readPosition = (call: string, given: unknown): ReadPosition =>
  readNamed(call, "position", spoken(given), POSITIONS);

const NUMBERS: { readonly [T in PositionType]: number } = {
  ...Scheme,
  transformerXL: Scheme.transformerXl,
};

/** What of a plan positions decide. */
export const rawPosition = (
  read: ReadPosition,
): Omit<
  RawPlan,
  | "layers"
  | "width"
  | "heads"
  | "vocabulary"
  | "positions"
  | "causal"
  | "tied"
  | "dropout"
> => ({
  scheme: NUMBERS[read.type],
  base: read.base ?? 10000,
  learnedWidth: read.learnedWidth ?? 0,
  clip: read.clip ?? 16,
  shawValues: read.values ?? true,
  span: read.span ?? 16,
  copePositions: read.positions ?? 64,
  buckets: read.buckets ?? 32,
  maxDistance: read.maxDistance ?? 128,
  fireWidth: read.hidden ?? 32,
  fireLength: read.L ?? 32,
  sandwichWidth: read.width ?? 128,
  rotaryWidth: read.rotaryDim ?? 0,
  xposScaleBase: read.scaleBase ?? 512,
});

/** Whether rotations carry the positions, so that they can be scaled. */
export const turns = ({ type }: ReadPosition): boolean =>
  type === "rotary" || type === "partialRotary" || type === "xpos";
