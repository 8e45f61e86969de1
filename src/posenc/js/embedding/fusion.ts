import { named } from "../default-instance.js";
import {
  embeddingAdd,
  embeddingConcat,
  embeddingFit,
  embeddingMultiply,
} from "../generated/border/embedding.js";
import { FitKeep } from "../generated/border/enums/embedding.js";
import type { Options } from "../options.js";
import { LENGTH } from "../positions.js";
import { RESULT, type ResultOptions } from "../result.js";
import type { Runtime } from "../runtime.js";
import { choice, type OptionsOf, real, table } from "../schema.js";
import {
  type ReadTensor,
  showShape,
  type Tensor,
  type TensorInput,
} from "../tensor.js";
import { batched, COUNT, produce, TOKENS } from "./common.js";

/** Below the largest float32: 0 times infinity would be no number. */
const MAX_SCALE = 1e38;

/** @internal */
export const ADD = table("embedding.add", {
  /** Factor on the token embeddings (the paper: √dModel). */
  tokenScale: real({ min: -MAX_SCALE, max: MAX_SCALE, default: 1 }),
  /** Row of the table that meets the first token. */
  offset: COUNT,
  ...RESULT,
});
/** Options of {@link Fusion.add}. */
export type AddOptions = OptionsOf<typeof ADD>;

const MULTIPLY = table("embedding.multiply", RESULT);
const CONCAT = table("embedding.concat", RESULT);

/** @internal */
export const FIT = table("embedding.fit", {
  /**
   * What stays: `"last"`, the newest tokens; `"first"`, as BERT truncates;
   * `"ends"`, head and tail, where an odd length gives the head one more.
   */
  keep: choice(FitKeep, "last"),
  ...RESULT,
});
/** Options of {@link Fusion.fit}. */
export type FitOptions = OptionsOf<typeof FIT>;

/** How rows and tokens are brought together. */
export interface Fusion {
  /**
   * Additive fusion: tokens × `tokenScale` + rows, as the paper joins position
   * and content. Rows `[R, D]` are shared by the whole batch, starting at
   * row `offset`; rows `[B, T, D]` are each text's own. A product past the range
   * of float32 becomes ±Infinity.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`
   * @param rows - shape `[R, D]` with R ≥ offset + T, or `[B, T, D]`
   * @returns shape of `tokens`
   * @throws RangeError with both shapes when the widths differ or rows are too
   * few, and for B·T rows without an `offset`, which could be either
   */
  add(tokens: TensorInput, rows: TensorInput, options?: AddOptions): Tensor;

  /**
   * Multiplicative fusion: tokens × (1 + rows). Rows of zeros change nothing.
   *
   * Source: bert4keras, `merge_mode="mul"`.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`
   * @param rows - shape `[T, D]`, shared by the batch, or `[B, T, D]`
   * @returns shape of `tokens`
   * @throws RangeError with both shapes when they do not fit
   */
  multiply(
    tokens: TensorInput,
    rows: TensorInput,
    options?: ResultOptions,
  ): Tensor;

  /**
   * Fusion by concatenation: each token's row is followed by its position's.
   *
   * @param tokens - shape `[B, T, D1]` or `[T, D1]`
   * @param rows - shape `[T, D2]`, shared by the batch, or `[B, T, D2]`
   * @returns shape `[B, T, D1 + D2]` or `[T, D1 + D2]`
   * @throws RangeError with both shapes when the lengths differ
   */
  concat(
    tokens: TensorInput,
    rows: TensorInput,
    options?: ResultOptions,
  ): Tensor;

  /**
   * Truncates an input that is longer than the model's positions. What is short
   * enough passes unchanged.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`; token numbers as `[T, 1]`
   * @param maxLen - the most tokens that may remain, at least 1
   * @returns shape `[B, min(T, maxLen), D]` or `[min(T, maxLen), D]`
   * @throws RangeError for a length below 1 or another word
   */
  fit(tokens: TensorInput, maxLen: number, options?: FitOptions): Tensor;
}

/**
 * Rows of every text's own: then the batch is one long text. `shape` is that of
 * the tokens.
 */
function asOneText(
  call: string,
  rows: ReadTensor,
  shape: readonly number[],
): ReturnType<typeof batched> {
  const { batch, length, width } = batched(shape);
  if (rows.shape.length === 2) return { batch, length, width };
  if (rows.shape[0] !== batch || rows.shape[1] !== length) {
    throw new RangeError(
      `${call}: rows must have shape [${batch}, ${length}, any] for tokens of shape ${showShape(shape)}, got ${showShape(rows.shape)}`,
    );
  }
  return { batch: 1, length: batch * length, width };
}

/** Tokens and rows of one length, and of one width when `same`. */
function pair(options: Options, same: boolean) {
  const { call } = options;
  const d = same ? "D" : "D1";
  const as = `[B, T, ${d}] or [T, ${d}]`;
  const x = options.tensor("tokens", { rank: [2, 3], as });
  const own = same ? "D" : "D2";
  const table = options.tensor("rows", {
    rank: [2, 3],
    as: `[T, ${own}] or [B, T, ${own}]`,
  });
  const sizes = asOneText(call, table, x.shape);
  const { length, width } = sizes;
  const rowWidth = table.shape.at(-1) as number;
  const count = table.data.length / rowWidth;
  if (count !== length || (same && rowWidth !== width)) {
    throw new RangeError(
      `${call}: rows must have shape [${length}, ${same ? width : "any"}] for tokens of shape ${showShape(x.shape)}, got ${showShape(table.shape)}`,
    );
  }
  return { x, table, sizes, rowWidth };
}

/** {@link Fusion} of one instance. */
export const fusion = (runtime: Runtime): Fusion => ({
  add(tokens, rows, input = {}) {
    const options = ADD.open(input, { tokens, rows });
    const { call } = options;
    const x = options.tensor("tokens", TOKENS);
    const table = options.tensor("rows", {
      rank: [2, 3],
      as: "[R, D] or [B, T, D]",
    });
    const tokenScale = options.read("tokenScale");
    const offset = options.read("offset");
    const isOwn = table.shape.length === 3;
    if (isOwn && offset > 0) {
      options.fail("offset", "0 for rows of each text's own");
    }
    const { batch, length, width } = asOneText(call, table, x.shape);
    const rowWidth = table.shape.at(-1) as number;
    const rowCount = table.data.length / rowWidth;
    if (batch > 1 && rowCount === batch * length && !options.has("offset")) {
      throw new RangeError(
        `${call}: rows of shape ${showShape(table.shape)} can be a row for each of ${batch} × ${length} tokens, or a table of positions: give them as ${showShape([batch, length, rowWidth])}, or say offset: 0`,
      );
    }
    if (rowWidth !== width || rowCount < offset + length) {
      throw new RangeError(
        `${call}: rows must have shape [${offset + length} or more, ${width}] for tokens of shape ${showShape(x.shape)}${offset ? ` from offset ${offset}` : ""}, got ${showShape(table.shape)}`,
      );
    }
    return produce(
      runtime,
      options,
      [...x.shape],
      embeddingAdd,
      (frame, out) => ({
        batch,
        length,
        width,
        out,
        tokens: frame.input(x).pointer,
        rows: frame.input(table).pointer,
        rowCount,
        offset,
        tokenScale,
      }),
    );
  },

  multiply(tokens, rows, input = {}) {
    const options = MULTIPLY.open(input, { tokens, rows });
    const { x, table, sizes } = pair(options, true);
    const { batch, length, width } = sizes;
    return produce(
      runtime,
      options,
      [...x.shape],
      embeddingMultiply,
      (frame, out) => ({
        batch,
        length,
        width,
        out,
        tokens: frame.input(x).pointer,
        rows: frame.input(table).pointer,
      }),
    );
  },

  concat(tokens, rows, input = {}) {
    const options = CONCAT.open(input, { tokens, rows });
    const { x, table, sizes, rowWidth } = pair(options, false);
    const { batch, length, width } = sizes;
    const shape = [...x.shape.slice(0, -1), width + rowWidth];
    return produce(runtime, options, shape, embeddingConcat, (frame, out) => ({
      out,
      tokens: frame.input(x).pointer,
      rows: frame.input(table).pointer,
      batch,
      length,
      tokenWidth: width,
      rowWidth,
    }));
  },

  fit(tokens, maxLen, input = {}) {
    const options = FIT.open(input, { tokens, maxLen });
    const x = options.tensor("tokens", TOKENS);
    const limit = LENGTH.read(options, "maxLen");
    const keep = options.read("keep");
    const { batch, length, width } = batched(x.shape);
    const kept = Math.min(length, limit);
    const shape = [...x.shape.slice(0, -2), kept, width];
    return produce(runtime, options, shape, embeddingFit, (frame, out) => ({
      batch,
      length,
      width,
      out,
      tokens: frame.input(x).pointer,
      limit,
      keep,
    }));
  },
});

const addCall: Fusion["add"] = /* @__PURE__ */ named(fusion, "add");

export { addCall as embeddingAdd };

const concatCall: Fusion["concat"] = /* @__PURE__ */ named(fusion, "concat");

export { concatCall as embeddingConcat };

const fitCall: Fusion["fit"] = /* @__PURE__ */ named(fusion, "fit");

export { fitCall as embeddingFit };

const multiplyCall: Fusion["multiply"] = /* @__PURE__ */ named(
  fusion,
  "multiply",
);

export { multiplyCall as embeddingMultiply };
