import { exchanged, ORDER } from "../axis-order.js";
import { describe } from "../errors.js";
import { Layout, Precision } from "../generated/border/enums/rotary.js";
import { readJoined, SIDE_BY_SIDE } from "../heads.js";
import { MAX_POSITION, MAX_WIDTH, type Options } from "../options.js";
import {
  choice,
  type Field,
  flag,
  given,
  group,
  integer,
  numbers,
  type OptionsOf,
  optional,
  part,
  type Reading,
  real,
} from "../schema.js";
import { readTensor } from "../snapshot.js";
import {
  fromEnd,
  type ReadTensor,
  showShape,
  sizeOf,
  type TensorData,
  type TensorInput,
} from "../tensor.js";

const THETA = { min: -(2 ** 20), max: 2 ** 20 };

export const FREQUENCIES = {
  /** θ_i in radians per position; two columns of a head for each. */
  inverseFrequency: numbers(THETA),
  /** Multiplied into cos and sin alike, so a score gets its square. */
  attentionFactor: real({ above: 0, max: 1e6, default: 1 }),
  /**
   * What rounding left off each `inverseFrequency`. With it, exact tables are
   * exact up to position 2³¹.
   */
  inverseFrequencyTail: optional(
    numbers({
      ...THETA,
      length: {
        text: "as many",
        of: (options) =>
          (options.get("inverseFrequency") as ArrayLike<number>).length,
      },
    }),
    "zeros",
  ),
};
/** What turns at which speed: from {@link Rotary.frequencies}, or your own. */
export type RotaryFrequencies = OptionsOf<typeof FREQUENCIES>;

/** The option `frequencies`. */
export const TURNING = group(FREQUENCIES, "from rotary.frequencies()");

/**
 * Positions of the tokens: one number per token, for all sequences of a batch
 * alike (`[T]`) or for each its own (`[B, T]`), as arrays or as a tensor. Any
 * numbers from −2³¹ to 2³¹.
 */
export type RotaryPositions = TensorData | readonly TensorData[] | TensorInput;

/** Positions of tokens where an option gives them. */
export const POSITIONS = given<RotaryPositions>("positions of tokens");

/**
 * In which number format the angles come about. `"exact"` (default): the angle
 * is reduced exactly and everything rounded once. The others reproduce what a
 * runtime gets that computes in that format: frequency, position, their
 * product, its cos and sin and their product with the attention factor are each
 * rounded to it. `"float32"` is the recipe of Hugging Face's models from the
 * frequencies on. They compute these in float32, too: give it those of
 * `rotary.frequencies({ precision: "float32" })`; with the exact ones tables
 * differ from theirs by up to 2⁻²³ of the angle, 1.7e-3 at position 131071.
 *
 * float16 ends at 65504: positions from 65520 on are infinite in it, and their
 * angles NaN, here as in such a runtime. NaN in the result then is no fault of
 * the input.
 */
export type RotaryPrecision = "exact" | "float32" | "bfloat16" | "float16";

/** The option `precision`. */
export const PRECISION: Field<Precision, RotaryPrecision, true> = choice(
  Precision,
  "exact",
);

export const ROTATION = {
  /**
   * Which columns are a pair. `"halves"`: i and i + rotaryDim/2 (GPT-NeoX, Hugging
   * Face's Llama). `"interleaved"`: 2i and 2i + 1 (RoFormer, GPT-J, Meta's
   * Llama).
   */
  layout: choice(Layout, "halves"),
  /**
   * First column of a head that turns; those before pass through, as those
   * behind do. DeepSeek V4 turns the last 64 of 512: 448.
   */
  startIndex: integer({ min: 0, max: MAX_WIDTH - 2, default: 0 }),
  /**
   * H. Needed where the heads stand side by side, `[B, T, H·D]` or `[T, H·D]`.
   */
  numHeads: optional(integer({ min: 1, max: MAX_WIDTH })),
  /**
   * Whether the heads stand side by side in the last axis. Needed only for
   * three axes whose middle one equals `numHeads`, when the columns that turn
   * fit both readings: then a call without it is refused.
   */
  joined: optional(flag(false)),
  /**
   * Order of the axes: `"BTHD"`, tokens before heads; `"BHTD"`, heads before
   * tokens, as PyTorch and Hugging Face have them, `[B, H, T, D]` or
   * `[H, T, D]`, the result as well.
   */
  order: ORDER,
};
export const ROTATING = part(ROTATION, SIDE_BY_SIDE);
/** What calls that rotate have in common. */
export type RotationOptions = OptionsOf<typeof ROTATING>;

/** Frequencies as the kernels take them. */
export interface ReadFrequencies {
  readonly pairs: number;
  /** High and low part of each, one after the other. */
  readonly theta: ArrayLike<number>;
  readonly factor: number;
}

/** The same as they were given: the caller's own numbers, while a call lasts. */
export interface GivenFrequencies {
  readonly pairs: number;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number> | undefined;
  readonly factor: number;
}

type Turned = Reading<{
  readonly frequencies: Field<Reading<typeof FREQUENCIES> | undefined>;
}>;

/** The option `frequencies`: of `frequencies()`, or made by hand. */
export function readGiven(options: Turned): GivenFrequencies {
  const part = options.need("frequencies");
  const high = part.read("inverseFrequency");
  const pairs = high.length;
  if (pairs < 1 || pairs > 32768) {
    part.fail("inverseFrequency", "1 to 32768 numbers");
  }
  const low = part.read("inverseFrequencyTail");
  return { pairs, high, low, factor: part.read("attentionFactor") };
}

/** Their own array, for a call or for longer. */
export function inOrder(given: GivenFrequencies): ReadFrequencies {
  const { pairs, high, low, factor } = given;
  // An array of this size costs more to make than to read as it is.
  const theta: number[] = [];
  for (let i = 0; i < pairs; i += 1) {
    theta.push(high[i] as number, low?.[i] ?? 0);
  }
  return { pairs, theta, factor };
}

export const readFrequencies = (options: Turned): ReadFrequencies =>
  inOrder(readGiven(options));

/** Numbers of some shape. */
export interface Grid {
  readonly shape: readonly number[];
  /** All of them. */
  list(): ArrayLike<number>;
  /** Writes them into memory of the module. */
  fill(view: Float64Array): void;
}

/** `offset`, `offset` + 1, …: `[length]`. */
export function range(offset: number, length: number): Grid {
  return {
    shape: [length],
    list() {
      const all: number[] = [];
      for (let t = 0; t < length; t += 1) all.push(offset + t);
      return all;
    },
    fill(view) {
      for (let t = 0; t < length; t += 1) view[t] = offset + t;
    },
  };
}

/** More than any call takes. */
const MAX_AXES = 8;

/** Shape of nested arrays, by their first elements. */
function nestedShape(value: unknown): number[] {
  const shape: number[] = [];
  let part = value as ArrayLike<unknown>;
  while (
    (Array.isArray(part) || ArrayBuffer.isView(part)) &&
    !(part instanceof DataView) &&
    // An array that holds itself has no end.
    shape.length < MAX_AXES
  ) {
    shape.push(part.length);
    part = part[0] as ArrayLike<unknown>;
  }
  return shape;
}

/**
 * Numbers as a tensor or as nested arrays, each from −2³¹ to 2³¹.
 *
 * @param ranks - allowed numbers of axes
 * @param as - how the allowed shapes read in an error
 */
export function readGrid(
  { call }: Options,
  name: string,
  value: unknown,
  ranks: readonly number[],
  as: string,
): Grid {
  const tensor = readTensor(value);
  const isTensor = typeof tensor !== "string";
  const { data: source, shape } = isTensor
    ? tensor
    : { data: [], shape: nestedShape(value) };
  const refuse = (
    got = shape.length > 1 ? `shape ${showShape(shape)}` : describe(value),
  ): never => {
    throw new (shape.length === 0 ? TypeError : RangeError)(
      `${call}: ${name} must be numbers of shape ${as}, got ${got}`,
    );
  };
  if (!ranks.includes(shape.length) || sizeOf(shape) === 0) refuse();
  const data = new Float64Array(sizeOf(shape));
  let at = 0;
  const check = (x: unknown): void => {
    if (typeof x !== "number" || !(Math.abs(x) <= MAX_POSITION)) {
      throw new (typeof x === "number" ? RangeError : TypeError)(
        `${call}: ${name} must be finite numbers from ${-MAX_POSITION} to ${MAX_POSITION}, got ${describe(x)}`,
      );
    }
    data[at++] = x;
  };
  const walk = (part: ArrayLike<unknown>, axis: number): void => {
    if (part?.length !== shape[axis]) refuse("rows of different lengths");
    const last = axis === shape.length - 1;
    for (let i = 0; i < part.length; i += 1) {
      if (last) check(part[i]);
      else walk(part[i] as ArrayLike<unknown>, axis + 1);
    }
  };
  if (isTensor) for (let i = 0; i < data.length; i += 1) check(source[i]);
  else walk(value as ArrayLike<unknown>, 0);
  return { shape, list: () => data, fill: (view) => view.set(data) };
}

const AS =
  "[B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D])";
/** Heads in an axis of their own, and where they may stand side by side. */
const APART = { rank: [3, 4], as: AS };
const TOGETHER = { rank: [2, 3, 4], as: AS };

/**
 * Queries or keys: the tensor, and its shape as `[B, T, H, D]`.
 *
 * @param columns - how many of a head are turned
 */
export function readHeads(
  options: Reading<typeof ROTATION>,
  name: string,
  columns: number,
): {
  x: ReadTensor;
  dims: readonly [number, number, number, number];
  headsFirst: boolean;
} {
  const numHeads =
    options.get("joined") === true
      ? options.need("numHeads")
      : options.read("numHeads");
  const x = options.tensor(name, numHeads === undefined ? APART : TOGETHER);
  const headsFirst = options.read("order") === "BHTD";
  const isFlat = x.shape.length === 2 || options.get("joined") === true;
  if (headsFirst && isFlat) {
    options.fail("order", '"BTHD" where the heads stand side by side');
  }
  const shape = headsFirst ? exchanged(x.shape) : x.shape;
  const d = fromEnd(shape, 1, 0);
  const h = fromEnd(shape, 2, 0);
  const t = fromEnd(shape, 3, 0);
  const b = fromEnd(shape, 4, 1);
  const heads = numHeads ?? h;
  const joined =
    !headsFirst &&
    readJoined(
      options,
      name,
      shape,
      numHeads,
      (is) => columns <= (is ? d / heads : d) && (!is || d % heads === 0),
    );
  if (!joined && h === heads) return { x, dims: [b, t, h, d], headsFirst };
  if (!joined || d % heads !== 0) {
    options.fail(
      "numHeads",
      `the heads that ${name} has: ${showShape(x.shape)}`,
    );
  }
  // The heads stand side by side: the axes are B, T, H·D.
  const dims = [shape.length === 3 ? t : 1, h, heads, d / heads] as const;
  return { x, dims, headsFirst };
}
