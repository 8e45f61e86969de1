// What memory itself takes: the engine's own fill and copy of the same bytes,
// in the memory that the kernels work in.
import * as pe from "posenc";
import type { Make } from "./types.ts";

/** Name of the peer. */
export const MEMORY = "memory limit";

/** Writes `count` float32 numbers. */
export const fill =
  (count: number): Make =>
  () => {
    const buffer = pe.buffer([count]);
    // Fetched anew each time: another call may have grown the memory.
    return {
      run: () => void buffer.data.fill(1),
      close: () => buffer.dispose(),
    };
  };

/** Reads and writes `count` float32 numbers. */
export const copy =
  (count: number): Make =>
  () => {
    const [from, to] = [pe.buffer([count]), pe.buffer([count])];
    return {
      run: () => void to.data.set(from.data),
      close() {
        from.dispose();
        to.dispose();
      },
    };
  };
