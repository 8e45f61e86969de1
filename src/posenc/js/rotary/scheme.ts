import type { Prepare } from "../attention/sequence.js";
import { addressOf } from "../buffer.js";
import type { Layout, Precision } from "../generated/border/enums/rotary.js";
import { either } from "../rules.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import {
  flag,
  integer,
  type OptionsOf,
  openScheme,
  optional,
  part,
  pick,
  Reading,
} from "../schema.js";
import {
  frequenciesOf,
  ROTARY_FREQUENCIES,
  type RotaryFrequencyOptions,
} from "./frequencies.js";
import {
  type Grid,
  POSITIONS,
  PRECISION,
  type ReadFrequencies,
  ROTATION,
  range,
  readFrequencies,
  TURNING,
} from "./inputs.js";
import {
  type Heads,
  invertTables,
  makeTables,
  type Place,
  readTokens,
  turnedColumns,
  turnRegion,
} from "./rotate.js";
import { MAX_LENGTH } from "./scaling.js";

export const ROTARY = {
  /**
   * Frequencies of `rotary.frequencies()`, in place of `base`, `rotaryDim` and
   * `scaling`.
   */
  frequencies: optional(TURNING),
  ...pick(ROTARY_FREQUENCIES.fields, ["base", "rotaryDim", "scaling"]),
  /** Width of a head, as a {@link RotaryPlan} has it; none but that of `q`. */
  headDim: optional(ROTARY_FREQUENCIES.fields.headDim, "D"),
  /** Present length for the scalings that depend on it. */
  seqLen: optional(
    integer({ min: 1, max: MAX_LENGTH }),
    "the number of positions of this call, at least K and `offset` + Q",
  ),
  /** Which columns form a pair: c and c + d/2 (`"halves"`), or 2i and 2i + 1. */
  layout: ROTATION.layout,
  /** First column of a head that turns, as in `rotary.apply`. */
  startIndex: ROTATION.startIndex,
  /** Turns by −p·θ in place of p·θ (NanoChat). */
  inverse: flag(false),
  /**
   * Turns the same columns of each output back by its query's position, and
   * divides them by the attention factor. For values that are turned keys
   * (DeepSeek V4): the call turns q and k alone, so give `v` turned. Its heads
   * must have those columns.
   */
  outputTurnedBack: flag(false),
  /** Positions of the queries, `[Q]` or `[B, Q]`. */
  queryPositions: optional(POSITIONS, "`offset` to `offset` + Q − 1"),
  /** Positions of the keys, `[K]` or `[B, K]`. */
  keyPositions: optional(POSITIONS, "0 to K − 1"),
  /** Number format of the angles. */
  precision: PRECISION,
};
const OF_FREQUENCIES = [
  "base",
  "rotaryDim",
  "scaling",
  "headDim",
  "seqLen",
] as const;
export const ROTARY_SCHEME = part(
  ROTARY,
  either("frequencies", OF_FREQUENCIES),
);
/** Queries and keys turned by their positions (Su et al. 2021). */
export type RotaryScheme = OptionsOf<typeof ROTARY_SCHEME>;

const COMPUTED = { frequencies: TURNING };

/** What turns the heads of a call. */
export interface RotaryTurning {
  readonly frequencies: ReadFrequencies;
  readonly layout: Layout;
  readonly startIndex: number;
  readonly precision: Precision;
  /** Whether outputs turn back. */
  readonly turnsBack: boolean;
}

/** The same the other way round. */
const backward = (frequencies: ReadFrequencies): ReadFrequencies => ({
  ...frequencies,
  theta: Array.from(frequencies.theta, (x) => -x),
});

/** Reads what turns heads of this width in a call of so many positions. */
export function readTurning(
  runtime: Runtime,
  call: string,
  options: Reading<typeof ROTARY>,
  headDim: number,
  valueDim: number,
  seqLen: number,
): RotaryTurning {
  for (const rule of ROTARY_SCHEME.rules) rule.refuse(options);
  if ((options.read("headDim") ?? headDim) !== headDim) {
    options.fail("headDim", `the width of a head of q, ${headDim}`);
  }
  let given = options.get("frequencies");
  if (given === undefined) {
    given = frequenciesOf(runtime, call, {
      headDim,
      seqLen,
      ...options.pick(OF_FREQUENCIES),
    } as RotaryFrequencyOptions);
  }
  const frequencies = readFrequencies(
    new Reading(call, COMPUTED, { frequencies: given }),
  );
  const { pairs } = frequencies;
  const startIndex = options.read("startIndex");
  const turnsBack = options.read("outputTurnedBack");
  const least = turnsBack ? Math.min(headDim, valueDim) : headDim;
  if (startIndex + 2 * pairs > least) {
    throw new RangeError(
      `${call}: ${turnedColumns(pairs, startIndex)}, more than a head ${least < headDim ? "of v, whose output turns back, " : ""}has: ${least}`,
    );
  }
  return {
    frequencies: options.read("inverse") ? backward(frequencies) : frequencies,
    layout: options.read("layout"),
    startIndex,
    precision: options.read("precision"),
    turnsBack,
  };
}

/** Turns heads of tokens at these positions, or the other way round. */
export function turnHeads(
  runtime: Runtime,
  call: string,
  frame: Frame,
  places: readonly [to: Place, from: Place],
  turning: RotaryTurning,
  dims: Heads["dims"],
  positions: Grid,
  isBack = false,
): void {
  const { frequencies, precision } = turning;
  const tables = makeTables(
    runtime,
    call,
    frame,
    frequencies,
    positions,
    precision,
  );
  if (isBack) invertTables(runtime, call, tables);
  turnRegion(runtime, call, frame, places, { ...turning, dims }, tables);
}

/** The scheme `rotary` of attention: turned copies of q and k. */
export const rotaryScheme: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, ROTARY, scheme);
  const length = Math.max(s.keys, s.offset + s.queries);
  const turning = readTurning(
    runtime,
    call,
    options,
    s.width,
    s.valueWidth,
    length,
  );
  /** Turns tokens from one on, of heads of this width. */
  const turn = (
    places: readonly [Place, Place],
    name: "queryPositions" | "keyPositions",
    first: number,
    [length, heads, width]: readonly [number, number, number],
    isBack?: boolean,
  ): void =>
    turnHeads(
      runtime,
      call,
      frame,
      places,
      turning,
      [s.batch, length, heads, width],
      options.has(name)
        ? readTokens(options, name, options.get(name), [s.batch, length])
        : range(first, length),
      isBack,
    );

  // Keys that no query sees stay as they are: nothing reads them.
  const { first, last } = s.seen;
  const isPart = s.batch === 1 && !options.has("keyPositions") && last > 0;
  const [from, count] = isPart ? [first, last - first] : [0, s.keys];
  const [q, k] = [s.q, s.k].map((x) => frame.float32(x.length)) as [
    Region<Float32Array>,
    Region<Float32Array>,
  ];
  const queries = [s.queries, s.heads] as const;
  turn([q, s.q], "queryPositions", s.offset, [...queries, s.width]);
  // A part of one sequence stands where it stood.
  const part = (region: Region<Float32Array>) => ({
    pointer: addressOf(region, from * s.keyHeads * s.width),
  });
  const keys = [count, s.keyHeads, s.width] as const;
  turn([part(k), part(s.k)], "keyPositions", from, keys);
  const finish = (out: Place) =>
    turn(
      [out, out],
      "queryPositions",
      s.offset,
      [...queries, s.valueWidth],
      true,
    );
  return { q, k, ...(turning.turnsBack && { finish }) };
};
