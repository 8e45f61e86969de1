import { MAX_POSITION, MAX_WIDTH, type Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import { sizeOf, type Tensor } from "../tensor.js";

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

/** Numbers drawn from a normal distribution of mean 0. */
export interface RandomOptions {
  /** Standard deviation, at least 0; default 0.02 (BERT, GPT-2). */
  readonly std?: number;
  /**
   * Seed, any integer up to ±(2⁵³ − 1); default 0. The same seed gives the same
   * numbers on every machine, native and WebAssembly.
   */
  readonly seed?: number;
}

/** Tokens: one text or a batch of texts. */
export const TOKENS = { rank: [2, 3], as: "[B, T, D] or [T, D]" } as const;
/** A table of rows. */
export const TABLE = { rank: 2, as: "[N, D]" } as const;

/** Runs a binding whose first argument is the new tensor it fills. */
export function produce(
  runtime: Runtime,
  call: string,
  shape: readonly number[],
  binding: string,
  args: (frame: Frame) => readonly number[],
): Tensor {
  return runtime.frame(call, (frame) => {
    const out = frame.float32(sizeOf(shape));
    runtime.run(call, binding, out.pointer, ...args(frame));
    return { data: out.take(), shape };
  });
}

/** A length: how many positions, tokens, rows. */
export const readLength = (options: Options, name: string): number =>
  options.integer(name, { min: 1, max: MAX_POSITION });

export const readWidth = (options: Options): number =>
  options.integer("dModel", { min: 1, max: MAX_WIDTH });

export const readBase = (options: Options): number =>
  options.number("base", { min: 1, max: 1e12, default: 10000 });

/** `std` and `seed`, in the order of the binding `embedding_learned`. */
export function readRandom(
  options: Options,
  std = "std",
  fallback = 0.02,
  max = 1e30,
): [number, number] {
  const last = Number.MAX_SAFE_INTEGER;
  return [
    options.number(std, { min: 0, max, default: fallback }),
    options.integer("seed", { min: -last, max: last, default: 0 }),
  ];
}

/** Address of random rows: N(0, std²), as `embedding.learned` draws them. */
export function draw(
  runtime: Runtime,
  frame: Frame,
  call: string,
  shape: readonly number[],
  random: readonly number[],
): number {
  const { pointer } = frame.float32(sizeOf(shape));
  runtime.run(call, "embedding_learned", pointer, ...shape, ...random);
  return pointer;
}

/** `[B, T, D]` and `[T, D]` (a batch of one) as three numbers. */
export function batched(shape: readonly number[]): [number, number, number] {
  const [d = 0, t = 0, b = 1] = [...shape].reverse();
  return [b, t, d];
}
