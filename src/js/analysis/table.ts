import { describe } from "../errors.js";
import { Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import { showShape, type Tensor, type TensorLike } from "../tensor.js";
import { FORM, readForm, type SinusoidalForm } from "./sinusoidal.js";

/** Options of {@link TableAnalysis.similarity}. */
export interface SimilarityOptions {
  /** Divide by the norms of both rows (cosine similarity); default false. */
  readonly normalized?: boolean;
}

/** How a table's numbers are stored. */
export type NumberFormat = "float64" | "float32" | "bfloat16" | "float16";

/** Options of {@link TableAnalysis.collisions}. */
export interface CollisionOptions extends Partial<SinusoidalForm> {
  /** A table `[T, D]`, instead of `seqLen` and `dModel`. */
  readonly rows?: TensorLike;
  /** Exact sinusoidal rows for positions 0 … seqLen − 1; up to 16384. */
  readonly seqLen?: number;
  /** The format the rows are rounded to; default `"float32"`. */
  readonly format?: NumberFormat;
}

/** What {@link TableAnalysis.collisions} finds. */
export interface Collisions {
  /** Rows that differ from all others in at least one number, counted once. */
  readonly distinct: number;
  /** The two positions whose rows are closest together. */
  readonly closest: readonly [number, number];
  /** Their Euclidean distance; 0 when they share a row. */
  readonly distance: number;
}

/** Options of {@link TableAnalysis.spectrum}. */
export interface SpectrumOptions {
  /** How many components to give, from 1 to D; default min(D, 8). */
  readonly components?: number;
}

/** What {@link TableAnalysis.spectrum} finds. */
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

/** What {@link TableAnalysis.rangePerDimension} finds, one number per column. */
export interface RangePerDimension {
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** max − min. */
  readonly range: Float64Array;
}

/** What can be measured of any table of rows. */
export interface TableAnalysis {
  /**
   * Inner products of all pairs of rows, S = R·Rᵀ, summed in float64. For
   * sinusoidal rows S depends on the offset alone (a Toeplitz matrix). Takes
   * T²·D products: seconds from some billions on.
   *
   * @param rows - shape `[T, D]`
   * @returns shape `[T, T]`
   */
  similarity(rows: TensorLike, options?: SimilarityOptions): Tensor;

  /**
   * Whether positions share a row once the table is stored in a number format,
   * and which two lie closest together. Compares all pairs of rows, T²·D
   * differences: seconds from some billions on.
   */
  collisions(options: CollisionOptions): Collisions;

  /**
   * Principal components of a table's rows, in float64. Takes T·D² products
   * and some D³ for the axes: half a minute at D = 2048.
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
}

const FORMATS = ["float64", "float32", "bfloat16", "float16"] as const;
const MAX_COLLISION_ROWS = 16384;
const MAX_SPECTRUM_WIDTH = 2048;

/** What {@link Posenc.analysis} has for any table of rows. */
export function tableAnalysis(runtime: Runtime): TableAnalysis {
  return {
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
  };
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
