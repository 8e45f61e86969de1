import type { Address, Status } from "../buffer.js";
import { embeddingLearned } from "../generated/border/embedding.js";
import {
  SinusoidalLayout,
  SinusoidalSpacing,
} from "../generated/border/enums/embedding.js";
import { MAX_POSITION, type Options } from "../options.js";
import type { Places } from "../positions.js";
import type { Binding, Frame, Runtime } from "../runtime.js";
import {
  BASE,
  choice,
  type Field,
  integer,
  integers,
  type OptionsOf,
  type Reading,
  real,
  SEED,
} from "../schema.js";
import { sizeOf, type Tensor } from "../tensor.js";

export const RANDOM = {
  /** Standard deviation; the default is that of BERT and GPT-2. */
  std: real({ min: 0, max: 1e30, default: 0.02 }),
  /**
   * Seed: the same one gives the same numbers on every machine, native and
   * WebAssembly.
   */
  seed: SEED,
};
/** Numbers drawn from a normal distribution of mean 0. */
export type RandomOptions = OptionsOf<typeof RANDOM>;

/** Which sinusoids stand in which columns. */
export const FORM = {
  /** Ratio of the longest to the shortest wavelength. */
  base: BASE,
  /**
   * Order of the columns. `"interleaved"` (the paper): sine and cosine of pair
   * i in columns 2i and 2i + 1. `"halves"`: all sines, then all cosines
   * (tensor2tensor, fairseq, Transformer-XL, Marian).
   */
  layout: choice(SinusoidalLayout, "interleaved"),
  /**
   * How the frequencies are spaced. `"paper"`: base^(−2i/d). `"endpoint"`:
   * base^(−i/(d/2 − 1)), so that the last one is exactly 1/base (tensor2tensor,
   * fairseq).
   */
  spacing: choice(SinusoidalSpacing, "paper"),
};

/** Tokens: one text or a batch of texts. */
export const TOKENS = { rank: [2, 3], as: "[B, T, D] or [T, D]" } as const;
/** A table of rows. */
export const TABLE = { rank: 2, as: "[N, D]" } as const;

/** How many there are; may be none. */
export const COUNT = integer({ min: 0, max: MAX_POSITION, default: 0 });

/** Height and width of a grid. */
export const SIDES = integers({
  length: 2,
  min: 1,
  max: MAX_POSITION,
}) as unknown as Field<
  readonly [height: number, width: number],
  readonly [height: number, width: number],
  false
>;

/** Runs a binding that fills a tensor: `out`, or a new one. */
export function produce<M, A extends { readonly out: Address<Float32Array> }>(
  runtime: Runtime,
  options: Options,
  shape: readonly number[],
  binding: Binding<M, A, Status>,
  args: (frame: Frame, out: Address<Float32Array>) => NoInfer<A>,
): Tensor {
  const { call } = options;
  return runtime.frame(call, (frame) => {
    const given = options.out();
    let out = frame.output(shape, given);
    let numbers = args(frame, out.pointer);
    if (frame.reads(given)) {
      // Kernels may read what they have written: not into an input.
      out = frame.float32(sizeOf(shape));
      numbers = { ...numbers, out: out.pointer };
    }
    runtime.run(call, binding, numbers as NoInfer<A>);
    return frame.result(out, shape, given);
  });
}

/** Positions as a list, also those of a range. */
export function listPlaces(
  frame: Frame,
  { positions, offset, seqLen }: Places,
): Address<Float64Array> {
  if (positions) return frame.inputFloat64(positions).pointer;
  const region = frame.float64(seqLen);
  const view = region.view();
  for (let i = 0; i < seqLen; i += 1) view[i] = offset + i;
  return region.pointer;
}

/** A normal distribution, and where in it to begin. */
interface Random {
  readonly std: number;
  readonly seed: number;
}

export const readRandom = (options: Reading<typeof RANDOM>): Random => ({
  std: options.read("std"),
  seed: options.read("seed"),
});

/** Random rows: N(0, std²), as `embedding.learned` draws them. */
export function draw(
  runtime: Runtime,
  frame: Frame,
  call: string,
  [rows, width]: readonly [rows: number, width: number],
  random: Random,
): Address<Float32Array> {
  const { pointer: out } = frame.float32(rows * width);
  runtime.run(call, embeddingLearned, { ...random, out, rows, width });
  return out;
}

/** Rows that the caller gives by this name, or drawn. */
export function rowsOf(
  runtime: Runtime,
  options: Reading<typeof RANDOM>,
  name: string,
  shape: readonly [rows: number, width: number],
): (frame: Frame) => Address<Float32Array> {
  const random = readRandom(options);
  const given = options.has(name) ? options.tensor(name, { shape }) : undefined;
  return (frame) =>
    given
      ? frame.input(given).pointer
      : draw(runtime, frame, options.call, shape, random);
}

/** `[B, T, D]` and `[T, D]` (a batch of one) as three numbers. */
export function batched(shape: readonly number[]) {
  const [width = 0, length = 0, batch = 1] = [...shape].reverse();
  return { batch, length, width };
}
