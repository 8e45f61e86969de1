import type { TensorBuffer } from "../buffer.js";
import type { Tensor, TensorInput } from "../tensor.js";
import type { RotaryApplyOptions, RotaryShiftOptions } from "./apply.js";
import type { AxialRotaryOptions, AxialTables } from "./axial.js";
import type {
  ComputedFrequencies,
  RotaryFrequencyOptions,
} from "./frequencies.js";
import type { RotaryPositions } from "./inputs.js";
import type { AttentionScaleOptions } from "./mscale.js";
import type { MultimodalOptions } from "./multimodal.js";
import type { PreparedRotary, RotaryPrepareOptions } from "./prepare.js";
import type { RotaryTables } from "./rotate.js";
import type {
  MultimodalPositions,
  MultimodalPositionsOptions,
} from "./spans.js";
import type { RotaryTableOptions } from "./tables.js";
import type { XposOptions, XposResult } from "./xpos.js";

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
   * a' = a·cos − b·sin, b' = b·cos + a·sin. Columns past `rotaryDim`, and
   * before `startIndex`, pass through. Norms are kept (up to the attention factor), and q·k depends on
   * the offset of the two positions alone.
   *
   * Computed in float32: the error is at most 2⁻²²·(|a| + |b|).
   *
   * @param x - queries or keys, `[B, T, H, D]` or `[T, H, D]`; with `numHeads`
   * also `[B, T, H·D]` or `[T, H·D]`
   * @returns shape of `x`, a new tensor
   */
  apply(x: TensorInput, options: RotaryApplyOptions): Tensor;

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
    keys: TensorInput,
    delta: number | RotaryPositions,
    options: RotaryShiftOptions,
  ): Tensor;

  /**
   * Rotations for a loop over tokens: options are read once, and angles lie in
   * the module.
   *
   * @returns free it with `dispose()`
   */
  prepare(options: RotaryPrepareOptions): PreparedRotary;

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
   * Positions of M-RoPE for a text with images and videos: text counts on on all
   * three axes; an image or video stands at the next position, and adds frame,
   * row and column on the axes time, height and width; what follows stands one
   * past the largest of them.
   *
   * Sources: `get_rope_index` of Hugging Face's transformers,
   * modeling_qwen2_5_vl.py (commit efa7189c) and modular_qwen3_vl.py (00709b86).
   * Versions that round seconds to integers before they multiply are met with
   * whole `secondsPerFrame`.
   */
  multimodalPositions(options: MultimodalPositionsOptions): MultimodalPositions;

  /**
   * Rotary tables of a grid: every axis has its own pairs. Cells are in
   * row-major order; hand the tables to {@link Rotary.apply} with the grid
   * flattened to one axis of positions. Where an axis has a scaling of its own
   * (`riflex` along time), use {@link Rotary.multimodal} with the frequencies of
   * all axes one after the other.
   *
   * @returns `[cells, columns / 2]`, the columns of all axes
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
