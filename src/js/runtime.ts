import {
  type Address,
  type Exports,
  type Net,
  type Own,
  type Region,
  type Status,
  TensorBuffer,
} from "./buffer.js";
import { describe, showBytes } from "./errors.js";
import { snapshotOf } from "./snapshot.js";
import { type ReadTensor, showShape, sizeOf } from "./tensor.js";

export type { Region } from "./buffer.js";

/** `Status` of src/core/status.hpp. */
const STATUS = [
  "done",
  "lengths of the arguments do not fit each other",
  "an argument lies outside its documented range",
  "a position lies outside the table it indexes",
  "the sizes asked for do not fit in memory",
] as const;

/** A function of src/js/generated/border. */
export type Binding<M, A, Result = number> = (module: M, args: A) => Result;

/** Kinds of arrays that live in the module's memory. */
type Kind<Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, pointer: number, length: number): Numbers;
};

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

/** Allocations of one call; `Runtime.frame` frees them all. */
export class Frame {
  readonly #module: Exports;
  readonly #call: string;
  readonly #owned: number[] = [];
  /** Made when a buffer is read: most calls read none. */
  #read: Set<TensorBuffer> | undefined;

  constructor(module: Exports, call: string) {
    this.#module = module;
    this.#call = call;
  }

  #room<Numbers extends { slice(): Numbers }>(
    Kind: Kind<Numbers>,
    length: number,
  ): Region<Numbers> {
    const size = Kind.BYTES_PER_ELEMENT;
    const bytes = (length || 1) * size;
    const pointer = allocate(this.#module, this.#call, bytes);
    this.#owned.push(pointer);
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

  #copy<
    Numbers extends { slice(): Numbers; set(data: ArrayLike<number>): void },
  >(Kind: Kind<Numbers>, data: ArrayLike<number>): Region<Numbers> {
    const region = this.#room(Kind, data.length);
    region.view().set(data);
    return region;
  }

  /** Room for `length` float32 numbers. */
  float32(length: number): Region<Float32Array> {
    return this.#room<Float32Array>(Float32Array, length);
  }

  /** Room for `length` float64 numbers. */
  float64(length: number): Region<Float64Array> {
    return this.#room<Float64Array>(Float64Array, length);
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
      this.#read ??= new Set();
      this.#read.add(tensor.owner);
      return this.#inPlace(tensor);
    }
    return this.inputFloat32(tensor.data);
  }

  /** Whether an input of this call lies in the memory of a buffer. */
  reads(buffer: TensorBuffer): boolean {
    return this.#read?.has(buffer.owner) ?? false;
  }

  #inPlace(buffer: TensorBuffer): Region<Float32Array> {
    if (!buffer.isOf(this.#module)) {
      throw new TypeError(
        `${this.#call}: a buffer belongs to another instance of the library`,
      );
    }
    return buffer.region(this.#call);
  }

  inputFloat32(data: ArrayLike<number>): Region<Float32Array> {
    return this.#copy<Float32Array>(Float32Array, data);
  }

  inputFloat64(data: ArrayLike<number>): Region<Float64Array> {
    return this.#copy<Float64Array>(Float64Array, data);
  }

  inputInt32(data: ArrayLike<number>): Region<Int32Array> {
    return this.#copy<Int32Array>(Int32Array, data);
  }

  /** Room for a result of this shape: `out` when the caller gave one. */
  output(shape: readonly number[], out?: TensorBuffer): Region<Float32Array> {
    if (out === undefined) return this.float32(sizeOf(shape));
    if (!(out instanceof TensorBuffer)) {
      throw new TypeError(
        `${this.#call}: out must be a buffer made by pe.buffer(), got ${describe(out)}`,
      );
    }
    if (out.shape.join() !== shape.join()) {
      throw new RangeError(
        `${this.#call}: out must have shape ${showShape(shape)}, got ${showShape(out.shape)}`,
      );
    }
    return this.#inPlace(out);
  }

  release(): void {
    for (const pointer of this.#owned) this.#module.free(pointer);
    this.#owned.length = 0;
  }
}

/** An array that the engine itself could not make, told as one of the call. */
function named(call: string, error: unknown): unknown {
  const [name = ""] = call.split(":");
  return error instanceof RangeError && !error.message.startsWith(name)
    ? new RangeError(
        `${call}: needs more memory than there is: ${error.message}`,
        { cause: error },
      )
    : error;
}

/** One running instance of the module, with memory of its own. */
export class Runtime {
  readonly #module: Exports;
  readonly #net: Net | undefined;

  private constructor(module: Exports) {
    this.#module = module;
    this.#net = globalThis.FinalizationRegistry
      ? new FinalizationRegistry((pointer) => module.free(pointer))
      : undefined;
  }

  /** @internal Starts an instance of a compiled module. */
  static async start(compiled: object): Promise<Runtime> {
    const instance = await WebAssembly.instantiate(
      compiled as WebAssembly.Module,
    );
    const module = instance.exports as unknown as Exports;
    module._initialize();
    return new Runtime(module);
  }

  /**
   * Runs `work` with memory that is freed when it returns or throws.
   *
   * @internal
   * @param call - name of the public call, for messages
   */
  frame<Result>(call: string, work: (frame: Frame) => Result): Result {
    const frame = new Frame(this.#module, call);
    try {
      return work(frame);
    } catch (error) {
      throw named(call, error);
    } finally {
      frame.release();
    }
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
    const status = this.number(binding, args);
    if (status !== 0) {
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
