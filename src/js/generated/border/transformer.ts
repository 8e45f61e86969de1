// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as transformer from "./enums/transformer.js";

type Floats = Address<Float32Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `transformer_layer_norm` */
  readonly J1: Plain;
  /** `transformer_activate` */
  readonly K1: Plain;
  /** `transformer_draw` */
  readonly L1: Plain;
}

/** `transformer_layer_norm` */
export const transformerLayerNorm = (
  m: Bindings,
  a: {
    readonly y: Floats;
    readonly x: Floats;
    readonly gain: Floats | 0;
    readonly bias: Floats | 0;
    readonly rows: number;
    readonly width: number;
    readonly epsilon: number;
  },
): Status => m.J1(a.y, a.x, a.gain, a.bias, a.rows, a.width, a.epsilon);

/** `transformer_activate` */
export const transformerActivate = (
  m: Bindings,
  a: {
    readonly y: Floats;
    readonly x: Floats;
    readonly count: number;
    readonly activation: transformer.Activation;
  },
): Status => m.K1(a.y, a.x, a.count, a.activation);

/** `transformer_draw` */
export const transformerDraw = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly count: number;
    readonly std: number;
    readonly seed: number;
    readonly stream: number;
  },
): Status => m.L1(a.out, a.count, a.std, a.seed, a.stream);
