import type { TensorBuffer } from "./buffer.js";
import type { Tensor, TensorLike } from "./tensor.js";

/** Where queries and keys stand, and what becomes of keys after the query. */
export interface BiasGrid {
  /** Number of queries, Q. */
  readonly queryLen?: number;
  /** Number of keys, K; they stand at positions 0 … K − 1. */
  readonly keyLen?: number;
  /**
   * Position of the first query; the others follow in steps of one. Default
   * `keyLen − queryLen`: the queries are the last positions of the keys, as in
   * decoding with cached keys.
   */
  readonly offset?: number;
  /**
   * The positions of the keys, integers of 32 bits in any order, instead of
   * `keyLen` and `offset`: padded, packed or strided sequences
   * ({@link Learned.paddedPositions} counts real tokens).
   */
  readonly keyPositions?: ArrayLike<number>;
  /**
   * The positions of the queries, together with `keyPositions`. Default: the
   * last `queryLen` of `keyPositions`, or all of them.
   */
  readonly queryPositions?: ArrayLike<number>;
  /**
   * Close keys that come after the query, as `future` says. When false, they
   * get the formula's own value.
   */
  readonly causal?: boolean;
  /**
   * What a causal bias has where the key comes after the query. `"mask"`
   * (default): −Infinity, so that the bias is the causal mask as well.
   * `"zero"`: 0, for a mask that is applied elsewhere (GPT-NeoX). Makes
   * `causal` true.
   */
  readonly future?: "mask" | "zero";
  /** Write into this buffer of the result's shape in place of a new array. */
  readonly out?: TensorBuffer;
}

/** Options of {@link Bias.alibiSlopes}. */
export interface AlibiSlopesOptions {
  /** Number of heads, H, from 1 to 65536. */
  readonly numHeads: number;
  /**
   * Which heads get which slope when `numHeads` is not a power of two.
   * `"reference"` (default): the slopes of the next smaller power of two, then
   * every other one of the next larger (the authors, BLOOM, ggml). `"mpt"`:
   * MPT's rule, which comes to the same sequence. `"geometric"`: 2^(−8h/H) for
   * any H, the paper's text taken literally (MLX, Baichuan).
   */
  readonly order?: "reference" | "mpt" | "geometric";
  /**
   * Exponent of the last slope, 2^−maxBias; above 0, at most 1000; default 8
   * (the paper; MPT: `alibi_bias_max`, ggml: `max_bias`).
   */
  readonly maxBias?: number;
}

/** Options of {@link Bias.alibi}. */
export interface AlibiOptions extends BiasGrid {
  /** Number of heads, H; not needed with `slopes`. */
  readonly numHeads?: number;
  /** Order of the slopes, see {@link AlibiSlopesOptions.order}. */
  readonly order?: "reference" | "mpt" | "geometric";
  /** See {@link AlibiSlopesOptions.maxBias}; default 8. */
  readonly maxBias?: number;
  /** The slopes themselves, one per head, instead of `order` and `maxBias`. */
  readonly slopes?: ArrayLike<number>;
  /**
   * −m·|p − k| on both sides (encoders, OpenNMT); default false. Unless
   * `causal` is given, it makes the bias not causal.
   */
  readonly symmetric?: boolean;
  /**
   * `"distance"` (default): −m·(p − k), query at p and key at k. `"key"`: m·k
   * whatever the query, which differs by a constant in each row and so is the
   * same after softmax (the authors' fairseq code, BLOOM); `queryLen` is then 1
   * unless given, a row that broadcasts over the queries.
   */
  readonly form?: "distance" | "key";
  /** Default true, unless `symmetric` is. */
  readonly causal?: boolean;
}

/** Options of {@link Bias.t5Bucket}. */
export interface T5BucketOptions {
  /**
   * Number of buckets, from 2 to 65536; bidirectional: even, from 4. Default 32.
   */
  readonly numBuckets?: number;
  /**
   * Distance from which all share the last bucket; above the number of exact
   * buckets (a half of one direction's) and below 2³¹. Default 128.
   */
  readonly maxDistance?: number;
  /**
   * Buckets for both directions, half of them each (T5's encoder; default).
   * When false, keys after the query fall in bucket 0 (its decoder).
   */
  readonly bidirectional?: boolean;
}

/** Options of {@link Bias.t5}. */
export interface T5Options extends BiasGrid {
  /** The learned table, shape `[numBuckets, H]`. */
  readonly table: TensorLike;
  /** See {@link T5BucketOptions.maxDistance}; default 128. */
  readonly maxDistance?: number;
  /** See {@link T5BucketOptions.bidirectional}; default true. */
  readonly bidirectional?: boolean;
  /** Default false: T5 applies its mask elsewhere. */
  readonly causal?: boolean;
}

/** Options of {@link Bias.kerple}. */
export interface KerpleOptions extends BiasGrid {
  /** `"log"`: −p·ln(1 + a·d). `"power"`: −a·d^p. */
  readonly kind: "log" | "power";
  /**
   * One number per head, clamped to at least `eps`. Needed by `"log"`; without
   * it, the power kernel has a = 1.
   */
  readonly a?: ArrayLike<number>;
  /**
   * One number per head, clamped to at least `eps` and, in the power kernel, to
   * at most 2. Needed by `"log"`; without it, the power kernel has p = 1.
   */
  readonly p?: ArrayLike<number>;
  /**
   * Scores of shape `[H, Q, K]` or `[B, H, Q, K]`: the result is then the
   * scores with the bias added, rounded once. They give `queryLen` and
   * `keyLen`.
   */
  readonly scores?: TensorLike;
  /**
   * The power kernel's weight on the scores, exp(−weightA·d^weightP), clamped
   * like `a` and `p`. Needs `scores`.
   */
  readonly weightA?: ArrayLike<number>;
  /** See `weightA`. */
  readonly weightP?: ArrayLike<number>;
  /** Smallest value of a parameter, above 0; default 0.01. */
  readonly eps?: number;
  /** Number of heads; needed only when no parameter and no scores give it. */
  readonly numHeads?: number;
  /** Default false: the formula's |p − k| on both sides. */
  readonly causal?: boolean;
}

/** The perceptron of {@link Bias.fire}: 1 → W → H with one ReLU. */
export interface FireWeights {
  /** Shape `[W, 1]` or `[W]`. */
  readonly hiddenWeight: TensorLike;
  /** Shape `[W]`. */
  readonly hiddenBias: TensorLike;
  /** Shape `[H, W]`. */
  readonly outputWeight: TensorLike;
  /** Shape `[H]`. */
  readonly outputBias: TensorLike;
}

/** Options of {@link Bias.fire}. */
export interface FireOptions extends BiasGrid {
  /** The learned perceptron. */
  readonly weights: FireWeights;
  /** The learned scale of distances; default 0.1. */
  readonly c?: number;
  /** Up to |multiplier·L|, distances are absolute; default 512. */
  readonly L?: number;
  /** The learned multiplier of `L`; default 1. */
  readonly multiplier?: number;
  /** Added to the divisor, above 0; default 1e-6. */
  readonly eps?: number;
  /** Default false: the formula's |p − k| on both sides. */
  readonly causal?: boolean;
}

/** Options of {@link Bias.sandwich}. */
export interface SandwichOptions extends BiasGrid {
  /** Number of heads, H, from 1 to 65536. */
  readonly numHeads: number;
  /** Width D of the sinusoidal rows, even, from 2 to 65536; default 128. */
  readonly dim?: number;
  /** Base of the frequencies, from 1 to 1e12; default 10000. */
  readonly base?: number;
  /**
   * `"paper"` (default): Σ cos(r·base^(−2i/D)), i = 0 … D/2 − 1. `"nemo"`: i =
   * 1 … D/2, less D/2, so that the bias is 0 at r = 0 and nowhere positive.
   */
  readonly convention?: "paper" | "nemo";
  /** Default false: the formula is even in the offset. */
  readonly causal?: boolean;
}

/** Options of {@link Bias.relativePositionIndex}. */
export interface WindowOptions {
  /** Height and width in tokens, each from 1 to 65536. */
  readonly windowSize: readonly [number, number];
}

/** Options of {@link Bias.relativeCoords}. */
export interface RelativeCoordsOptions extends WindowOptions {
  /**
   * Height and width that the perceptron was trained with, whose scale the
   * coordinates keep; default `[0, 0]`, the window itself.
   */
  readonly pretrainedWindowSize?: readonly [number, number];
}

/** The perceptron of {@link Bias.logCpb}: 2 → W → H with one ReLU. */
export interface LogCpbWeights {
  /** Shape `[W, 2]`: of the vertical and the horizontal coordinate. */
  readonly hiddenWeight: TensorLike;
  /** Shape `[W]`. */
  readonly hiddenBias: TensorLike;
  /** Shape `[H, W]`; this layer has no bias. */
  readonly outputWeight: TensorLike;
}

/** Options of {@link Bias.logCpb}. */
export interface LogCpbOptions extends RelativeCoordsOptions {
  /** The learned perceptron. */
  readonly weights: LogCpbWeights;
  /** Factor on the sigmoid; default 16. */
  readonly scale?: number;
  /** Write into this buffer of shape `[H, N, N]`. */
  readonly out?: TensorBuffer;
}

/**
 * A number per score, from the positions alone.
 *
 * Unless a call says otherwise, key j stands at position j and query i at
 * `offset + i`, where `offset` is `keyLen − queryLen` by default: the queries
 * are the last positions of the keys. See {@link BiasGrid}.
 */
export interface Bias {
  /**
   * The slopes of ALiBi, one per head: 2^(−maxBias·h/H) for a power of two of
   * heads, h = 1 … H; see `order` for other numbers. Powers of two come out
   * exactly, all others are rounded once.
   *
   * Source: Press et al. 2022, section 3.
   */
  alibiSlopes(options: AlibiSlopesOptions): Float32Array;

  /**
   * Attention with linear biases: −m_h·(p − k) for the query at p and the key
   * at k, −Infinity for keys after the query. Each number is rounded once.
   *
   * Source: Press et al. 2022, section 3.
   *
   * @returns shape `[H, Q, K]`
   * @throws RangeError for a value out of range or a matrix too big for memory
   * @throws TypeError for a wrong kind, an unknown option, or options that
   * exclude each other
   */
  alibi(options: AlibiOptions): Tensor;

  /**
   * T5's bucket of each relative position (key − query): one each for small
   * distances, then logarithmically wider ones up to `maxDistance`. Decided by
   * integer thresholds, so the same everywhere.
   *
   * Source: Raffel et al. 2020, section 2.1; mesh-tensorflow.
   *
   * @param relativePositions - integers of 32 bits
   * @returns buckets from 0 to `numBuckets − 1`, one per relative position
   */
  t5Bucket(
    relativePositions: ArrayLike<number>,
    options?: T5BucketOptions,
  ): Int32Array;

  /**
   * T5's relative bias: `table[bucket(k − p), h]`, copied exactly. T5 adds it
   * to q·k without the factor 1/√headDim.
   *
   * Source: Raffel et al. 2020, section 2.1.
   *
   * @returns shape `[H, Q, K]`
   */
  t5(options: T5Options): Tensor;

  /**
   * Kernelized relative positions, with d = |p − k|: −p·ln(1 + a·d) or −a·d^p;
   * with `scores`, their sum with it, or scores·exp(−weightA·d^weightP) plus
   * it.
   *
   * Source: Chi et al. 2022, equations 4 and 5, and the authors' code.
   *
   * @returns shape `[H, Q, K]`, or the shape of `scores`
   */
  kerple(options: KerpleOptions): Tensor;

  /**
   * Functional interpolation: a perceptron of
   * ln(|c·(p − k)| + 1) / (ln(|c·max(p, |multiplier·L|)| + 1) + eps). Not
   * causal by itself, and not a function of the offset alone.
   *
   * Source: Li et al. 2024, equations 3 to 5.
   *
   * @returns shape `[H, Q, K]`
   */
  fire(options: FireOptions): Tensor;

  /**
   * Sandwich: the product of two sinusoidal rows, Σ cos(r·base^(−2i/D)), over
   * 8h/H for head h = 1 … H, with r = k − p.
   *
   * Source: Chi et al. 2023 (arXiv 2212.10356), section 5 and appendix.
   *
   * @returns shape `[H, Q, K]`
   */
  sandwich(options: SandwichOptions): Tensor;

  /**
   * Swin V2's log-spaced continuous position bias: 16·sigmoid of a perceptron
   * of {@link Bias.relativeCoords}, for all pairs of the N tokens of a window.
   *
   * Source: Liu et al. 2022, section 3.3.
   *
   * @returns shape `[H, N, N]`, N = height·width, tokens row by row
   */
  logCpb(options: LogCpbOptions): Tensor;

  /**
   * Swin V2's coordinates of all offsets in a window: sign(x)·log2(1 +
   * |8x/(side − 1)|)/3 for the vertical and the horizontal offset x, query
   * minus key, from −(side − 1) to side − 1.
   *
   * Source: Liu et al. 2022, section 3.3.
   *
   * @returns shape `[2·height − 1, 2·width − 1, 2]`
   */
  relativeCoords(options: RelativeCoordsOptions): Tensor;

  /**
   * The row of a table of (2·height − 1)·(2·width − 1) offsets that tokens q
   * and k of a window meet at: (dy + height − 1)·(2·width − 1) + dx + width − 1
   * (Swin V1 and V2, BEiT).
   *
   * @returns N·N numbers, query by query, N = height·width
   */
  relativePositionIndex(options: WindowOptions): Int32Array;
}
