import { MAX_WIDTH, Options } from "./options.js";
import type { Runtime } from "./runtime.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** Options of {@link Analysis.similarity}. */
export interface SimilarityOptions {
  /** Divide by the norms of both rows (cosine similarity); default false. */
  readonly normalized?: boolean;
}

/** Options of {@link Analysis.decay}. */
export interface DecayOptions {
  /** Width of the encoding, an even number from 2 to 65536. */
  readonly dModel: number;
  /** Base of the frequencies; default 10000. */
  readonly base?: number;
  /** Largest offset, from 2 to 1000000. */
  readonly maxOffset: number;
}

/** A law y = intercept + slope·x(k) fitted by least squares. */
export interface LawFit {
  /** Factor on the law's variable. */
  readonly slope: number;
  /** Constant term. */
  readonly intercept: number;
  /** Share of the variance explained: 1 is perfect, at most 1. */
  readonly rSquared: number;
}

/** What {@link Analysis.decay} finds. */
export interface Decay {
  /** g(k) = Σ cos(ω_i·k) for k = 0 … maxOffset: PE(p)·PE(p + k) for every p. */
  readonly values: Float64Array;
  /** How well two laws describe g(1) … g(maxOffset). */
  readonly fit: {
    /** g(k) ≈ intercept + slope / k. */
    readonly reciprocal: LawFit;
    /** g(k) ≈ intercept + slope · ln k. */
    readonly logarithmic: LawFit;
  };
}

/** What can be measured of an encoding. */
export interface Analysis {
  /**
   * Inner products of all pairs of rows, S = R·Rᵀ, summed in float64. For
   * sinusoidal rows S depends on the offset alone (a Toeplitz matrix).
   *
   * @param rows - shape `[T, D]`
   * @returns shape `[T, T]`
   */
  similarity(rows: TensorLike, options?: SimilarityOptions): Tensor;

  /**
   * How the inner product of two sinusoidal rows falls with their offset, with
   * least-squares fits of the laws 1/k and ln k.
   */
  decay(options: DecayOptions): Decay;
}

/** Bindings of src/wasm/analysis.cpp behind the public interface. */
export function analysis(runtime: Runtime): Analysis {
  return Object.freeze<Analysis>({
    similarity(rows, input = {}) {
      const call = "analysis.similarity";
      const options = new Options(call, { rows, ...input }, [
        "rows",
        "normalized",
      ]);
      const x = options.tensor("rows", { rank: 2, as: "[T, D]" });
      const normalized = options.boolean("normalized", false);
      const [count = 0, width = 0] = x.shape;
      return runtime.frame(call, (frame) => {
        const shape = [count, count];
        const out = frame.output(shape);
        runtime.run(
          call,
          "analysis_similarity",
          out.pointer,
          frame.input(x).pointer,
          ...[count, width, Number(normalized)],
        );
        return { data: out.take(), shape };
      });
    },

    decay(input) {
      const call = "analysis.decay";
      const options = new Options(call, input, ["dModel", "base", "maxOffset"]);
      const width = options.integer("dModel", { min: 2, max: MAX_WIDTH });
      if (width % 2 !== 0) options.fail("dModel", "an even integer");
      const base = options.number("base", {
        min: 1,
        max: 1e12,
        default: 10000,
      });
      const maxOffset = options.integer("maxOffset", {
        min: 2,
        max: 1_000_000,
      });
      return runtime.frame(call, (frame) => {
        const values = frame.float64(maxOffset + 1);
        const fits = frame.float64(6);
        runtime.run(
          call,
          "analysis_decay",
          ...[values.pointer, fits.pointer, maxOffset, width, base],
        );
        const [a, b, c, d, e, f] = fits.take() as unknown as number[];
        return {
          values: values.take(),
          fit: {
            reciprocal: { slope: a, intercept: b, rSquared: c } as LawFit,
            logarithmic: { slope: d, intercept: e, rSquared: f } as LawFit,
          },
        };
      });
    },
  });
}
