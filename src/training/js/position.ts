import {
  BASE,
  describe,
  either,
  type Fields,
  flag,
  given,
  integer,
  type OptionsOf,
  optional,
  part,
  real,
} from "posenc/internal";
import { Scheme } from "./generated/enums.js";
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

export const CUSTOM = part(
  {
    /**
     * b(i, j, h), added to the score of query i and key j in head h = 1 … H:
     * "-abs(i-j)/2^h". Numbers, + - * / ^, abs, min, max, log, exp, sqrt, sin,
     * cos, and d, the width of a head, T, the tokens of a training text, and H.
     * A mistake in it throws a RangeError with its `column`.
     */
    bias: optional(given<string>("a formula"), "none"),
    /**
     * ω(i) in radians per position, for the pairs i = 0 … d/2 − 1 of a head that
     * are turned: "10000^(-2*i/d)".
     */
    frequencies: optional(given<string>("a formula"), "none"),
    ...EVERY_POSITION,
  },
  either("bias", ["frequencies"], undefined, ["frequencies"]),
);
/** Options of `custom`: exactly one of the formulas. */
export type CustomPosition = OptionsOf<typeof CUSTOM>;

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
  custom: CUSTOM.fields,
} satisfies Record<string, Fields>;

/** The name of a way for positions to enter. */
export type PositionType = keyof typeof POSITIONS;

/**
 * How positions enter a model: a name, or an object with the name as its type
 * and options; "rope" is another word for "rotary".
 */
export type Position =
  | Exclude<PositionType, "custom">
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
  | ({ readonly type: "xpos" } & XposPosition)
  | ({ readonly type: "custom" } & CustomPosition);

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
  readonly bias?: unknown;
  readonly frequencies?: unknown;
}

/** "rope" as the table has it. */
function spoken(given: unknown): unknown {
  if (given === "rope") return "rotary";
  const { type } = Object(given) as { type?: unknown };
  return type === "rope" ? { ...(given as object), type: "rotary" } : given;
}

/** Reads the option `position`. */
export function readPosition(call: string, given: unknown): ReadPosition {
  const read: ReadPosition = readNamed(
    ...([call, "position", spoken(given), POSITIONS] as const),
  );
  if (read.type !== "custom") return read;
  const { bias, frequencies } = read;
  if ((bias === undefined) === (frequencies === undefined)) {
    throw new TypeError(
      `${call}: position "custom" takes exactly one of bias and frequencies`,
    );
  }
  for (const [name, value] of Object.entries({ bias, frequencies })) {
    if (value === undefined || typeof value === "string") continue;
    throw new TypeError(
      `${call}: position.${name} must be a formula, a string, got ${describe(value)}`,
    );
  }
  return read;
}

const NUMBERS = { ...Scheme, transformerXL: Scheme.transformerXl };

const schemeOf = ({ type, bias }: ReadPosition): number =>
  type === "custom"
    ? NUMBERS[bias === undefined ? "designedRotation" : "designedBias"]
    : NUMBERS[type];

/** Every option that a scheme leaves out has the default of its own table. */
const DEFAULTS = Object.fromEntries(
  Object.values(POSITIONS).flatMap((fields: Fields) =>
    Object.entries(fields).map(([name, it]) => [name, it.default]),
  ),
) as Required<Omit<ReadPosition, "type">>;

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
> => {
  const all = { ...DEFAULTS, ...read };
  return {
    scheme: schemeOf(read),
    base: all.base,
    learnedWidth: read.learnedWidth ?? 0,
    clip: all.clip,
    shawValues: all.values,
    span: all.span,
    copePositions: all.positions,
    buckets: all.buckets,
    maxDistance: all.maxDistance,
    fireWidth: all.hidden,
    fireLength: all.L,
    sandwichWidth: all.width,
    rotaryWidth: read.rotaryDim ?? 0,
    xposScaleBase: all.scaleBase,
  };
};

/** Whether rotations carry the positions, so that they can be scaled. */
export const turns = ({ type }: Pick<ReadPosition, "type">): boolean =>
  type === "rotary" || type === "partialRotary" || type === "xpos";
