import type { Tensor, TensorData, TensorInput } from "../tensor.js";
import type {
  DistancesOptions,
  LogBucketOptions,
  ShawIndicesOptions,
  ShawValuesOptions,
  ShiftOptions,
} from "./lookup.js";
import type {
  CopeScheme,
  DebertaScheme,
  ShawScheme,
  TransformerXLScheme,
  TupeRelative,
  TupeScheme,
} from "./options.js";
import type { RelativeOptions } from "./terms.js";

/**
 * What every call of {@link Relative} answers: matrices `[B, H, Q, K]`, or
 * `[H, Q, K]` without a batch. Terms are whole, hidden pairs included, times
 * the scale that they have in the scores.
 */
export interface RelativeResult<Term extends string> {
  /** What softmax sees: −Infinity where a pair is hidden. */
  readonly scores: Tensor;
  /** softmax of the scores; a query that sees nothing has zeros. */
  readonly weights: Tensor;
  /** Weighted values, in the form of `q`; only with `v`. */
  readonly output?: Tensor;
  /** All that the encoding adds to scale·q·k. */
  readonly position: Tensor;
  /** The score's terms one by one; they add up to it. */
  readonly terms: Readonly<Record<Term, Tensor>>;
}

/** Encodings whose score term also reads the content. */
export interface Relative {
  /**
   * Relative rows added to keys and values: scale·q·(k + aK[rel]) and
   * Σ w (v + aV[rel]), rel = clip(key − query). Source: Shaw et al. 2018.
   */
  shaw(
    options: RelativeOptions & ShawScheme,
  ): RelativeResult<"content" | "key">;

  /**
   * scale·[(q + u)·k + (q + v)·r] with a row r per distance. `beforeShift`
   * `[B, H, Q, R]` has (q + v)·r for all rows, before each query looks up its
   * distances. Source: Dai et al. 2019; XLNet.
   */
  transformerXL(options: RelativeOptions & TransformerXLScheme): RelativeResult<
    "content" | "contentBias" | "relative"
  > & {
    readonly beforeShift: Tensor;
  };

  /**
   * Content to content, content to position, position to content; default scale
   * 1/√(D·(1 + number of position terms)). Source: He et al. 2021.
   */
  deberta(
    options: RelativeOptions & DebertaScheme,
  ): RelativeResult<"c2c" | "c2p" | "p2c">;

  /**
   * Positions counted by gates on the way back from query to key, and rows
   * interpolated at them. `positions` `[B, H, Q, K]` are these counts. Source:
   * Golovneva et al. 2024.
   */
  cope(
    options: RelativeOptions & CopeScheme,
  ): RelativeResult<"content" | "relative"> & { readonly positions: Tensor };

  /**
   * Absolute positions with projections of their own, untied from the content.
   * Without `q` and `k` the content is zero. Default scale of both products
   * 1/√(2D). Source: Ke et al. 2021.
   */
  tupe(
    options: Partial<RelativeOptions> &
      TupeScheme &
      (
        | {
            /** T5's buckets besides, in place of `mask`. */
            readonly relative: TupeRelative;
            readonly mask?: undefined;
          }
        | { readonly relative?: undefined }
      ),
  ): RelativeResult<"content" | "relative"> & {
    /** Bucket of each pair, `[Q, K]`; only with `relative`. */
    readonly buckets?: Int32Array;
  };

  /** Index of the clipped distance of each pair, key − query: `[Q, K]`, row-major. */
  shawIndices(options: ShawIndicesOptions): Int32Array;

  /**
   * What Shaw's value table adds to the output: Σ_j w_ij aV[rel].
   *
   * @param weights - shape `[…, Q, K]`
   * @returns shape `[…, Q, E]`
   */
  shawValues(weights: TensorInput, options: ShawValuesOptions): Tensor;

  /**
   * DeBERTa's logarithmic buckets of distances (query − key): the distance
   * itself up to half the buckets, logarithmic beyond, decided exactly. From
   * `maxPosition` on they go on as Hugging Face's do, or stop with `clamp`.
   *
   * @throws RangeError for a bucket beyond 32 bits
   */
  logBuckets(distances: TensorData, options: LogBucketOptions): Int32Array;

  /** Distance query − key of each pair, in buckets if given: `[Q, K]`, row-major. */
  distances(options: DistancesOptions): Int32Array;

  /**
   * Transformer-XL's shift: row i moves left by Q − 1 − i places, so that
   * column j of the result is column j + Q − 1 − i of row i.
   *
   * @param x - shape `[…, Q, R]`
   * @returns shape `[…, Q, columns]`, columns ≤ R; default R
   */
  shift(x: TensorInput, options?: ShiftOptions): Tensor;

  /**
   * The way back, Music Transformer's skew inverted.
   *
   * @param x - shape `[…, Q, K]`
   * @returns shape `[…, Q, columns]`, columns ≥ K; default K
   */
  unshift(x: TensorInput, options?: ShiftOptions): Tensor;
}
