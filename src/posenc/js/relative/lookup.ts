import { addressOf } from "../buffer.js";
import { named } from "../default-instance.js";
import {
  relativeShawIndices,
  relativeShawValues,
  relativeShift,
  relativeUnshift,
} from "../generated/border/relative.js";
import { MAX_POSITION } from "../options.js";
import { ANYWHERE } from "../positions.js";
import { RESULT } from "../result.js";
import type { Runtime } from "../runtime.js";
import {
  flag,
  integer,
  type OptionsOf,
  optional,
  table,
  tensor,
} from "../schema.js";
import type { Tensor, TensorInput } from "../tensor.js";
import { BUCKETED, BUCKETS, CLAMP, CLIP, MAX_BUCKETED } from "./options.js";
import { logBuckets, readBuckets } from "./schemes.js";
import type { Relative } from "./types.js";

const MAX_LENGTH = 2 ** 24;
const LENGTH = integer({ min: 1, max: MAX_LENGTH });
const OFFSET = integer(ANYWHERE);

export const SHAW_INDICES = table("relative.shawIndices", {
  /** Number of queries. */
  queryLen: LENGTH,
  /** Number of keys. */
  keyLen: LENGTH,
  /** Distances are clipped to −clip … clip. */
  clip: CLIP,
  /** Position of query 0. */
  offset: optional(OFFSET, "`keyLen` − `queryLen`"),
});
/** Options of {@link Relative.shawIndices}. */
export type ShawIndicesOptions = OptionsOf<typeof SHAW_INDICES>;

export const SHAW_VALUES = table("relative.shawValues", {
  /** Rows by distance, `[2·clip + 1, E]`. */
  valueTable: tensor(),
  /** Distances are clipped to −clip … clip. */
  clip: CLIP,
  /** Position of query 0. */
  offset: optional(OFFSET, "K − Q"),
  ...RESULT,
});
/** Options of {@link Relative.shawValues}. */
export type ShawValuesOptions = OptionsOf<typeof SHAW_VALUES>;

export const LOG_BUCKETS = table("relative.logBuckets", {
  /** Number of buckets. */
  buckets: BUCKETS,
  /** Distance that fills them. */
  maxPosition: MAX_BUCKETED,
  /** Whether distances from `maxPosition` on share the last bucket. */
  clamp: CLAMP,
});
/** Options of {@link Relative.logBuckets}. */
export type LogBucketOptions = OptionsOf<typeof LOG_BUCKETS>;

export const DISTANCES = table(
  "relative.distances",
  {
    /** Number of queries. */
    queryLen: LENGTH,
    /** Number of keys. */
    keyLen: LENGTH,
    /** Position of query 0. */
    offset: integer({ ...ANYWHERE, default: 0 }),
    /** Number of buckets. */
    buckets: optional(BUCKETS, "none, the distance itself"),
    /** Distance that fills them. */
    maxPosition: optional(MAX_BUCKETED),
    /** Whether distances from `maxPosition` on share the last bucket. */
    clamp: CLAMP,
  },
  BUCKETED,
);
/** Options of {@link Relative.distances}. */
export type DistancesOptions = OptionsOf<typeof DISTANCES>;

const SHIFT = {
  /** Columns of the result. */
  columns: optional(integer({ min: 1, max: MAX_LENGTH }), "those of `x`"),
  /** Fill what no column belongs to with what reshaping leaves there, not zeros. */
  wrap: flag(false),
  ...RESULT,
};
export const SHIFT_LEFT = table("relative.shift", SHIFT);
export const SHIFT_BACK = table("relative.unshift", SHIFT);
/** Options of {@link Relative.shift} and {@link Relative.unshift}. */
export type ShiftOptions = OptionsOf<typeof SHIFT_LEFT>;

type Lookup = Pick<
  Relative,
  "shawIndices" | "shawValues" | "logBuckets" | "distances"
>;

/** Indices of distances and what tables give for them. */
export const lookup = (runtime: Runtime): Lookup => ({
  shawIndices(input) {
    const options = SHAW_INDICES.open(input);
    const queries = options.read("queryLen");
    const keys = options.read("keyLen");
    const clip = options.read("clip");
    const offset = options.read("offset") ?? keys - queries;
    return runtime.frame(options.call, (frame) => {
      const out = frame.int32(queries * keys);
      runtime.run(options.call, relativeShawIndices, {
        out: out.pointer,
        queries,
        keys,
        offset,
        clip,
      });
      return out.take();
    });
  },

  shawValues(weights, input) {
    const options = SHAW_VALUES.open(input, { weights });
    const w = options.tensor("weights", { rank: [2, 3, 4], as: "[…, Q, K]" });
    const [queries, keys] = w.shape.slice(-2) as [number, number];
    const clip = options.read("clip");
    const table = options.tensor("valueTable", {
      shape: [2 * clip + 1, null],
    });
    const width = table.shape[1] as number;
    const offset = options.read("offset") ?? keys - queries;
    return runtime.frame(options.call, (frame) => {
      const shape = [...w.shape.slice(0, -1), width];
      const numbers = {
        weights: frame.input(w).pointer,
        table: frame.input(table).pointer,
        matrices: w.data.length / (queries * keys),
        queries,
        keys,
        width,
        clip,
        offset,
      };
      const given = options.out();
      const out = frame.apart(shape, given);
      runtime.run(options.call, relativeShawValues, {
        ...numbers,
        out: out.pointer,
      });
      return frame.result(out, shape, given);
    });
  },

  logBuckets(distances, input) {
    const options = LOG_BUCKETS.open(input, { distances });
    const list = options.integers("distances", {
      min: -MAX_POSITION,
      max: MAX_POSITION - 1,
    });
    const size = {
      buckets: options.read("buckets"),
      maxPosition: options.read("maxPosition"),
      clamp: options.read("clamp"),
    };
    return runtime.frame(options.call, (frame) =>
      logBuckets(runtime, frame, options.call, list, size).take(),
    );
  },

  distances(input) {
    const options = DISTANCES.open(input);
    const queries = options.read("queryLen");
    const keys = options.read("keyLen");
    const offset = options.read("offset");
    const size = readBuckets(options);
    const first = offset - (keys - 1);
    if (first < -MAX_POSITION || offset + queries > MAX_POSITION) {
      options.fail("offset", "such that all distances fit 32 bits");
    }
    return runtime.frame(options.call, (frame) => {
      const row = Int32Array.from(
        { length: queries + keys - 1 },
        (_, n) => n + first,
      );
      const table = size
        ? logBuckets(runtime, frame, options.call, row, size).take()
        : row;
      const out = frame.int32(queries * keys);
      const view = out.view();
      for (let i = 0; i < queries; i += 1) {
        for (let j = 0; j < keys; j += 1) {
          view[i * keys + j] = table[i - j + keys - 1] as number;
        }
      }
      return out.take();
    });
  },
});

/** Transformer-XL's shift and the way back. */
export function shifts(runtime: Runtime): Pick<Relative, "shift" | "unshift"> {
  const move = (
    { call, open }: typeof SHIFT_LEFT,
    isBack: boolean,
    x: TensorInput,
    input: ShiftOptions,
  ): Tensor => {
    const options = open(input, { x });
    const rows = options.tensor("x", {
      rank: [2, 3, 4],
      as: "[Q, R] with up to two axes before",
    });
    const [queries, own] = rows.shape.slice(-2) as [number, number];
    const wrap = options.read("wrap");
    const columns = options.integer("columns", {
      min: isBack ? own : 1,
      max: isBack ? MAX_LENGTH : own,
      default: own,
    });
    const [keys, outer] = isBack ? [own, columns] : [columns, own];
    const count = rows.data.length / (queries * own);
    return runtime.frame(call, (frame) => {
      const shape = [...rows.shape.slice(0, -1), columns];
      const from = frame.input(rows);
      const given = options.out();
      const out = frame.apart(shape, given);
      for (let m = 0; m < count; m += 1) {
        runtime.run(call, isBack ? relativeUnshift : relativeShift, {
          out: addressOf(out, m * queries * columns),
          x: addressOf(from, m * queries * own),
          queries,
          rows: outer,
          keys,
          wrap,
        });
      }
      return frame.result(out, shape, given);
    });
  };
  return {
    shift: (x, input = {}) => move(SHIFT_LEFT, false, x, input),
    unshift: (x, input = {}) => move(SHIFT_BACK, true, x, input),
  };
}

export const relativeDistances: Relative["distances"] = /* @__PURE__ */ named(
  lookup,
  "distances",
);
const logBucketsCall: Relative["logBuckets"] = /* @__PURE__ */ named(
  lookup,
  "logBuckets",
);

export { logBucketsCall as logBuckets };
export const shawIndices: Relative["shawIndices"] = /* @__PURE__ */ named(
  lookup,
  "shawIndices",
);
export const shawValues: Relative["shawValues"] = /* @__PURE__ */ named(
  lookup,
  "shawValues",
);

const shiftCall: Relative["shift"] = /* @__PURE__ */ named(shifts, "shift");

export { shiftCall as relativeShift };

const unshiftCall: Relative["unshift"] = /* @__PURE__ */ named(
  shifts,
  "unshift",
);

export { unshiftCall as relativeUnshift };
