import { KEPT, TensorBuffer } from "../buffer.js";
import type { Region, Runtime } from "../runtime.js";
import type { ReadTensor } from "../tensor.js";

/** Rows that there is room for at first. */
const FIRST_ROWS = 64;
/**
 * Rows are given up by so many: tiles of the kernels (kKeyTile of
 * src/posenc/core/attention) then begin at the same positions, and so the order of
 * sums, and every bit, stays the same.
 */
const TILE = 256;

const wholeTiles = (rows: number): number => rows - (rows % TILE);

/** Sizes of a cache. */
export interface Sizes {
  readonly batch: number;
  /** Heads of keys and values. */
  readonly groups: number;
  readonly width: number;
  readonly valueWidth: number;
  /** How many of the latest keys a query sees; undefined: all. */
  readonly window: number | undefined;
  /** Most tokens. */
  readonly maxLen: number | undefined;
}

/** Keys and values `[B, rows, G, width]` of tokens `first` to `length` − 1. */
export class Cache {
  readonly #runtime: Runtime;
  readonly sizes: Sizes;
  /** Undefined when disposed of. */
  #keys: TensorBuffer | undefined;
  #values: TensorBuffer | undefined;
  first = 0;
  length = 0;

  constructor(runtime: Runtime, call: string, sizes: Sizes) {
    this.#runtime = runtime;
    this.sizes = sizes;
    const { maxLen } = sizes;
    const bound = this.#bound(1);
    const rows = maxLen === undefined ? FIRST_ROWS : Math.min(maxLen, bound);
    [this.#keys, this.#values] = this.#make(call, Math.min(rows, bound));
  }

  refuseDisposed(call: string): void {
    if (this.#keys === undefined) {
      throw new TypeError(`${call}: it has been disposed of`);
    }
  }

  /** Whether it is a part of the cache, which moves. */
  owns(tensor: ReadTensor): tensor is TensorBuffer {
    if (!(tensor instanceof TensorBuffer) || this.#keys === undefined) {
      return false;
    }
    return tensor.owner === this.#keys || tensor.owner === this.#values;
  }

  get keys(): TensorBuffer {
    return this.#keys as TensorBuffer;
  }

  get values(): TensorBuffer {
    return this.#values as TensorBuffer;
  }

  /** Rows that there is room for, of each text. */
  get capacity(): number {
    return this.keys.shape[1] as number;
  }

  /** Address of a text's keys or values from a row on. */
  address(
    call: string,
    buffer: TensorBuffer,
    b: number,
    row: number,
  ): Region<Float32Array>["pointer"] {
    const { pointer } = buffer.region(call);
    const at = (b * this.capacity + row) * this.#rowSize(buffer);
    return (pointer + 4 * at) as typeof pointer;
  }

  /** Most rows that are ever needed with so many new ones. */
  #bound(tokens: number): number {
    const { window } = this.sizes;
    return window === undefined
      ? Number.POSITIVE_INFINITY
      : window + 2 * TILE + tokens;
  }

  #make(call: string, rows: number): [TensorBuffer, TensorBuffer] {
    const { batch, groups, width, valueWidth } = this.sizes;
    const keys = this.#runtime.buffer([batch, rows, groups, width], call);
    try {
      const shape = [batch, rows, groups, valueWidth];
      const values = this.#runtime.buffer(shape, call);
      KEPT.add(keys).add(values);
      return [keys, values];
    } catch (error) {
      keys.dispose();
      throw error;
    }
  }

  /** Makes room for so many tokens; on failure all is as it was. */
  reserve(call: string, tokens: number): void {
    const { window = Number.POSITIVE_INFINITY } = this.sizes;
    const held = this.length - this.first;
    if (held + tokens <= this.capacity) return;
    // What the next token does not see, nor any after it.
    const unseen = this.length - window + 1 - this.first;
    const gone = unseen > 0 ? wholeTiles(unseen) : 0;
    const needed = held - gone + tokens;
    if (needed <= this.capacity) {
      for (const buffer of [this.keys, this.values]) {
        const size = this.#rowSize(buffer);
        for (let b = 0; b < this.sizes.batch; b += 1) {
          const at = b * this.capacity * size;
          buffer.data.copyWithin(at, at + gone * size, at + held * size);
        }
      }
    } else {
      const { maxLen = Number.POSITIVE_INFINITY } = this.sizes;
      const most = Math.min(2 * this.capacity, maxLen, this.#bound(tokens));
      const [keys, values] = this.#make(call, Math.max(needed, most));
      for (const [to, from] of [
        [keys, this.keys],
        [values, this.values],
      ] as const) {
        const size = this.#rowSize(from);
        const rows = to.shape[1] as number;
        for (let b = 0; b < this.sizes.batch; b += 1) {
          const at = b * this.capacity * size;
          const kept = from.data.subarray(at + gone * size, at + held * size);
          to.data.set(kept, b * rows * size);
        }
        from.dispose();
      }
      this.#keys = keys;
      this.#values = values;
    }
    this.first += gone;
  }

  #rowSize(buffer: TensorBuffer): number {
    return (buffer.shape[2] as number) * (buffer.shape[3] as number);
  }

  /** Writes `[B, tokens, G, width]` behind the last, not yet counted. */
  write(buffer: TensorBuffer, numbers: ArrayLike<number>, tokens: number) {
    const { batch } = this.sizes;
    const to = buffer.data;
    const size = this.#rowSize(buffer);
    const at = (this.length - this.first) * size;
    if (batch === 1) {
      to.set(numbers, at);
      return;
    }
    const part = tokens * size;
    // Buffers and arrays alike: `checkTensor` has made arrays typed.
    const all = numbers as Float32Array;
    for (let b = 0; b < batch; b += 1) {
      const text = all.subarray(b * part, (b + 1) * part);
      to.set(text, b * this.capacity * size + at);
    }
  }

  /**
   * Forgets tokens from position `from` to `to` − 1; those behind move there.
   * What of them was given up before only counts.
   */
  drop(from: number, to: number): void {
    const start = Math.max(from, this.first);
    const end = Math.max(to, this.first);
    for (const buffer of [this.keys, this.values]) {
      const size = this.#rowSize(buffer);
      for (let b = 0; b < this.sizes.batch; b += 1) {
        const at = (b * this.capacity - this.first) * size;
        const last = at + this.length * size;
        buffer.data.copyWithin(at + start * size, at + end * size, last);
      }
    }
    const count = to - from;
    this.length -= count;
    this.first = Math.max(0, this.first - count);
  }

  dispose(): void {
    this.#keys?.dispose();
    this.#values?.dispose();
    this.#keys = undefined;
    this.#values = undefined;
  }
}
