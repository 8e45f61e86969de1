import { MAX_POSITION, MAX_WIDTH, Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import { showShape, type Tensor, type TensorLike } from "../tensor.js";
import { batched, produce, TOKENS } from "./common.js";
import { optional, readGain, readResidual, readWeight } from "./weights.js";

/** Options of {@link Convolution.convolutional}. */
export interface ConvolutionalOptions {
  /** One kernel per channel, shape `[D, K]` (PyTorch's `[D, 1, K]` too). */
  readonly depthwise: TensorLike;
  /** Added to the depthwise part, shape `[D]`. */
  readonly bias?: TensorLike;
  /** Mixes the channels after it, shape `[O, D]` (PyTorch's `[O, D, 1]` too). */
  readonly pointwise?: TensorLike;
  /** Added to the pointwise part, shape `[O]`. */
  readonly pointwiseBias?: TensorLike;
  /**
   * What stands before the first and after the last token. `"zero"` (default):
   * zeros, ⌊K/2⌋ before, so that an even kernel reaches one token farther back.
   * `"circular"`: the other end. `"causal"`: zeros, K − 1 before, so that no
   * row reads a later one.
   */
  readonly padding?: "zero" | "circular" | "causal";
  /** Add the tokens to the result (conditional encoding, PEG); default false. */
  readonly residual?: boolean;
}

/** Options of {@link Convolution.convolutionalGrouped}. */
export interface ConvolutionalGroupedOptions {
  /** Kernels, shape `[O, D/groups, K]`, as PyTorch's `Conv1d` has them. */
  readonly weight: TensorLike;
  /**
   * Gain per tap, shape `[K]` (PyTorch's `[1, 1, K]` too): `weight` then holds
   * directions that are normalised as {@link Convolution.weightNorm} does.
   */
  readonly gain?: TensorLike;
  /** Groups of channels, a divisor of D and O; default 16 (wav2vec 2.0). */
  readonly groups?: number;
  /** Added before the activation, shape `[O]`. */
  readonly bias?: TensorLike;
  /** `"gelu"` (default), the exact form with erf; `"none"`. */
  readonly activation?: "none" | "gelu";
  /** As in {@link ConvolutionalOptions}; default `"zero"`. */
  readonly padding?: "zero" | "circular" | "causal";
  /** Add the tokens to the result; default false. */
  readonly residual?: boolean;
}

/** Options of {@link Convolution.convolutional2d}. */
export interface Convolutional2dOptions {
  /** Grid of the tokens, `[height, width]`. */
  readonly shape: readonly [number, number];
  /** One kernel per channel, shape `[D, Kh, Kw]` (`[D, 1, Kh, Kw]` too). */
  readonly depthwise: TensorLike;
  /** Added to every cell, shape `[D]`. */
  readonly bias?: TensorLike;
  /** Step between cells that are kept, from 1; default 1. */
  readonly stride?: number;
  /** Tokens in front (class tokens) that pass through; default 0. */
  readonly prefix?: number;
  /** Add the tokens to the result; default: true with `stride` 1. */
  readonly residual?: boolean;
  /** `"zero"` (default) or `"circular"` in both directions. */
  readonly padding?: "zero" | "circular";
}

/** Positions from what stands around a token. */
export interface Convolution {
  /**
   * Depthwise (separable) convolution of the token embeddings along the text:
   * rows to add to them, or with `residual` their sum. Zeros at the edges make
   * absolute positions visible; with `"circular"` there are none, and shifting
   * the tokens shifts the result.
   *
   * Sources: Kaiser et al. 2017; Chu et al. 2021.
   *
   * @param x - token embeddings, shape `[B, T, D]` or `[T, D]`
   * @returns shape `[B, T, O]` or `[T, O]`; O = D without `pointwise`
   * @throws RangeError with both shapes when a weight does not fit
   */
  convolutional(x: TensorLike, options: ConvolutionalOptions): Tensor;

  /**
   * Convolutional position embedding of wav2vec 2.0: a wide grouped convolution
   * and GELU. An even kernel drops the last output.
   *
   * Source: Baevski et al. 2020, section 2.
   *
   * @param x - token embeddings, shape `[B, T, D]` or `[T, D]`
   * @returns shape `[B, T, O]` or `[T, O]`, to be added to `x`
   * @throws RangeError with both shapes when a weight does not fit
   */
  convolutionalGrouped(
    x: TensorLike,
    options: ConvolutionalGroupedOptions,
  ): Tensor;

  /**
   * Weight normalisation tap by tap: gain[k] · v[…, k] / ‖v[…, k]‖, PyTorch's
   * `weight_norm` with `dim=2`.
   *
   * Source: Salimans and Kingma 2016.
   *
   * @param v - directions, shape `[O, I, K]`
   * @param gain - shape `[K]` (PyTorch's `[1, 1, K]` too)
   * @returns the effective weight, shape `[O, I, K]`
   * @throws RangeError for a tap of zeros, which has no direction
   */
  weightNorm(v: TensorLike, gain: TensorLike): Tensor;

  /**
   * PEG, the position encoding generator of CPVT: tokens plus a depthwise
   * convolution over the image they came from.
   *
   * Source: Chu et al. 2021, section 3.3.
   *
   * @param x - tokens row by row behind the prefix, `[B, prefix + H·W, D]` or
   *   `[prefix + H·W, D]`
   * @returns the same shape; with a stride, ⌈H/stride⌉ × ⌈W/stride⌉ cells
   * @throws RangeError for tokens that do not make up the grid, and for a
   *   residual with a stride
   */
  convolutional2d(x: TensorLike, options: Convolutional2dOptions): Tensor;
}

const PADDINGS = ["zero", "circular", "causal"] as const;

interface Stage {
  readonly weight: TensorLike;
  readonly gain?: TensorLike | null;
  readonly bias: (frame: Frame) => number;
  /** Input channels, output channels, groups, kernel. */
  readonly sizes: readonly [number, number, number, number];
  readonly padding: number;
  readonly activation: number;
}

/** @internal */
export function convolution(runtime: Runtime): Convolution {
  /** What `embedding_convolutional` takes behind the result's address. */
  function argumentsOf(
    frame: Frame,
    x: number,
    residual: number,
    [batch, length]: readonly [number, number, number],
    { weight, gain, bias, sizes, padding, activation }: Stage,
  ): number[] {
    const [inputs, , groups, kernel] = sizes;
    const scratch = runtime.number(
      "embedding_convolutional_scratch_size",
      ...[inputs, groups, kernel],
    );
    return [
      x,
      frame.input(weight).pointer,
      gain ? frame.input(gain).pointer : 0,
      bias(frame),
      residual,
      frame.float64(scratch).pointer,
      ...[scratch, batch, length, ...sizes, padding, activation],
    ];
  }

  return {
    convolutional(x, input) {
      const call = "embedding.convolutional";
      const known = ["depthwise", "bias", "pointwise", "pointwiseBias"];
      const all = [...known, "padding", "residual"];
      const options = Options.with(call, { x }, input, all);
      const tokens = options.tensor("x", TOKENS);
      const sizes = batched(tokens.shape);
      const [batch, length, d] = sizes;
      const deep = readWeight(options, "depthwise", [d, null], "[D, K]", 1);
      const kernel = deep.lengths[1] as number;
      const mixing = options.has("pointwise");
      const flat = mixing
        ? readWeight(options, "pointwise", [null, d], "[O, D]", 2)
        : deep;
      const width = flat.lengths[0] as number;
      if (!mixing && options.has("pointwiseBias")) {
        options.fail("pointwiseBias", "absent without pointwise");
      }
      const depthwise: Stage = {
        weight: deep.weight,
        bias: optional(options, "bias", d),
        sizes: [d, d, d, kernel],
        padding: options.enumeration("padding", PADDINGS, "zero"),
        activation: 0,
      };
      const pointwise: Stage = {
        weight: flat.weight,
        bias: optional(options, "pointwiseBias", width),
        sizes: [d, width, 1, 1],
        padding: 0,
        activation: 0,
      };
      const residual = readResidual(options, d, width);
      const shape = [...tokens.shape.slice(0, -1), width];
      return produce(
        runtime,
        call,
        shape,
        "embedding_convolutional",
        (frame) => {
          const from = frame.input(tokens).pointer;
          const rest = residual ? from : 0;
          if (!mixing) return argumentsOf(frame, from, rest, sizes, depthwise);
          const middle = frame.float32(batch * length * d).pointer;
          runtime.run(
            call,
            "embedding_convolutional",
            middle,
            ...argumentsOf(frame, from, 0, sizes, depthwise),
          );
          return argumentsOf(frame, middle, rest, sizes, pointwise);
        },
      );
    },

    convolutionalGrouped(x, input) {
      const call = "embedding.convolutionalGrouped";
      const known = ["weight", "gain", "groups", "bias", "activation"];
      const all = [...known, "padding", "residual"];
      const options = Options.with(call, { x }, input, all);
      const tokens = options.tensor("x", TOKENS);
      const sizes = batched(tokens.shape);
      const d = sizes[2];
      const max = MAX_WIDTH;
      const groups = options.integer("groups", { min: 1, max, default: 16 });
      const weight = options.tensor("weight", {
        rank: 3,
        as: "[O, D/groups, K]",
      });
      const [width = 0, inner = 0, kernel = 0] = weight.shape;
      if (d % groups !== 0 || width % groups !== 0 || inner !== d / groups) {
        throw new RangeError(
          `${call}: weight must have shape [O, D/groups, K] with D = ${d}, groups = ${groups} and both D and O divisible by groups, got ${showShape(weight.shape)}`,
        );
      }
      const stage: Stage = {
        weight,
        gain: options.has("gain") ? readGain(options, "weight", weight) : null,
        bias: optional(options, "bias", width),
        sizes: [d, width, groups, kernel],
        padding: options.enumeration("padding", PADDINGS, "zero"),
        activation: options.enumeration("activation", ["none", "gelu"], "gelu"),
      };
      const residual = readResidual(options, d, width);
      const shape = [...tokens.shape.slice(0, -1), width];
      return produce(
        runtime,
        call,
        shape,
        "embedding_convolutional",
        (frame) => {
          const from = frame.input(tokens).pointer;
          return argumentsOf(frame, from, residual ? from : 0, sizes, stage);
        },
      );
    },

    weightNorm(v, gain) {
      const call = "embedding.weightNorm";
      const options = new Options(call, { v, gain }, ["v", "gain"]);
      const direction = options.tensor("v", { rank: 3, as: "[O, I, K]" });
      const [o = 0, i = 0, taps = 0] = direction.shape;
      const scale = readGain(options, "v", direction);
      const shape = [...direction.shape];
      return produce(runtime, call, shape, "embedding_weight_norm", (frame) => [
        frame.input(direction).pointer,
        frame.input(scale).pointer,
        ...[o * i, taps],
      ]);
    },

    convolutional2d(x, input) {
      const call = "embedding.convolutional2d";
      const known = ["shape", "depthwise", "bias", "stride", "prefix"];
      const all = [...known, "residual", "padding"];
      const options = Options.with(call, { x }, input, all);
      const tokens = options.tensor("x", TOKENS);
      const [batch, count, d] = batched(tokens.shape);
      const whole = { integer: true, min: 1, max: MAX_POSITION, length: 2 };
      const [h = 0, w = 0] = Array.from(options.numbers("shape", whole));
      const max = MAX_POSITION;
      const prefix = options.integer("prefix", { min: 0, max, default: 0 });
      if (prefix + h * w !== count) {
        throw new RangeError(
          `${call}: x must have ${prefix + h * w} tokens for prefix ${prefix} and shape [${h}, ${w}], got ${count}`,
        );
      }
      const kernels = [d, null, null];
      const as = "[D, Kh, Kw]";
      const deep = readWeight(options, "depthwise", kernels, as, 1);
      const bias = optional(options, "bias", d);
      const stride = options.integer("stride", { min: 1, max, default: 1 });
      const residual = options.boolean("residual", stride === 1);
      if (residual && stride > 1) {
        options.fail("residual", "false with a stride above 1");
      }
      const words = ["zero", "circular"] as const;
      const padding = options.enumeration("padding", words, "zero");
      const kept = prefix + Math.ceil(h / stride) * Math.ceil(w / stride);
      const shape = [...tokens.shape.slice(0, -2), kept, d];
      const [, kh = 0, kw = 0] = deep.lengths;
      return produce(
        runtime,
        call,
        shape,
        "embedding_convolutional2d",
        (frame) => [
          frame.input(tokens).pointer,
          frame.input(deep.weight).pointer,
          bias(frame),
          ...[kept, batch, h, w, d, kh, kw],
          ...[stride, prefix, Number(residual), padding],
        ],
      );
    },
  };
}
