import type { ReadTensor } from "../tensor.js";

/** Rows kept for each text of a batch, with room for those to come. */
class Rows {
  #data = new Float32Array(0);
  #capacity = 0;

  constructor(
    readonly batch: number,
    readonly width: number,
  ) {}

  /** Row `at` of every text; what stood there or behind is forgotten. */
  put(at: number, rows: Float32Array): void {
    const { batch, width } = this;
    if (at >= this.#capacity) {
      const capacity = Math.max(16, 2 * at);
      const data = new Float32Array(batch * capacity * width);
      for (let b = 0; b < batch; b += 1) {
        const from = b * this.#capacity * width;
        data.set(
          this.#data.subarray(from, from + at * width),
          b * capacity * width,
        );
      }
      this.#data = data;
      this.#capacity = capacity;
    }
    for (let b = 0; b < batch; b += 1) {
      this.#data.set(
        rows.subarray(b * width, (b + 1) * width),
        (b * this.#capacity + at) * width,
      );
    }
  }

  /** The first `count` rows of every text, side by side. */
  take(count: number): Float32Array {
    const { batch, width } = this;
    const size = count * width;
    if (batch === 1) return this.#data.subarray(0, size);
    const all = new Float32Array(batch * size);
    for (let b = 0; b < batch; b += 1) {
      const from = b * this.#capacity * width;
      all.set(this.#data.subarray(from, from + size), b * size);
    }
    return all;
  }
}

/** Keys and values of the tokens so far, of one layer. */
export class KeyValueCache {
  readonly #keys: Rows;
  readonly #values: Rows;

  constructor(batch: number, width: number) {
    this.#keys = new Rows(batch, width);
    this.#values = new Rows(batch, width);
  }

  /** All keys and values, those of token `at` put behind the ones before. */
  extend(
    at: number,
    key: ReadTensor,
    value: ReadTensor,
  ): { keys: Float32Array; values: Float32Array } {
    this.#keys.put(at, key.data as Float32Array);
    this.#values.put(at, value.data as Float32Array);
    return { keys: this.#keys.take(at + 1), values: this.#values.take(at + 1) };
  }
}
