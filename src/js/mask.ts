import type { Options } from "./options.js";
import { type Frame, type Region, TensorBuffer } from "./runtime.js";
import { showShape } from "./tensor.js";

/** Room in the module for the mask of one head. */
export interface OneHead {
  /** As the kernel takes it: a mask `[1, 1, Q, K]`. */
  readonly mask: readonly number[];
  /** Puts the mask of head `h` of sequence `b` there. */
  bring(b: number, h: number): void;
}

/** The option `mask` of attention, read and checked. */
export interface Mask {
  /** All of it, as the kernel takes it: kind, address and axes. */
  whole(): readonly number[];
  /** A head at a time; absent when that would save nothing. */
  byHead?(): OneHead;
}

/** Nothing hidden, nothing added. */
export const NO_MASK: Mask = { whole: () => [0, 0, 1, 1, 1, 1] };

function isBoolean(data: ArrayLike<unknown>): boolean {
  return (
    data instanceof Uint8Array ||
    data instanceof Uint8ClampedArray ||
    typeof data[0] === "boolean"
  );
}

/**
 * Reads the option `mask`.
 *
 * @param full - `[B, H, Q, K]`, which the mask is broadcast to
 */
export function readMask(
  frame: Frame,
  options: Options,
  full: readonly number[],
): Mask {
  if (!options.has("mask")) return NO_MASK;
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
  if (mask instanceof TensorBuffer) {
    const list = [2, frame.input(mask).pointer, ...axes];
    return { whole: () => list };
  }
  const { data } = mask;
  const [batch = 1, heads = 1, queries = 1, keys = 1] = axes;
  const size = queries * keys;
  const kind = isBoolean(data) ? 1 : 2;
  const room = (length: number): Region<Float32Array | Uint8Array> =>
    kind === 1 ? frame.uint8(length) : frame.float32(length);
  const whole = () => {
    const region = room(batch * heads * size);
    region.view().set(data);
    return [kind, region.pointer, ...axes];
  };
  if (batch * heads === 1 || !ArrayBuffer.isView(data)) return { whole };
  const byHead = () => {
    const region = room(size);
    let there = -1;
    return {
      mask: [kind, region.pointer, 1, 1, queries, keys],
      bring(b: number, h: number) {
        const n = (batch > 1 ? b * heads : 0) + (heads > 1 ? h : 0);
        if (n === there) return;
        const all = data as Float32Array;
        region.view().set(all.subarray(n * size, (n + 1) * size));
        there = n;
      },
    };
  };
  return { whole, byHead };
}
