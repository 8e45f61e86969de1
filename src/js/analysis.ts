import {
  type PermutationAnalysis,
  permutationAnalysis,
} from "./analysis/permutation.js";
import { type RotaryAnalysis, rotaryAnalysis } from "./analysis/rotary.js";
import type { SinusoidalOptions } from "./embedding.js";
import { describe } from "./errors.js";
import { MAX_POSITION, MAX_WIDTH, Options } from "./options.js";
import type { Frame, Runtime } from "./runtime.js";
import { showShape, type Tensor, type TensorLike } from "./tensor.js";

export type * from "./analysis/permutation.js";
export type * from "./analysis/rotary.js";

/** Options of {@link Analysis.similarity}. */
export interface SimilarityOptions {
  /** Divide by the norms of both rows (cosine similarity); default false. */
  readonly normalized?: boolean;
}

/** Which sinusoidal encoding is measured. */
export interface SinusoidalForm
  extends Pick<SinusoidalOptions, "base" | "layout" | "spacing"> {
  /** Width of a row, an even number from 2 to 65536. */
  readonly dModel: number;
}

/** Options of {@link Analysis.decay}. */
export interface DecayOptions extends Omit<SinusoidalForm, "layout"> {
  /** Largest offset, from 2 to 1000000. */
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

/** What {@link Analysis.decay} finds. */
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

/** Options of {@link Analysis.shiftMatrix}. */
export interface ShiftMatrixOptions extends SinusoidalForm {
  /** By how many positions; any number from −2³¹ to 2³¹. */
  readonly offset: number;
}

/** Options of {@link Analysis.shiftError}. */
export interface ShiftErrorOptions extends SinusoidalForm {
  /** By how many rows: a whole number from 1 to T − 1. */
  readonly offset: number;
}

/** What {@link Analysis.shiftError} finds. */
export interface ShiftError {
  /** Largest |rows[t + k] − M(k)·rows[t]| of all cells. */
  readonly max: number;
  /** Root of the mean square of all cells. */
  readonly rms: number;
}

/** How a table's numbers are stored. */
export type NumberFormat = "float64" | "float32" | "bfloat16" | "float16";

/** Options of {@link Analysis.collisions}. */
export interface CollisionOptions extends Partial<SinusoidalForm> {
  /** A table `[T, D]`, instead of `seqLen` and `dModel`. */
  readonly rows?: TensorLike;
  /** Exact sinusoidal rows for positions 0 … seqLen − 1; up to 16384. */
  readonly seqLen?: number;
  /** The format the rows are rounded to; default `"float32"`. */
  readonly format?: NumberFormat;
}

/** What {@link Analysis.collisions} finds. */
export interface Collisions {
  /** Rows that differ from all others in at least one number, counted once. */
  readonly distinct: number;
  /** The two positions whose rows are closest together. */
  readonly closest: readonly [number, number];
  /** Their Euclidean distance; 0 when they share a row. */
  readonly distance: number;
}

/** Options of {@link Analysis.spectrum}. */
export interface SpectrumOptions {
  /** How many components to give, from 1 to D; default min(D, 8). */
  readonly components?: number;
}

/** What {@link Analysis.spectrum} finds. */
export interface Spectrum {
  /** Variance along each of the D principal axes, falling. */
  readonly variances: Float64Array;
  /** Share of the whole variance; all zeros when the rows are all alike. */
  readonly explained: Float64Array;
  /** The first axes as unit rows, `[K, D]`. */
  readonly components: Tensor;
  /** The centred rows seen along these axes, `[T, K]`. */
  readonly projections: Tensor;
}

/** What {@link Analysis.rangePerDimension} finds, one number per column. */
export interface RangePerDimension {
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** max − min. */
  readonly range: Float64Array;
}

/** Vectors of {@link Analysis.logitTerms}, all of one length. */
export interface LogitTermsOptions {
  /** Content of the query's token, x. */
  readonly token_i: ArrayLike<number>;
  /** Content of the key's token, y. */
  readonly token_j: ArrayLike<number>;
  /** Position of the query's token, p. */
  readonly pos_i: ArrayLike<number>;
  /** Position of the key's token, q. */
  readonly pos_j: ArrayLike<number>;
}

/** The four terms of (x + p)·(y + q). */
export interface LogitTerms {
  /** x·y. */
  readonly contentContent: number;
  /** x·q. */
  readonly contentPosition: number;
  /** p·y. */
  readonly positionContent: number;
  /** p·q. */
  readonly positionPosition: number;
  /** Their sum. */
  readonly total: number;
}

/** What can be measured of an encoding. */
export interface Analysis extends PermutationAnalysis, RotaryAnalysis {
  /**
   * Inner products of all pairs of rows, S = R·Rᵀ, summed in float64. For
   * sinusoidal rows S depends on the offset alone (a Toeplitz matrix).
   *
   * @param rows - shape `[T, D]`
   * @returns shape `[T, T]`
   */
  similarity(rows: TensorLike, options?: SimilarityOptions): Tensor;

  /**
   * How the inner product of two sinusoidal rows falls with their offset, and
   * how well the laws 1/k and ln k describe it.
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

  /**
   * Whether positions share a row once the table is stored in a number format,
   * and which two lie closest together. Compares all pairs of rows.
   */
  collisions(options: CollisionOptions): Collisions;

  /**
   * Principal components of a table's rows, in float64.
   *
   * @param rows - shape `[T, D]`, D up to 2048
   */
  spectrum(rows: TensorLike, options?: SpectrumOptions): Spectrum;

  /**
   * Smallest and largest number of each column.
   *
   * @param rows - shape `[T, D]`
   */
  rangePerDimension(rows: TensorLike): RangePerDimension;

  /**
   * Splits one score of additive encodings into what content and position
   * contribute: (x + p)·(y + q) = x·y + x·q + p·y + p·q, in float64.
   */
  logitTerms(options: LogitTermsOptions): LogitTerms;
}

const LAYOUTS = ["interleaved", "halves"] as const;
const SPACINGS = ["paper", "endpoint"] as const;
const FORMATS = ["float64", "float32", "bfloat16", "float16"] as const;
const FORM = ["dModel", "base", "layout", "spacing"] as const;
const LAWS = [
  "reciprocal",
  "shiftedReciprocal",
  "logarithmic",
  "theory",
] as const;
const MAX_COLLISION_ROWS = 16384;
const MAX_SPECTRUM_WIDTH = 2048;

function readForm(options: Options): {
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

/**
 * Bindings of src/wasm/analysis.cpp behind the public interface.
 *
 * @internal
 */
export function analysis(runtime: Runtime): Analysis {
  return Object.freeze<Analysis>({
    ...permutationAnalysis(runtime),
    ...rotaryAnalysis(runtime),

    similarity(rows, input = {}) {
      const call = "analysis.similarity";
      const options = Options.with(call, { rows }, input, ["normalized"]);
      const x = options.tensor("rows", { rank: 2, as: "[T, D]" });
      const normalized = options.boolean("normalized", false);
      const [count = 0, width = 0] = x.shape;
      return runtime.frame(call, (frame) => {
        const shape = [count, count];
        const out = frame.output(shape);
        runtime.run(
          call,
          "analysis_similarity",
          ...[out.pointer, frame.input(x).pointer],
          ...[count, width, Number(normalized)],
        );
        return { data: out.take(), shape };
      });
    },

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
      const max = options.integer("maxOffset", { min: 2, max: 1_000_000 });
      return runtime.frame(call, (frame) => {
        const curve = frame.float64(max + 1);
        runtime.run(
          call,
          "analysis_decay",
          ...[curve.pointer, max + 1, width, base, spacing],
        );
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
        return {
          values: curve.take(),
          fit: Object.fromEntries(
            LAWS.map((law, i) => [law, fitLaw(i)]),
          ) as unknown as Decay["fit"],
        };
      });
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

    collisions(input) {
      const call = "analysis.collisions";
      const options = new Options(call, input, [
        "rows",
        "seqLen",
        ...FORM,
        "format",
      ]);
      const storage = options.enumeration("format", FORMATS, "float32");
      return runtime.frame(call, (frame) => {
        const { pointer, count, width } = collisionRows(
          runtime,
          frame,
          options,
        );
        const slots = runtime.number("analysis_collisions_scratch", count);
        const scratch = frame.int32(slots);
        const out = frame.float64(4);
        runtime.run(
          call,
          "analysis_collisions",
          ...[out.pointer, pointer, count, width, storage],
          ...[scratch.pointer, slots],
        );
        const [distinct = 0, first = 0, second = 0, distance = 0] = out.view();
        return { distinct, closest: [first, second], distance };
      });
    },

    spectrum(rows, input = {}) {
      const call = "analysis.spectrum";
      const options = Options.with(call, { rows }, input, ["components"]);
      const x = options.tensor("rows", { rank: 2, as: "[T, D]" });
      const [count = 0, width = 0] = x.shape;
      if (width > MAX_SPECTRUM_WIDTH) {
        throw new RangeError(
          `${call}: rows must have at most ${MAX_SPECTRUM_WIDTH} columns, got ${showShape(x.shape)}`,
        );
      }
      refuseNonFinite(call, "rows", x);
      const kept = options.integer("components", {
        min: 1,
        max: width,
        default: Math.min(width, 8),
      });
      return runtime.frame(call, (frame) => {
        const variances = frame.float64(width);
        const components = frame.float32(kept * width);
        const projections = frame.float32(count * kept);
        const scratch = frame.float64(
          runtime.number("analysis_spectrum_scratch", width),
        );
        runtime.run(
          call,
          "analysis_spectrum",
          ...[variances.pointer, components.pointer, projections.pointer],
          ...[frame.input(x).pointer, count, width, kept, scratch.pointer],
        );
        const values = variances.take();
        const total = values.reduce((sum, value) => sum + value, 0);
        return {
          variances: values,
          explained: values.map((value) => (total > 0 ? value / total : 0)),
          components: { data: components.take(), shape: [kept, width] },
          projections: { data: projections.take(), shape: [count, kept] },
        };
      });
    },

    rangePerDimension(rows) {
      const call = "analysis.rangePerDimension";
      const options = new Options(call, { rows }, ["rows"]);
      const { data, shape } = options.tensor("rows", { rank: 2, as: "[T, D]" });
      const [, width = 0] = shape;
      const min = new Float32Array(width).fill(Number.POSITIVE_INFINITY);
      const max = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
      for (let k = 0; k < data.length; k += 1) {
        const x = data[k] as number;
        const j = k % width;
        min[j] = Math.min(min[j] as number, x);
        max[j] = Math.max(max[j] as number, x);
      }
      const range = Float64Array.from(max, (x, j) => x - (min[j] as number));
      return { min, max, range };
    },

    logitTerms(input) {
      const call = "analysis.logitTerms";
      const names = ["token_i", "token_j", "pos_i", "pos_j"] as const;
      const options = new Options(call, input, names);
      const { length } = options.numbers("token_i");
      const [x, y, p, q] = names.map((name) =>
        options.numbers(name, { length }),
      ) as [ArrayLike<number>, ...ArrayLike<number>[]] as ArrayLike<number>[];
      const dot = (a?: ArrayLike<number>, b?: ArrayLike<number>): number => {
        let sum = 0;
        for (let k = 0; k < length; k += 1) {
          sum += (a?.[k] as number) * (b?.[k] as number);
        }
        return sum;
      };
      const terms = {
        contentContent: dot(x, y),
        contentPosition: dot(x, q),
        positionContent: dot(p, y),
        positionPosition: dot(p, q),
      };
      const total = Object.values(terms).reduce((sum, term) => sum + term, 0);
      return { ...terms, total };
    },
  });
}

/** The rows to compare, in float64: given, or made exactly. */
function collisionRows(
  runtime: Runtime,
  frame: Frame,
  options: Options,
): { pointer: number; count: number; width: number } {
  const { call } = options;
  if (options.has("rows")) {
    for (const other of ["seqLen", ...FORM]) {
      if (options.has(other)) {
        throw new TypeError(
          `${call}: give either rows or seqLen with dModel, not rows and ${other}`,
        );
      }
    }
    const x = options.tensor("rows", { rank: 2, as: "[T, D]" });
    const [count = 0, width = 0] = x.shape;
    if (count < 2 || count > MAX_COLLISION_ROWS) {
      throw new RangeError(
        `${call}: rows must have from 2 to ${MAX_COLLISION_ROWS} rows, got ${showShape(x.shape)}`,
      );
    }
    refuseNonFinite(call, "rows", x);
    return { pointer: frame.inputFloat64(x.data).pointer, count, width };
  }
  const count = options.integer("seqLen", { min: 2, max: MAX_COLLISION_ROWS });
  const { width, rest } = readForm(options);
  const rows = frame.float64(count * width);
  runtime.run(
    call,
    "analysis_sinusoidal_float64",
    ...[rows.pointer, count, width, ...rest],
  );
  return { pointer: rows.pointer, count, width };
}

function refuseNonFinite(call: string, name: string, x: TensorLike): void {
  for (let k = 0; k < x.data.length; k += 1) {
    if (!Number.isFinite(x.data[k])) {
      throw new RangeError(
        `${call}: ${name} must hold finite numbers, got ${describe(x.data[k])} at index ${k}`,
      );
    }
  }
}
