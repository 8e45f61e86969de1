import type { TensorBuffer } from "../buffer.js";
import type { Runtime } from "../runtime.js";

/** Numbers of float32 in the module, as many as were ever needed. */
export class Room {
  readonly #runtime: Runtime;
  #buffer: TensorBuffer | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Room for `length` numbers; what was there may be gone. */
  of(call: string, length: number): TensorBuffer {
    const had = this.#buffer?.shape[0] ?? 0;
    if (had < length) {
      const made = this.#runtime.buffer([Math.max(length, 2 * had)], call);
      this.#buffer?.dispose();
      this.#buffer = made;
    }
    return this.#buffer as TensorBuffer;
  }

  dispose(): void {
    this.#buffer?.dispose();
    this.#buffer = undefined;
  }
}
