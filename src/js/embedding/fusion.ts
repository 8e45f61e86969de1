import { MAX_POSITION, Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { showShape, type Tensor, type TensorLike } from "../tensor.js";
import { batched, produce, readLength, TOKENS } from "./common.js";

/** Below the largest float32: 0 times infinity would be no number. */
const MAX_SCALE = 1e38;

/** Options of {@link Fusion.add}. */
export interface AddOptions {
  /** Factor on the token embeddings (the paper: √dModel), at most 1e38 in size; default 1. */
  readonly tokenScale?: number;
  /** Row of the table that meets the first token; default 0. */
  readonly offset?: number;
}

/** Options of {@link Fusion.fit}. */
export interface FitOptions {
  /**
   * What stays: `"last"` (default), the newest tokens; `"first"`, as BERT
   * truncates; `"ends"`, head and tail, where an odd length gives the head one
   * more.
   */
  readonly keep?: "last" | "first" | "ends";
}

/** How rows and tokens are brought together. */
export interface Fusion {
  /**
   * Additive fusion: tokens × `tokenScale` + rows, as the paper joins position
   * and content. Rows `[R, D]` are shared by the whole batch, starting at
   * row `offset`. A product past the range of float32 becomes ±Infinity.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`
   * @param rows - shape `[R, D]` with R ≥ offset + T
   * @returns shape of `tokens`
   * @throws RangeError with both shapes when the widths differ or rows are too few
   */
  add(tokens: TensorLike, rows: TensorLike, options?: AddOptions): Tensor;

  /**
   * Multiplicative fusion: tokens × (1 + rows). Rows of zeros change nothing.
   *
   * Source: bert4keras, `merge_mode="mul"`.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`
   * @param rows - shape `[T, D]`, shared by the batch
   * @returns shape of `tokens`
   * @throws RangeError with both shapes when they do not fit
   */
  multiply(tokens: TensorLike, rows: TensorLike): Tensor;

  /**
   * Fusion by concatenation: each token's row is followed by its position's.
   *
   * @param tokens - shape `[B, T, D1]` or `[T, D1]`
   * @param rows - shape `[T, D2]`, shared by the batch
   * @returns shape `[B, T, D1 + D2]` or `[T, D1 + D2]`
   * @throws RangeError with both shapes when the lengths differ
   */
  concat(tokens: TensorLike, rows: TensorLike): Tensor;

  /**
   * Truncates an input that is longer than the model's positions. What is short
   * enough passes unchanged.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`; token numbers as `[T, 1]`
   * @param maxLen - the most tokens that may remain, at least 1
   * @returns shape `[B, min(T, maxLen), D]` or `[min(T, maxLen), D]`
   * @throws RangeError for a length below 1 or another word
   */
  fit(tokens: TensorLike, maxLen: number, options?: FitOptions): Tensor;
}

/** @internal */
export function fusion(runtime: Runtime): Fusion {
  /** Tokens and rows of one length, and of one width when `same`. */
  function pair(
    call: string,
    tokens: TensorLike,
    rows: TensorLike,
    same: boolean,
  ): { x: TensorLike; table: TensorLike; rowWidth: number } {
    const options = new Options(call, { tokens, rows }, ["tokens", "rows"]);
    const d = same ? "D" : "D1";
    const as = `[B, T, ${d}] or [T, ${d}]`;
    const x = options.tensor("tokens", { rank: [2, 3], as });
    const table = options.tensor("rows", {
      rank: 2,
      as: same ? "[T, D]" : "[T, D2]",
    });
    const [, length, width] = batched(x.shape);
    const [count, rowWidth = 0] = table.shape;
    if (count !== length || (same && rowWidth !== width)) {
      throw new RangeError(
        `${call}: rows must have shape [${length}, ${same ? width : "any"}] for tokens of shape ${showShape(x.shape)}, got ${showShape(table.shape)}`,
      );
    }
    return { x, table, rowWidth };
  }

  return {
    add(tokens, rows, input = {}) {
      const call = "embedding.add";
      const known = ["tokenScale", "offset"];
      const options = Options.with(call, { tokens, rows }, input, known);
      const x = options.tensor("tokens", TOKENS);
      const table = options.tensor("rows", { rank: 2, as: "[R, D]" });
      const scale = options.number("tokenScale", {
        ...{ min: -MAX_SCALE, max: MAX_SCALE },
        default: 1,
      });
      const max = MAX_POSITION;
      const offset = options.integer("offset", { min: 0, max, default: 0 });
      const sizes = batched(x.shape);
      const [, length, width] = sizes;
      const [count = 0, rowWidth] = table.shape;
      if (rowWidth !== width || count < offset + length) {
        throw new RangeError(
          `${call}: rows must have shape [${offset + length} or more, ${width}] for tokens of shape ${showShape(x.shape)}${offset ? ` from offset ${offset}` : ""}, got ${showShape(table.shape)}`,
        );
      }
      return produce(runtime, call, [...x.shape], "embedding_add", (frame) => [
        frame.input(x).pointer,
        frame.input(table).pointer,
        ...[...sizes, count, offset, scale],
      ]);
    },

    multiply(tokens, rows) {
      const call = "embedding.multiply";
      const { x, table } = pair(call, tokens, rows, true);
      const shape = [...x.shape];
      return produce(runtime, call, shape, "embedding_multiply", (frame) => [
        frame.input(x).pointer,
        frame.input(table).pointer,
        ...batched(shape),
      ]);
    },

    concat(tokens, rows) {
      const call = "embedding.concat";
      const { x, table, rowWidth } = pair(call, tokens, rows, false);
      const sizes = batched(x.shape);
      const shape = [...x.shape.slice(0, -1), sizes[2] + rowWidth];
      return produce(runtime, call, shape, "embedding_concat", (frame) => [
        frame.input(x).pointer,
        frame.input(table).pointer,
        ...[...sizes, rowWidth],
      ]);
    },

    fit(tokens, maxLen, input = {}) {
      const call = "embedding.fit";
      const options = Options.with(call, { tokens, maxLen }, input, ["keep"]);
      const x = options.tensor("tokens", TOKENS);
      const limit = readLength(options, "maxLen");
      const words = ["last", "first", "ends"] as const;
      const keep = options.enumeration("keep", words, "last");
      const sizes = batched(x.shape);
      const kept = Math.min(sizes[1], limit);
      const shape = [...x.shape.slice(0, -2), kept, sizes[2]];
      return produce(runtime, call, shape, "embedding_fit", (frame) => [
        frame.input(x).pointer,
        ...[...sizes, limit, keep],
      ]);
    },
  };
}
