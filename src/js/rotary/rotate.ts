import { TensorBuffer } from "../buffer.js";
import { MAX_POSITION, type Options } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { showShape, sizeOf, type TensorLike } from "../tensor.js";
import {
  type Grid,
  type ReadFrequencies,
  range,
  readFrequencies,
  readGrid,
  readHeads,
} from "./inputs.js";

export const LAYOUTS = ["half", "interleaved"] as const;
const PRECISIONS = ["exact", "float32", "bfloat16", "float16"] as const;

type Floats = Region<Float32Array>;

/** Tables in the module's memory. */
export interface TableRegions {
  readonly cos: Floats;
  readonly sin: Floats;
  readonly rows: number;
  readonly pairs: number;
}

/** Queries or keys that are to be turned. */
export interface Heads {
  readonly x: TensorLike;
  /** B, T, H, D. */
  readonly dims: readonly [number, number, number, number];
  readonly layout: number;
}

export function readPrecision(options: Options): number {
  return options.enumeration("precision", PRECISIONS, "exact");
}

/** x, its shape and layout; its heads must be wide enough for `pairs`. */
export function readRotation(
  options: Options,
  name: string,
  pairs: number,
  layout: (typeof LAYOUTS)[number] = "half",
): Heads {
  const { x, dims } = readHeads(options, name, 2 * pairs);
  if (2 * pairs > dims[3]) {
    throw new RangeError(
      `${options.call}: ${pairs} frequencies turn ${2 * pairs} columns, more than a head of ${name} has: ${showShape(x.shape)}${options.has("numHeads") ? ` with numHeads = ${dims[2]}` : ""}`,
    );
  }
  return { x, dims, layout: options.enumeration("layout", LAYOUTS, layout) };
}

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

/** `positions` of the tokens, or `offset`, `offset` + 1, … */
function readTokenPositions(options: Options, dims: readonly number[]): Grid {
  if (options.has("positions")) {
    if (options.has("offset")) {
      throw new TypeError(
        `${options.call}: give either positions or offset, not both`,
      );
    }
    return readTokens(options, "positions", options.get("positions"), dims);
  }
  const seqLen = dims[1] as number;
  const offset = options.number("offset", {
    min: -MAX_POSITION,
    max: MAX_POSITION - seqLen + 1,
    default: 0,
  });
  return range(offset, seqLen);
}

/** Tables of positions of any shape, or of several axes, `[axes, …]`. */
export function makeTables(
  runtime: Runtime,
  call: string,
  frame: Frame,
  { pairs, theta, factor }: ReadFrequencies,
  positions: Grid,
  precision: number,
  axes = 1,
  axisOfPair = 0,
): TableRegions {
  const count = sizeOf(positions.shape);
  const rows = count / axes;
  const cos = frame.float32(rows * pairs);
  const sin = frame.float32(rows * pairs);
  const at = frame.float64(count);
  const omega = frame.inputFloat64(theta);
  positions.fill(at.view());
  runtime.run(
    call,
    "rotary_tables",
    ...[cos.pointer, sin.pointer, omega.pointer, pairs],
    ...[at.pointer, axes, rows, axisOfPair, precision, factor],
  );
  return { cos, sin, rows, pairs };
}

/**
 * Turns x: in place when it is a copy, or a buffer and `inPlace`.
 *
 * @param at - the table row of each token; empty: its own
 */
export function turn(
  runtime: Runtime,
  call: string,
  frame: Frame,
  { x, dims: [batch, seqLen, heads, width], layout }: Heads,
  { cos, sin, rows, pairs }: TableRegions,
  at: ArrayLike<number> = [],
  inPlace = false,
): Floats {
  const from = frame.input(x);
  const to =
    x instanceof TensorBuffer && !inPlace ? frame.float32(from.length) : from;
  // A row for every token of the batch: then it is one long sequence.
  const own = at.length === 0 && rows === batch * seqLen;
  runtime.run(
    call,
    "rotary_apply",
    ...[to.pointer, from.pointer, cos.pointer, sin.pointer, rows],
    ...[frame.inputInt32(at).pointer, at.length],
    ...(own ? [1, batch * seqLen] : [batch, seqLen]),
    ...[heads, width, 2 * pairs, layout],
  );
  return to;
}

/** What `apply` and `applyInPlace` understand beside x. */
export const APPLY_KNOWN = [
  "frequencies",
  "tables",
  "positions",
  "offset",
  "layout",
  "numHeads",
  "joined",
  "inverse",
  "precision",
] as const;

/** Which row of ready tables `[R, pairs]` or `[B, T, pairs]` a token takes. */
function readRows(
  options: Options,
  shape: readonly number[],
  dims: readonly number[],
): ArrayLike<number> {
  const [batch = 1, seqLen = 0] = dims;
  if (shape.length === 3) {
    for (const name of ["positions", "offset"]) {
      if (options.has(name)) {
        throw new TypeError(
          `${options.call}: tables of shape ${showShape(shape)} have a row for every token: give no ${name}`,
        );
      }
    }
    if (shape[0] !== batch || shape[1] !== seqLen) {
      throw new RangeError(
        `${options.call}: tables must have a row for each of [${batch}, ${seqLen}] tokens, got ${showShape(shape)}`,
      );
    }
    return [];
  }
  const [rows = 0] = shape;
  const positions = readTokenPositions(options, dims);
  const at = new Float64Array(sizeOf(positions.shape));
  positions.fill(at);
  const beyond = at.find((p) => !Number.isInteger(p) || p < 0 || p >= rows);
  if (beyond !== undefined) {
    throw new RangeError(
      `${options.call}: positions are rows of the tables, integers from 0 to ${rows - 1}, got ${beyond}`,
    );
  }
  return at;
}

/** `apply` and `applyInPlace`: the turned numbers, in the module, and x. */
export function applyRotary(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  inPlace: boolean,
): { readonly turned: Floats; readonly x: TensorLike } {
  const { call } = options;
  if (options.has("frequencies") === options.has("tables")) {
    throw new TypeError(`${call}: give either frequencies or tables`);
  }
  const inverse = options.boolean("inverse", false);
  let tables: TableRegions;
  let heads: Heads;
  let at: ArrayLike<number> = [];
  if (options.has("frequencies")) {
    const frequencies = readFrequencies(options);
    heads = readRotation(options, "x", frequencies.pairs);
    const precision = readPrecision(options);
    const positions = readTokenPositions(options, heads.dims);
    tables = makeTables(
      runtime,
      call,
      frame,
      frequencies,
      positions,
      precision,
    );
  } else {
    if (options.has("precision")) {
      throw new TypeError(
        `${call}: precision belongs to frequencies, not to tables`,
      );
    }
    const given = options.nested("tables", ["cos", "sin", "angles"]);
    const cos = given.tensor("cos", {
      rank: [2, 3],
      as: "[T, rotaryDim / 2] or [B, T, rotaryDim / 2]",
    });
    const sin = given.tensor("sin", { shape: cos.shape });
    const pairs = cos.shape.at(-1) as number;
    heads = readRotation(options, "x", pairs);
    at = readRows(options, cos.shape, heads.dims);
    // The inverse is made in place: of copies, not of the caller's buffers.
    const take = (table: TensorLike): Floats =>
      inverse ? frame.inputFloat32(table.data) : frame.input(table);
    tables = {
      cos: take(cos),
      sin: take(sin),
      rows: cos.data.length / pairs,
      pairs,
    };
  }
  if (inverse) {
    const { cos, sin } = tables;
    if (
      runtime.number("rotary_invert", cos.pointer, sin.pointer, cos.length) !==
      0
    ) {
      throw new RangeError(
        `${call}: tables have no inverse where cos and sin are both 0 or not finite`,
      );
    }
  }
  const turned = turn(runtime, call, frame, heads, tables, at, inPlace);
  return { turned, x: heads.x };
}
