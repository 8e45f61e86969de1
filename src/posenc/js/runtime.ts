import { Arena } from "./arena.js";
import {
  type Address,
  type Exports,
  KEPT,
  type Net,
  type Out,
  type Own,
  type Region,
  type Status,
  TensorBuffer,
} from "./buffer.js";
import { describe, showBytes } from "./errors.js";
import { floatsIn, snapshotOf } from "./snapshot.js";
import { type ReadTensor, showShape, sizeOf, type Tensor } from "./tensor.js";

export type { Region } from "./buffer.js";

/** `Status` of src/posenc/core/status.hpp. */
const STATUS = [
  "done",
  "lengths of the arguments do not fit each other",
  "an argument lies outside its documented range",
  "a position lies outside the table it indexes",
  "the sizes asked for do not fit in memory",
] as const;

/** A function of src/posenc/js/generated/border. */
export type Binding<M, A, Result = number> = (module: M, args: A) => Result;

/** Kinds of arrays that live in the module's memory. */
type Kind<Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, pointer: number, length: number): Numbers;
};

const isBuffer = (out: unknown): out is TensorBuffer =>
  typeof out === "object" && out !== null && TensorBuffer.is(out);

/** Address of fresh memory; a `RangeError` when there is none. */
function allocate(module: Exports, call: string, bytes: number): number {
  // No array of C++ is longer; and malloc takes 32 bits: what is more would wrap
  // around silently.
  const fits = bytes >= 0 && bytes < 2 ** 31;
  const pointer = fits ? module.malloc(bytes) : 0;
  if (pointer === 0) {
    throw new RangeError(
      `${call}: needs ${showBytes(bytes)} of memory, more than the module can get`,
    );
  }
  // Addresses above 2 GiB arrive as negative numbers.
  return pointer >>> 0;
}

/** The method itself: a caller's array may have another of that name. */
const { set: SET } = Float32Array.prototype;

/** Copies numbers into an array of the caller's. */
export const copyInto = (
  to: Float32Array,
  from: ArrayLike<number>,
  at?: number,
): void => SET.call(to, from, at);

const sameShape = (a: readonly number[], b: readonly number[]): boolean => {
  if (a === b) return true;
  let same = a.length === b.length;
  for (let i = 0; same && i < a.length; i += 1) same = a[i] === b[i];
  return same;
};

/** Refuses what a result of this shape cannot be written into. */
function checkOut(
  module: Exports,
  call: string,
  shape: readonly number[],
  out: Out,
): void {
  const isKept = isBuffer(out) && KEPT.has(out.owner);
  if (isBuffer(out) && !isKept) {
    if (sameShape(out.shape, shape)) return;
    throw new RangeError(
      `${call}: out must have shape ${showShape(shape)}, got ${showShape(out.shape)}`,
    );
  }
  const length = floatsIn(out, module.memory.buffer);
  if (length < 0) {
    throw new TypeError(
      `${call}: out must be a buffer made by pe.buffer() or a Float32Array of your own, got ${isKept ? "memory of a cache" : describe(out)}`,
    );
  }
  const size = sizeOf(shape);
  if (length === size) return;
  throw new RangeError(
    `${call}: out must have ${size} numbers, shape ${showShape(shape)}, got ${length}`,
  );
}

/** A buffer's memory; a `TypeError` when it is another module's. */
function regionOf(
  module: Exports,
  call: string,
  buffer: TensorBuffer,
): Region<Float32Array> {
  if (!buffer.isOf(module)) {
    throw new TypeError(
      `${call}: a buffer belongs to another instance of the library`,
    );
  }
  return buffer.region(call);
}

/** Lists as short as this are written number by number: `set` costs more. */
const SHORT = 64;

function put(
  to: Float32Array | Float64Array | Int32Array,
  from: ArrayLike<number>,
  at: number,
): void {
  if (from.length > SHORT || ArrayBuffer.isView(from)) to.set(from, at);
  else for (let i = 0; i < from.length; i += 1) to[at + i] = from[i] as number;
}

/** Numbers in the arena. */
class InArena<Kind extends "floats" | "doubles">
  implements Region<Arena[Kind]>
{
  readonly pointer: Address<Arena[Kind]>;
  readonly length: number;
  readonly #arena: Arena;
  readonly #kind: Kind;
  readonly #at: number;

  constructor(arena: Arena, kind: Kind, pointer: number, length: number) {
    this.pointer = pointer as Address<Arena[Kind]>;
    this.length = length;
    this.#arena = arena;
    this.#kind = kind;
    this.#at = arena.indexOf(pointer) / (kind === "floats" ? 1 : 2);
  }

  view() {
    const all = this.#arena[this.#kind];
    return all.subarray(this.#at, this.#at + this.length) as Own<Arena[Kind]>;
  }

  take() {
    const all = this.#arena[this.#kind];
    return all.slice(this.#at, this.#at + this.length) as Own<Arena[Kind]>;
  }
}

/** Memory of one call; `Runtime.frame` gives it all back. */
export class Frame {
  readonly #module: Exports;
  readonly #arena: Arena;
  readonly #mark: number;
  readonly #call: string;
  /** What the arena had no room for: blocks of the heap. */
  #owned: number[] | undefined;
  /** Made when a buffer is read: most calls read none, and all a few. */
  #read: TensorBuffer[] | undefined;

  constructor(module: Exports, arena: Arena, call: string) {
    this.#module = module;
    this.#arena = arena;
    this.#mark = arena.mark;
    this.#call = call;
  }

  /** Address of so many bytes of the heap. */
  #block(bytes: number): number {
    const pointer = allocate(this.#module, this.#call, bytes);
    this.#owned ??= [];
    this.#owned.push(pointer);
    return pointer;
  }

  #room<Numbers extends { slice(): Numbers }>(
    Kind: Kind<Numbers>,
    length: number,
  ): Region<Numbers> {
    const bytes = (length || 1) * Kind.BYTES_PER_ELEMENT;
    const pointer = this.#arena.take(bytes) || this.#block(bytes);
    // Made anew each time: older ones are empty once the memory has grown.
    const view = () =>
      new Kind(this.#module.memory.buffer, pointer, length) as Own<Numbers> &
        Numbers;
    return {
      pointer: pointer as Address<Numbers>,
      length,
      view,
      take: () => view().slice() as Own<Numbers>,
    };
  }

  /** Room for `length` float32 numbers. */
  float32(length: number): Region<Float32Array> {
    const arena = this.#arena;
    const pointer = arena.take(4 * (length || 1));
    return pointer === 0
      ? this.#room<Float32Array>(Float32Array, length)
      : new InArena(arena, "floats", pointer, length);
  }

  /** Room for `length` float64 numbers. */
  float64(length: number): Region<Float64Array> {
    const arena = this.#arena;
    const pointer = arena.take(8 * (length || 1));
    return pointer === 0
      ? this.#room<Float64Array>(Float64Array, length)
      : new InArena(arena, "doubles", pointer, length);
  }

  /** Room for `length` int32 numbers. */
  int32(length: number): Region<Int32Array> {
    return this.#room<Int32Array>(Int32Array, length);
  }

  /** Room for `length` bytes. */
  uint8(length: number): Region<Uint8Array> {
    return this.#room<Uint8Array>(Uint8Array, length);
  }

  /**
   * A tensor's numbers in the module: copied in, or in place when it is a
   * buffer of the module already.
   */
  input(tensor: ReadTensor): Region<Float32Array> {
    if (tensor instanceof TensorBuffer) {
      this.#read ??= [];
      this.#read.push(tensor.owner);
      return this.#inPlace(tensor);
    }
    return this.inputFloat32(tensor.data);
  }

  /** Whether an input of this call lies in the memory of a buffer. */
  reads(out: Out | undefined): boolean {
    return isBuffer(out) && (this.#read?.includes(out.owner) ?? false);
  }

  #inPlace(buffer: TensorBuffer): Region<Float32Array> {
    return regionOf(this.#module, this.#call, buffer);
  }

  inputFloat32(data: ArrayLike<number>): Region<Float32Array> {
    const region = this.float32(data.length);
    const { pointer } = region;
    if (this.#arena.has(pointer)) {
      put(this.#arena.floats, data, this.#arena.indexOf(pointer));
    } else region.view().set(data);
    return region;
  }

  /** The numbers from index `from` to before `to`: short rows without a view. */
  inputPart(
    data: Float32Array,
    from: number,
    to: number,
  ): Region<Float32Array> {
    const region = this.float32(to - from);
    const { pointer } = region;
    const arena = this.#arena;
    if (to - from > SHORT || !arena.has(pointer)) {
      region.view().set(data.subarray(from, to));
      return region;
    }
    const { floats } = arena;
    const first = arena.indexOf(pointer) - from;
    for (let i = from; i < to; i += 1) floats[first + i] = data[i] as number;
    return region;
  }

  inputFloat64(data: ArrayLike<number>): Region<Float64Array> {
    const region = this.float64(data.length);
    const { pointer } = region;
    if (this.#arena.has(pointer)) {
      put(this.#arena.doubles, data, this.#arena.indexOf(pointer) / 2);
    } else region.view().set(data);
    return region;
  }

  inputInt32(data: ArrayLike<number>): Region<Int32Array> {
    const region = this.int32(data.length);
    const { pointer } = region;
    if (this.#arena.has(pointer)) {
      put(this.#arena.ints, data, this.#arena.indexOf(pointer));
    } else region.view().set(data);
    return region;
  }

  /** Room for a result of this shape: in `out` itself where it is a buffer. */
  output(shape: readonly number[], out?: Out): Region<Float32Array> {
    if (out !== undefined) {
      checkOut(this.#module, this.#call, shape, out);
      if (isBuffer(out)) return this.#inPlace(out);
    }
    return this.float32(sizeOf(shape));
  }

  /** The same once all inputs are there: never in the memory of one. */
  apart(shape: readonly number[], out?: Out): Region<Float32Array> {
    const region = this.output(shape, out);
    return this.reads(out) ? this.float32(region.length) : region;
  }

  /** What the caller gets of a result: `out`, with the numbers, or a copy. */
  result(
    from: Region<Float32Array>,
    shape: readonly number[],
    out?: Out,
  ): Tensor {
    if (out === undefined) return { data: from.take(), shape: [...shape] };
    if (isBuffer(out)) {
      const to = this.#inPlace(out);
      if (to.pointer !== from.pointer) to.view().set(from.view());
      return out;
    }
    copyInto(out, from.view());
    return { data: out as Own<Float32Array>, shape: [...shape] };
  }

  release(): void {
    this.#arena.release(this.#mark);
    if (this.#owned === undefined) return;
    for (const pointer of this.#owned) this.#module.free(pointer);
    this.#owned = undefined;
  }
}

/** What the engine itself refuses, told as a fault of the call. */
function named(call: string, error: unknown): unknown {
  const [name = ""] = call.split(":");
  const { message, constructor: Kind } = error as TypeError | RangeError;
  // A getter gave away the memory of an array that had been read.
  const isGone = Kind === TypeError && message.includes("detached");
  if ((Kind !== RangeError && !isGone) || message.startsWith(name))
    return error;
  const why = isGone
    ? "the memory of an input is gone"
    : "needs more memory than there is";
  return new (Kind as typeof TypeError)(`${call}: ${why}: ${message}`, {
    cause: error,
  });
}

/** One running instance of the module, with memory of its own. */
export class Runtime {
  readonly #module: Exports;
  readonly #net: Net | undefined;
  readonly #arena: Arena;
  /** Whether it is the fused module. */
  readonly isFused: boolean;

  /** @internal Around a fresh instance of the module. */
  constructor(module: Exports, isFused: boolean) {
    module._initialize();
    this.isFused = isFused;
    this.#module = module;
    this.#arena = new Arena(module);
    this.#net = globalThis.FinalizationRegistry
      ? new FinalizationRegistry((pointer) => module.free(pointer))
      : undefined;
  }

  /**
   * Runs `work` with memory that is freed when it returns or throws.
   *
   * @internal
   * @param call - name of the public call, for messages
   */
  frame<Result>(call: string, work: (frame: Frame) => Result): Result {
    const frame = new Frame(this.#module, this.#arena, call);
    try {
      return work(frame);
    } catch (error) {
      throw named(call, error);
    } finally {
      frame.release();
    }
  }

  /**
   * Address of a buffer, for calls that take a step; undefined for what is none.
   *
   * @internal
   */
  addressOf(call: string, buffer: unknown): number | undefined {
    if (!isBuffer(buffer)) return undefined;
    if (!buffer.isOf(this.#module)) {
      return regionOf(this.#module, call, buffer).pointer;
    }
    return buffer.address(call);
  }

  /** @internal Refuses what a result of this shape cannot be written into. */
  checkOut(call: string, shape: readonly number[], out: Out): void {
    checkOut(this.#module, call, shape, out);
  }

  /**
   * Where numbers go that JavaScript makes: `out`, or a new array. A caller's
   * may lie about itself: it is written by index, or by `copyInto`.
   *
   * @internal
   */
  target(call: string, shape: readonly number[], out?: Out): Float32Array {
    if (out === undefined) {
      try {
        return new Float32Array(sizeOf(shape));
      } catch (error) {
        throw named(call, error);
      }
    }
    checkOut(this.#module, call, shape, out);
    return isBuffer(out) ? regionOf(this.#module, call, out).view() : out;
  }

  /** @internal What the caller gets when they are there. */
  written(numbers: Float32Array, shape: readonly number[], out?: Out): Tensor {
    if (isBuffer(out)) return out;
    const data = (out ?? numbers) as Own<Float32Array>;
    return { data, shape: [...shape] };
  }

  /** @internal Calls a binding that answers a number. */
  number<M, A>(binding: Binding<M, A>, args: NoInfer<A>): number {
    return binding(this.#module as M, args);
  }

  /**
   * Calls a binding that answers a `Status`. The arguments were checked before,
   * so anything but success is told with the call's name.
   *
   * @internal
   */
  run<M, A>(
    call: string,
    binding: Binding<M, A, Status>,
    args: NoInfer<A>,
  ): void {
    this.refuse(call, this.number(binding, args));
  }

  /** @internal Tells what a `Status` is that is no success. */
  refuse(call: string, status: Status): void {
    if (status !== 0) {
      // never taken: the module has no other status
      throw new RangeError(`${call}: ${STATUS[status] ?? `status ${status}`}`);
    }
  }

  /** A tensor in the module's own memory, all zeros. */
  buffer(given: readonly number[], call = "buffer"): TensorBuffer {
    const shape = snapshotOf(call, "shape", { given }, "given");
    const allowed = "shape must be an array of positive integers";
    if (!Array.isArray(shape)) {
      throw new TypeError(`${call}: ${allowed}, got ${describe(shape)}`);
    }
    // `for` sees the holes of an array, which `some` does not.
    for (const length of shape) {
      if (Number.isInteger(length) && length >= 1) continue;
      const Kind = typeof length === "number" ? RangeError : TypeError;
      throw new Kind(`${call}: ${allowed}, got ${describe(shape)}`);
    }
    const length = sizeOf(shape);
    const address = allocate(this.#module, call, length * 4);
    new Float32Array(this.#module.memory.buffer, address, length).fill(0);
    return new TensorBuffer(this.#module, this.#net, address, shape);
  }
}
