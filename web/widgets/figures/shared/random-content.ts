// Queries and keys of made-up tokens, the same for the same seed.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import { quantity, scientific } from "../../words/text.ts";

/** Random rows, [count, width], of unit variance unless told otherwise. */
export const random = (
  count: number,
  width: number,
  seed: number,
  std = 1,
): Tensor => pe.learned({ maxLen: count, dModel: width, std, seed });

/** The same numbers in another shape. */
export const shaped = (
  { data }: Pick<Tensor, "data">,
  ...shape: readonly number[]
): Tensor => ({ data, shape: [...shape] });

/** One row repeated: the same token at every position. */
export function repeated(count: number, { data }: Tensor): Tensor {
  const width = data.length;
  const all = new Float32Array(count * width);
  for (let i = 0; i < count; i += 1) all.set(data, i * width);
  return { data: all, shape: [count, width] };
}

/** An error: powers of ten where it is small, "0" where there is none. */
export function errorText(value: number): string {
  if (value === 0) return "0";
  return value < 1e-3 ? scientific(value, 2) : quantity(value, 2);
}
