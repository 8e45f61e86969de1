import { named } from "../default-instance.js";
import {
  analysisDecay,
  analysisFitDecay,
  analysisShiftError,
  analysisShiftMatrix,
  analysisWavelengths,
} from "../generated/border/analysis.js";
import { DecayLaw } from "../generated/border/enums/analysis.js";
import { SinusoidalLayout } from "../generated/border/enums/embedding.js";
import { ANYWHERE } from "../positions.js";
import type { Runtime } from "../runtime.js";
import { integer, type OptionsOf, real, table } from "../schema.js";
import type { Tensor, TensorInput } from "../tensor.js";
import { CURVE, FORM, readCurve, readForm } from "./form.js";

export const DECAY = table("analysis.decay", {
  ...CURVE,
  /** Ratio of the longest to the shortest wavelength. */
  base: real({ above: 1, max: 1e12, default: 10000 }),
  /** Largest offset; from 3, since two numbers are fitted. */
  maxOffset: integer({ min: 3, max: 1_000_000 }),
});
/** Options of {@link SinusoidalAnalysis.decay}. */
export type DecayOptions = OptionsOf<typeof DECAY>;

/** A law y(k) = a + b·x(k) held against g(k) / g(0), k = 1 … maxOffset. */
export interface LawFit {
  /** Factor or constant, as the law says. */
  readonly a: number;
  /** Constant or factor, as the law says. */
  readonly b: number;
  /**
   * Share of the variance explained: 1 is perfect, 0 no better than a constant,
   * negative worse than one.
   */
  readonly rSquared: number;
}

/** What {@link SinusoidalAnalysis.decay} finds. */
export interface Decay {
  /** g(k) = Σ cos(ω_i·k) for k = 0 … maxOffset: PE(p)·PE(p + k) for every p. */
  readonly values: Float64Array;
  /** How well four laws describe g(k) / g(0). */
  readonly fit: {
    /** a / k, the law often claimed; b is 0. */
    readonly reciprocal: LawFit;
    /** a / k + b. */
    readonly shiftedReciprocal: LawFit;
    /** a + b·ln k. */
    readonly logarithmic: LawFit;
    /** 1 − (ln k + γ) / ln base: nothing fitted. */
    readonly theory: LawFit;
  };
}

export const SHIFT_MATRIX = table("analysis.shiftMatrix", {
  /** By how many positions. */
  offset: real(ANYWHERE),
  ...FORM,
});
/** Options of {@link SinusoidalAnalysis.shiftMatrix}. */
export type ShiftMatrixOptions = OptionsOf<typeof SHIFT_MATRIX>;

export const SHIFT_ERROR = table("analysis.shiftError", {
  /** By how many rows. */
  offset: integer({
    min: 1,
    max: {
      text: "T − 1",
      of: (options) => (options.tensor("rows").shape[0] as number) - 1,
    },
  }),
  ...FORM,
});
/** Options of {@link SinusoidalAnalysis.shiftError}. */
export type ShiftErrorOptions = OptionsOf<typeof SHIFT_ERROR>;

export const WAVELENGTHS = table("analysis.wavelengths", CURVE);
/** Options of {@link SinusoidalAnalysis.wavelengths}. */
export type WavelengthsOptions = OptionsOf<typeof WAVELENGTHS>;

/** What {@link SinusoidalAnalysis.shiftError} finds. */
export interface ShiftError {
  /** Largest |rows[t + k] − M(k)·rows[t]| of all cells. */
  readonly max: number;
  /** Root of the mean square of all cells. */
  readonly rms: number;
}

/** What can be measured of the sinusoidal encoding. */
export interface SinusoidalAnalysis {
  /**
   * How the inner product of two sinusoidal rows falls with their offset, and
   * how well the laws 1/k and ln k describe it.
   *
   * Takes maxOffset · dModel / 2 cosines, about 10 ns each: half a minute for
   * 100,000 offsets at the widest row. The call returns when it is done.
   */
  decay(options: DecayOptions): Decay;

  /**
   * The matrix M(k) with PE(p + k) = M(k)·PE(p) for every position p: one
   * rotation block for each pair. Source: Vaswani et al. 2017, section 3.5.
   *
   * @returns shape `[D, D]`
   */
  shiftMatrix(options: ShiftMatrixOptions): Tensor;

  /**
   * How far a table is from moving by M(k): rounding alone for sinusoidal rows,
   * large for a learned or disturbed table.
   *
   * @param rows - shape `[T, D]`
   */
  shiftError(rows: TensorInput, options: ShiftErrorOptions): ShiftError;

  /**
   * Positions that each pair takes for one turn, 2π/ω: from 2π to almost
   * 2π·base.
   *
   * @returns one float64 per pair, ⌈D/2⌉ of them
   */
  wavelengths(options: WavelengthsOptions): Float64Array;
}

/** Four laws against a curve g(k). */
function fitLaws(
  runtime: Runtime,
  call: string,
  values: Float64Array,
  base: number,
): Decay["fit"] {
  return runtime.frame(call, (frame) => {
    const curve = frame.inputFloat64(values).pointer;
    const fit = frame.float64(3);
    const count = values.length;
    const fitLaw = (law: DecayLaw): LawFit => {
      runtime.run(call, analysisFitDecay, {
        fit: fit.pointer,
        curve,
        count,
        law,
        base,
      });
      const [a = 0, b = 0, rSquared = 0] = fit.view();
      return { a, b, rSquared };
    };
    return {
      reciprocal: fitLaw(DecayLaw.reciprocal),
      shiftedReciprocal: fitLaw(DecayLaw.shiftedReciprocal),
      logarithmic: fitLaw(DecayLaw.logarithm),
      theory: fitLaw(DecayLaw.logTheory),
    };
  });
}

/** What {@link Posenc.analysis} has for sinusoidal rows. */
export function sinusoidalAnalysis(runtime: Runtime): SinusoidalAnalysis {
  return {
    decay(input) {
      const options = DECAY.open(input);
      const { call } = options;
      const curve = readCurve(options);
      const count = options.read("maxOffset") + 1;
      const values = runtime.frame(call, (frame) => {
        const out = frame.float64(count);
        runtime.run(call, analysisDecay, {
          out: out.pointer,
          count,
          ...curve,
        });
        return out.take();
      });
      return { values, fit: fitLaws(runtime, call, values, curve.base) };
    },

    shiftMatrix(input) {
      const options = SHIFT_MATRIX.open(input);
      const { call } = options;
      const form = readForm(options);
      const offset = options.read("offset");
      return runtime.frame(call, (frame) => {
        const shape = [form.width, form.width];
        const out = frame.output(shape);
        runtime.run(call, analysisShiftMatrix, {
          out: out.pointer,
          offset,
          ...form,
        });
        return { data: out.take(), shape };
      });
    },

    shiftError(rows, input) {
      const options = SHIFT_ERROR.open(input, { rows });
      const { call } = options;
      const form = readForm(options);
      const x = options.tensor("rows", { shape: [null, form.width] });
      const [count = 0] = x.shape;
      const steps = options.read("offset");
      return runtime.frame(call, (frame) => {
        const out = frame.float64(2);
        runtime.run(call, analysisShiftError, {
          error: out.pointer,
          rows: frame.input(x).pointer,
          count,
          steps,
          ...form,
        });
        const [max = 0, rms = 0] = out.view();
        return { max, rms };
      });
    },

    wavelengths(input) {
      const options = WAVELENGTHS.open(input);
      const { call } = options;
      const curve = readCurve(options);
      const pairs = curve.width / 2;
      return runtime.frame(call, (frame) => {
        const out = frame.float64(pairs);
        runtime.run(call, analysisWavelengths, {
          out: out.pointer,
          pairs,
          ...curve,
          layout: SinusoidalLayout.interleaved,
        });
        return out.take();
      });
    },
  };
}

const decayCall: SinusoidalAnalysis["decay"] = /* @__PURE__ */ named(
  sinusoidalAnalysis,
  "decay",
);

export { decayCall as analysisDecay };

const shiftErrorCall: SinusoidalAnalysis["shiftError"] = /* @__PURE__ */ named(
  sinusoidalAnalysis,
  "shiftError",
);

export { shiftErrorCall as analysisShiftError };

const shiftMatrixCall: SinusoidalAnalysis["shiftMatrix"] =
  /* @__PURE__ */ named(sinusoidalAnalysis, "shiftMatrix");

export { shiftMatrixCall as analysisShiftMatrix };

const wavelengthsCall: SinusoidalAnalysis["wavelengths"] =
  /* @__PURE__ */ named(sinusoidalAnalysis, "wavelengths");

export { wavelengthsCall as analysisWavelengths };
