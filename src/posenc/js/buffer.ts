import { describe } from "./errors.js";
import { sizeOf, type Tensor } from "./tensor.js";

declare global {
  // What `using` asks for, for programs whose `lib` does not declare it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}

/** What posenc.wasm exports: memory, its manager and the bindings. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  free(pointer: number): void;
  /** Runs once, before any other. */
  _initialize(): void;
  readonly [binding: string]: unknown;
}

declare const holds: unique symbol;
/** Where in the module such numbers lie. */
export type Address<Numbers> = number & { readonly [holds]: Numbers };

/** What a call of the module answers; 0: done. */
export type Status = number;

/** Arrays whose memory is no other thread's. */
export type Own<Numbers> = Numbers extends Float32Array
  ? Float32Array<ArrayBuffer>
  : Numbers extends Float64Array
    ? Float64Array<ArrayBuffer>
    : Numbers extends Int32Array
      ? Int32Array<ArrayBuffer>
      : Numbers extends Uint8Array
        ? Uint8Array<ArrayBuffer>
        : Numbers;

/** Memory of the module that lives as long as one call. */
export interface Region<Array> {
  /** Address in the module. */
  readonly pointer: Address<Array>;
  /** How many numbers it holds. */
  readonly length: number;
  /** The numbers in place; valid until the module allocates again. */
  view(): Own<Array>;
  /** A copy of the numbers, the caller's own. */
  take(): Own<Array>;
}

/** Where the float32 number `index` of a region lies. */
export const addressOf = (
  { pointer }: Region<Float32Array>,
  index: number,
): Address<Float32Array> => (pointer + 4 * index) as Address<Float32Array>;

// Engines without Symbol.dispose still have dispose().
const disposeSymbol = (Symbol as { dispose?: symbol }).dispose;

/** Makes `using` end with `dispose()`. */
export function disposable(prototype: { dispose(): void }): void {
  if (disposeSymbol === undefined) return;
  Object.defineProperty(prototype, disposeSymbol, {
    value: prototype.dispose,
    configurable: true,
    writable: true,
  });
}

/** Holds a buffer as long as the view that it gave is held. */
const BUFFERS = /* @__PURE__ */ new WeakMap<Float32Array, TensorBuffer>();
/** Buffers that nobody writes to but whoever keeps them. */
export const KEPT = /* @__PURE__ */ new WeakSet<TensorBuffer>();
/** Memory of modules that callers have views of. */
const MEMORIES = /* @__PURE__ */ new WeakSet<ArrayBufferLike>();

/** Whether arrays over it become empty when a call allocates. */
export const isHandedOut = (buffer: ArrayBufferLike): boolean =>
  MEMORIES.has(buffer);

function toJSON(this: TensorBuffer) {
  if (!TensorBuffer.is(this)) {
    throw new TypeError(
      "TensorBuffer: a copy of a buffer has none of its numbers; take { data: buffer.data, shape: buffer.shape }",
    );
  }
  return { data: [...this.data], shape: [...this.shape] };
}

/**
 * What no clone can have. Engines that say what they cannot clone say this of a
 * buffer: `structuredClone`, `postMessage`.
 */
const UNCLONED = /* @__PURE__ */ Symbol(
  "a buffer of posenc, whose numbers lie in its module (give { data: buffer.data.slice(), shape: buffer.shape } instead)",
);

/** Frees what is forgotten, by its address, where the engine tells of it. */
export type Net = FinalizationRegistry<number>;

/**
 * A tensor that lives in the module's memory: calls read it and write it
 * without copying. Free it with `dispose()` (or `using`); one that is forgotten
 * is freed after garbage collection, but in Cloudflare Workers with a
 * compatibility date before May 2025.
 */
export class TensorBuffer implements Tensor {
  /** Length of each axis; frozen. */
  declare readonly shape: number[];
  /** The numbers and their shape, for JSON.stringify. */
  declare readonly toJSON: () => { data: number[]; shape: number[] };
  #view: Float32Array<ArrayBuffer> | undefined;
  readonly #length: number;
  readonly #module: Exports;
  readonly #net: Net | undefined;
  #pointer: number;
  /** Whose memory it is, when it is not its own; that is kept, too. */
  readonly #owner: TensorBuffer | undefined;

  /** @internal Use `pe.buffer(shape)`. */
  constructor(
    module: Exports,
    net: Net | undefined,
    pointer: number,
    shape: readonly number[],
    owner?: TensorBuffer,
  ) {
    this.#module = module;
    this.#net = net;
    this.#pointer = pointer;
    this.#length = sizeOf(shape);
    // What decides how much is written must not change.
    const value = Object.freeze([...shape]);
    Object.defineProperty(this, "shape", { value, enumerable: true });
    // A clone would have no numbers: these make it fail, the first with a reason.
    const own = { enumerable: true };
    Object.defineProperty(this, "clone", { ...own, value: UNCLONED });
    Object.defineProperty(this, "toJSON", { ...own, value: toJSON });
    this.#owner = owner;
    if (owner === undefined) net?.register(this, pointer, this);
  }

  /** @internal Whether it is a buffer, of this copy of the library. */
  static is(value: object): value is TensorBuffer {
    return #pointer in value;
  }

  /** @internal */
  get isDisposed(): boolean {
    return this.#pointer === 0 || (this.#owner?.isDisposed ?? false);
  }

  /** @internal The buffer whose memory it is. */
  get owner(): TensorBuffer {
    return this.#owner?.owner ?? this;
  }

  /** @internal Whether it lies in the memory of this module. */
  isOf(module: object): boolean {
    return this.#module === module;
  }

  /** @internal Where its numbers lie, for a call named `call`. */
  address(call: string): Address<Float32Array> {
    if (this.isDisposed) {
      throw new TypeError(`${call}: the buffer has been disposed of`);
    }
    return this.#pointer as Address<Float32Array>;
  }

  /** @internal The memory behind it, for a call named `call`. */
  region(call: string): Region<Float32Array> {
    return {
      pointer: this.address(call),
      length: this.#length,
      view: () => this.data,
      take: () => this.data.slice(),
    };
  }

  /**
   * The numbers in place. Fetch it anew after every call: when the module's
   * memory grows, older views become empty. As long as this array is held, so
   * is the memory; arrays made from it (`subarray`) do not hold it.
   */
  get data(): Float32Array<ArrayBuffer> {
    if (this.isDisposed) {
      throw new TypeError("TensorBuffer: the buffer has been disposed of");
    }
    const { buffer } = this.#module.memory;
    if (this.#view?.buffer !== buffer) {
      this.#view = new Float32Array(buffer, this.#pointer, this.#length);
      BUFFERS.set(this.#view, this);
      MEMORIES.add(buffer);
    }
    return this.#view;
  }

  /**
   * The first rows as a buffer: the same memory, not a copy. It holds that
   * memory until it is disposed of itself or this buffer is.
   *
   * @param rows - how long its first axis is, from 1 to that of this buffer
   */
  prefix(rows: number): TensorBuffer {
    if (this.isDisposed) {
      throw new TypeError(
        "TensorBuffer.prefix: the buffer has been disposed of",
      );
    }
    const [all = 0] = this.shape;
    if (!Number.isInteger(rows) || rows < 1 || rows > all) {
      const Kind = typeof rows === "number" ? RangeError : TypeError;
      throw new Kind(
        `TensorBuffer.prefix: rows must be an integer from 1 to ${all}, got ${describe(rows)}`,
      );
    }
    return this.rows(0, rows);
  }

  /** @internal The first rows of the only text, without the axis of texts. */
  texts(rows: number): TensorBuffer {
    const [, , ...rest] = this.shape;
    const shape = [rows, ...rest];
    return this.#part(this.#pointer, shape);
  }

  /** @internal So many rows from `first` on, the same memory. */
  rows(first: number, count: number): TensorBuffer {
    const [, ...rest] = this.shape;
    return this.#part(this.#pointer + 4 * first * sizeOf(rest), [
      count,
      ...rest,
    ]);
  }

  #part(pointer: number, shape: readonly number[]): TensorBuffer {
    return new TensorBuffer(this.#module, this.#net, pointer, shape, this);
  }

  /** @see dispose */
  declare readonly [Symbol.dispose]: () => void;

  /**
   * Gives the memory back; neither the buffer nor a prefix of it can be used
   * after.
   */
  dispose(): void {
    if (this.#pointer === 0) return;
    if (this.#owner === undefined) {
      this.#net?.unregister(this);
      this.#module.free(this.#pointer);
    }
    this.#pointer = 0;
    this.#view = undefined;
  }
}

disposable(TensorBuffer.prototype);

/** What a result can be written into: a buffer, or an array of the caller's. */
export type Out = TensorBuffer | Float32Array;
