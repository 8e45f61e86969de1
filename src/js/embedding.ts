import { MAX_POSITION, MAX_WIDTH, Options } from "./options.js";
import type { Runtime, TensorBuffer } from "./runtime.js";
import { showShape, type Tensor, type TensorLike } from "./tensor.js";

/** Positions given one by one, or as a range. */
export interface PositionOptions {
  /** How many positions; they run from `offset` upward in steps of one. */
  readonly seqLen?: number;
  /** First position of the range. Any number; default 0. */
  readonly offset?: number;
  /**
   * The positions themselves, instead of `seqLen` and `offset`: any numbers,
   * fractional and negative too, from −2³¹ to 2³¹.
   */
  readonly positions?: ArrayLike<number>;
}

/** Options of {@link Embedding.sinusoidal}. */
export interface SinusoidalOptions extends PositionOptions {
  /** Width of a row, from 1 to 65536. */
  readonly dModel: number;
  /** Ratio of the longest to the shortest wavelength, from 1 to 1e12; default 10000. */
  readonly base?: number;
  /**
   * Order of the columns. `"interleaved"` (default, the paper): sine and cosine
   * of pair i in columns 2i and 2i + 1. `"halves"`: all sines, then all cosines
   * (tensor2tensor, fairseq, Transformer-XL, Marian).
   */
  readonly layout?: "interleaved" | "halves";
  /**
   * How the frequencies are spaced. `"paper"` (default): base^(−2i/d).
   * `"endpoint"`: base^(−i/(d/2 − 1)), so that the last one is exactly 1/base
   * (tensor2tensor, fairseq).
   */
  readonly spacing?: "paper" | "endpoint";
  /** Write into this buffer of shape `[T, D]` in place of a new array. */
  readonly out?: TensorBuffer;
}

/** Options of {@link Embedding.add}. */
export interface AddOptions {
  /** Factor on the token embeddings (the paper: √dModel); default 1. */
  readonly tokenScale?: number;
  /** Row of the table that meets the first token; default 0. */
  readonly offset?: number;
}

/** Rows added to, or joined with, the token embeddings. */
export interface Embedding {
  /**
   * Sinusoidal encoding: sin(p·ω) and cos(p·ω), ω = base^(−2i/d) for pair i.
   *
   * Every angle is reduced exactly before it is rounded: the absolute error is
   * at most 3.1e-8 (half a unit in the last place at 1) for |p| ≤ 2²⁴ and 6e-8
   * up to 2³¹. An odd `dModel` ends on a sine when interleaved; in halves it
   * ends on a column of zeros with endpoint spacing (as tensor2tensor does) and
   * has one more sine than cosines with paper spacing (as Marian does).
   *
   * Source: Vaswani et al. 2017, section 3.5.
   *
   * @returns shape `[T, D]`
   * @throws RangeError for a value out of range or a table too big for memory
   * @throws TypeError for a wrong kind or an unknown option
   */
  sinusoidal(options: SinusoidalOptions): Tensor;

  /**
   * Additive fusion: tokens × `tokenScale` + rows, as the paper joins position
   * and content. Rows `[R, D]` are shared by the whole batch, starting at
   * row `offset`.
   *
   * @param tokens - shape `[B, T, D]` or `[T, D]`
   * @param rows - shape `[R, D]` with R ≥ offset + T
   * @returns shape of `tokens`
   * @throws RangeError with both shapes when the widths differ or rows are too few
   */
  add(tokens: TensorLike, rows: TensorLike, options?: AddOptions): Tensor;

  /**
   * Fusion by concatenation: each token's row is followed by its position's.
   *
   * @param tokens - shape `[B, T, D1]` or `[T, D1]`
   * @param rows - shape `[T, D2]`, shared by the batch
   * @returns shape `[B, T, D1 + D2]` or `[T, D1 + D2]`
   * @throws RangeError with both shapes when the lengths differ
   */
  concat(tokens: TensorLike, rows: TensorLike): Tensor;
}

const LAYOUTS = ["interleaved", "halves"] as const;
const SPACINGS = ["paper", "endpoint"] as const;

/** Bindings of src/wasm/embedding.cpp behind the public interface. */
export function embedding(runtime: Runtime): Embedding {
  return Object.freeze<Embedding>({
    sinusoidal(input) {
      const call = "embedding.sinusoidal";
      const options = new Options(call, input, [
        "seqLen",
        "positions",
        "offset",
        "dModel",
        "base",
        "layout",
        "spacing",
        "out",
      ]);
      const { positions, offset, seqLen } = options.positions();
      const width = options.integer("dModel", { min: 1, max: MAX_WIDTH });
      const base = options.number("base", {
        min: 1,
        max: 1e12,
        default: 10000,
      });
      const layout = options.enumeration("layout", LAYOUTS, "interleaved");
      const spacing = options.enumeration("spacing", SPACINGS, "paper");
      const shape = [seqLen, width];
      return runtime.frame(call, (frame) => {
        const buffer = input.out;
        const out = frame.output(shape, buffer);
        if (positions === null) {
          runtime.run(
            call,
            "embedding_sinusoidal_range",
            ...[out.pointer, seqLen, offset, width, base, layout, spacing],
          );
        } else {
          const at = frame.inputFloat64(positions);
          runtime.run(
            call,
            "embedding_sinusoidal",
            ...[out.pointer, at.pointer, seqLen, width, base, layout, spacing],
          );
        }
        return buffer ?? { data: out.take(), shape };
      });
    },

    add(tokens, rows, input = {}) {
      const call = "embedding.add";
      const options = Options.with(call, { tokens, rows }, input, [
        "tokenScale",
        "offset",
      ]);
      const x = options.tensor("tokens", {
        rank: [2, 3],
        as: "[B, T, D] or [T, D]",
      });
      const table = options.tensor("rows", { rank: 2, as: "[R, D]" });
      const scale = options.number("tokenScale", { default: 1 });
      const offset = options.integer("offset", {
        min: 0,
        max: MAX_POSITION,
        default: 0,
      });
      const [batch, length, width] = batched(x.shape);
      const [count = 0, rowWidth] = table.shape;
      if (rowWidth !== width || count < offset + length) {
        throw new RangeError(
          `${call}: rows must have shape [${offset + length} or more, ${width}] for tokens of shape ${showShape(x.shape)}${offset ? ` from offset ${offset}` : ""}, got ${showShape(table.shape)}`,
        );
      }
      return runtime.frame(call, (frame) => {
        const out = frame.float32(x.data.length);
        runtime.run(
          call,
          "embedding_add",
          out.pointer,
          frame.input(x).pointer,
          frame.input(table).pointer,
          ...[batch, length, width, count, offset, scale],
        );
        return { data: out.take(), shape: [...x.shape] };
      });
    },

    concat(tokens, rows) {
      const call = "embedding.concat";
      const options = new Options(call, { tokens, rows }, ["tokens", "rows"]);
      const x = options.tensor("tokens", {
        rank: [2, 3],
        as: "[B, T, D1] or [T, D1]",
      });
      const table = options.tensor("rows", { rank: 2, as: "[T, D2]" });
      const [batch, length, width] = batched(x.shape);
      const [count = 0, rowWidth = 0] = table.shape;
      if (count !== length) {
        throw new RangeError(
          `${call}: rows must have shape [${length}, any] for tokens of shape ${showShape(x.shape)}, got ${showShape(table.shape)}`,
        );
      }
      return runtime.frame(call, (frame) => {
        const shape = [...x.shape.slice(0, -1), width + rowWidth];
        const out = frame.output(shape);
        runtime.run(
          call,
          "embedding_concat",
          out.pointer,
          frame.input(x).pointer,
          frame.input(table).pointer,
          ...[batch, length, width, rowWidth],
        );
        return { data: out.take(), shape };
      });
    },
  });
}

/** `[B, T, D]` and `[T, D]` (a batch of one) as three numbers. */
function batched(shape: readonly number[]): [number, number, number] {
  const [d = 0, t = 0, b = 1] = [...shape].reverse();
  return [b, t, d];
}
