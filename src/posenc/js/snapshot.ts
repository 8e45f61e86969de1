import { isHandedOut, TensorBuffer } from "./buffer.js";
import { describe, MAX_DEPTH, textOf, unreadable } from "./errors.js";
import { fromHalves, isHalf } from "./half.js";
import { type ReadTensor, showShape, sizeOf } from "./tensor.js";

// Input as it was when the call began. A getter may
// run code that disposes of a buffer, detaches an array or calls the library
// again: all of it runs here, before the first check and the first allocation,
// and each property is asked for once.

/** An object whose properties were read. */
export class Snapshot {
  [name: string]: unknown;

  static {
    // No name of a user's is a setter or a default here.
    Object.setPrototypeOf(Snapshot.prototype, null);
  }
}

/**
 * A tensor that was found to be what it says: float32 numbers, as many as its
 * shape has. Nearly all are such: whoever reads one looks at nothing else.
 */
export class Whole extends Snapshot implements ReadTensor {
  constructor(
    readonly data: Float32Array,
    readonly shape: readonly number[],
  ) {
    super();
  }
}

/** Whether it is one, still: its memory may have gone while others were read. */
export const isWhole = (value: unknown): value is Whole =>
  value instanceof Whole && value.data.length === sizeOf(value.shape);

/** Where properties are nobody's own. */
const ROOTS: readonly unknown[] = [null, Snapshot.prototype, Whole.prototype];

type Getter = (this: unknown) => unknown;

const getterOf = (prototype: object, name: PropertyKey): Getter | undefined =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as Getter | undefined;
const ofTypedArrays = (name: PropertyKey): Getter =>
  getterOf(Object.getPrototypeOf(Int8Array.prototype), name) as Getter;

/** The engine's own getters of typed arrays: what they say is true. */
export const kindOf = /* @__PURE__ */ ofTypedArrays(Symbol.toStringTag);
export const bufferOf = /* @__PURE__ */ ofTypedArrays("buffer");
export const startOf = /* @__PURE__ */ ofTypedArrays("byteOffset");
export const lengthOf = /* @__PURE__ */ ofTypedArrays("length");

/**
 * Whether a buffer can change its size, where engines have such. Compiled code
 * of V8 that has met one takes what was detached for as long as it was.
 */
const RESIZABLE = /* @__PURE__ */ getterOf(ArrayBuffer.prototype, "resizable");

/**
 * How many numbers a caller's own Float32Array has, whatever it says of itself;
 * -1 for all else, and for a view of the module's memory, which ends when that
 * grows.
 */
export function floatsIn(value: unknown, memory: ArrayBuffer): number {
  return ArrayBuffer.isView(value) &&
    kindOf.call(value) === "Float32Array" &&
    bufferOf.call(value) !== memory
    ? (lengthOf.call(value) as number)
    : -1;
}

type Maker = new (of: unknown, start?: unknown, length?: unknown) => object;

/**
 * The same numbers behind a plain view: no property of its own lies. A copy
 * where others could change or move them: threads, a growing module.
 */
function plainView(view: ArrayBufferView): object {
  const kind = kindOf.call(view);
  if (kind === undefined) return view;
  // Nearly all are: no look at what else there is.
  const Kind = (
    kind === "Float32Array"
      ? Float32Array
      : (globalThis as never)[kind as never]
  ) as Maker;
  const buffer = bufferOf.call(view) as ArrayBuffer;
  let plain: object;
  try {
    plain = new Kind(buffer, startOf.call(view), lengthOf.call(view));
  } catch {
    throw new TypeError("its memory is gone, transferred or grown");
  }
  const moves = !(buffer instanceof ArrayBuffer) || isHandedOut(buffer);
  return moves ? new Kind(plain) : plain;
}

/** A bigint as the number that it is exactly; else as it is, to be refused. */
const numberOf = (x: unknown): unknown =>
  typeof x === "bigint" && BigInt(Number(x)) === x ? Number(x) : x;

/** Integers of 64 bits as numbers. */
function numbersOf(integers: BigInt64Array | BigUint64Array): Float64Array {
  const numbers = new Float64Array(integers.length);
  for (let i = 0; i < numbers.length; i += 1) {
    const x = numberOf(integers[i]);
    if (typeof x !== "number") {
      throw new TypeError(
        `[${i}] is ${describe(x)}, which no number is exactly`,
      );
    }
    numbers[i] = x;
  }
  return numbers;
}

/** What objects inside an argument are refused with that have no end. */
export const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels`;

/** Objects inside an argument that have been read, each with its copy. */
type Seen = Map<object, unknown>;

let depth = 0;

/**
 * An object inside of another: one that stands there twice, or holds itself, is
 * read once.
 *
 * @param copy - of the object that it stands in
 */
function inside(x: object | null, of: object, copy: object, seen: Seen) {
  seen.set(of, copy);
  if (x === null || seen.has(x)) return seen.get(x as object) ?? null;
  if (depth === MAX_DEPTH) throw new TypeError(TOO_DEEP);
  depth += 1;
  try {
    return snapshot(x, seen);
  } finally {
    depth -= 1;
  }
}

/**
 * Goes on with a copy, up to the first element that no call would take. Objects
 * in it are only told of, unless they are read.
 */
function copyOn(
  array: readonly unknown[],
  copy: unknown[],
  length: number,
  read = numberOf,
): unknown[] {
  while (copy.length < length) {
    const x = read(array[copy.length]);
    copy.push(x);
    if (x === undefined || typeof x !== typeof copy[0]) break;
  }
  if (copy.length !== length) copy.length = length;
  return copy;
}

/** Of a list of lengths: no list inside of it is looked at. */
const flat = (x: unknown) => (typeof x === "object" ? null : numberOf(x));

function copyArray(array: readonly unknown[], seen?: Seen): unknown[] {
  const copy: unknown[] = [];
  return copyOn(array, copy, array.length, (x) => {
    if (typeof x !== "object") return numberOf(x);
    seen ??= new Map();
    return inside(x, array, copy, seen);
  });
}

/** The elements of a tensor: numbers, if they all are. */
function copyData(array: readonly unknown[], length: number): object {
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    const x = numberOf(array[i]);
    if (typeof x !== "number") {
      const copy = [...numbers.subarray(0, i), x];
      const isBoolean = i === 0 && typeof x === "boolean";
      if (isBoolean) return copyOn(array, copy, length);
      copy.length = length;
      return copy;
    }
    numbers[i] = x;
  }
  return numbers;
}

/**
 * Names of an object's properties, inherited ones too: an instance of a class
 * has its options in getters of the prototype. Methods are none.
 */
export function namesOf(object: object): string[] {
  const names = Object.getOwnPropertyNames(object);
  let owner = Object.getPrototypeOf(object);
  while (owner !== Object.prototype && !ROOTS.includes(owner)) {
    const all = Object.getOwnPropertyDescriptors(owner);
    for (const [name, { value }] of Object.entries(all)) {
      if (typeof value !== "function" && !names.includes(name)) {
        names.push(name);
      }
    }
    owner = Object.getPrototypeOf(owner);
  }
  return names;
}

function isArrayOfNumbers(value: unknown): value is ArrayLike<number> {
  if (ArrayBuffer.isView(value)) {
    return !(value instanceof DataView) && !isBigIntArray(value);
  }
  return Array.isArray(value);
}

function isBigIntArray(
  value: ArrayBufferView,
): value is BigInt64Array | BigUint64Array {
  return value instanceof BigInt64Array || value instanceof BigUint64Array;
}

/** Which not every engine has. */
const isFloat16Array = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === "[object Float16Array]";

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

/** Every tensor is asked: nothing is made for it. */
function isShape(value: unknown): value is readonly number[] {
  if (!Array.isArray(value) || value.length > MAX_AXES) return false;
  for (let i = 0; i < value.length; i += 1) {
    if (!isLength(value[i])) return false;
  }
  return true;
}

/** What objects that are tensors may have. */
interface Parts {
  readonly data?: unknown;
  readonly shape?: unknown;
  /** Other libraries' name for `shape`. */
  readonly dims?: unknown;
  readonly dtype?: unknown;
  /** Other libraries' name for `dtype`, beside `dims`. */
  readonly type?: unknown;
}

/** The tensor { data, shape }, whatever else the object may have. */
function copyTensor(parts: Parts): Snapshot {
  const { data, dims, shape = dims, dtype } = parts;
  const axes = Array.isArray(shape)
    ? copyOn(shape, [], shape.length, flat)
    : shape;
  if (
    dims === undefined &&
    dtype === undefined &&
    ArrayBuffer.isView(data) &&
    kindOf.call(data) === "Float32Array"
  ) {
    const numbers = plainView(data) as Float32Array;
    if (
      isShape(axes) &&
      sizeOf(axes) === numbers.length &&
      RESIZABLE?.call(bufferOf.call(numbers)) !== true
    ) {
      return new Whole(numbers, axes);
    }
  }
  const copy = new Snapshot();
  // What is no list of lengths, such as a method, is another thing.
  const lengths = Array.isArray(dims)
    ? copyOn(dims, [], dims.length, flat)
    : ArrayBuffer.isView(dims) && snapshot(dims);
  if (shape !== dims && lengths && `${lengths}` !== `${axes}`) {
    throw new TypeError("its shape and its dims differ");
  }
  if (Array.isArray(data)) {
    const { length } = data;
    // An endless array is not read when the shape says another size.
    const fits = isShape(axes) && sizeOf(axes) === length;
    copy.data = fits ? copyData(data, length) : Array(length);
  } else if (data !== undefined) {
    copy.data = ArrayBuffer.isView(data) ? snapshot(data) : data;
  }
  if (shape !== undefined) copy.shape = axes;
  const named = dtype ?? (dims === undefined ? undefined : parts.type);
  if (typeof named === "string") copy.dtype = named;
  else if (data instanceof Float64Array) copy.dtype = "float64";
  else if (ArrayBuffer.isView(data) && isBigIntArray(data)) {
    copy.dtype = "int64";
  }
  if (isHalf(named) && copy.data instanceof Uint16Array) {
    copy.bits = copy.data;
    copy.data = fromHalves(copy.data, named);
  }
  return copy;
}

/** A value as it is now, and stays. */
function snapshot(value: unknown, seen?: Seen): unknown {
  if (typeof value !== "object" || value === null) return numberOf(value);
  // What most values are comes first: a small call asks this of each of them.
  if (ArrayBuffer.isView(value)) {
    return isBigIntArray(value) ? numbersOf(value) : plainView(value);
  }
  if (Array.isArray(value)) return copyArray(value, seen);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    if (value instanceof Snapshot || TensorBuffer.is(value)) return value;
  }
  if ("data" in value || "shape" in value) return copyTensor(value);
  const copy = new Snapshot();
  for (const name of namesOf(value)) {
    const part = (value as Record<string, unknown>)[name];
    if (typeof part === "object") {
      seen ??= new Map();
      copy[name] = inside(part, value, copy, seen);
    } else copy[name] = numberOf(part);
  }
  return copy;
}

/** Whether it is a buffer that can be used. */
export const isLive = (value: unknown): value is TensorBuffer =>
  typeof value === "object" &&
  value !== null &&
  TensorBuffer.is(value) &&
  !value.isDisposed;

/**
 * A tensor as it is at this moment, or why `value` is none. A buffer stays one:
 * it is used in place.
 *
 * @param kind - of the elements: masks may be boolean
 */
export function readTensor(
  value: unknown,
  kind: "number" | "boolean" = "number",
): ReadTensor | string {
  if (typeof value !== "object" || value === null) {
    return `must be a tensor { data, shape }, got ${describe(value)}`;
  }
  if (TensorBuffer.is(value)) {
    return value.isDisposed ? "is a buffer that was disposed of" : value;
  }
  if (isWhole(value)) return value;
  let parts: Partial<ReadTensor>;
  try {
    parts = snapshot(value) as Partial<ReadTensor>;
  } catch (cause) {
    return `cannot be read: ${textOf(cause)}`;
  }
  if (isWhole(parts)) return parts;
  const { data, shape } = parts;
  if (!isArrayOfNumbers(data)) {
    return `must be a tensor { data, shape }: data must be an array of numbers, got ${describe(data)}`;
  }
  const { dtype, bits } = parts;
  if (isHalf(dtype) && !bits && !isFloat16Array(data)) {
    return `has dtype "${dtype}" but its data is ${describe(data)}; give the halves' bits as a Uint16Array`;
  }
  if (!isShape(shape)) {
    return `must be a tensor { data, shape }: shape must be an array of non-negative integers, got ${describe(shape)}`;
  }
  if (sizeOf(shape) !== data.length) {
    return `has shape ${showShape(shape)} (${sizeOf(shape)} numbers) but its data holds ${data.length}`;
  }
  if (Array.isArray(data)) {
    const first = typeof data[0] === kind ? kind : "number";
    const other = findOther(data, (x) => typeof x === first);
    if (other !== undefined) {
      return `must be a tensor { data, shape }: data[${other}] must be a ${first}, got ${describe(data[other])}`;
    }
  }
  return parts as ReadTensor;
}

/** An argument itself, `holder[key]`: what is written to, not read. */
export function givenOf(
  call: string,
  name: string,
  holder: object,
  key: string,
): unknown {
  try {
    return (holder as Snapshot)[key];
  } catch (cause) {
    return unreadable(call, name, cause);
  }
}

/** The value of an argument, `holder[key]`, as it is now, and stays. */
export function snapshotOf(
  call: string,
  name: string,
  holder: object,
  key: string,
): unknown {
  try {
    return snapshot((holder as Snapshot)[key]);
  } catch (cause) {
    return unreadable(call, name, cause);
  }
}

/**
 * Reads these of an object's properties into a snapshot, but for `asIs`, which
 * is written to.
 *
 * @param path - what stands before their names in messages
 */
export function readInto(
  snap: Snapshot,
  call: string,
  path: string,
  names: readonly string[],
  from: Readonly<Record<string, unknown>>,
  asIs: string,
): void {
  let at = 0;
  try {
    for (; at < names.length; at += 1) {
      const name = names[at] as string;
      const value = from[name];
      snap[name] = name === asIs ? value : snapshot(value);
    }
  } catch (cause) {
    unreadable(call, `${path}${names[at]}`, cause);
  }
}

/** Names of an object's properties; undefined when it has none to read. */
export function namesIn(
  call: string,
  name: string,
  input: unknown,
): readonly string[] | undefined {
  try {
    return typeof input !== "object" || input === null || Array.isArray(input)
      ? undefined
      : namesOf(input);
  } catch (cause) {
    return unreadable(call, name, cause);
  }
}
