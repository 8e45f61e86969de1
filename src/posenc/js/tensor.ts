/**
 * Row-major float32 numbers and their shape: the last axis is contiguous.
 * Fits `new ort.Tensor("float32", t.data, t.shape)` and
 * `tf.tensor(t.data, t.shape)`.
 */
export interface Tensor {
  /** The numbers, row-major; the caller's own array. */
  readonly data: Float32Array<ArrayBuffer>;
  /** Length of each axis; their product is `data.length`. */
  readonly shape: number[];
}

/** Halves as they are stored, in 16 bits: IEEE 754's, and Google's. */
export type HalfType = "float16" | "bfloat16";

/**
 * What numbers a tensor holds, where its array does not say it. The 16 bits of
 * a half are given as a `Uint16Array`; `"bool"` makes 1 and 0 of a mask "seen"
 * and "hidden", `"float32"` numbers that are added.
 */
export type NumberType =
  | HalfType
  | "float32"
  | "float64"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "bool";

/** What a tensor's array may hold. */
export type TensorData =
  | ArrayLike<number>
  | readonly bigint[]
  | BigInt64Array
  | BigUint64Array;

/**
 * What calls accept as a tensor: any array of numbers with its shape, also as
 * `dims`, the name that ONNX Runtime and Transformers.js have for it. Numbers
 * are rounded to float32; halves and integers of 64 bits are read as what they
 * are, and an integer that no number is exactly is refused.
 */
export type TensorInput = {
  /** The numbers, row-major. */
  readonly data: TensorData;
  /** What they are: needed for a `Uint16Array`, which may hold halves. */
  readonly dtype?: NumberType | undefined;
} & (
  | {
      /** Length of each axis; their product must be `data.length`. */
      readonly shape: readonly number[];
    }
  | { readonly dims: readonly number[] }
);

/** A tensor of halves, as checkpoints have them. */
export interface HalfTensor {
  /** Their bits, row-major. */
  readonly data: Uint16Array<ArrayBuffer>;
  /** Which halves they are. */
  readonly dtype: HalfType;
  /** Length of each axis. */
  readonly shape: number[];
}

/** Numbers in float64. */
export interface Float64Tensor {
  /** The numbers, row-major. */
  readonly data: Float64Array<ArrayBuffer>;
  /** Length of each axis. */
  readonly shape: number[];
}

/** Halves for halves, float32 for all else. */
export type HalvesOr<X> = X extends { readonly dtype: HalfType }
  ? HalfTensor
  : Tensor;

/** Numbers as they were stored: halves, float64 or float32. */
export type Stored<X> = X extends
  | { readonly data: Float64Array }
  | { readonly dtype: "float64" }
  ? Float64Tensor
  : HalvesOr<X>;

/** Numbers with their shape. */
export interface TensorLike {
  /** The numbers, row-major. */
  readonly data: ArrayLike<number>;
  /** Length of each axis; their product must be `data.length`. */
  readonly shape: readonly number[];
  /** What they are, where it is said. */
  readonly dtype?: NumberType | undefined;
}

/** A tensor that has been read: numbers that stay. */
export interface ReadTensor extends TensorLike {
  /** The halves that `data` was made of. */
  readonly bits?: Uint16Array | undefined;
}

/** Product of the axis lengths. */
export function sizeOf(shape: readonly number[]): number {
  let size = 1;
  for (let i = 0; i < shape.length; i += 1) size *= shape[i] as number;
  return size;
}

/** The length of an axis counted from the last one, 1; `fallback` of none. */
export const fromEnd = (
  shape: readonly number[],
  axis: number,
  fallback: number,
): number =>
  axis <= shape.length ? (shape[shape.length - axis] as number) : fallback;

/** `[2, 3]` as people write it. */
export function showShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}
