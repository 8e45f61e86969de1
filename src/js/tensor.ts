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

/** Why `value` is not a tensor, or undefined when it is one. */
export function tensorFault(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) {
    return `must be a tensor { data, shape }, got ${describe(value)}`;
  }
  const { data, shape } = value as Partial<TensorLike>;
  if (!isArrayOfNumbers(data)) {
    return `must be a tensor { data, shape }: data must be an array of numbers, got ${describe(data)}`;
  }
  if (
    !Array.isArray(shape) ||
    shape.some((length) => !Number.isInteger(length) || length < 0)
  ) {
    return `must be a tensor { data, shape }: shape must be an array of non-negative integers, got ${describe(shape)}`;
  }
  if (sizeOf(shape) !== data.length) {
    return `has shape ${showShape(shape)} (${sizeOf(shape)} numbers) but its data holds ${data.length}`;
  }
  return undefined;
}
