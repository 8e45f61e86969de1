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
