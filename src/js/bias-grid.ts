import type { BiasGrid } from "./bias-types.js";
import type { TensorBuffer } from "./buffer.js";
import {
  checkNumbers,
  MAX_POSITION,
  MAX_WIDTH,
  type Options,
  type ShapeRule,
} from "./options.js";
import type { Frame, Region, Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** The keys of `BiasGrid`. */
export const GRID_KEYS = [
  "queryLen",
  "keyLen",
  "offset",
  "queryPositions",
  "keyPositions",
  "causal",
  "future",
  "out",
] as const satisfies readonly (keyof BiasGrid)[];

/** How many heads a bias may have. */
export const HEADS = { min: 1, max: MAX_WIDTH };

/** `Future` of src/core/bias/offsets.hpp. */
const KEEP = 0;
const MASK = 1;
const ZERO = 2;

/** A `BiasGrid` that has been read. */
export interface Grid {
  readonly queries: number;
  readonly keys: number;
  /** Position of the first query when the positions are a range. */
  readonly offset: number;
  /** The positions when they are listed. */
  readonly listed?: {
    readonly queries: ArrayLike<number>;
    readonly keys: ArrayLike<number>;
  };
  readonly future: number;
}

/** `causal` and `future` as the number that crosses the border. */
export function readFuture(options: Options, causal: boolean): number {
  const word = options.choice("future", ["mask", "zero"], "mask");
  const given = options.has("future");
  if (options.boolean("causal", causal || given)) {
    return word === "mask" ? MASK : ZERO;
  }
  if (given) {
    throw new TypeError(
      `${options.call}: future says what a causal bias has after the query, so it cannot go with causal: false`,
    );
  }
  return KEEP;
}

/** Refuses options that say the same thing as `name` does. */
export function refuseBoth(
  options: Options,
  name: string,
  others: readonly string[],
): void {
  for (const other of others) {
    if (options.has(other)) {
      throw new TypeError(
        `${options.call}: give either ${name} or ${other}, not both`,
      );
    }
  }
}

/** Position of the first query; the queries are the last keys unless told. */
export function readOffset(
  options: Options,
  queries: number,
  keys: number,
): number {
  return options.number("offset", {
    min: -MAX_POSITION,
    max: MAX_POSITION,
    default: keys - queries,
  });
}

/**
 * Reads where queries and keys stand.
 *
 * @param causal - whether the call is causal unless told
 * @param queryLen - how many queries when the call has a default for it
 */
export function readGrid(
  options: Options,
  causal: boolean,
  queryLen?: number,
): Grid {
  const future = readFuture(options, causal);
  const length = { min: 1, max: MAX_POSITION };
  const perQuery = queryLen === undefined ? {} : { default: queryLen };
  if (!options.has("keyPositions")) {
    if (options.has("queryPositions")) {
      throw new TypeError(
        `${options.call}: queryPositions needs keyPositions as well`,
      );
    }
    const queries = options.integer("queryLen", { ...length, ...perQuery });
    const keys = options.integer("keyLen", length);
    const offset = readOffset(options, queries, keys);
    return { queries, keys, offset, future };
  }
  refuseBoth(options, "keyPositions", ["keyLen", "offset"]);
  const keys = options.integers("keyPositions");
  if (keys.length === 0) options.fail("keyPositions", "at least one integer");
  let queries: ArrayLike<number>;
  if (options.has("queryPositions")) {
    refuseBoth(options, "queryPositions", ["queryLen"]);
    queries = options.integers("queryPositions");
    if (queries.length === 0) {
      options.fail("queryPositions", "at least one integer");
    }
  } else {
    const count = options.integer("queryLen", {
      min: 1,
      max: keys.length,
      default: queryLen ?? keys.length,
    });
    queries = Array.prototype.slice.call(keys, keys.length - count);
  }
  return {
    queries: queries.length,
    keys: keys.length,
    offset: 0,
    listed: { queries, keys },
    future,
  };
}

/** The positions of a grid, one by one: their addresses and numbers. */
export function positionsOf(
  frame: Frame,
  { queries, keys, offset, listed }: Grid,
): number[] {
  const range = (length: number, first: number): Region<Float64Array> => {
    const region = frame.float64(length);
    const view = region.view();
    for (let i = 0; i < length; i += 1) view[i] = first + i;
    return region;
  };
  return [
    (listed ? frame.inputFloat64(listed.queries) : range(queries, offset))
      .pointer,
    queries,
    (listed ? frame.inputFloat64(listed.keys) : range(keys, 0)).pointer,
    keys,
  ];
}

function extent(array: ArrayLike<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < array.length; i += 1) {
    const x = array[i] as number;
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return [low, high];
}

/** The result of a call: `out` when the caller gave one, else a copy. */
export function finish(
  out: Region<Float32Array>,
  shape: readonly number[],
  buffer: TensorBuffer | undefined,
): Tensor {
  return buffer ?? { data: out.take(), shape };
}

/** Writes `[heads, count]` numbers for the offsets first, first + 1, … */
type Fill = (frame: Frame, row: number, first: number, count: number) => void;

/** A row of all offsets between the positions costs little more than a cell. */
const DENSE = { perCell: 16, always: 4096 };
/** A gap that is cheaper to fill than to begin another run of offsets. */
const MAX_GAP = 64;

/** Positions far apart: only the offsets that occur are computed. */
function fillSparse(
  runtime: Runtime,
  call: string,
  out: Region<Float32Array>,
  heads: number,
  { queries, keys }: NonNullable<Grid["listed"]>,
  fill: Fill,
): void {
  const size = queries.length * keys.length;
  const place = new Map<number, number[]>();
  for (let n = 0; n < size; n += 1) {
    const query = queries[Math.floor(n / keys.length)] as number;
    const offset = (keys[n % keys.length] as number) - query;
    const cells = place.get(offset);
    if (cells) cells.push(n);
    else place.set(offset, [n]);
  }
  const offsets = Float64Array.from(place.keys()).sort();
  for (let next = 0; next < offsets.length; ) {
    const first = offsets[next] as number;
    let last = first;
    while ((offsets[next] as number) - last <= MAX_GAP) {
      last = offsets[next++] as number;
    }
    const count = last - first + 1;
    runtime.frame(call, (frame) => {
      const row = frame.float32(heads * count);
      fill(frame, row.pointer, first, count);
      const [from, to] = [row.view(), out.view()];
      for (let r = 0; r < count; r += 1) {
        for (const n of place.get(first + r) ?? []) {
          for (let h = 0; h < heads; h += 1) {
            to[h * size + n] = from[h * count + r] as number;
          }
        }
      }
    });
  }
}

/**
 * The matrix `[H, Q, K]` of a bias that depends on the offset alone, key
 * position − query position.
 */
export function offsetMatrix(
  runtime: Runtime,
  options: Options,
  grid: Grid,
  heads: number,
  fill: Fill,
): Tensor {
  const { call } = options;
  const { queries, keys, listed } = grid;
  const buffer = options.buffer();
  const shape = [heads, queries, keys];
  return runtime.frame(call, (frame) => {
    const out = frame.output(shape, buffer);
    let first = -(grid.offset + queries - 1);
    let count = queries + keys - 1;
    if (listed) {
      const [queryLow, queryHigh] = extent(listed.queries);
      const [keyLow, keyHigh] = extent(listed.keys);
      first = keyLow - queryHigh;
      count = keyHigh - queryLow - first + 1;
      if (count > DENSE.always + DENSE.perCell * queries * keys) {
        fillSparse(runtime, call, out, heads, listed, fill);
        return finish(out, shape, buffer);
      }
    }
    const row = frame.float32(heads * count).pointer;
    fill(frame, row, first, count);
    if (listed) {
      runtime.run(
        call,
        "bias_gather",
        ...[out.pointer, row, heads, count, first],
        ...[frame.inputInt32(listed.queries).pointer, queries],
        ...[frame.inputInt32(listed.keys).pointer, keys],
      );
    } else {
      runtime.run(
        call,
        "bias_expand",
        ...[out.pointer, row, heads, queries, keys],
      );
    }
    return finish(out, shape, buffer);
  });
}

/** The options inside `weights`. */
export function readWeights(
  options: Options,
  names: readonly string[],
): Options {
  return options.nested("weights", names, `an object with ${names.join(", ")}`);
}

/** A weight tensor all of whose numbers are finite. */
export function finiteTensor(
  weights: Options,
  name: string,
  rule: ShapeRule,
): TensorLike {
  const tensor = weights.tensor(name, rule);
  checkNumbers(weights.call, `weights.${name}.data`, tensor.data);
  return tensor;
}
