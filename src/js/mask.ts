import type { Options } from "./options.js";
import type { Frame } from "./runtime.js";
import { showShape } from "./tensor.js";

function isBoolean(data: ArrayLike<unknown>): boolean {
  return (
    data instanceof Uint8Array ||
    data instanceof Uint8ClampedArray ||
    typeof data[0] === "boolean"
  );
}

/**
 * The option `mask` of attention: kind, address and axes as the kernel takes
 * them, 0 when there is none.
 *
 * @param full - `[B, H, Q, K]`, which the mask is broadcast to
 */
export function readMask(
  frame: Frame,
  options: Options,
  full: readonly number[],
): number[] {
  if (!options.has("mask")) return [0, 0, 1, 1, 1, 1];
  const as = `[B, H, Q, K] = ${showShape(full)} or fewer axes from the right, each of that length or 1`;
  const mask = options.tensor("mask", {
    rank: [1, 2, 3, 4],
    as,
    kind: "boolean",
  });
  const axes = [1, 1, 1, ...mask.shape].slice(-4);
  if (axes.some((length, i) => length !== 1 && length !== full[i])) {
    throw new RangeError(
      `${options.call}: mask must have shape ${as}, got ${showShape(mask.shape)}`,
    );
  }
  if (!isBoolean(mask.data)) return [2, frame.input(mask).pointer, ...axes];
  const bytes = frame.uint8(mask.data.length);
  bytes.view().set(mask.data);
  return [1, bytes.pointer, ...axes];
}
