// Made by tools/lib/border.mjs from src/wasm and src/core.
import type { Address, Status } from "../../buffer.js";
import type * as analysis from "./enums/analysis.js";
import type * as embedding from "./enums/embedding.js";
import type * as numeric from "./enums/numeric.js";

type Floats = Address<Float32Array>;
type Doubles = Address<Float64Array>;
type Ints = Address<Int32Array>;

/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
  /** `analysis_similarity` */
  readonly a: Plain;
  /** `analysis_decay` */
  readonly b: Plain;
  /** `analysis_fit_decay` */
  readonly c: Plain;
  /** `analysis_shift_matrix` */
  readonly d: Plain;
  /** `analysis_shift_error` */
  readonly e: Plain;
  /** `analysis_wavelengths` */
  readonly f: Plain;
  /** `analysis_sinusoidal_float64` */
  readonly g: Plain;
  /** `analysis_collisions_scratch` */
  readonly h: Plain;
  /** `analysis_collisions` */
  readonly i: Plain;
  /** `analysis_spectrum_scratch` */
  readonly j: Plain;
  /** `analysis_spectrum` */
  readonly k: Plain;
  /** `analysis_precision` */
  readonly l: Plain;
}

/** `analysis_similarity` */
export const analysisSimilarity = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly rows: Floats;
    readonly length: number;
    readonly width: number;
    readonly kind: analysis.SimilarityKind;
  },
): Status => m.a(a.out, a.rows, a.length, a.width, a.kind);

/** `analysis_decay` */
export const analysisDecay = (
  m: Bindings,
  a: {
    readonly out: Doubles;
    readonly count: number;
    readonly width: number;
    readonly base: number;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.b(a.out, a.count, a.width, a.base, a.spacing);

/** `analysis_fit_decay` */
export const analysisFitDecay = (
  m: Bindings,
  a: {
    readonly fit: Doubles;
    readonly curve: Doubles;
    readonly count: number;
    readonly law: analysis.DecayLaw;
    readonly base: number;
  },
): Status => m.c(a.fit, a.curve, a.count, a.law, a.base);

/** `analysis_shift_matrix` */
export const analysisShiftMatrix = (
  m: Bindings,
  a: {
    readonly out: Floats;
    readonly offset: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.d(a.out, a.offset, a.width, a.base, a.layout, a.spacing);

/** `analysis_shift_error` */
export const analysisShiftError = (
  m: Bindings,
  a: {
    readonly error: Doubles;
    readonly rows: Floats;
    readonly count: number;
    readonly steps: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.e(a.error, a.rows, a.count, a.steps, a.width, a.base, a.layout, a.spacing);

/** `analysis_wavelengths` */
export const analysisWavelengths = (
  m: Bindings,
  a: {
    readonly out: Doubles;
    readonly pairs: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.f(a.out, a.pairs, a.width, a.base, a.layout, a.spacing);

/** `analysis_sinusoidal_float64` */
export const analysisSinusoidalFloat64 = (
  m: Bindings,
  a: {
    readonly out: Doubles;
    readonly count: number;
    readonly width: number;
    readonly base: number;
    readonly layout: embedding.SinusoidalLayout;
    readonly spacing: embedding.SinusoidalSpacing;
  },
): Status => m.g(a.out, a.count, a.width, a.base, a.layout, a.spacing);

/** `analysis_collisions_scratch` */
export const analysisCollisionsScratch = (
  m: Bindings,
  a: {
    readonly count: number;
  },
): number => m.h(a.count);

/** `analysis_collisions` */
export const analysisCollisions = (
  m: Bindings,
  a: {
    readonly result: Doubles;
    readonly rows: Doubles;
    readonly count: number;
    readonly width: number;
    readonly storage: analysis.Storage;
    readonly scratch: Ints;
    readonly scratchSize: number;
  },
): Status => m.i(a.result, a.rows, a.count, a.width, a.storage, a.scratch, a.scratchSize);

/** `analysis_spectrum_scratch` */
export const analysisSpectrumScratch = (
  m: Bindings,
  a: {
    readonly width: number;
  },
): number => m.j(a.width);

/** `analysis_spectrum` */
export const analysisSpectrum = (
  m: Bindings,
  a: {
    readonly variances: Doubles;
    readonly components: Floats;
    readonly projections: Floats;
    readonly rows: Floats;
    readonly count: number;
    readonly width: number;
    readonly kept: number;
    readonly scratch: Doubles;
  },
): Status => m.k(a.variances, a.components, a.projections, a.rows, a.count, a.width, a.kept, a.scratch);

/** `analysis_precision` */
export const analysisPrecision = (
  m: Bindings,
  a: {
    readonly angleError: Doubles;
    readonly valueError: Doubles;
    readonly positions: Doubles;
    readonly count: number;
    readonly inverseFrequency: Doubles;
    readonly pairs: number;
    readonly format: numeric.Format;
  },
): Status => m.l(a.angleError, a.valueError, a.positions, a.count, a.inverseFrequency, a.pairs, a.format);
