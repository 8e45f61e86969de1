import { named } from "../default-instance.js";
import {
  embeddingHierarchical,
  embeddingPaddedPositions,
  embeddingUpdate,
} from "../generated/border/embedding.js";
import { MAX_POSITION, type Options } from "../options.js";
import { RESULT } from "../result.js";
import { copyRows, onlyRow } from "../rows.js";
import { copyInto, type Runtime } from "../runtime.js";
import { choice, integer, type OptionsOf, real, table } from "../schema.js";
import type { Tensor, TensorData, TensorInput } from "../tensor.js";
import { produce, TABLE } from "./common.js";
import { type RandomTable, randomTable } from "./random-table.js";

export type { LearnedOptions, RandomTable } from "./random-table.js";

/** @internal */
export const LOOKUP = table("embedding.lookup", {
  /**
   * What a position outside of the table means. `"error"`: a `RangeError`, as in
   * PyTorch. `"clamp"`: the first or the last row. `"wrap"`: position modulo
   * table length.
   */
  overflow: choice(["error", "clamp", "wrap"], "error"),
  ...RESULT,
});
/** Options of {@link Learned.lookup}. */
export type LookupOptions = OptionsOf<typeof LOOKUP>;

/** @internal */
export const UPDATE = table("embedding.update", {
  /** Step size: what the gradient is multiplied with. */
  learningRate: real({}),
  ...RESULT,
});
/** Options of {@link Learned.update}. */
export type UpdateOptions = OptionsOf<typeof UPDATE>;

const MASK = { rank: [1, 2], as: "[B, T] or [T]" } as const;

/** @internal */
export const PADDED_POSITIONS = table("embedding.paddedPositions", {
  /**
   * Position of every padding token; the first real token takes the next one.
   * The default is that of fairseq, RoBERTa and OPT, whose texts begin at 2.
   * With −1 they begin at 0.
   */
  padding: integer({
    min: -1,
    max: {
      text: "2³¹ − 1 − T",
      of: (options) =>
        MAX_POSITION -
        1 -
        (options.tensor("mask", MASK).shape.at(-1) as number),
    },
    default: 1,
  }),
});
/** Options of {@link Learned.paddedPositions}. */
export type PaddedPositionsOptions = OptionsOf<typeof PADDED_POSITIONS>;

/** @internal */
export const HIERARCHICAL = table("embedding.hierarchical", {
  /** Weight of the upper digit; not 0.5. */
  alpha: real({ above: 0, below: 1, default: 0.4 }),
  ...RESULT,
});
/** Options of {@link Learned.hierarchical}. */
export type HierarchicalOptions = OptionsOf<typeof HIERARCHICAL>;

/** Tables with a trained row for every position. */
export interface Learned extends RandomTable {
  /**
   * The rows of the given positions, in their order; they may repeat.
   *
   * @param table - shape `[N, D]`
   * @param positions - integers, `T` of them
   * @returns shape `[T, D]`
   * @throws RangeError naming the position and the table's length when it lies
   *   outside, unless `overflow` says what that means
   */
  lookup(
    table: TensorInput,
    positions: TensorData,
    options?: LookupOptions,
  ): Tensor;

  /**
   * One step of gradient descent: `table − learningRate × gradient` on the rows
   * that were looked up. The gradients of a position that occurs several times
   * add up; a row that was never looked up keeps its values, bit for bit.
   *
   * @param table - shape `[N, D]`; left as it is
   * @param positions - integers from 0 to N − 1, `T` of them
   * @param gradient - shape `[T, D]`, of the loss for each looked-up row
   * @returns the new table, shape `[N, D]`
   * @throws RangeError naming the position when it lies outside of the table
   */
  update(
    table: TensorInput,
    positions: TensorData,
    gradient: TensorInput,
    options: UpdateOptions,
  ): Tensor;

  /**
   * Positions of padded texts: real tokens count on from `padding + 1`, padding
   * tokens all stand at `padding`, wherever they are.
   *
   * Source: fairseq, `make_positions`.
   *
   * @param mask - shape `[B, T]` or `[T]`; 0 is padding, all else a token
   * @returns B × T integers, for {@link Learned.lookup}
   */
  paddedPositions(
    mask: TensorInput,
    options?: PaddedPositionsOptions,
  ): Int32Array;

  /**
   * Hierarchical decomposition: n trained rows reach n² positions. With
   * uᵢ = (pᵢ − α·p₀) / (1 − α), position i·n + j is α·uᵢ + (1 − α)·uⱼ. The
   * first n rows are those of the table, bit for bit.
   *
   * Source: Su Jianlin 2020, kexue.fm/archives/7947; bert4keras.
   *
   * @param table - shape `[n, D]`
   * @param newLen - from 1 to n²
   * @returns shape `[newLen, D]`
   * @throws RangeError for more than n² positions, and for α = 0.5, where
   *   positions i·n + j and j·n + i would be the same
   */
  hierarchical(
    table: TensorInput,
    newLen: number,
    options?: HierarchicalOptions,
  ): Tensor;
}

/** Integers, at least one. */
function readPositions(options: Options): ArrayLike<number> {
  const positions = options.integers("positions");
  if (positions.length === 0) options.fail("positions", "at least one integer");
  return positions;
}

function refuseOutside(
  { call }: Options,
  positions: ArrayLike<number>,
  rows: number,
  advice = "",
): void {
  for (let i = 0; i < positions.length; i += 1) {
    const p = positions[i] as number;
    if (p >= 0 && p < rows) continue;
    throw new RangeError(
      `${call}: positions[${i}] must be an integer from 0 to ${rows - 1} for a table of ${rows} rows${advice}, got ${p}`,
    );
  }
}

/** The row of a position outside of the table. */
const INSIDE = {
  clamp: (rows: number) => (p: number) => Math.min(Math.max(p, 0), rows - 1),
  wrap: (rows: number) => (p: number) => ((p % rows) + rows) % rows,
};

/** {@link Learned} of one instance. */
export const learnedCalls = (runtime: Runtime): Learned => ({
  ...randomTable(runtime),

  lookup(table, positions, input = {}) {
    const options = LOOKUP.open(input, { table, positions });
    const given = options.tensor("table", TABLE);
    const at = readPositions(options);
    const overflow = options.read("overflow");
    const [rows = 0, width = 0] = given.shape;
    if (overflow === "error") {
      refuseOutside(options, at, rows, ' (or overflow "clamp" or "wrap")');
    }
    // No more than these rows is touched, wherever the table lies.
    const inside =
      overflow === "error" ? at : Float64Array.from(at, INSIDE[overflow](rows));
    const { call } = options;
    const shape = [at.length, width];
    const out = options.out();
    const only = out === undefined ? onlyRow(call, given, inside) : undefined;
    if (only !== undefined) return runtime.written(only, shape);
    const to = runtime.target(call, shape, out);
    // Rows that were written over would be read again.
    const { buffer } = given.data as Float32Array;
    const isApart = out === undefined || buffer !== to.buffer;
    const data = isApart ? to : new Float32Array(at.length * width);
    copyRows(call, data, given, inside);
    if (!isApart) copyInto(to, data);
    return runtime.written(to, shape, out);
  },

  update(table, positions, gradient, input) {
    const options = UPDATE.open(input, { table, positions, gradient });
    const given = options.tensor("table", TABLE);
    const at = readPositions(options);
    const count = at.length;
    const [rows = 0, width = 0] = given.shape;
    const slope = options.tensor("gradient", { shape: [count, width] });
    const learningRate = options.read("learningRate");
    refuseOutside(options, at, rows);
    const shape = [rows, width];
    return produce(runtime, options, shape, embeddingUpdate, (frame, out) => ({
      out,
      table: frame.input(given).pointer,
      positions: frame.inputInt32(at).pointer,
      gradient: frame.input(slope).pointer,
      scratch: frame.int32(rows + count).pointer,
      count,
      rows,
      width,
      learningRate,
    }));
  },

  paddedPositions(mask, input = {}) {
    const options = PADDED_POSITIONS.open(input, { mask });
    const { call } = options;
    const { data, shape } = options.tensor("mask", MASK);
    const [length = 0, batch = 1] = [...shape].reverse();
    const padding = options.read("padding");
    return runtime.frame(call, (frame) => {
      const out = frame.int32(data.length);
      const flags = frame.uint8(data.length);
      flags.view().set(Array.from(data, (x) => (x === 0 ? 0 : 1)));
      runtime.run(call, embeddingPaddedPositions, {
        out: out.pointer,
        mask: flags.pointer,
        batch,
        length,
        padding,
      });
      return out.take();
    });
  },

  hierarchical(table, newLen, input = {}) {
    const options = HIERARCHICAL.open(input, { table, newLen });
    const given = options.tensor("table", TABLE);
    const [rows = 0, width = 0] = given.shape;
    const count = options.integer("newLen", { min: 1, max: rows * rows });
    const alpha = options.read("alpha");
    if (alpha === 0.5) {
      options.fail(
        "alpha",
        "another number than 0.5, which makes rows i·n + j and j·n + i equal",
      );
    }
    const shape = [count, width];
    return produce(
      runtime,
      options,
      shape,
      embeddingHierarchical,
      (frame, out) => ({
        out,
        table: frame.input(given).pointer,
        count,
        rows,
        width,
        alpha,
      }),
    );
  },
});

export const hierarchical: Learned["hierarchical"] = /* @__PURE__ */ named(
  learnedCalls,
  "hierarchical",
);
export const embeddingLookup: Learned["lookup"] = /* @__PURE__ */ named(
  learnedCalls,
  "lookup",
);
export const paddedPositions: Learned["paddedPositions"] =
  /* @__PURE__ */ named(learnedCalls, "paddedPositions");
const updateCall: Learned["update"] = /* @__PURE__ */ named(
  learnedCalls,
  "update",
);

export { updateCall as embeddingUpdate };
