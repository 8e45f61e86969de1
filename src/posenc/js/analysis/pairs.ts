import type { Address } from "../buffer.js";
import { named } from "../default-instance.js";
import {
  analysisCollisions,
  analysisCollisionsScratch,
  analysisSimilarity,
  analysisSinusoidalFloat64,
} from "../generated/border/analysis.js";
import { SimilarityKind, Storage } from "../generated/border/enums/analysis.js";
import { Options } from "../options.js";
import { either } from "../rules.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  flag,
  integer,
  type OptionsOf,
  optional,
  type Reading,
  table,
  tensor,
} from "../schema.js";
import { showShape, type Tensor, type TensorInput } from "../tensor.js";
import { FORM, readForm } from "./form.js";
import { ROWS, refuseNonFinite, rowsOf } from "./rows.js";

export const SIMILARITY = table("analysis.similarity", {
  /** Divide by the norms of both rows (cosine similarity). */
  normalized: flag(false),
});
/** Options of {@link PairAnalysis.similarity}. */
export type SimilarityOptions = OptionsOf<typeof SIMILARITY>;

/** How a table's numbers are stored. */
export type NumberFormat = "float64" | "float32" | "bfloat16" | "float16";

const MAX_COLLISION_ROWS = 16384;

const COLUMNS = Object.keys(FORM) as readonly (keyof typeof FORM)[];
const GIVEN = either("rows", ["seqLen", ...COLUMNS], "seqLen with dModel", [
  "seqLen",
  "dModel",
]);

export const COLLISIONS = table(
  "analysis.collisions",
  {
    /** A table, instead of `seqLen` and `dModel`. */
    rows: optional(tensor(ROWS)),
    /** Exact sinusoidal rows for positions 0 … seqLen − 1. */
    seqLen: optional(integer({ min: 2, max: MAX_COLLISION_ROWS })),
    ...FORM,
    /** Width of a row; needed without `rows`. */
    dModel: optional(FORM.dModel),
    /** The format the rows are rounded to. */
    format: choice(Storage, "float32"),
  },
  GIVEN,
);
/** Options of {@link PairAnalysis.collisions}. */
export type CollisionOptions = OptionsOf<typeof COLLISIONS>;

/** What {@link PairAnalysis.collisions} finds. */
export interface Collisions {
  /** Rows that differ from all others in at least one number, counted once. */
  readonly distinct: number;
  /** The two positions whose rows are closest together. */
  readonly closest: readonly [number, number];
  /** Their Euclidean distance; 0 when they share a row. */
  readonly distance: number;
}

/** What {@link PairAnalysis.rangePerDimension} finds, one number per column. */
export interface RangePerDimension {
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** max − min. */
  readonly range: Float64Array;
}

/** What can be measured of any table of rows. */
export interface PairAnalysis {
  /**
   * Inner products of all pairs of rows, S = R·Rᵀ, summed in float64. For
   * sinusoidal rows S depends on the offset alone (a Toeplitz matrix). Takes
   * T²·D products: seconds from some billions on.
   *
   * @param rows - shape `[T, D]`
   * @returns shape `[T, T]`
   */
  similarity(rows: TensorInput, options?: SimilarityOptions): Tensor;

  /**
   * Whether positions share a row once the table is stored in a number format,
   * and which two lie closest together. Compares all pairs of rows, T²·D
   * differences: seconds from some billions on.
   */
  collisions(options: CollisionOptions): Collisions;

  /**
   * Smallest and largest number of each column.
   *
   * @param rows - shape `[T, D]`
   */
  rangePerDimension(rows: TensorInput): RangePerDimension;
}

/** What {@link Posenc.analysis} has for any table of rows. */
export function pairAnalysis(runtime: Runtime): PairAnalysis {
  return {
    similarity(rows, input = {}) {
      const options = SIMILARITY.open(input, { rows });
      const { call } = options;
      const x = rowsOf(options);
      const kind = options.read("normalized")
        ? SimilarityKind.cosine
        : SimilarityKind.innerProduct;
      const [count = 0, width = 0] = x.shape;
      return runtime.frame(call, (frame) => {
        const shape = [count, count];
        const out = frame.output(shape);
        runtime.run(call, analysisSimilarity, {
          out: out.pointer,
          rows: frame.input(x).pointer,
          length: count,
          width,
          kind,
        });
        return { data: out.take(), shape };
      });
    },

    collisions(input) {
      const options = COLLISIONS.open(input);
      const { call } = options;
      const storage = options.read("format");
      return runtime.frame(call, (frame) => {
        const rows = collisionRows(runtime, frame, options);
        const { count } = rows;
        const scratchSize = runtime.number(analysisCollisionsScratch, {
          count,
        });
        const out = frame.float64(4);
        runtime.run(call, analysisCollisions, {
          result: out.pointer,
          ...rows,
          storage,
          scratch: frame.int32(scratchSize).pointer,
          scratchSize,
        });
        const [distinct = 0, first = 0, second = 0, distance = 0] = out.view();
        return { distinct, closest: [first, second], distance };
      });
    },

    rangePerDimension(rows) {
      const call = "analysis.rangePerDimension";
      const options = new Options(call, { rows }, ["rows"]);
      const { data, shape } = rowsOf(options);
      const [, width = 0] = shape;
      const min = new Float32Array(width).fill(Number.POSITIVE_INFINITY);
      const max = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
      for (let first = 0; first < data.length; first += width) {
        for (let j = 0; j < width; j += 1) {
          const x = data[first + j] as number;
          min[j] = Math.min(min[j] as number, x);
          max[j] = Math.max(max[j] as number, x);
        }
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
  options: Reading<typeof COLLISIONS.fields>,
): { rows: Address<Float64Array>; count: number; width: number } {
  const { call } = options;
  const x = options.read("rows");
  if (x) {
    const [count = 0, width = 0] = x.shape;
    if (count < 2 || count > MAX_COLLISION_ROWS) {
      throw new RangeError(
        `${call}: rows must have from 2 to ${MAX_COLLISION_ROWS} rows, got ${showShape(x.shape)}`,
      );
    }
    refuseNonFinite(call, "rows", x);
    return { rows: frame.inputFloat64(x.data).pointer, count, width };
  }
  const count = options.need("seqLen");
  const form = readForm(options);
  const rows = frame.float64(count * form.width).pointer;
  runtime.run(call, analysisSinusoidalFloat64, {
    out: rows,
    count,
    ...form,
  });
  return { rows, count, width: form.width };
}

const collisionsCall: PairAnalysis["collisions"] = /* @__PURE__ */ named(
  pairAnalysis,
  "collisions",
);

export { collisionsCall as analysisCollisions };
export const analysisRangePerDimension: PairAnalysis["rangePerDimension"] =
  /* @__PURE__ */ named(pairAnalysis, "rangePerDimension");
const similarityCall: PairAnalysis["similarity"] = /* @__PURE__ */ named(
  pairAnalysis,
  "similarity",
);

export { similarityCall as analysisSimilarity };
