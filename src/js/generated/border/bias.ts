// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as bias from "./enums/bias.js";

type Floats = Address<Float32Array>;
type Doubles = Address<Float64Array>;
type Ints = Address<Int32Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `bias_expand` */
  readonly s: Plain;
  /** `bias_gather` */
  readonly t: Plain;
  /** `bias_alibi_slopes` */
  readonly u: Plain;
  /** `bias_alibi` */
  readonly v: Plain;
  /** `bias_alibi_keys` */
  readonly w: Plain;
  /** `bias_t5_bucket_scratch_size` */
  readonly x: Plain;
  /** `bias_t5_bucket` */
  readonly y: Plain;
  /** `bias_t5` */
  readonly z: Plain;
  /** `bias_kerple` */
  readonly A: Plain;
  /** `bias_kerple_scores` */
  readonly B: Plain;
  /** `bias_sandwich` */
  readonly C: Plain;
  /** `bias_fire_scratch_size` */
  readonly D: Plain;
  /** `bias_fire` */
  readonly E: Plain;
  /** `bias_fire_positions` */
  readonly F: Plain;
  /** `bias_relative_position_index` */
  readonly G: Plain;
  /** `bias_relative_coords` */
  readonly H: Plain;
  /** `bias_log_cpb_scratch_size` */
  readonly I: Plain;
  /** `bias_log_cpb` */
  readonly J: Plain;
}

/** `bias_expand` */
export const biasExpand = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly byOffset: Floats;
    readonly heads: number;
    readonly queries: number;
    readonly keys: number;
    readonly stride: number;
  },
): Status => m.s(a.out, a.byOffset, a.heads, a.queries, a.keys, a.stride);

/** `bias_gather` */
export const biasGather = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly byOffset: Floats;
    readonly heads: number;
    readonly count: number;
    readonly first: number;
    readonly queryPositions: Ints;
    readonly queries: number;
    readonly keyPositions: Ints;
    readonly keys: number;
  },
): Status => m.t(a.out, a.byOffset, a.heads, a.count, a.first, a.queryPositions, a.queries, a.keyPositions, a.keys);

/** `bias_alibi_slopes` */
export const biasAlibiSlopes = (
  m: Bindings,
  a: {
    readonly out: Doubles;
    readonly heads: number;
    readonly order: bias.AlibiOrder;
    readonly maxBias: number;
  },
): Status => m.u(a.out, a.heads, a.order, a.maxBias);

/** `bias_alibi` */
export const biasAlibi = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly first: number;
    readonly count: number;
    readonly slopes: Doubles;
    readonly heads: number;
    readonly symmetric: boolean;
    readonly future: bias.Future;
  },
): Status => m.v(a.out, a.first, a.count, a.slopes, a.heads, a.symmetric, a.future);

/** `bias_alibi_keys` */
export const biasAlibiKeys = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly slopes: Doubles;
    readonly heads: number;
    readonly queryPositions: Doubles;
    readonly queries: number;
    readonly keyPositions: Doubles;
    readonly keys: number;
    readonly future: bias.Future;
    readonly scratch: Floats;
  },
): Status => m.w(a.out, a.slopes, a.heads, a.queryPositions, a.queries, a.keyPositions, a.keys, a.future, a.scratch);

/** `bias_t5_bucket_scratch_size` */
export const biasT5BucketScratchSize = (
  m: Bindings,
  a: {
    readonly buckets: number;
    readonly maxDistance: number;
    readonly bidirectional: boolean;
  },
): number => m.x(a.buckets, a.maxDistance, a.bidirectional);

/** `bias_t5_bucket` */
export const biasT5Bucket = (
  m: Bindings,
  a: {
    readonly out: Ints;
    readonly relative: Ints;
    readonly count: number;
    readonly buckets: number;
    readonly maxDistance: number;
    readonly bidirectional: boolean;
    readonly scratch: Ints;
  },
): Status => m.y(a.out, a.relative, a.count, a.buckets, a.maxDistance, a.bidirectional, a.scratch);

/** `bias_t5` */
export const biasT5 = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly first: number;
    readonly count: number;
    readonly table: Floats;
    readonly heads: number;
    readonly buckets: number;
    readonly maxDistance: number;
    readonly bidirectional: boolean;
    readonly future: bias.Future;
    readonly scratch: Ints;
  },
): Status => m.z(a.out, a.first, a.count, a.table, a.heads, a.buckets, a.maxDistance, a.bidirectional, a.future, a.scratch);

/** `bias_kerple` */
export const biasKerple = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly first: number;
    readonly count: number;
    readonly heads: number;
    readonly a: Doubles | 0;
    readonly p: Doubles | 0;
    readonly kind: bias.KerpleKind;
    readonly eps: number;
    readonly future: bias.Future;
  },
): Status => m.A(a.out, a.first, a.count, a.heads, a.a, a.p, a.kind, a.eps, a.future);

/** `bias_kerple_scores` */
export const biasKerpleScores = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly scores: Floats;
    readonly batch: number;
    readonly heads: number;
    readonly queries: number;
    readonly keys: number;
    readonly offset: number;
    readonly a: Doubles | 0;
    readonly p: Doubles | 0;
    readonly weightA: Doubles | 0;
    readonly weightP: Doubles | 0;
    readonly kind: bias.KerpleKind;
    readonly eps: number;
    readonly future: bias.Future;
    readonly scratch: Doubles;
  },
): Status => m.B(a.out, a.scores, a.batch, a.heads, a.queries, a.keys, a.offset, a.a, a.p, a.weightA, a.weightP, a.kind, a.eps, a.future, a.scratch);

/** `bias_sandwich` */
export const biasSandwich = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly first: number;
    readonly count: number;
    readonly heads: number;
    readonly dim: number;
    readonly base: number;
    readonly convention: bias.SandwichConvention;
    readonly future: bias.Future;
    readonly scratch: Doubles;
  },
): Status => m.C(a.out, a.first, a.count, a.heads, a.dim, a.base, a.convention, a.future, a.scratch);

/** `bias_fire_scratch_size` */
export const biasFireScratchSize = (
  m: Bindings,
  a: {
    readonly width: number;
    readonly heads: number;
    readonly offsets: number;
  },
): number => m.D(a.width, a.heads, a.offsets);

/** `bias_fire` */
export const biasFire = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly queries: number;
    readonly keys: number;
    readonly offset: number;
    readonly weights: Floats;
    readonly heads: number;
    readonly width: number;
    readonly c: number;
    readonly length: number;
    readonly multiplier: number;
    readonly eps: number;
    readonly future: bias.Future;
    readonly scratch: Doubles;
  },
): Status => m.E(a.out, a.queries, a.keys, a.offset, a.weights, a.heads, a.width, a.c, a.length, a.multiplier, a.eps, a.future, a.scratch);

/** `bias_fire_positions` */
export const biasFirePositions = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly queryPositions: Doubles;
    readonly queries: number;
    readonly keyPositions: Doubles;
    readonly keys: number;
    readonly weights: Floats;
    readonly heads: number;
    readonly width: number;
    readonly c: number;
    readonly length: number;
    readonly multiplier: number;
    readonly eps: number;
    readonly future: bias.Future;
  },
): Status => m.F(a.out, a.queryPositions, a.queries, a.keyPositions, a.keys, a.weights, a.heads, a.width, a.c, a.length, a.multiplier, a.eps, a.future);

/** `bias_relative_position_index` */
export const biasRelativePositionIndex = (
  m: Bindings,
  a: {
    readonly out: Ints;
    readonly height: number;
    readonly width: number;
  },
): Status => m.G(a.out, a.height, a.width);

/** `bias_relative_coords` */
export const biasRelativeCoords = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly height: number;
    readonly width: number;
    readonly pretrainedHeight: number;
    readonly pretrainedWidth: number;
  },
): Status => m.H(a.out, a.height, a.width, a.pretrainedHeight, a.pretrainedWidth);

/** `bias_log_cpb_scratch_size` */
export const biasLogCpbScratchSize = (
  m: Bindings,
  a: {
    readonly heads: number;
    readonly hidden: number;
    readonly height: number;
    readonly width: number;
  },
): number => m.I(a.heads, a.hidden, a.height, a.width);

/** `bias_log_cpb` */
export const biasLogCpb = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly heads: number;
    readonly height: number;
    readonly width: number;
    readonly pretrainedHeight: number;
    readonly pretrainedWidth: number;
    readonly hiddenWeight: Floats;
    readonly hiddenBias: Floats;
    readonly outputWeight: Floats;
    readonly hidden: number;
    readonly scale: number;
    readonly table: Floats;
    readonly scratch: Doubles;
  },
): Status => m.J(a.out, a.heads, a.height, a.width, a.pretrainedHeight, a.pretrainedWidth, a.hiddenWeight, a.hiddenBias, a.outputWeight, a.hidden, a.scale, a.table, a.scratch);
