import { TensorBuffer } from "../buffer.js";
import type { Layout, Precision } from "../generated/border/enums/rotary.js";
import {
  rotaryApply,
  rotaryInvert,
  rotaryTables,
} from "../generated/border/rotary.js";
import type { Options } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import type { Reading } from "../schema.js";
import {
  type ReadTensor,
  showShape,
  sizeOf,
  type Tensor,
  type TensorInput,
} from "../tensor.js";
import {
  type Grid,
  type ReadFrequencies,
  type ROTATION,
  readGrid,
  readHeads,
} from "./inputs.js";

type Floats = Region<Float32Array>;
/** Where numbers lie, however many. */
export type Place = Pick<Floats, "pointer">;

/** Tables of cosines and sines, `[T, rotaryDim / 2]` or `[B, T, rotaryDim / 2]`. */
export interface RotaryTables<Table extends TensorInput = TensorInput> {
  /** Cosines, times the attention factor. */
  readonly cos: Table;
  /** Sines, times the attention factor. */
  readonly sin: Table;
}

/** Tables in the module's memory. */
export interface TableRegions {
  readonly cos: Floats;
  readonly sin: Floats;
  readonly rows: number;
  readonly pairs: number;
}

/** Tables as tensors of the caller's own. */
export function takeTables(
  { cos, sin, pairs }: TableRegions,
  rows: readonly number[],
): RotaryTables<Tensor> {
  const shape = [...rows, pairs];
  return {
    cos: { data: cos.take(), shape },
    sin: { data: sin.take(), shape: [...shape] },
  };
}

/** Queries or keys that are to be turned. */
export interface Heads {
  readonly x: ReadTensor;
  /** B, T, H, D. */
  readonly dims: readonly [number, number, number, number];
  /** In memory the heads stand before the tokens. */
  readonly headsFirst?: boolean;
  readonly layout: Layout;
  /** First column that turns; 0 unless given. */
  readonly startIndex?: number;
}

/** x, its shape and layout; its heads must be wide enough for `pairs`. */
export function readRotation(
  options: Reading<typeof ROTATION>,
  name: string,
  pairs: number,
): Heads {
  const startIndex = options.read("startIndex");
  const columns = startIndex + 2 * pairs;
  const { x, dims, headsFirst } = readHeads(options, name, columns);
  if (columns > dims[3]) {
    throw new RangeError(
      `${options.call}: ${turnedColumns(pairs, startIndex)}, more than a head of ${name} has: ${showShape(x.shape)}${options.has("numHeads") ? ` with numHeads = ${dims[2]}` : ""}`,
    );
  }
  return { x, dims, headsFirst, layout: options.read("layout"), startIndex };
}

/** What frequencies turn, for a refusal. */
export const turnedColumns = (pairs: number, startIndex: number): string =>
  `${pairs} frequencies turn ${2 * pairs} columns${startIndex ? ` from ${startIndex} on` : ""}`;

/** Numbers for the tokens of `[B, T]`: `[T]` or `[B, T]`. */
export function readTokens(
  options: Options,
  name: string,
  value: unknown,
  [batch, seqLen]: readonly number[],
): Grid {
  const grid = readGrid(
    options,
    name,
    value,
    [1, 2],
    `[${seqLen}] or [${batch}, ${seqLen}]`,
  );
  const fits =
    grid.shape.at(-1) === seqLen &&
    (grid.shape.length === 1 || grid.shape[0] === batch);
  if (!fits) {
    throw new RangeError(
      `${options.call}: ${name} must be numbers of shape [${seqLen}] or [${batch}, ${seqLen}], got shape ${showShape(grid.shape)}`,
    );
  }
  return grid;
}

/** How many axes positions have, and which of them a pair turns with. */
export interface Axes {
  readonly axes: number;
  readonly axisOfPair: Region<Uint8Array>["pointer"] | 0;
}
const ONE_AXIS: Axes = { axes: 1, axisOfPair: 0 };

/** Tables of positions of any shape, or of several axes, `[axes, …]`. */
export function makeTables(
  runtime: Runtime,
  call: string,
  frame: Frame,
  { pairs, theta, factor }: ReadFrequencies,
  positions: Grid,
  precision: Precision,
  { axes, axisOfPair } = ONE_AXIS,
): TableRegions {
  const count = sizeOf(positions.shape);
  const rows = count / axes;
  const cos = frame.float32(rows * pairs);
  const sin = frame.float32(rows * pairs);
  const at = frame.float64(count);
  const omega = frame.inputFloat64(theta);
  positions.fill(at.view());
  runtime.run(call, rotaryTables, {
    cos: cos.pointer,
    sin: sin.pointer,
    theta: omega.pointer,
    pairs,
    positions: at.pointer,
    axes,
    rows,
    axisOfPair,
    precision,
    attentionFactor: factor,
  });
  return { cos, sin, rows, pairs };
}

/** Makes tables those that undo them, where they lie. */
export function invertTables(
  runtime: Runtime,
  call: string,
  { cos, sin }: TableRegions,
): void {
  const status = runtime.number(rotaryInvert, {
    cos: cos.pointer,
    sin: sin.pointer,
    count: cos.length,
  });
  if (status !== 0) {
    throw new RangeError(
      `${call}: tables have no inverse where cos and sin are both 0 or not finite`,
    );
  }
}

/**
 * The table row of each token where every head is a text of its own: an own row
 * for each of [B, T] tokens counts for all heads of its text.
 */
function rowsByHead(
  [batch, seqLen, numHeads]: readonly [number, number, number, number],
  rows: number,
  at: ArrayLike<number>,
): ArrayLike<number> {
  const isOwn = (at.length || rows) === batch * seqLen && batch > 1;
  if (!isOwn) return at;
  return Int32Array.from({ length: batch * numHeads * seqLen }, (_, n) => {
    const text = Math.floor(n / (numHeads * seqLen));
    const token = text * seqLen + (n % seqLen);
    return at[token] ?? token;
  });
}

/**
 * Turns numbers that lie in the module.
 *
 * @param at - the table row of each token; empty: its own
 */
export function turnRegion(
  runtime: Runtime,
  call: string,
  frame: Frame,
  [to, from]: readonly [Place, Place],
  { dims, layout, headsFirst = false, startIndex = 0 }: Omit<Heads, "x">,
  { cos, sin, rows, pairs }: TableRegions,
  given: ArrayLike<number> = [],
): void {
  const [, seqLen, , headDim] = dims;
  const at = headsFirst ? rowsByHead(dims, rows, given) : given;
  const batch = headsFirst ? dims[0] * dims[2] : dims[0];
  const numHeads = headsFirst ? 1 : dims[2];
  // A row for every token of the batch: then it is one long sequence.
  const own = at.length === 0 && rows === batch * seqLen;
  runtime.run(call, rotaryApply, {
    y: to.pointer,
    x: from.pointer,
    cos: cos.pointer,
    sin: sin.pointer,
    tableRows: rows,
    rows: at.length === 0 ? 0 : frame.inputInt32(at).pointer,
    rowCount: at.length,
    batch: own ? 1 : batch,
    seqLen: own ? rows : seqLen,
    numHeads,
    headDim,
    rotaryDim: 2 * pairs,
    start: startIndex,
    layout,
  });
}

/** Turns x: in place when it is a copy, or a buffer and `inPlace`. */
export function turn(
  runtime: Runtime,
  call: string,
  frame: Frame,
  heads: Heads,
  tables: TableRegions,
  at: ArrayLike<number> = [],
  inPlace = false,
): Floats {
  const from = frame.input(heads.x);
  const isCopied = heads.x instanceof TensorBuffer && !inPlace;
  const to = isCopied ? frame.float32(from.length) : from;
  turnRegion(runtime, call, frame, [to, from], heads, tables, at);
  return to;
}
