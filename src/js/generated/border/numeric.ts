// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";

type Floats = Address<Float32Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `numeric_linear_scratch_size` */
  readonly n1: Plain;
  /** `numeric_linear` */
  readonly o1: Plain;
}

/** `numeric_linear_scratch_size` */
export const numericLinearScratchSize = (
  m: Bindings,
  a: {
    readonly rows: number;
    readonly in: number;
    readonly out: number;
  },
): number => m.n1(a.rows, a.in, a.out);

/** `numeric_linear` */
export const numericLinear = (
  m: Bindings,
  a: {
    readonly y: Floats;
    readonly x: Floats;
    readonly weight: Floats;
    readonly bias: Floats | 0;
    readonly rows: number;
    readonly in: number;
    readonly out: number;
    readonly scratch: Floats;
  },
): Status => m.o1(a.y, a.x, a.weight, a.bias, a.rows, a.in, a.out, a.scratch);
