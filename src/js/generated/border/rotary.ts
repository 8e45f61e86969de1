// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as rotary from "./enums/rotary.js";

type Floats = Address<Float32Array>;
type Doubles = Address<Float64Array>;
type Ints = Address<Int32Array>;
type Bytes = Address<Uint8Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `rotary_frequencies` */
  readonly z1: Plain;
  /** `rotary_mscale` */
  readonly A1: Plain;
  /** `rotary_tables` */
  readonly B1: Plain;
  /** `rotary_angles` */
  readonly C1: Plain;
  /** `rotary_invert` */
  readonly D1: Plain;
  /** `rotary_apply` */
  readonly E1: Plain;
  /** `rotary_xpos` */
  readonly F1: Plain;
  /** `rotary_xpos_scale` */
  readonly G1: Plain;
  /** `rotary_multimodal` */
  readonly H1: Plain;
  /** `rotary_axial` */
  readonly I1: Plain;
}

/** `rotary_frequencies` */
export const rotaryFrequencies = (
  m: Bindings,
  a: {
    readonly theta: Doubles;
    readonly attentionFactor: Doubles;
    readonly rotaryDim: number;
    readonly fields: Doubles;
    readonly rescale: Doubles;
    readonly rescaleCount: number;
  },
): Status => m.z1(a.theta, a.attentionFactor, a.rotaryDim, a.fields, a.rescale, a.rescaleCount);

/** `rotary_mscale` */
export const rotaryMscale = (
  m: Bindings,
  a: {
    readonly factor: number;
    readonly mscale: number;
  },
): number => m.A1(a.factor, a.mscale);

/** `rotary_tables` */
export const rotaryTables = (
  m: Bindings,
  a: {
    readonly cos: Floats;
    readonly sin: Floats;
    readonly theta: Doubles;
    readonly pairs: number;
    readonly positions: Doubles;
    readonly axes: number;
    readonly rows: number;
    readonly axisOfPair: Bytes | 0;
    readonly precision: rotary.Precision;
    readonly attentionFactor: number;
  },
): Status => m.B1(a.cos, a.sin, a.theta, a.pairs, a.positions, a.axes, a.rows, a.axisOfPair, a.precision, a.attentionFactor);

/** `rotary_angles` */
export const rotaryAngles = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly theta: Doubles;
    readonly pairs: number;
    readonly positions: Doubles;
    readonly axes: number;
    readonly rows: number;
    readonly axisOfPair: Bytes | 0;
  },
): Status => m.C1(a.out, a.theta, a.pairs, a.positions, a.axes, a.rows, a.axisOfPair);

/** `rotary_invert` */
export const rotaryInvert = (
  m: Bindings,
  a: {
    readonly cos: Floats;
    readonly sin: Floats;
    readonly count: number;
  },
): Status => m.D1(a.cos, a.sin, a.count);

/** `rotary_apply` */
export const rotaryApply = (
  m: Bindings,
  a: {
    readonly y: Floats;
    readonly x: Floats;
    readonly cos: Floats;
    readonly sin: Floats;
    readonly tableRows: number;
    readonly rows: Ints | 0;
    readonly rowCount: number;
    readonly batch: number;
    readonly seqLen: number;
    readonly numHeads: number;
    readonly headDim: number;
    readonly rotaryDim: number;
    readonly start: number;
    readonly layout: rotary.Layout;
  },
): Status => m.E1(a.y, a.x, a.cos, a.sin, a.tableRows, a.rows, a.rowCount, a.batch, a.seqLen, a.numHeads, a.headDim, a.rotaryDim, a.start, a.layout);

/** `rotary_xpos` */
export const rotaryXpos = (
  m: Bindings,
  a: {
    readonly cos: Floats;
    readonly sin: Floats;
    readonly scale: Floats;
    readonly theta: Doubles;
    readonly pairs: number;
    readonly positions: Doubles;
    readonly rows: number;
    readonly scaleBase: number;
    readonly centre: number;
    readonly downscale: boolean;
    readonly attentionFactor: number;
  },
): Status => m.F1(a.cos, a.sin, a.scale, a.theta, a.pairs, a.positions, a.rows, a.scaleBase, a.centre, a.downscale, a.attentionFactor);

/** `rotary_xpos_scale` */
export const rotaryXposScale = (
  m: Bindings,
  a: {
    readonly zeta: Doubles;
    readonly pairs: number;
  },
): Status => m.G1(a.zeta, a.pairs);

/** `rotary_multimodal` */
export const rotaryMultimodal = (
  m: Bindings,
  a: {
    readonly axisOfPair: Bytes;
    readonly pairs: number;
    readonly sections: Ints;
    readonly axes: number;
    readonly interleaved: boolean;
  },
): Status => m.H1(a.axisOfPair, a.pairs, a.sections, a.axes, a.interleaved);

/** `rotary_axial` */
export const rotaryAxial = (
  m: Bindings,
  a: {
    readonly positions: Doubles;
    readonly theta: Doubles;
    readonly axisOfPair: Bytes;
    readonly count: number;
    readonly cells: number;
    readonly shape: Ints;
    readonly axes: number;
    readonly pairs: Ints;
    readonly bases: Doubles;
    readonly convention: rotary.AxialConvention;
    readonly maxFrequency: number;
    readonly offsets: Doubles | 0;
    readonly scales: Doubles | 0;
  },
): Status => m.I1(a.positions, a.theta, a.axisOfPair, a.count, a.cells, a.shape, a.axes, a.pairs, a.bases, a.convention, a.maxFrequency, a.offsets, a.scales);
