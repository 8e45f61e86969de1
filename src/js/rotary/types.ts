import type { TensorBuffer } from "../buffer.js";
import type { Tensor, TensorLike } from "../tensor.js";
import type { RotaryScaling } from "./scaling.js";

/** Options of {@link Rotary.frequencies}. */
export interface RotaryFrequencyOptions {
  /** Width of a head, from 2 to 65536. */
  readonly headDim: number;
  /**
   * How many columns of a head turn, up to `headDim` (the default). Where a
   * model's config has `partial_rotary_factor` r, it is ⌊headDim·r⌋, and the
   * exponents count to it. If that is odd, the last pair is whole and one column
   * more turns, as in Hugging Face's models.
   */
  readonly rotaryDim?: number;
  /** `rope_theta`, from 1 to 1e12; default 10000. */
  readonly base?: number;
  /** Context extension; none when left out. */
  readonly scaling?: RotaryScaling;
  /**
   * Present length n, for the scalings that depend on it: `dynamic`,
   * `dynamicLinear`, `dynamicYarn`, `longrope`, `dynamicLongrope`.
   */
  readonly seqLen?: number;
}

/** What turns at which speed: from {@link Rotary.frequencies}, or your own. */
export interface RotaryFrequencies {
  /** θ_i in radians per position; two columns of a head for each. */
  readonly inverseFrequency: ArrayLike<number>;
  /** Multiplied into cos and sin alike, so a score gets its square; default 1. */
  readonly attentionFactor?: number;
  /**
   * What rounding left off each `inverseFrequency`; default zeros. With it,
   * exact tables are exact up to position 2³¹.
   */
  readonly inverseFrequencyTail?: ArrayLike<number>;
}

/** Result of {@link Rotary.frequencies}. */
export interface ComputedFrequencies extends RotaryFrequencies {
  /** θ_i in radians per position: `[⌈rotaryDim / 2⌉]`. */
  readonly inverseFrequency: Float64Array;
  /** Multiplied into cos and sin alike; 1 without yarn or longrope. */
  readonly attentionFactor: number;
  /** What rounding to float64 left off each `inverseFrequency`. */
  readonly inverseFrequencyTail: Float64Array;
}

/**
 * Positions of the tokens: one number per token, for all sequences of a batch
 * alike (`[T]`) or for each its own (`[B, T]`), as arrays or as a tensor. Any
 * numbers from −2³¹ to 2³¹.
 */
export type RotaryPositions =
  | ArrayLike<number>
  | readonly ArrayLike<number>[]
  | TensorLike;

/**
 * In which number format the angles come about. `"exact"` (default): the angle
 * is reduced exactly and everything rounded once. The others reproduce what a
 * runtime gets that computes in that format: frequency, position, their
 * product, its cos and sin and their product with the attention factor are each
 * rounded to it. `"float32"` is the recipe of Hugging Face's models.
 */
export type RotaryPrecision = "exact" | "float32" | "bfloat16" | "float16";

/** Options of {@link Rotary.tables}. */
export interface RotaryTableOptions {
  /** What turns at which speed. */
  readonly frequencies: RotaryFrequencies;
  /** How many positions, from `offset` upward in steps of one. */
  readonly seqLen?: number;
  /** First position of the range; default 0. */
  readonly offset?: number;
  /** The positions themselves, instead of `seqLen` and `offset`. */
  readonly positions?: RotaryPositions;
  /** Number format of the angles; default `"exact"`. */
  readonly precision?: RotaryPrecision;
}

/** Tables of cosines and sines, `[T, rotaryDim / 2]` or `[B, T, rotaryDim / 2]`. */
export interface RotaryTables<Table extends TensorLike = TensorLike> {
  /** Cosines, times the attention factor. */
  readonly cos: Table;
  /** Sines, times the attention factor. */
  readonly sin: Table;
}

/** What calls that rotate have in common. */
export interface RotationOptions {
  /**
   * Which columns are a pair. `"half"` (default): i and i + rotaryDim/2
   * (GPT-NeoX, Hugging Face's Llama). `"interleaved"`: 2i and 2i + 1 (RoFormer,
   * GPT-J, Meta's Llama).
   */
  readonly layout?: "half" | "interleaved";
  /**
   * H. Needed where the heads stand side by side, `[B, T, H·D]` or `[T, H·D]`.
   */
  readonly numHeads?: number;
  /**
   * Whether the heads stand side by side in the last axis. Needed only for
   * three axes whose middle one equals `numHeads`, when the columns that turn
   * fit both readings: then a call without it is refused.
   */
  readonly joined?: boolean;
}

/** Options of {@link Rotary.apply}: `frequencies` or `tables`, not both. */
export interface RotaryApplyOptions extends RotationOptions {
  /** What turns at which speed; angles are computed anew for the call. */
  readonly frequencies?: RotaryFrequencies;
  /** Ready tables, such as those of {@link Rotary.tables}. */
  readonly tables?: RotaryTables;
  /** Positions of the tokens; with `tables`, which row each token takes. */
  readonly positions?: RotaryPositions;
  /** Position (or row) of the first token; default 0. */
  readonly offset?: number;
  /** Undo: turn back and divide by the attention factor; default false. */
  readonly inverse?: boolean;
  /** Number format of the angles of `frequencies`; default `"exact"`. */
  readonly precision?: RotaryPrecision;
}

/** Options of {@link Rotary.shift}. */
export interface RotaryShiftOptions extends RotationOptions {
  /** The frequencies that the keys were rotated with. */
  readonly frequencies: RotaryFrequencies;
}

/** Options of {@link Rotary.xpos}. At least one of `q` and `k`. */
export interface XposOptions extends RotationOptions {
  /** Queries, `[B, T, H, D]` or `[T, H, D]`. */
  readonly q?: TensorLike;
  /** Keys, likewise; their length may differ. */
  readonly k?: TensorLike;
  /** What turns at which speed. */
  readonly frequencies: RotaryFrequencies;
  /** Default `"interleaved"`, as both implementations have it. */
  readonly layout?: "half" | "interleaved";
  /** Positions for one power of ζ, from 1 to 2³¹; default 512. */
  readonly scaleBase?: number;
  /** Position of the first query; default: the queries are the last keys. */
  readonly offset?: number;
  /** Positions of the queries, instead of `offset`. */
  readonly queryPositions?: ArrayLike<number>;
  /** Positions of the keys; default 0, 1, … */
  readonly keyPositions?: ArrayLike<number>;
  /**
   * Where the power is 0, which cancels in a score. `"torchscale"` (default):
   * ⌈n/2⌉ of n positions counted from 0; `"lucidrains"`: ⌊n/2⌋; or a position.
   */
  readonly centre?: "torchscale" | "lucidrains" | number;
}

/** Result of {@link Rotary.xpos}. */
export interface XposResult {
  /** Rotated and scaled queries, in the shape of `q`. */
  readonly q?: Tensor;
  /** Rotated keys, scaled by the inverse, in the shape of `k`. */
  readonly k?: Tensor;
  /** ζ_i = (2i + 0.4·d)/(1.4·d): `[rotaryDim / 2]`. */
  readonly zeta: Float64Array;
  /** Powers of ζ on the queries: `[T, rotaryDim / 2]`. */
  readonly queryScale?: Tensor;
  /** Powers of ζ on the keys: `[T, rotaryDim / 2]`. */
  readonly keyScale?: Tensor;
}

/** Options of {@link Rotary.multimodal}. */
export interface MultimodalOptions {
  /** What turns at which speed. */
  readonly frequencies: RotaryFrequencies;
  /** Pairs of each axis; they sum up to all pairs. Qwen2-VL: [16, 24, 24]. */
  readonly sections: ArrayLike<number>;
  /**
   * False (default): the sections follow each other (Qwen2-VL). True: pair i is
   * of axis i mod A while that has pairs left, else of axis 0 (Qwen3-VL).
   */
  readonly interleaved?: boolean;
  /** One row of positions per axis: `[A, T]` or `[A, B, T]`. */
  readonly positions: readonly RotaryPositions[] | TensorLike;
  /** Number format of the angles; default `"exact"`. */
  readonly precision?: RotaryPrecision;
}

/** Options of {@link Rotary.axial}. */
export interface AxialRotaryOptions {
  /** Cells along each axis of the grid: height and width, say. 1 to 8 axes. */
  readonly shape: ArrayLike<number>;
  /** Columns of a head that turn with each axis, an even number to 65536. */
  readonly dimPerAxis: number;
  /**
   * Frequencies and coordinates of cell k of n on an axis, i of P = dimPerAxis/2:
   *
   * - `"language"` (default): base^(−i/P); k (lucidrains, EVA-02)
   * - `"pixel"`: π·linspace(1, maxFrequency/2, P); linspace(−1, 1, n)
   *   (lucidrains)
   * - `"constant"`: 1; k
   * - `"centred"`: 2π·base^(−i/P); (2k + 1)/n − 1 (DINOv3)
   */
  readonly convention?: "language" | "pixel" | "constant" | "centred";
  /** Of `"language"` (default 10000) and `"centred"` (default 100). */
  readonly base?: number;
  /** Of `"pixel"`; default 10. */
  readonly maxFrequency?: number;
  /** Added to the coordinates of each axis. */
  readonly offsets?: ArrayLike<number>;
  /**
   * Of `"language"`: the grid that the model was trained on; coordinates are
   * scaled to it, k·reference/n (EVA-02).
   */
  readonly referenceShape?: ArrayLike<number>;
  /** Number format of the angles; default `"exact"`. */
  readonly precision?: RotaryPrecision;
}

/** Result of {@link Rotary.axial}: tables of the cells in row-major order. */
export interface AxialTables extends RotaryTables<Tensor> {
  /** The angles, unreduced: `[cells, axes·dimPerAxis / 2]`. */
  readonly angles: Tensor;
}

/** Options of {@link Rotary.attentionScale}. */
export interface AttentionScaleOptions {
  /** s, how many times longer the context is than in training. */
  readonly factor: number;
  /** k in 0.1·k·ln s + 1; default 1. */
  readonly mscale?: number;
  /** Width of a query's head. */
  readonly headDim: number;
}

/** Rotations of queries and keys. */
export interface Rotary {
  /**
   * Inverse frequencies θ_i = base^(−2i/d), i = 0 … d/2 − 1, d = `rotaryDim`,
   * after `scaling`, and the attention factor that belongs to it. Each is the
   * float64 nearest to the formula (scalings with a ramp: within 4 units in the
   * last place).
   *
   * Source: Su et al. 2021 (RoFormer), section 3.2.2; for the scalings see
   * {@link RotaryScaling}.
   *
   * @throws RangeError for a value out of range, TypeError for a wrong kind or
   * an unknown option
   */
  frequencies(options: RotaryFrequencyOptions): ComputedFrequencies;

  /**
   * Tables m·cos(p·θ_i) and m·sin(p·θ_i), m the attention factor. Exact tables
   * are within half a unit in the last place of m: 2.99e-8 at m = 1.
   *
   * @returns two tensors `[T, rotaryDim / 2]`, or `[B, T, rotaryDim / 2]` when
   * the positions are `[B, T]`
   */
  tables(options: RotaryTableOptions): RotaryTables<Tensor>;

  /**
   * Turns pair i of every head by the angle p·θ_i:
   * a' = a·cos − b·sin, b' = b·cos + a·sin. Columns past `rotaryDim` pass
   * through. Norms are kept (up to the attention factor), and q·k depends on
   * the offset of the two positions alone.
   *
   * Computed in float32: the error is at most 2⁻²²·(|a| + |b|).
   *
   * @param x - queries or keys, `[B, T, H, D]` or `[T, H, D]`; with `numHeads`
   * also `[B, T, H·D]` or `[T, H·D]`
   * @returns shape of `x`, a new tensor
   */
  apply(x: TensorLike, options: RotaryApplyOptions): Tensor;

  /**
   * As {@link Rotary.apply}, in the buffer itself: nothing is copied.
   *
   * @returns the buffer
   */
  applyInPlace(x: TensorBuffer, options: RotaryApplyOptions): TensorBuffer;

  /**
   * Moves cached keys, rotated already, by `delta` positions: the same as
   * rotating the original keys at p + delta, without having them. For keys of
   * xPos, call {@link Rotary.xpos} on them with `keyPositions` all `delta` and
   * `centre: 0`.
   *
   * @param keys - rotated keys, `[B, T, H, D]` or `[T, H, D]`
   * @param delta - one number, or one per token as positions are given
   * @returns shape of `keys`
   */
  shift(
    keys: TensorLike,
    delta: number | RotaryPositions,
    options: RotaryShiftOptions,
  ): Tensor;

  /**
   * xPos: queries times ζ^((p − centre)/scaleBase), keys by its inverse, both
   * rotated; pair i of a score fades with distance like ζ_i^(distance/scaleBase).
   * Positions may be at most 64·`scaleBase` from the centre.
   *
   * Source: Sun et al. 2022, "A Length-Extrapolatable Transformer".
   */
  xpos(options: XposOptions): XposResult;

  /**
   * M-RoPE: tables whose pairs take their positions from several axes (time,
   * height, width). Hand them to {@link Rotary.apply}.
   *
   * Source: Wang et al. 2024, "Qwen2-VL"; interleaved: Qwen3-VL.
   *
   * @returns `[T, rotaryDim / 2]` or `[B, T, rotaryDim / 2]`
   */
  multimodal(options: MultimodalOptions): RotaryTables<Tensor>;

  /**
   * Rotary tables of a grid: every axis has its own pairs. Cells are in
   * row-major order; hand the tables to {@link Rotary.apply} with the grid
   * flattened to one axis of positions.
   *
   * @returns `[cells, axes·dimPerAxis / 2]`
   */
  axial(options: AxialRotaryOptions): AxialTables;

  /** {@link Rotary.axial} on a grid of two axes, height and width. */
  axial2d(options: AxialRotaryOptions): AxialTables;

  /**
   * DeepSeek's other half of YaRN: `mscale` = 0.1·k·ln s + 1 (1 for s ≤ 1), and
   * the scale of the scores, mscale²/√headDim.
   */
  attentionScale(options: AttentionScaleOptions): {
    readonly mscale: number;
    readonly softmaxScale: number;
  };
}
