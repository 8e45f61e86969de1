import { named } from "../default-instance.js";
import {
  embeddingBinary,
  embeddingIndex,
  embeddingLogarithmic,
  embeddingNormalized,
} from "../generated/border/embedding.js";
import { checkNumbers, MAX_POSITION, type Options } from "../options.js";
import {
  LENGTH,
  PLACES,
  type Places,
  POSITIONS,
  readPlaces,
} from "../positions.js";
import { RESULT } from "../result.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  type Bound,
  integer,
  type OptionsOf,
  type Reading,
  real,
  table,
  WIDTH,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { listPlaces, produce } from "./common.js";

/** @internal */
export const INDEX = table(
  "embedding.index",
  { ...POSITIONS, ...RESULT },
  PLACES,
);
/** Options of {@link Ordinal.index}. */
export type IndexOptions = OptionsOf<typeof INDEX>;

/** @internal */
export const NORMALIZED = table("embedding.normalized", {
  /** How many positions. */
  seqLen: LENGTH,
  ...RESULT,
});
/** Options of {@link Ordinal.normalized}. */
export type NormalizedOptions = OptionsOf<typeof NORMALIZED>;

/** The largest position of a call that has read them. */
function largest(options: Options): number {
  const { positions, offset, seqLen } = readPlaces(options);
  if (!positions) return offset + seqLen - 1;
  return Array.from(positions).reduce((a, b) => Math.max(a, b));
}

const BITS: Bound = {
  text: "the digits of the largest position",
  of(options) {
    const last = largest(options);
    let bits = 1;
    while (2 ** bits <= last) bits += 1;
    return bits;
  },
};

/** @internal */
export const BINARY = table(
  "embedding.binary",
  {
    ...POSITIONS,
    /** Columns. */
    bits: integer({ min: BITS, max: 32, default: BITS }),
    ...RESULT,
  },
  PLACES,
);
/** Options of {@link Ordinal.binary}. */
export type BinaryOptions = OptionsOf<typeof BINARY>;

/** @internal */
export const LOGARITHMIC = table(
  "embedding.logarithmic",
  {
    ...POSITIONS,
    /** Width of a row. */
    dModel: WIDTH,
    /** The length whose last position is 1 in every column. */
    maxLen: real({
      min: 2,
      max: MAX_POSITION,
      default: {
        text: "one more than the largest position",
        of: (options) =>
          Math.min(Math.max(largest(options) + 1, 2), MAX_POSITION),
      },
    }),
    /** Longest time constant. */
    base: BASE,
    ...RESULT,
  },
  PLACES,
);
/** Options of {@link Ordinal.logarithmic}. */
export type LogarithmicOptions = OptionsOf<typeof LOGARITHMIC>;

/** Rows that count. */
export interface Ordinal {
  /**
   * The position itself, as one column: grows without bound.
   *
   * @returns shape `[T, 1]`
   */
  index(options: IndexOptions): Tensor;

  /**
   * Positions from 0 to 1, p / (T − 1): bounded, but the step depends on the
   * length. A single position is 0.
   *
   * @returns shape `[T, 1]`
   */
  normalized(options: NormalizedOptions): Tensor;

  /**
   * The binary digits of the position, the most significant first: bounded and
   * distinct, but neighbours may differ in every column.
   *
   * @returns shape `[T, bits]` of zeros and ones
   * @throws RangeError for a position that is no integer from 0, and for fewer
   *   bits than the largest position needs
   */
  binary(options: BinaryOptions): Tensor;

  /**
   * Logarithmic rows: column j is ln(1 + p/τⱼ) / ln(1 + (maxLen − 1)/τⱼ), with
   * τⱼ = base^(j/(D − 1)) from 1 to `base`. Every column rises from 0 to 1 at
   * position maxLen − 1: the first ones tell early positions apart, the last
   * ones late positions.
   *
   * The definition is ours: surveys name a logarithmic encoding ("logarithms in
   * place of trigonometric functions") and give no formula.
   *
   * @returns shape `[T, D]`
   * @throws RangeError for a negative position
   */
  logarithmic(options: LogarithmicOptions): Tensor;
}

/** Positions from 0 on, whole ones if asked. */
function readFromZero(
  options: Reading<typeof POSITIONS>,
  integer: boolean,
): Places {
  const places = readPlaces(options);
  const rule = { integer, min: 0, max: MAX_POSITION };
  if (places.positions) {
    checkNumbers(options.call, "positions", places.positions, rule);
  } else if (options.has("offset")) {
    if (integer) options.integer("offset", rule);
    else options.number("offset", rule);
  }
  return places;
}

/** {@link Ordinal} of one instance. */
export const ordinal = (runtime: Runtime): Ordinal => ({
  index(input) {
    const options = INDEX.open(input);
    const places = readPlaces(options);
    const rows = places.seqLen;
    return produce(
      runtime,
      options,
      [rows, 1],
      embeddingIndex,
      (frame, out) => ({ out, positions: listPlaces(frame, places), rows }),
    );
  },

  normalized(input) {
    const options = NORMALIZED.open(input);
    const rows = options.read("seqLen");
    return produce(
      runtime,
      options,
      [rows, 1],
      embeddingNormalized,
      (_, out) => ({
        out,
        rows,
      }),
    );
  },

  binary(input) {
    const options = BINARY.open(input);
    const places = readFromZero(options, true);
    const rows = places.seqLen;
    const bits = options.read("bits");
    return produce(
      runtime,
      options,
      [rows, bits],
      embeddingBinary,
      (frame, out) => ({
        out,
        positions: listPlaces(frame, places),
        rows,
        bits,
      }),
    );
  },

  logarithmic(input) {
    const options = LOGARITHMIC.open(input);
    const places = readFromZero(options, false);
    const rows = places.seqLen;
    const maxLen = options.read("maxLen");
    const width = options.read("dModel");
    const base = options.read("base");
    return produce(
      runtime,
      options,
      [rows, width],
      embeddingLogarithmic,
      (frame, out) => ({
        out,
        positions: listPlaces(frame, places),
        rows,
        width,
        maxLen,
        base,
      }),
    );
  },
});

export const binary: Ordinal["binary"] = /* @__PURE__ */ named(
  ordinal,
  "binary",
);
const indexCall: Ordinal["index"] = /* @__PURE__ */ named(ordinal, "index");

export { indexCall as embeddingIndex };
export const logarithmic: Ordinal["logarithmic"] = /* @__PURE__ */ named(
  ordinal,
  "logarithmic",
);
const normalizedCall: Ordinal["normalized"] = /* @__PURE__ */ named(
  ordinal,
  "normalized",
);

export { normalizedCall as embeddingNormalized };
