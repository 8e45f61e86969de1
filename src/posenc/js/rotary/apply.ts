import { type Out, TensorBuffer } from "../buffer.js";
import { named } from "../default-instance.js";
import { describe } from "../errors.js";
import { Precision } from "../generated/border/enums/rotary.js";
import { SIDE_BY_SIDE } from "../heads.js";
import { MAX_POSITION } from "../options.js";
import { ANYWHERE } from "../positions.js";
import { RESULT } from "../result.js";
import { copyRows } from "../rows.js";
import { either, ways } from "../rules.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import {
  type Field,
  flag,
  group,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
  tensor,
} from "../schema.js";
import { isLive, isWhole, Snapshot, type Whole } from "../snapshot.js";
import { type ReadTensor, showShape, sizeOf, type Tensor } from "../tensor.js";
import {
  type Grid,
  inOrder,
  POSITIONS,
  PRECISION,
  ROTATION,
  range,
  readFrequencies,
  readGiven,
  readGrid,
  TURNING,
} from "./inputs.js";
import { rowOf } from "./last-row.js";
import {
  type Heads,
  invertTables,
  makeTables,
  type RotaryTables,
  readRotation,
  readTokens,
  type TableRegions,
  turn,
} from "./rotate.js";
import type { Rotary } from "./types.js";

const ROW = tensor({
  rank: [2, 3, 4],
  as: "[T, rotaryDim / 2], [B, T, rotaryDim / 2] or [B, T, H, rotaryDim / 2]",
});
/** Those of `axial` have their angles with them. */
const READY = { cos: ROW, sin: ROW, angles: optional(ROW) };
const TABLES: Field<Reading<typeof READY>, RotaryTables, false> = group(READY);

const CHOSEN = {
  /** What turns at which speed; angles are computed anew for the call. */
  frequencies: optional(TURNING),
  /**
   * Ready tables, such as those of {@link Rotary.tables}. With four axes, in the
   * order of `x`, every head turns by its own: those of the frequencies of all
   * heads one after the other, `[T, H·rotaryDim / 2]`, as
   * `[1, T, H, rotaryDim / 2]`.
   */
  tables: optional(TABLES),
  /** Positions of the tokens; with `tables`, which row each token takes. */
  positions: optional(POSITIONS),
  /** Position (or row) of the first token. */
  offset: real({ ...ANYWHERE, default: 0 }),
  ...ROTATION,
  /** Undo: turn back and divide by the attention factor. */
  inverse: flag(false),
  /** Number format of the angles of `frequencies`. */
  precision: PRECISION,
};
const RULES = [
  ways({ needs: ["frequencies"], takes: ["precision"] }, { needs: ["tables"] }),
  either("positions", ["offset"]),
  SIDE_BY_SIDE,
] as const;
export const APPLY = table("rotary.apply", { ...CHOSEN, ...RESULT }, ...RULES);
/** Options of {@link Rotary.apply}: `frequencies` or `tables`, not both. */
export type RotaryApplyOptions = OptionsOf<typeof APPLY>;
const APPLY_IN_PLACE = table("rotary.applyInPlace", CHOSEN, ...RULES);

export const SHIFT = table(
  "rotary.shift",
  {
    /** The frequencies that the keys were rotated with. */
    frequencies: TURNING,
    ...ROTATION,
    ...RESULT,
  },
  SIDE_BY_SIDE,
);
/** Options of {@link Rotary.shift}. */
export type RotaryShiftOptions = OptionsOf<typeof SHIFT>;

type Applying = Reading<typeof CHOSEN>;

/** `positions` of the tokens, or `offset`, `offset` + 1, … */
function readTokenPositions(options: Applying, dims: readonly number[]): Grid {
  if (options.has("positions")) {
    return readTokens(options, "positions", options.get("positions"), dims);
  }
  const seqLen = dims[1] as number;
  const max = MAX_POSITION - seqLen + 1;
  return range(
    options.number("offset", { min: ANYWHERE.min, max, default: 0 }),
    seqLen,
  );
}

/**
 * Which row of ready tables `[R, pairs]`, `[B, T, pairs]` or `[B, T, H, pairs]`
 * a token takes.
 */
function readRows(
  options: Applying,
  shape: readonly number[],
  { dims, headsFirst }: Heads,
): ArrayLike<number> {
  if (shape.length > 2) {
    for (const name of ["positions", "offset"]) {
      if (options.has(name)) {
        throw new TypeError(
          `${options.call}: tables of shape ${showShape(shape)} have a row for every token: give no ${name}`,
        );
      }
    }
    const [batch, seqLen, numHeads] = dims;
    const byHead = headsFirst
      ? [batch, numHeads, seqLen]
      : [batch, seqLen, numHeads];
    const rows = shape.length === 3 ? [batch, seqLen] : byHead;
    if (rows.some((n, axis) => n !== shape[axis])) {
      throw new RangeError(
        `${options.call}: tables must have a row for each of ${showShape(rows)} ${shape.length === 3 ? "tokens" : "heads"}, got ${showShape(shape)}`,
      );
    }
    return [];
  }
  const [rows = 0] = shape;
  const positions = readTokenPositions(options, dims);
  const at = positions.list();
  for (let i = 0; i < at.length; i += 1) {
    const p = at[i] as number;
    if (Number.isInteger(p) && p >= 0 && p < rows) continue;
    throw new RangeError(
      `${options.call}: positions are rows of the tables, integers from 0 to ${rows - 1}, got ${p}`,
    );
  }
  return at;
}

/** What turns what. */
interface Turning {
  readonly heads: Heads;
  readonly tables: TableRegions;
  /** The table row of each token; empty: its own. */
  readonly at?: ArrayLike<number>;
}

/** By `frequencies`. */
function byFrequencies(
  runtime: Runtime,
  frame: Frame,
  options: Applying,
): Turning {
  const frequencies = readGiven(options);
  const heads = readRotation(options, "x", frequencies.pairs);
  const precision = options.read("precision");
  const positions = readTokenPositions(options, heads.dims);
  const make = (): TableRegions =>
    makeTables(
      runtime,
      options.call,
      frame,
      inOrder(frequencies),
      positions,
      precision,
    );
  if (heads.dims[1] !== 1 || options.has("positions")) {
    return { heads, tables: make() };
  }
  // Each layer of a model asks for the same, for queries and for keys.
  const position = options.read("offset");
  const { pairs, high, low, factor } = frequencies;
  const row = { pairs, high, low, factor, precision, position };
  return { heads, tables: rowOf(runtime, frame, row, make) };
}

/**
 * By `tables`: in place when they are buffers, else copied, but no more rows
 * than there are tokens.
 *
 * @param writes - whether the call is to write into them: into copies
 */
function byTables(frame: Frame, options: Applying, writes: boolean): Turning {
  if (options.has("precision")) {
    throw new TypeError(
      `${options.call}: precision belongs to frequencies, not to tables`,
    );
  }
  const given = options.need("tables");
  const cos = given.read("cos");
  const sin = given.tensor("sin", { shape: cos.shape });
  const pairs = cos.shape.at(-1) as number;
  const heads = readRotation(options, "x", pairs);
  const at = readRows(options, cos.shape, heads);
  const rows = cos.data.length / pairs;
  const areBuffers = cos instanceof TensorBuffer && sin instanceof TensorBuffer;
  const tokens = at.length;
  if ((writes || !areBuffers) && tokens > 0 && tokens < rows) {
    const take = (table: ReadTensor): Region<Float32Array> => {
      const region = frame.float32(tokens * pairs);
      copyRows(options.call, region.view(), table, at);
      return region;
    };
    return {
      heads,
      tables: { cos: take(cos), sin: take(sin), rows: tokens, pairs },
    };
  }
  const [batch, seqLen, numHeads, width] = heads.dims;
  const take = (table: ReadTensor): Region<Float32Array> =>
    writes ? frame.inputFloat32(table.data) : frame.input(table);
  return {
    // With a row for each head, heads are turned as tokens are.
    heads:
      cos.shape.length < 4
        ? heads
        : {
            ...heads,
            dims: [1, batch * seqLen * numHeads, 1, width],
            headsFirst: false,
          },
    tables: { cos: take(cos), sin: take(sin), rows, pairs },
    at,
  };
}

/** Of tables: rows in JavaScript's memory. */
const areRows = (table: unknown): table is Whole =>
  isWhole(table) && table.shape.length === 2;

const ROWS: ReadonlySet<string> = new Set([
  "x",
  "tables",
  "offset",
  "layout",
  "out",
]);

/**
 * What a decode loop gives: x with its heads, tables in arrays, where its first
 * token stands. Undefined where it is not that, or not right: then the options
 * are read one by one, which finds out why.
 */
function byRows(frame: Frame, options: Applying): Turning | undefined {
  if (!options.hasOnly(ROWS)) return undefined;
  const { x, tables } = options.values;
  if (!(tables instanceof Snapshot)) return undefined;
  const { cos, sin } = tables;
  if (!areRows(cos) || !areRows(sin) || Object.keys(tables).length !== 2) {
    return undefined;
  }
  if (!isWhole(x) && !isLive(x)) return undefined;
  const [rows, pairs] = cos.shape as readonly [number, number];
  const { shape } = x;
  const axes = shape.length;
  const headDim = shape[axes - 1] as number;
  const seqLen = shape[axes - 3] as number;
  if (
    sin.shape[0] !== rows ||
    sin.shape[1] !== pairs ||
    !(rows > 0 && pairs > 0 && 2 * pairs <= headDim) ||
    (axes !== 3 && axes !== 4) ||
    sizeOf(shape) === 0
  ) {
    return undefined;
  }
  const offset = options.read("offset");
  if (!Number.isInteger(offset) || offset < 0 || offset + seqLen > rows) {
    return undefined;
  }
  const from = offset * pairs;
  const to = from + seqLen * pairs;
  return {
    heads: {
      x,
      dims: [
        axes === 4 ? (shape[0] as number) : 1,
        seqLen,
        shape[axes - 2] as number,
        headDim,
      ],
      layout: options.read("layout"),
    },
    tables: {
      cos: frame.inputPart(cos.data, from, to),
      sin: frame.inputPart(sin.data, from, to),
      rows: seqLen,
      pairs,
    },
  };
}

/** `apply` and `applyInPlace`: the turned numbers, in the module, and x. */
function applyRotary(
  runtime: Runtime,
  frame: Frame,
  options: Applying,
  inPlace: boolean,
): { readonly turned: Region<Float32Array>; readonly x: ReadTensor } {
  const { call } = options;
  const usual = byRows(frame, options);
  if (usual !== undefined) {
    const { heads, tables } = usual;
    const turned = turn(runtime, call, frame, heads, tables, [], inPlace);
    return { turned, x: heads.x };
  }
  const isComputed = options.has("frequencies");
  if (isComputed === options.has("tables")) {
    throw new TypeError(`${call}: give either frequencies or tables`);
  }
  const inverse = options.read("inverse");
  // The inverse is made in place: of copies, not of the caller's buffers.
  const { heads, tables, at } = isComputed
    ? byFrequencies(runtime, frame, options)
    : byTables(frame, options, inverse);
  if (inverse) invertTables(runtime, call, tables);
  const turned = turn(runtime, call, frame, heads, tables, at, inPlace);
  return { turned, x: heads.x };
}

/** What lies apart from all that the caller gave, as the caller wants it. */
function written(
  frame: Frame,
  turned: Region<Float32Array>,
  shape: readonly number[],
  out: Out | undefined,
): Tensor {
  if (out !== undefined) frame.output(shape, out);
  return frame.result(turned, shape, out);
}

/** {@link Rotary.apply} and what turns likewise, of one instance. */
export const applying = (
  runtime: Runtime,
): Pick<Rotary, "apply" | "applyInPlace" | "shift"> => ({
  apply(given, input) {
    const options = APPLY.open(input, { x: given });
    return runtime.frame(options.call, (frame) => {
      const { turned, x } = applyRotary(runtime, frame, options, false);
      return written(frame, turned, x.shape, options.out());
    });
  },

  applyInPlace(x, input) {
    const options = APPLY_IN_PLACE.open(input, { x });
    const { call } = options;
    if (!(options.get("x") instanceof TensorBuffer)) {
      throw new TypeError(
        `${call}: x must be a buffer made by pe.buffer(), got ${describe(x)}`,
      );
    }
    runtime.frame(call, (frame) => applyRotary(runtime, frame, options, true));
    return x;
  },

  shift(keys, delta, input) {
    const options = SHIFT.open(input, { keys, delta });
    const { call } = options;
    const frequencies = { ...readFrequencies(options), factor: 1 };
    const heads = readRotation(options, "keys", frequencies.pairs);
    const single = typeof delta === "number";
    const by = single
      ? readGrid(options, "delta", [delta], [1], "[1]")
      : readTokens(options, "delta", options.get("delta"), heads.dims);
    return runtime.frame(call, (frame) => {
      const tables = makeTables(
        runtime,
        call,
        frame,
        frequencies,
        by,
        Precision.exact,
      );
      const at = single ? [0] : [];
      const turned = turn(runtime, call, frame, heads, tables, at);
      return written(frame, turned, heads.x.shape, options.out());
    });
  },
});

export const rotaryApply: Rotary["apply"] = /* @__PURE__ */ named(
  applying,
  "apply",
);
export const rotaryApplyInPlace: Rotary["applyInPlace"] = /* @__PURE__ */ named(
  applying,
  "applyInPlace",
);
export const rotaryShift: Rotary["shift"] = /* @__PURE__ */ named(
  applying,
  "shift",
);
