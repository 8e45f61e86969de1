import { choice } from "./schema.js";
import { sizeOf } from "./tensor.js";

/**
 * Order of the axes: `"BTHD"`, tokens before heads, as projections give them;
 * `"BHTD"`, heads before tokens, as PyTorch's attention takes them. `B` may be
 * left out of both. It holds for all tensors with heads, the result as well;
 * heads side by side have no order.
 */
export const ORDER = choice(["BTHD", "BHTD"], "BTHD");

/** The shape with the first two of its last three axes exchanged. */
export function exchanged(shape: readonly number[]): number[] {
  const [width, inner, outer, ...rest] = [...shape].reverse();
  return [...rest, inner, outer, width] as number[];
}

/** Writes `[…, outer, inner, width]` as `[…, inner, outer, width]`. */
export function exchange(
  to: Float32Array,
  from: ArrayLike<number>,
  shape: readonly number[],
): void {
  const [outer, inner, width] = shape.slice(-3) as [number, number, number];
  const block = outer * inner * width;
  const size = sizeOf(shape);
  let at = 0;
  for (let start = 0; start < size; start += block) {
    for (let j = 0; j < inner; j += 1) {
      for (let i = 0; i < outer; i += 1) {
        const row = start + (i * inner + j) * width;
        for (let x = 0; x < width; x += 1) {
          to[at] = from[row + x] as number;
          at += 1;
        }
      }
    }
  }
}
