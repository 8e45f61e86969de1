import type { Exports } from "./buffer.js";

// Small calls would spend their time on malloc and free: their numbers lie in one
// block that is kept. Frames take from its end and give back down to where they
// began, so that one inside another, even one that the caller's code begins while
// another runs, takes what lies behind.

/** Bytes at first; a call that needs more makes it larger for the next one. */
const FIRST = 2 ** 14;
/** Larger calls ask the heap: malloc is nothing beside their work. */
const MOST = 2 ** 18;
/** What is taken begins at a multiple of it, from the block's address on. */
const STEP = 16;

/** Memory that frames take and give back in order. */
export class Arena {
  readonly #module: Exports;
  /** Its address; 0: none yet. */
  #block = 0;
  #size = 0;
  #wanted = FIRST;
  #isRefused = false;
  #top = 0;
  #floats: Float32Array<ArrayBuffer> | undefined;
  #doubles: Float64Array<ArrayBuffer> | undefined;
  #ints: Int32Array<ArrayBuffer> | undefined;

  constructor(module: Exports) {
    this.#module = module;
  }

  /** What is taken now; `release` of it gives back all that was taken since. */
  get mark(): number {
    return this.#top;
  }

  /** Address of so many bytes; 0 where the heap has to give them. */
  take(bytes: number): number {
    if (!(bytes >= 0 && bytes <= MOST)) return 0;
    const start = this.#top;
    const end = start + ((bytes + STEP - 1) & -STEP);
    if (end > this.#size || (start === 0 && this.#wanted > this.#size)) {
      if (start > 0 || !this.#grow(end)) {
        // The next frame that begins may have it.
        if (end <= MOST && !this.#isRefused) this.#wanted = end;
        return 0;
      }
    }
    this.#top = end;
    return this.#block + start;
  }

  /** Gives back all that was taken after the mark. */
  release(mark: number): void {
    this.#top = mark;
  }

  /** All of it as float32; the number at an address is that at `indexOf`. */
  get floats(): Float32Array<ArrayBuffer> {
    // Memory that has grown leaves its arrays empty.
    if (!this.#floats?.length) {
      const { buffer } = this.#module.memory;
      this.#floats = new Float32Array(buffer, this.#block, this.#size / 4);
    }
    return this.#floats;
  }

  /** All of it as float64: half the index. */
  get doubles(): Float64Array<ArrayBuffer> {
    if (!this.#doubles?.length) {
      const { buffer } = this.#module.memory;
      this.#doubles = new Float64Array(buffer, this.#block, this.#size / 8);
    }
    return this.#doubles;
  }

  /** All of it as int32, with the indices of `floats`. */
  get ints(): Int32Array<ArrayBuffer> {
    if (!this.#ints?.length) {
      const { buffer } = this.#module.memory;
      this.#ints = new Int32Array(buffer, this.#block, this.#size / 4);
    }
    return this.#ints;
  }

  /** Whether an address lies in it. */
  has(pointer: number): boolean {
    return pointer >= this.#block && pointer < this.#block + this.#size;
  }

  indexOf(pointer: number): number {
    return (pointer - this.#block) / 4;
  }

  /** A larger block while nothing is taken; one that is refused is not asked for again. */
  #grow(bytes: number): boolean {
    const wanted = Math.max(bytes, this.#wanted);
    if (wanted > MOST || this.#isRefused) return false;
    let size = FIRST;
    while (size < wanted) size *= 2;
    const block = this.#module.malloc(size) >>> 0;
    if (block === 0) {
      this.#isRefused = true;
      return false;
    }
    if (this.#block !== 0) this.#module.free(this.#block);
    this.#block = block;
    this.#size = size;
    this.#floats = undefined;
    this.#doubles = undefined;
    this.#ints = undefined;
    return true;
  }
}
