import { TensorBuffer } from "../buffer.js";
import { MaskKind } from "../generated/border/enums/attention.js";
import type { Options } from "../options.js";
import type { Frame, Region } from "../runtime.js";
import { type ReadTensor, showShape, sizeOf } from "../tensor.js";

type Axes = readonly [number, number, number, number];

/** A mask in the module, as a whole or a head at a time. */
export interface MaskPlan {
  /** As the kernel takes it. */
  readonly mask: {
    readonly maskKind: MaskKind;
    /** Its address; 0: none. */
    readonly mask: number;
    readonly maskBatch: number;
    readonly maskHeads: number;
    readonly maskQueries: number;
    readonly maskKeys: number;
  };
  /** 1, or how many heads there are in all sequences. */
  readonly parts: number;
  /** Puts a part there. */
  bring(part: number): void;
}

function maskOf(
  maskKind: MaskKind,
  mask: number,
  [maskBatch, maskHeads, maskQueries, maskKeys]: Axes,
): MaskPlan["mask"] {
  return { maskKind, mask, maskBatch, maskHeads, maskQueries, maskKeys };
}

/** Nothing hidden, nothing added. */
export const NO_MASK: MaskPlan = {
  mask: maskOf(MaskKind.none, 0, [1, 1, 1, 1]),
  parts: 1,
  bring() {},
};

/** The first element that is neither 0 nor 1, or none. */
function findNumber(data: ArrayLike<number>): number | undefined {
  for (let i = 0; i < data.length; i += 1) {
    const x = data[i] as number;
    if (x !== 0 && x !== 1) return x;
  }
  return undefined;
}

/** A 1 among nothing but zeros and ones. */
const isOpen = (data: ArrayLike<number>): boolean =>
  findNumber(data) === undefined && Array.prototype.includes.call(data, 1);

/** Refuses what no sum of scores can hold. */
function refuseInfinite(call: string, added: ArrayLike<number>): void {
  const end = Number.POSITIVE_INFINITY;
  let i = 0;
  // Four at a time: each time round V8 asks anew whether the memory is gone.
  while (
    i + 4 <= added.length &&
    (added[i] as number) < end &&
    (added[i + 1] as number) < end &&
    (added[i + 2] as number) < end &&
    (added[i + 3] as number) < end
  ) {
    i += 4;
  }
  for (; i < added.length; i += 1) {
    const x = added[i] as number;
    if (!(x < end)) {
      throw new RangeError(
        `${call}: mask must hold finite numbers and -Infinity, got ${x} at ${i}`,
      );
    }
  }
}

/** Whether a mask tells what is seen; else it is added to the scores. */
function isBoolean(call: string, { data, dtype, bits }: ReadTensor): boolean {
  if (typeof data[0] === "boolean") return true;
  if (dtype === "bool") {
    const other = findNumber(data);
    if (other === undefined) return true;
    throw new RangeError(
      `${call}: mask has dtype "bool" and must hold nothing but 0 and 1, got ${other}`,
    );
  }
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) {
    return dtype === undefined || dtype === "uint8";
  }
  const isSaid = dtype?.startsWith("float") || bits !== undefined;
  if (!isSaid && isOpen(data)) {
    throw new TypeError(
      `${call}: mask holds nothing but 0 and 1, as numbers: say dtype: "bool" if 1 may be seen, dtype: "float32" if they are added to the scores`,
    );
  }
  return false;
}

/** Whether a mask tells what is seen, its numbers looked at. */
export function tellsSeen(call: string, mask: ReadTensor): boolean {
  const isSeen = !(mask instanceof TensorBuffer) && isBoolean(call, mask);
  if (!isSeen) refuseInfinite(call, mask.data);
  return isSeen;
}

/**
 * Reads the option `mask`. What comes back makes room for it, on request for a
 * head at a time.
 *
 * @param full - `[B, H, Q, K]`, which the mask is broadcast to
 */
export function readMask(
  frame: Frame,
  options: Options,
  full: Axes,
): (byHead: boolean) => MaskPlan {
  if (!options.has("mask")) return () => NO_MASK;
  const as = `[B, H, Q, K] = ${showShape(full)} or fewer axes from the right, each of that length or 1`;
  const mask = options.tensor("mask", {
    rank: [1, 2, 3, 4],
    as,
    kind: "boolean",
  });
  const axes = [1, 1, 1, ...mask.shape].slice(-4) as unknown as Axes;
  if (axes.some((length, i) => length !== 1 && length !== full[i])) {
    throw new RangeError(
      `${options.call}: mask must have shape ${as}, got ${showShape(mask.shape)}`,
    );
  }
  const isSeen = tellsSeen(options.call, mask);
  if (mask instanceof TensorBuffer) {
    const { pointer } = frame.input(mask);
    return () => ({
      ...NO_MASK,
      mask: maskOf(MaskKind.additive, pointer, axes),
    });
  }
  const { data } = mask;
  const kind = isSeen ? MaskKind.boolean : MaskKind.additive;
  const numbers = ArrayBuffer.isView(data)
    ? (data as Float32Array)
    : Float32Array.from(data);
  const [batch, heads, ...pair] = axes;
  return (byHead) => {
    const isSplit = byHead && batch * heads > 1;
    const size = sizeOf(isSplit ? pair : axes);
    const region: Region<Float32Array | Uint8Array> =
      kind === MaskKind.boolean ? frame.uint8(size) : frame.float32(size);
    let there = -1;
    return {
      mask: maskOf(kind, region.pointer, isSplit ? [1, 1, ...pair] : axes),
      parts: isSplit ? full[0] * full[1] : 1,
      bring(part) {
        const [b, h] = [Math.floor(part / full[1]), part % full[1]];
        const at = (batch > 1 ? b * heads : 0) + (heads > 1 ? h : 0);
        if (at === there) return;
        region.view().set(numbers.subarray(at * size, (at + 1) * size));
        there = at;
      },
    };
  };
}
