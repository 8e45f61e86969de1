// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as attention from "./enums/attention.js";
import type * as rotary from "./enums/rotary.js";

type Floats = Address<Float32Array>;
type Doubles = Address<Float64Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `attention_temperature` */
  readonly m: Plain;
  /** `attention_scratch_size` */
  readonly n: Plain;
  /** `attention_attend` */
  readonly o: Plain;
  /** `attention_step` */
  readonly p: Plain;
  /** `attention_term_scratch_size` */
  readonly q: Plain;
  /** `attention_term_matrix` */
  readonly r: Plain;
}

/** `attention_temperature` */
export const attentionTemperature = (
  m: Bindings,
  a: {
    readonly out: Doubles;
    readonly count: number;
    readonly kind: attention.TemperatureKind;
    readonly length: number;
    readonly coefficient: number;
    readonly shift: number;
    readonly first: number;
    readonly positions: Doubles | 0;
  },
): Status => m.m(a.out, a.count, a.kind, a.length, a.coefficient, a.shift, a.first, a.positions);

/** `attention_scratch_size` */
export const attentionScratchSize = (
  m: Bindings,
  a: {
    readonly arguments: Doubles;
  },
): number => m.n(a.arguments);

/** `attention_attend` */
export const attentionAttend = (
  m: Bindings,
  a: {
    readonly arguments: Doubles;
    readonly scratch: Doubles;
  },
): Status => m.o(a.arguments, a.scratch);

/** `attention_step` */
export const attentionStep = (
  m: Bindings,
  a: {
    readonly arguments: Doubles;
    readonly scratch: Doubles;
    readonly room: number;
    readonly cos: Floats;
    readonly sin: Floats;
    readonly pairs: number;
    readonly turned: number;
    readonly start: number;
    readonly layout: rotary.Layout;
  },
): number => m.p(a.arguments, a.scratch, a.room, a.cos, a.sin, a.pairs, a.turned, a.start, a.layout);

/** `attention_term_scratch_size` */
export const attentionTermScratchSize = (
  m: Bindings,
  a: {
    readonly arguments: Doubles;
  },
): number => m.q(a.arguments);

/** `attention_term_matrix` */
export const attentionTermMatrix = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly arguments: Doubles;
    readonly scratch: Floats;
  },
): Status => m.r(a.out, a.arguments, a.scratch);
