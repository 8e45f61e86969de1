import { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import type { Tensor, TensorLike } from "../tensor.js";
import {
  produce,
  type RandomOptions,
  readLength,
  readRandom,
  readWidth,
  TABLE,
} from "./common.js";

/** Options of {@link Learned.learned}. */
export interface LearnedOptions extends RandomOptions {
  /** How many positions the table has, from 1. */
  readonly maxLen: number;
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
}

/** Options of {@link Learned.lookup}. */
export interface LookupOptions {
  /**
   * What a position outside of the table means. `"error"` (default): a
   * `RangeError`, as in PyTorch. `"clamp"`: the first or the last row.
   * `"wrap"`: position modulo table length.
   */
  readonly overflow?: "error" | "clamp" | "wrap";
}

/** Options of {@link Learned.update}. */
export interface UpdateOptions {
  /** Step size: what the gradient is multiplied with. */
  readonly learningRate: number;
}

/** Options of {@link Learned.paddedPositions}. */
export interface PaddedPositionsOptions {
  /**
   * Position of every padding token; the first real token takes the next one.
   * Integer from −1; default 1 (fairseq, RoBERTa, OPT), so that texts begin at
   * 2. With −1 they begin at 0.
   */
  readonly padding?: number;
}

/** Options of {@link Learned.hierarchical}. */
export interface HierarchicalOptions {
  /** Weight of the upper digit, above 0 and below 1, not 0.5; default 0.4. */
  readonly alpha?: number;
}

/** Tables with a trained row for every position. */
export interface Learned {
  /**
   * A fresh table for training: N(0, std²), row by row, so that a longer table
   * of the same seed and width begins with a shorter one.
   *
   * Sources: Gehring et al. 2017, section 3.1; Devlin et al. 2018.
   *
   * @returns shape `[maxLen, D]`
   */
  learned(options: LearnedOptions): Tensor;

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
    table: TensorLike,
    positions: ArrayLike<number>,
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
    table: TensorLike,
    positions: ArrayLike<number>,
    gradient: TensorLike,
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
    mask: TensorLike,
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
    table: TensorLike,
    newLen: number,
    options?: HierarchicalOptions,
  ): Tensor;
}

const INT32 = { integer: true, min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

/** Integers, at least one. */
function readPositions(options: Options): ArrayLike<number> {
  const positions = options.numbers("positions", INT32);
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

/** @internal */
export function learned(runtime: Runtime): Learned {
  return {
    learned(input) {
      const call = "embedding.learned";
      const known = ["maxLen", "dModel", "std", "seed"];
      const options = new Options(call, input, known);
      const shape = [readLength(options, "maxLen"), readWidth(options)];
      const sizes = [...shape, ...readRandom(options)];
      return produce(runtime, call, shape, "embedding_learned", () => sizes);
    },

    lookup(table, positions, input = {}) {
      const call = "embedding.lookup";
      const given = { table, positions };
      const options = Options.with(call, given, input, ["overflow"]);
      const rows = options.tensor("table", TABLE);
      const at = readPositions(options);
      const words = ["error", "clamp", "wrap"] as const;
      const overflow = options.enumeration("overflow", words, "error");
      const [count = 0, width = 0] = rows.shape;
      if (overflow === 0) {
        refuseOutside(options, at, count, ' (or overflow "clamp" or "wrap")');
      }
      const shape = [at.length, width];
      return produce(runtime, call, shape, "embedding_lookup", (frame) => [
        frame.input(rows).pointer,
        frame.inputInt32(at).pointer,
        ...[at.length, count, width, overflow],
      ]);
    },

    update(table, positions, gradient, input) {
      const call = "embedding.update";
      const given = { table, positions, gradient };
      const options = Options.with(call, given, input, ["learningRate"]);
      const rows = options.tensor("table", TABLE);
      const at = readPositions(options);
      const [count = 0, width = 0] = rows.shape;
      const slope = options.tensor("gradient", { shape: [at.length, width] });
      const rate = options.number("learningRate");
      refuseOutside(options, at, count);
      const shape = [count, width];
      return produce(runtime, call, shape, "embedding_update", (frame) => [
        frame.input(rows).pointer,
        frame.inputInt32(at).pointer,
        frame.input(slope).pointer,
        frame.int32(count + at.length).pointer,
        ...[at.length, count, width, rate],
      ]);
    },

    paddedPositions(mask, input = {}) {
      const call = "embedding.paddedPositions";
      const options = Options.with(call, { mask }, input, ["padding"]);
      const rule = { rank: [1, 2], as: "[B, T] or [T]" };
      const { data, shape } = options.tensor("mask", rule);
      const [length = 0, batch = 1] = [...shape].reverse();
      const max = 2 ** 31 - 1 - length;
      const padding = options.integer("padding", { min: -1, max, default: 1 });
      return runtime.frame(call, (frame) => {
        const out = frame.int32(data.length);
        const flags = frame.uint8(data.length);
        flags.view().set(Array.from(data, (x) => (x === 0 ? 0 : 1)));
        const sizes = [flags.pointer, batch, length, padding];
        runtime.run(call, "embedding_padded_positions", out.pointer, ...sizes);
        return out.take();
      });
    },

    hierarchical(given, newLen, input = {}) {
      const call = "embedding.hierarchical";
      const named = { table: given, newLen };
      const options = Options.with(call, named, input, ["alpha"]);
      const table = options.tensor("table", TABLE);
      const [n = 0, width = 0] = table.shape;
      const rows = options.integer("newLen", { min: 1, max: n * n });
      const range = { above: 0, below: 1, default: 0.4 };
      const alpha = options.number("alpha", range);
      if (alpha === 0.5) {
        options.fail(
          "alpha",
          "another number than 0.5, which makes rows i·n + j and j·n + i equal",
        );
      }
      const shape = [rows, width];
      return produce(
        runtime,
        call,
        shape,
        "embedding_hierarchical",
        (frame) => [frame.input(table).pointer, ...[rows, n, width, alpha]],
      );
    },
  };
}
