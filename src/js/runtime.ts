import { describe, showBytes } from "./errors.js";
import createModule from "./generated/posenc-glue.js";
import { showShape, sizeOf, type Tensor, type TensorLike } from "./tensor.js";

/** What Emscripten's glue gives: heap views and the bound functions. */
interface WasmModule {
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  HEAP32: Int32Array;
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  [binding: string]: unknown;
}

/** `Status` of src/core/status.hpp. */
const STATUS = [
  "done",
  "lengths of the arguments do not fit each other",
  "an argument lies outside its documented range",
  "a position lies outside the table it indexes",
  "the sizes asked for do not fit in memory",
] as const;

/** Memory of the module that lives as long as one call. */
export interface Region<Array> {
  /** Address in the module. */
  readonly pointer: number;
  /** How many numbers it holds. */
  readonly length: number;
  /** The numbers in place; valid until the module allocates again. */
  view(): Array;
  /** A copy of the numbers, the caller's own. */
  take(): Array;
}

/** Allocations of one call; `Runtime.frame` frees them all. */
export class Frame {
  readonly #module: WasmModule;
  readonly #call: string;
  readonly #owned: number[] = [];

  constructor(module: WasmModule, call: string) {
    this.#module = module;
    this.#call = call;
  }

  #allocate(bytes: number): number {
    // malloc takes 32 bits: a larger request would wrap around silently.
    const pointer = bytes < 2 ** 32 - 65536 ? this.#module._malloc(bytes) : 0;
    if (pointer === 0) {
      throw new RangeError(
        `${this.#call}: needs ${showBytes(bytes)} of memory, more than the module can get`,
      );
    }
    // Addresses above 2 GiB arrive as negative numbers.
    this.#owned.push(pointer);
    return pointer >>> 0;
  }

  /** Room for `length` float32 numbers. */
  float32(length: number): Region<Float32Array> {
    const pointer = this.#allocate(Math.max(4, length * 4));
    const view = (): Float32Array =>
      this.#module.HEAPF32.subarray(pointer / 4, pointer / 4 + length);
    return { pointer, length, view, take: () => view().slice() };
  }

  /** Room for `length` float64 numbers. */
  float64(length: number): Region<Float64Array> {
    const pointer = this.#allocate(Math.max(8, length * 8));
    const view = (): Float64Array =>
      this.#module.HEAPF64.subarray(pointer / 8, pointer / 8 + length);
    return { pointer, length, view, take: () => view().slice() };
  }

  /** Room for `length` int32 numbers. */
  int32(length: number): Region<Int32Array> {
    const pointer = this.#allocate(Math.max(4, length * 4));
    const view = (): Int32Array =>
      this.#module.HEAP32.subarray(pointer / 4, pointer / 4 + length);
    return { pointer, length, view, take: () => view().slice() };
  }

  /** Room for `length` bytes. */
  uint8(length: number): Region<Uint8Array> {
    const pointer = this.#allocate(Math.max(1, length));
    const view = (): Uint8Array =>
      this.#module.HEAPU8.subarray(pointer, pointer + length);
    return { pointer, length, view, take: () => view().slice() };
  }

  /**
   * A tensor's numbers in the module: copied in, or in place when it is a
   * buffer of the module already.
   */
  input(tensor: TensorLike): Region<Float32Array> {
    if (tensor instanceof TensorBuffer) return tensor.region(this.#call);
    return this.inputFloat32(tensor.data);
  }

  inputFloat32(data: ArrayLike<number>): Region<Float32Array> {
    const region = this.float32(data.length);
    region.view().set(data);
    return region;
  }

  inputFloat64(data: ArrayLike<number>): Region<Float64Array> {
    const region = this.float64(data.length);
    region.view().set(data);
    return region;
  }

  inputInt32(data: ArrayLike<number>): Region<Int32Array> {
    const region = this.int32(data.length);
    region.view().set(data);
    return region;
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
    return out.region(this.#call);
  }

  release(): void {
    for (const pointer of this.#owned) this.#module._free(pointer);
    this.#owned.length = 0;
  }
}

/**
 * A tensor that lives in the module's memory: calls read it and write it
 * without copying. Free it with `dispose()` (or `using`); one that is forgotten
 * is freed after garbage collection.
 */
export class TensorBuffer implements Tensor {
  readonly shape: readonly number[];
  readonly #module: WasmModule;
  readonly #net: FinalizationRegistry<number>;
  #pointer: number;

  /** @internal Use `pe.buffer(shape)`. */
  constructor(
    module: WasmModule,
    net: FinalizationRegistry<number>,
    pointer: number,
    shape: readonly number[],
  ) {
    this.#module = module;
    this.#net = net;
    this.#pointer = pointer;
    this.shape = Object.freeze([...shape]);
    net.register(this, pointer, this);
  }

  /** @internal The memory behind it, for a call named `call`. */
  region(call: string): Region<Float32Array> {
    if (this.#pointer === 0) {
      throw new TypeError(`${call}: the buffer has been disposed of`);
    }
    return {
      pointer: this.#pointer,
      length: sizeOf(this.shape),
      view: () => this.data,
      take: () => this.data.slice(),
    };
  }

  /**
   * The numbers in place. Fetch it anew after every call: when the module's
   * memory grows, older views become empty.
   */
  get data(): Float32Array {
    if (this.#pointer === 0) {
      throw new TypeError("TensorBuffer: the buffer has been disposed of");
    }
    const start = this.#pointer / 4;
    return this.#module.HEAPF32.subarray(start, start + sizeOf(this.shape));
  }

  /** Gives the memory back; the buffer cannot be used after. */
  dispose(): void {
    if (this.#pointer === 0) return;
    this.#net.unregister(this);
    this.#module._free(this.#pointer);
    this.#pointer = 0;
  }
}

// Engines without Symbol.dispose still have dispose().
const disposeSymbol = (Symbol as { dispose?: symbol }).dispose;
if (disposeSymbol !== undefined) {
  Object.defineProperty(TensorBuffer.prototype, disposeSymbol, {
    value: TensorBuffer.prototype.dispose,
    configurable: true,
    writable: true,
  });
}

/** One instance of the WebAssembly module and the memory rules around it. */
export class Runtime {
  readonly #module: WasmModule;
  readonly #net: FinalizationRegistry<number>;

  private constructor(module: WasmModule) {
    this.#module = module;
    this.#net = new FinalizationRegistry((pointer) => module._free(pointer));
  }

  /** Starts an instance of a compiled module. */
  static async start(compiled: WebAssembly.Module): Promise<Runtime> {
    const module = await new Promise<WasmModule>((resolve, reject) => {
      createModule({
        // Emscripten itself drops a failure here; reject it is.
        instantiateWasm(
          imports: WebAssembly.Imports,
          receive: (instance: WebAssembly.Instance) => void,
        ) {
          WebAssembly.instantiate(compiled, imports).then(receive, reject);
          return {};
        },
      }).then((made: unknown) => resolve(made as WasmModule), reject);
    });
    return new Runtime(module);
  }

  /**
   * Runs `work` with memory that is freed when it returns or throws.
   *
   * @param call - name of the public call, for messages
   */
  frame<Result>(call: string, work: (frame: Frame) => Result): Result {
    const frame = new Frame(this.#module, call);
    try {
      return work(frame);
    } finally {
      frame.release();
    }
  }

  /** Calls a binding that answers a number. */
  number(binding: string, ...args: number[]): number {
    return (this.#module[binding] as (...args: number[]) => number)(...args);
  }

  /**
   * Calls a binding that answers a `Status`. The arguments were checked before,
   * so anything but success is told with the call's name.
   */
  run(call: string, binding: string, ...args: number[]): void {
    const status = this.number(binding, ...args);
    if (status !== 0) {
      throw new RangeError(`${call}: ${STATUS[status] ?? `status ${status}`}`);
    }
  }

  /** A tensor in the module's own memory, all zeros. */
  buffer(shape: readonly number[], call = "buffer"): TensorBuffer {
    if (
      !Array.isArray(shape) ||
      shape.some((length) => !Number.isInteger(length) || length < 1)
    ) {
      throw new TypeError(
        `${call}: shape must be an array of positive integers, got ${describe(shape)}`,
      );
    }
    const bytes = sizeOf(shape) * 4;
    const pointer =
      bytes < 2 ** 32 - 65536 ? this.#module._malloc(Math.max(4, bytes)) : 0;
    if (pointer === 0) {
      throw new RangeError(
        `${call}: needs ${showBytes(bytes)} of memory, more than the module can get`,
      );
    }
    const address = pointer >>> 0;
    this.#module.HEAPF32.fill(0, address / 4, (address + bytes) / 4);
    return new TensorBuffer(this.#module, this.#net, address, shape);
  }
}
