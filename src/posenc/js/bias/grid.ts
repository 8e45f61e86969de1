import { type Address, TensorBuffer } from "../buffer.js";
import { biasExpand, biasGather } from "../generated/border/bias.js";
import { Future } from "../generated/border/enums/bias.js";
import { checkNumbers, type Options } from "../options.js";
import { ANYWHERE, LENGTH } from "../positions.js";
import { either, ways } from "../rules.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import {
  choice,
  type Field,
  flag,
  integers,
  type OptionsOf,
  optional,
  out,
  part,
  type Reading,
  real,
} from "../schema.js";
import type { ReadTensor, Tensor } from "../tensor.js";

/** Of a causal bias. */
export const CLOSED = {
  /**
   * Close keys that come after the query, as `future` says. When false, they
   * get the formula's own value.
   */
  causal: optional(flag(false), "false, unless `future` is given"),
  /**
   * What a causal bias has where the key comes after the query. `"mask"`:
   * −Infinity, so that the bias is the causal mask as well. `"zero"`: 0, for a
   * mask that is applied elsewhere (GPT-NeoX). Makes `causal` true.
   */
  future: choice(["mask", "zero"], "mask"),
};

/** Of {@link CLOSED}: what is not causal closes nothing. */
export const CLOSING = ways(
  { takes: ["causal"] },
  { stays: { causal: true }, takes: ["future"] },
);

export const BIAS_CLOSING = part(CLOSED, CLOSING);
/** What a bias has for keys after the query; in attention, the call decides. */
export type BiasClosing = OptionsOf<typeof BIAS_CLOSING>;

/** Where queries and keys stand, and what becomes of keys after the query. */
export const GRID = {
  /** Number of queries, Q. */
  queryLen: optional(LENGTH),
  /** Number of keys, K; they stand at positions 0 … K − 1. */
  keyLen: optional(LENGTH),
  /**
   * Position of the first query; the others follow in steps of one. By default
   * the queries are the last positions of the keys, as in decoding with cached
   * keys.
   */
  offset: optional(real(ANYWHERE), "`keyLen` − `queryLen`"),
  /**
   * The positions of the queries, together with `keyPositions`. Default: the
   * last `queryLen` of `keyPositions`, or all of them.
   */
  queryPositions: optional(integers()),
  /**
   * The positions of the keys, integers of 32 bits in any order, instead of
   * `keyLen` and `offset`: padded, packed or strided sequences
   * ({@link Learned.paddedPositions} counts real tokens).
   */
  keyPositions: optional(integers()),
  ...CLOSED,
  /** Write into this buffer in place of a new array. */
  out: out("the result's shape"),
};

/** How queries and keys are placed: as ranges, or listed. */
export const PLACING = ways(
  { needs: ["queryLen", "keyLen"], takes: ["offset"] },
  { needs: ["keyPositions"], takes: ["queryLen"] },
  { needs: ["keyPositions"], takes: ["queryPositions"] },
);
export const BIAS_GRID = part(GRID, PLACING, CLOSING);
/** Options of the biases between queries and keys. */
export type BiasGrid = OptionsOf<typeof BIAS_GRID>;

/** The options of a call that has a grid. */
type Gridded = Reading<typeof GRID>;

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
  readonly future: Future;
}

/** `causal` and `future` as the number that crosses the border. */
export function readFuture(
  options: Reading<typeof CLOSED>,
  causal: boolean,
): Future {
  const word = options.read("future");
  const given = options.has("future");
  if (options.read("causal") ?? (causal || given)) return Future[word];
  if (given) {
    throw new TypeError(
      `${options.call}: future says what a causal bias has after the query, so it cannot go with causal: false`,
    );
  }
  return Future.keep;
}

const LISTED_KEYS = either("keyPositions", ["keyLen", "offset"]);
const LISTED_QUERIES = either("queryPositions", ["queryLen"]);

/**
 * Reads where queries and keys stand.
 *
 * @param causal - whether the call is causal unless told
 * @param queryLen - how many queries when the call has a default for it
 */
export function readGrid(
  options: Gridded,
  causal: boolean,
  queryLen?: number,
): Grid {
  const future = readFuture(options, causal);
  if (!options.has("keyPositions")) {
    if (options.has("queryPositions")) {
      throw new TypeError(
        `${options.call}: queryPositions needs keyPositions as well`,
      );
    }
    const queries =
      options.read("queryLen") ?? queryLen ?? options.need("queryLen");
    const keys = options.need("keyLen");
    const offset = options.read("offset") ?? keys - queries;
    return { queries, keys, offset, future };
  }
  LISTED_KEYS.refuse(options);
  const keys = options.need("keyPositions");
  if (keys.length === 0) options.fail("keyPositions", "at least one integer");
  let queries = options.read("queryPositions");
  if (queries) {
    LISTED_QUERIES.refuse(options);
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

/** The positions of a grid, one by one, as the border takes them. */
export function positionsOf(
  frame: Frame,
  { queries, keys, offset, listed }: Grid,
) {
  const range = (length: number, first: number): Region<Float64Array> => {
    const region = frame.float64(length);
    const view = region.view();
    for (let i = 0; i < length; i += 1) view[i] = first + i;
    return region;
  };
  const places = (
    list: ArrayLike<number> | undefined,
    ...of: [number, number]
  ) => (list ? frame.inputFloat64(list) : range(...of)).pointer;
  return {
    queryPositions: places(listed?.queries, queries, offset),
    queries,
    keyPositions: places(listed?.keys, keys, 0),
    keys,
  };
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

/** Where `[heads, count]` numbers for the offsets first, first + 1, … go. */
interface Row {
  readonly out: Address<Float32Array>;
  readonly first: number;
  readonly count: number;
}
type Fill = (frame: Frame, row: Row) => void;

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
      fill(frame, { out: row.pointer, first, count });
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
  const buffer = options.out();
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
        return frame.result(out, shape, buffer);
      }
    }
    if (queries === 1 && !listed && !(buffer instanceof TensorBuffer)) {
      // The row of the offsets is that of the query. Not into a buffer, which
      // may be a weight that the kernel reads.
      fill(frame, { out: out.pointer, first, count });
      return frame.result(out, shape, buffer);
    }
    const byOffset = frame.float32(heads * count).pointer;
    fill(frame, { out: byOffset, first, count });
    if (listed) {
      runtime.run(call, biasGather, {
        out: out.pointer,
        byOffset,
        heads,
        count,
        first,
        queries,
        keys,
        queryPositions: frame.inputInt32(listed.queries).pointer,
        keyPositions: frame.inputInt32(listed.keys).pointer,
      });
    } else {
      runtime.run(call, biasExpand, {
        out: out.pointer,
        byOffset,
        heads,
        queries,
        keys,
        stride: 0,
      });
    }
    return frame.result(out, shape, buffer);
  });
}

/** The same tensor where all of its numbers are finite. */
export const finite = <Given, Optional extends boolean>(
  it: Field<ReadTensor, Given, Optional>,
): Field<ReadTensor, Given, Optional> => ({
  ...it,
  read(options, name) {
    const tensor = it.read(options, name);
    checkNumbers(options.call, `weights.${name}.data`, tensor.data);
    return tensor;
  },
});

/** A weight whose shape other weights decide. */
export function finiteOf(
  weights: Options,
  name: string,
  shape: readonly (number | null)[],
): ReadTensor {
  const tensor = weights.tensor(name, { shape });
  checkNumbers(weights.call, `weights.${name}.data`, tensor.data);
  return tensor;
}
