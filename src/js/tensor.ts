import { describe } from "./errors.js";

/**
 * Row-major float32 numbers and their shape: the last axis is contiguous.
 * Fits `new ort.Tensor("float32", t.data, t.shape)` and
 * `tf.tensor(t.data, t.shape)`.
 */
export interface Tensor {
  /** The numbers, row-major; the caller's own array. */
  readonly data: Float32Array;
  /** Length of each axis; their product is `data.length`. */
  readonly shape: readonly number[];
}

/**
 * What calls accept as a tensor: any array of numbers with its shape. Numbers
 * are rounded to float32.
 */
export interface TensorLike {
  /** The numbers, row-major. */
  readonly data: ArrayLike<number>;
  /** Length of each axis; their product must be `data.length`. */
  readonly shape: readonly number[];
}

/** Product of the axis lengths. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** `[2, 3]` as people write it. */
export function showShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

function isArrayOfNumbers(value: unknown): value is ArrayLike<number> {
  if (ArrayBuffer.isView(value)) {
    return !(value instanceof DataView) && !isBigIntArray(value);
  }
  return Array.isArray(value);
}

function isBigIntArray(value: ArrayBufferView): boolean {
  return value instanceof BigInt64Array || value instanceof BigUint64Array;
}

/** Every element of a plain array: its holes count, which `every` skips. */
function findOther(
  array: ArrayLike<unknown>,
  isAllowed: (element: unknown) => boolean,
): number | undefined {
  for (let i = 0; i < array.length; i += 1) if (!isAllowed(array[i])) return i;
  return undefined;
}

/** More axes than any call takes. */
const MAX_AXES = 32;

const isLength = (x: unknown): boolean => Number.isInteger(x) && Number(x) >= 0;

/**
 * A tensor as it is at this moment, or why `value` is none. A getter is asked
 * once: what was checked is what is computed with.
 *
 * @param kind - of the elements: masks may be boolean
 */
export function readTensor(
  value: unknown,
  kind: "number" | "boolean" = "number",
): TensorLike | string {
  if (typeof value !== "object" || value === null) {
    return `must be a tensor { data, shape }, got ${describe(value)}`;
  }
  const { data, shape } = value as Partial<TensorLike>;
  if (!isArrayOfNumbers(data)) {
    return `must be a tensor { data, shape }: data must be an array of numbers, got ${describe(data)}`;
  }
  if (
    !Array.isArray(shape) ||
    shape.length > MAX_AXES ||
    findOther(shape, isLength) !== undefined
  ) {
    return `must be a tensor { data, shape }: shape must be an array of non-negative integers, got ${describe(shape)}`;
  }
  const axes = [...shape];
  if (sizeOf(axes) !== data.length) {
    return `has shape ${showShape(axes)} (${sizeOf(axes)} numbers) but its data holds ${data.length}`;
  }
  if (Array.isArray(data)) {
    const first = typeof data[0] === kind ? kind : "number";
    const other = findOther(data, (x) => typeof x === first);
    if (other !== undefined) {
      return `must be a tensor { data, shape }: data[${other}] must be a ${first}, got ${describe(data[other])}`;
    }
  }
  return { data, shape: axes };
}
