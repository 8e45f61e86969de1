import type { SinusoidalOptions } from "../embedding.js";
import { MAX_POSITION, MAX_WIDTH, Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import type { Tensor, TensorLike } from "../tensor.js";

/** Which sinusoidal encoding is measured. */
export interface SinusoidalForm
  extends Pick<SinusoidalOptions, "base" | "layout" | "spacing"> {
  /** Width of a row, an even number from 2 to 65536. */
  readonly dModel: number;
}

/** Options of {@link SinusoidalAnalysis.decay}. */
export interface DecayOptions extends Omit<SinusoidalForm, "layout"> {
  /** Largest offset, from 3 (two numbers are fitted) to 1000000. */
  readonly maxOffset: number;
}

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
  /**
   * How well four laws describe g(k) / g(0), worked out of `values` when it is
   * first asked for.
   */
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

/** Options of {@link SinusoidalAnalysis.shiftMatrix}. */
export interface ShiftMatrixOptions extends SinusoidalForm {
  /** By how many positions; any number from −2³¹ to 2³¹. */
  readonly offset: number;
}

/** Options of {@link SinusoidalAnalysis.shiftError}. */
export interface ShiftErrorOptions extends SinusoidalForm {
  /** By how many rows: a whole number from 1 to T − 1. */
  readonly offset: number;
}

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
  shiftError(rows: TensorLike, options: ShiftErrorOptions): ShiftError;

  /**
   * Positions that each pair takes for one turn, 2π/ω: from 2π to almost
   * 2π·base.
   *
   * @returns one float64 per pair, ⌈D/2⌉ of them
   */
  wavelengths(options: Omit<SinusoidalForm, "layout">): Float64Array;
}

const LAYOUTS = ["interleaved", "halves"] as const;
const SPACINGS = ["paper", "endpoint"] as const;
/**
 * Keys of {@link SinusoidalForm}.
 *
 * @internal
 */
export const FORM = ["dModel", "base", "layout", "spacing"] as const;
const LAWS = [
  "reciprocal",
  "shiftedReciprocal",
  "logarithmic",
  "theory",
] as const;

/**
 * Width and what follows it in the bindings.
 *
 * @internal
 */
export function readForm(options: Options): {
  width: number;
  rest: [base: number, layout: number, spacing: number];
} {
  const width = options.integer("dModel", { min: 2, max: MAX_WIDTH });
  if (width % 2 !== 0) options.fail("dModel", "an even integer");
  return {
    width,
    rest: [
      options.number("base", { min: 1, max: 1e12, default: 10000 }),
      options.enumeration("layout", LAYOUTS, "interleaved"),
      options.enumeration("spacing", SPACINGS, "paper"),
    ],
  };
}

/** What {@link Posenc.analysis} has for sinusoidal rows. */
export function sinusoidalAnalysis(runtime: Runtime): SinusoidalAnalysis {
  return {
    decay(input) {
      const call = "analysis.decay";
      const options = new Options(call, input, [
        "dModel",
        "base",
        "spacing",
        "maxOffset",
      ]);
      const { width, rest } = readForm(options);
      const [base, , spacing] = rest;
      const max = options.integer("maxOffset", { min: 3, max: 1_000_000 });
      const values = runtime.frame(call, (frame) => {
        const curve = frame.float64(max + 1);
        runtime.run(
          call,
          "analysis_decay",
          ...[curve.pointer, max + 1, width, base, spacing],
        );
        return curve.take();
      });
      // The caller may write into what was answered.
      const own = values.slice();
      const fits = (): Decay["fit"] => {
        if (base === 1)
          options.fail("base", "above 1 for fit, which has ln base");
        return runtime.frame(call, (frame) => {
          const curve = frame.inputFloat64(own);
          const fit = frame.float64(3);
          const fitLaw = (law: number): LawFit => {
            runtime.run(
              call,
              "analysis_fit_decay",
              ...[fit.pointer, curve.pointer, max + 1, law, base],
            );
            const [a = 0, b = 0, rSquared = 0] = fit.view();
            return { a, b, rSquared };
          };
          return Object.fromEntries(
            LAWS.map((law, i) => [law, fitLaw(i)]),
          ) as unknown as Decay["fit"];
        });
      };
      let known: Decay["fit"] | undefined;
      return {
        values,
        get fit() {
          known ??= fits();
          return known;
        },
      };
    },

    shiftMatrix(input) {
      const call = "analysis.shiftMatrix";
      const options = new Options(call, input, ["offset", ...FORM]);
      const { width, rest } = readForm(options);
      const offset = options.number("offset", {
        min: -MAX_POSITION,
        max: MAX_POSITION,
      });
      return runtime.frame(call, (frame) => {
        const shape = [width, width];
        const out = frame.output(shape);
        runtime.run(
          call,
          "analysis_shift_matrix",
          ...[out.pointer, offset, width, ...rest],
        );
        return { data: out.take(), shape };
      });
    },

    shiftError(rows, input) {
      const call = "analysis.shiftError";
      const options = Options.with(call, { rows }, input, ["offset", ...FORM]);
      const { width, rest } = readForm(options);
      const x = options.tensor("rows", { shape: [null, width] });
      const [count = 0] = x.shape;
      const steps = options.integer("offset", { min: 1, max: count - 1 });
      return runtime.frame(call, (frame) => {
        const out = frame.float64(2);
        runtime.run(
          call,
          "analysis_shift_error",
          ...[out.pointer, frame.input(x).pointer, count, steps],
          ...[width, ...rest],
        );
        const [max = 0, rms = 0] = out.view();
        return { max, rms };
      });
    },

    wavelengths(input) {
      const call = "analysis.wavelengths";
      const options = new Options(call, input, ["dModel", "base", "spacing"]);
      const { width, rest } = readForm(options);
      return runtime.frame(call, (frame) => {
        const out = frame.float64(width / 2);
        runtime.run(
          call,
          "analysis_wavelengths",
          ...[out.pointer, width / 2, width, ...rest],
        );
        return out.take();
      });
    },
  };
}
