import type { Prepare } from "../attention/sequence.js";
import { addressOf } from "../buffer.js";
import type { Layout, Precision } from "../generated/border/enums/rotary.js";
import { either } from "../rules.js";
import type { Region, Runtime } from "../runtime.js";
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
  POSITIONS,
  PRECISION,
  type ReadFrequencies,
  ROTATION,
  range,
  readFrequencies,
  TURNING,
} from "./inputs.js";
import { makeTables, readTokens, turnedColumns, turnRegion } from "./rotate.js";
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
  if (startIndex + 2 * pairs > headDim) {
    throw new RangeError(
      `${call}: ${turnedColumns(pairs, startIndex)}, more than a head has: ${headDim}`,
    );
  }
  return {
    frequencies: options.read("inverse") ? backward(frequencies) : frequencies,
    layout: options.read("layout"),
    startIndex,
    precision: options.read("precision"),
  };
}

/** The scheme `rotary` of attention: turned copies of q and k. */
export const rotaryScheme: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, ROTARY, scheme);
  const length = Math.max(s.keys, s.offset + s.queries);
  const { frequencies, layout, startIndex, precision } = readTurning(
    runtime,
    call,
    options,
    s.width,
    length,
  );

  const turned = (
    x: Region<Float32Array>,
    name: "queryPositions" | "keyPositions",
    first: number,
    length: number,
    heads: number,
  ): Region<Float32Array> => {
    const positions = options.has(name)
      ? readTokens(options, name, options.get(name), [s.batch, length])
      : range(first, length);
    const tables = makeTables(
      runtime,
      call,
      frame,
      frequencies,
      positions,
      precision,
    );
    const to = frame.float32(x.length);
    const dims = [s.batch, length, heads, s.width] as const;
    const turning = { dims, layout, startIndex };
    // A part of one sequence stands where it stood.
    const skipped = name === "keyPositions" ? first * heads * s.width : 0;
    const part = (region: Region<Float32Array>) => ({
      pointer: addressOf(region, skipped),
    });
    turnRegion(runtime, call, frame, [part(to), part(x)], turning, tables);
    return to;
  };

  // Keys that no query sees stay as they are: nothing reads them.
  const { first, last } = s.seen;
  const isPart = s.batch === 1 && !options.has("keyPositions") && last > 0;
  const [from, count] = isPart ? [first, last - first] : [0, s.keys];
  return {
    q: turned(s.q, "queryPositions", s.offset, s.queries, s.heads),
    k: turned(s.k, "keyPositions", from, count, s.keyHeads),
  };
};
