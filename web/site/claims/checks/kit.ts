// What a check of a claim is made of. A check computes, through the public API
// alone, whether what the claim says holds, and where not; `judge` makes the
// verdict out of that. No check knows the verdict that is written in the ledger.

import type { Tensor, TensorLike } from "posenc";
import * as pe from "posenc";
import { group, scientific, type Text } from "../../../widgets/words/text.ts";
import type { Trained } from "../trainings.ts";
import type { Verdict } from "../types.ts";

/**
 * What a comparison decides:
 * `core`     whether the claim holds in the case that it is about
 * `always`   whether it also holds in another case that its words cover
 * `suggests` whether what a reader concludes from it holds
 * `near`     whether something holds that the claim is a garbled form of
 */
export type Role = "core" | "always" | "suggests" | "near";

/** One comparison: what it decides, how it went, and the numbers. */
export interface Part {
  readonly role: Role;
  readonly passed: boolean;
  readonly text: Text;
}

/** What a check computed. */
export interface Finding {
  /** What the claim says or leads one to expect. */
  readonly expected: Text | number | string;
  /** The same, computed. */
  readonly found: Text | number | string;
  readonly parts: readonly Part[];
}

/** @param own what a reader has just trained, in place of the shipped runs */
export type Check = (own?: readonly Trained[]) => Finding;
/** Checks by the id of their claim. */
export type Checks = Readonly<Record<string, Check>>;

const part =
  (role: Role) =>
  (passed: boolean, en: string, zh: string): Part => ({
    role,
    passed,
    text: { en, zh },
  });

export const core = part("core");
export const always = part("always");
export const suggests = part("suggests");
export const near = part("near");

/** The verdict that the comparisons lead to. */
export function judge(parts: readonly Part[]): Verdict {
  const all = (role: Role) =>
    parts.every((one) => one.role !== role || one.passed);
  if (!parts.some(({ role }) => role === "core")) return "unverifiable";
  if (!all("core")) {
    const close = parts.some(({ role, passed }) => role === "near" && passed);
    return close ? "misleading" : "false";
  }
  if (!all("suggests")) return "misleading";
  return all("always") ? "true" : "true-with-conditions";
}

/** A number with as many digits as told, whole numbers whole. */
export function num(value: number, digits = 4): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) {
    return group(String(value));
  }
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e9) {
    return scientific(value, Math.min(digits, 3));
  }
  const whole = size >= 10 ** (digits - 1);
  return group(whole ? value.toFixed(0) : value.toPrecision(digits));
}

/** Decimals as a listing prints them. */
export const fixed = (value: number, decimals = 4): string =>
  group((Math.abs(value) < 10 ** -decimals / 2 ? 0 : value).toFixed(decimals));

/** "to 3.0 × 10⁻⁸", or "exactly". */
export const upTo = (error: number): string =>
  error === 0 ? "exactly" : `to ${num(error, 2)}`;

/** Expected and found where two ways should lead to the same numbers. */
export const agreement = (
  error: number,
): Pick<Finding, "expected" | "found"> => ({
  expected: { en: "no difference", zh: "没有差别" },
  found: {
    en: `a difference of ${num(error, 2)}`,
    zh: `相差 ${num(error, 2)}`,
  },
});

/** "[0.8415, 0.5403]". */
export const list = (values: ArrayLike<number>, decimals = 4): string =>
  `[${Array.from(values, (value) => fixed(value, decimals)).join(", ")}]`;

export function row({ data, shape }: TensorLike, at: number): number[] {
  const width = shape.at(-1) ?? 0;
  const values: number[] = [];
  for (let i = 0; i < width; i += 1) values.push(data[at * width + i] ?? NaN);
  return values;
}

export function column({ data, shape }: TensorLike, at: number): number[] {
  const [height = 0, width = 0] = shape;
  const values: number[] = [];
  for (let t = 0; t < height; t += 1) values.push(data[t * width + at] ?? NaN);
  return values;
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? NaN) * (b[i] ?? NaN);
  return sum;
};

/** Largest difference of two lists of numbers; infinite if lengths differ. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < a.length; i += 1) {
    const gap = Math.abs((a[i] ?? NaN) - (b[i] ?? NaN));
    if (!(gap <= most)) most = gap;
  }
  return most;
}

export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.sqrt(dot(a, a) - 2 * dot(a, b) + dot(b, b));

export const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? NaN;
  return sum / values.length;
};

/** Pearson's r. */
export function correlation(a: readonly number[], b: readonly number[]) {
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [(a[i] ?? NaN) - ma, (b[i] ?? NaN) - mb];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

/** Message of the RangeError that a call throws; null if it does not. */
export function refused(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** A tensor of other numbers in the same order. */
export const tensor = (
  data: readonly number[],
  ...shape: readonly number[]
): TensorLike => ({ data, shape });

/** Random vectors, N(0, 1), the same on every machine. */
export const random = (count: number, width: number, seed = 0): Tensor =>
  pe.learned({ maxLen: count, dModel: width, std: 1, seed });

/** Rows in another order: row t of the result is row order[t]. */
export function permuted(x: TensorLike, order: readonly number[]): TensorLike {
  return tensor(
    order.flatMap((at) => row(x, at)),
    ...x.shape,
  );
}

/** One head of self-attention with random projections. */
export function attend(
  x: TensorLike,
  options: { readonly causal?: boolean } = {},
) {
  const width = x.shape.at(-1) ?? 1;
  const through = (seed: number) =>
    pe.transformerLinear(
      x,
      pe.learned({
        maxLen: width,
        dModel: width,
        std: 1 / Math.sqrt(width),
        seed,
      }),
    );
  const { output, weights } = pe.attention({
    q: through(101),
    k: through(102),
    v: through(103),
    numHeads: 1,
    returnWeights: true,
    ...options,
  });
  if (!weights) throw new Error("attention gave no weights");
  const n = x.shape[0] ?? 0;
  return { output, weights: tensor([...weights.data], n, n) };
}

/** Sinusoidal rows 0 … seqLen − 1, or of the positions. */
export const waves = (
  of: number | readonly number[],
  dModel: number,
  more: { readonly base?: number } = {},
): Tensor =>
  pe.sinusoidal(
    typeof of === "number"
      ? { seqLen: of, dModel, ...more }
      : { positions: of, dModel, ...more },
  );

/** Column by column, the mean of the rows. */
export const pooled = (x: TensorLike): number[] =>
  Array.from({ length: x.shape.at(-1) ?? 0 }, (_, i) => mean(column(x, i)));
