import type { TensorBuffer } from "posenc";

/**
 * Memory of the module that a figure keeps from one computation to the next, so
 * that dragging allocates nothing.
 */
export class BufferCache {
  readonly #buffers = new Map<string, TensorBuffer>();

  /**
   * A buffer of this shape, the same one as long as the shape stays.
   *
   * @param make - makes it: `pe.buffer`
   */
  buffer(
    name: string,
    shape: readonly number[],
    make: (shape: readonly number[]) => TensorBuffer,
  ): TensorBuffer {
    const old = this.#buffers.get(name);
    if (old !== undefined && String(old.shape) === String(shape)) return old;
    old?.dispose();
    this.#buffers.delete(name);
    const fresh = make([...shape]);
    this.#buffers.set(name, fresh);
    return fresh;
  }

  /** Gives all of it back. */
  release(): void {
    for (const buffer of this.#buffers.values()) buffer.dispose();
    this.#buffers.clear();
  }
}
