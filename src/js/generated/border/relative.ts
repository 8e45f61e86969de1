// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";

type Floats = Address<Float32Array>;
type Ints = Address<Int32Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `relative_shaw_indices` */
  readonly p1: Plain;
  /** `relative_log_buckets` */
  readonly q1: Plain;
  /** `relative_shift` */
  readonly r1: Plain;
  /** `relative_unshift` */
  readonly s1: Plain;
  /** `relative_shaw_values` */
  readonly t1: Plain;
  /** `relative_shaw_memory` */
  readonly u1: Plain;
  /** `relative_transformer_xl_memory` */
  readonly v1: Plain;
  /** `relative_deberta_memory` */
  readonly w1: Plain;
  /** `relative_cope_memory` */
  readonly x1: Plain;
  /** `relative_tupe_memory` */
  readonly y1: Plain;
}

/** `relative_shaw_indices` */
export const relativeShawIndices = (
  m: Bindings,
  a: {
    readonly out: Ints;
    readonly queries: number;
    readonly keys: number;
    readonly offset: number;
    readonly clip: number;
  },
): Status => m.p1(a.out, a.queries, a.keys, a.offset, a.clip);

/** `relative_log_buckets` */
export const relativeLogBuckets = (
  m: Bindings,
  a: {
    readonly out: Ints;
    readonly distances: Ints;
    readonly count: number;
    readonly buckets: number;
    readonly maxPosition: number;
    readonly clamp: boolean;
  },
): Status => m.q1(a.out, a.distances, a.count, a.buckets, a.maxPosition, a.clamp);

/** `relative_shift` */
export const relativeShift = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly x: Floats;
    readonly queries: number;
    readonly rows: number;
    readonly keys: number;
    readonly wrap: boolean;
  },
): Status => m.r1(a.out, a.x, a.queries, a.rows, a.keys, a.wrap);

/** `relative_unshift` */
export const relativeUnshift = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly x: Floats;
    readonly queries: number;
    readonly rows: number;
    readonly keys: number;
    readonly wrap: boolean;
  },
): Status => m.s1(a.out, a.x, a.queries, a.rows, a.keys, a.wrap);

/** `relative_shaw_values` */
export const relativeShawValues = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly weights: Floats;
    readonly table: Floats;
    readonly matrices: number;
    readonly queries: number;
    readonly keys: number;
    readonly width: number;
    readonly clip: number;
    readonly offset: number;
  },
): Status => m.t1(a.out, a.weights, a.table, a.matrices, a.queries, a.keys, a.width, a.clip, a.offset);

/** `relative_shaw_memory` */
export const relativeShawMemory = (
  m: Bindings,
  a: {
    readonly clip: number;
    readonly width: number;
    readonly keyTables: number;
  },
): number => m.u1(a.clip, a.width, a.keyTables);

/** `relative_transformer_xl_memory` */
export const relativeTransformerXlMemory = (
  m: Bindings,
  a: {
    readonly rows: number;
    readonly width: number;
    readonly keys: number;
  },
): number => m.v1(a.rows, a.width, a.keys);

/** `relative_deberta_memory` */
export const relativeDebertaMemory = (
  m: Bindings,
  a: {
    readonly span: number;
    readonly width: number;
    readonly keys: number;
    readonly c2p: boolean;
    readonly p2c: boolean;
  },
): number => m.w1(a.span, a.width, a.keys, a.c2p, a.p2c);

/** `relative_cope_memory` */
export const relativeCopeMemory = (
  m: Bindings,
  a: {
    readonly positions: number;
    readonly width: number;
    readonly tables: number;
  },
): number => m.x1(a.positions, a.width, a.tables);

/** `relative_tupe_memory` */
export const relativeTupeMemory = (
  m: Bindings,
  a: {
    readonly width: number;
    readonly keys: number;
  },
): number => m.y1(a.width, a.keys);
