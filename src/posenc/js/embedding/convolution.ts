import type { Address } from "../buffer.js";
import { named } from "../default-instance.js";
import {
  embeddingConvolutional,
  embeddingConvolutional2d,
  embeddingConvolutionalScratchSize,
  embeddingWeightNorm,
} from "../generated/border/embedding.js";
import {
  Activation,
  ConvolutionPadding,
} from "../generated/border/enums/embedding.js";
import { MAX_POSITION, MAX_WIDTH, Options } from "../options.js";
import { RESULT } from "../result.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  flag,
  integer,
  type OptionsOf,
  optional,
  table,
  tensor,
} from "../schema.js";
import {
  type ReadTensor,
  showShape,
  type Tensor,
  type TensorInput,
} from "../tensor.js";
import { batched, COUNT, produce, SIDES, TOKENS } from "./common.js";
import {
  addressOf,
  GAIN,
  RESIDUAL,
  readGain,
  readResidual,
  readVector,
  readWeight,
} from "./weights.js";

const PADDING = choice(ConvolutionPadding, "zero");
const PER_CHANNEL = optional(tensor({ as: "[D]" }));
const PER_OUTPUT = optional(tensor({ as: "[O]" }));

/** @internal */
export const CONVOLUTIONAL = table("embedding.convolutional", {
  /** One kernel per channel (PyTorch's `[D, 1, K]` too). */
  depthwise: tensor({ rank: [2, 3], as: "[D, K]" }),
  /** Added to the depthwise part. */
  bias: PER_CHANNEL,
  /** Mixes the channels after it (PyTorch's `[O, D, 1]` too). */
  pointwise: optional(tensor({ rank: [2, 3], as: "[O, D]" })),
  /** Added to the pointwise part. */
  pointwiseBias: PER_OUTPUT,
  /**
   * What stands before the first and after the last token. `"zero"`: zeros,
   * ⌊K/2⌋ before, so that an even kernel reaches one token farther back.
   * `"circular"`: the other end. `"causal"`: zeros, K − 1 before, so that no
   * row reads a later one.
   */
  padding: PADDING,
  /** Add the tokens to the result (conditional encoding, PEG). */
  residual: RESIDUAL,
  ...RESULT,
});
/** Options of {@link Convolution.convolutional}. */
export type ConvolutionalOptions = OptionsOf<typeof CONVOLUTIONAL>;

/** @internal */
export const CONVOLUTIONAL_GROUPED = table("embedding.convolutionalGrouped", {
  /** Kernels, as PyTorch's `Conv1d` has them. */
  weight: tensor({ rank: 3, as: "[O, D/groups, K]" }),
  /**
   * Gain per tap (PyTorch's `[1, 1, K]` too): `weight` then holds directions
   * that are normalised as {@link Convolution.weightNorm} does.
   */
  gain: optional(GAIN),
  /** Groups of channels, a divisor of D and O; the default is wav2vec 2.0's. */
  groups: integer({ min: 1, max: MAX_WIDTH, default: 16 }),
  /** Added before the activation. */
  bias: PER_OUTPUT,
  /** `"gelu"`, the exact form with erf; `"none"`. */
  activation: choice(Activation, "gelu"),
  /** As in {@link ConvolutionalOptions}. */
  padding: PADDING,
  /** Add the tokens to the result. */
  residual: RESIDUAL,
  ...RESULT,
});
/** Options of {@link Convolution.convolutionalGrouped}. */
export type ConvolutionalGroupedOptions = OptionsOf<
  typeof CONVOLUTIONAL_GROUPED
>;

const { zero, circular } = ConvolutionPadding;

/** @internal */
export const CONVOLUTIONAL_2D = table("embedding.convolutional2d", {
  /** Grid of the tokens, `[height, width]`. */
  shape: SIDES,
  /** One kernel per channel (`[D, 1, Kh, Kw]` too). */
  depthwise: tensor({ rank: [3, 4], as: "[D, Kh, Kw]" }),
  /** Added to every cell. */
  bias: PER_CHANNEL,
  /** Step between cells that are kept. */
  stride: integer({ min: 1, max: MAX_POSITION, default: 1 }),
  /** Tokens in front (class tokens) that pass through. */
  prefix: COUNT,
  /** Add the tokens to the result. */
  residual: optional(flag(true), "true with `stride` 1"),
  /** In both directions. */
  padding: choice({ zero, circular }, "zero"),
  ...RESULT,
});
/** Options of {@link Convolution.convolutional2d}. */
export type Convolutional2dOptions = OptionsOf<typeof CONVOLUTIONAL_2D>;

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
  convolutional(x: TensorInput, options: ConvolutionalOptions): Tensor;

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
    x: TensorInput,
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
  weightNorm(v: TensorInput, gain: TensorInput): Tensor;

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
  convolutional2d(x: TensorInput, options: Convolutional2dOptions): Tensor;
}

interface Stage {
  readonly weight: ReadTensor;
  readonly gain?: ReadTensor | undefined;
  readonly bias: ReadTensor | undefined;
  readonly sizes: {
    readonly inputs: number;
    readonly outputs: number;
    readonly groups: number;
    readonly kernel: number;
    readonly padding: ConvolutionPadding;
    readonly activation: Activation;
  };
}

/** What a stage reads, what it writes, and what it adds. */
interface Places {
  readonly out: Address<Float32Array>;
  readonly x: Address<Float32Array>;
  readonly residual: Address<Float32Array> | 0;
}

/** What the binding takes. */
function argumentsOf(
  runtime: Runtime,
  frame: Frame,
  { out, x, residual }: Places,
  { batch, length }: ReturnType<typeof batched>,
  { weight, gain, bias, sizes }: Stage,
) {
  const scratchSize = runtime.number(embeddingConvolutionalScratchSize, sizes);
  return {
    inputs: sizes.inputs,
    outputs: sizes.outputs,
    groups: sizes.groups,
    kernel: sizes.kernel,
    padding: sizes.padding,
    activation: sizes.activation,
    out,
    x,
    weight: frame.input(weight).pointer,
    gain: addressOf(frame, gain),
    bias: addressOf(frame, bias),
    residual,
    scratch: frame.float64(scratchSize).pointer,
    scratchSize,
    batch,
    length,
  };
}

/** The depthwise part of a call, and the pointwise one if there is one. */
function readStages(
  options: ReturnType<typeof CONVOLUTIONAL.open>,
  d: number,
): { width: number; depthwise: Stage; pointwise: Stage | undefined } {
  const deep = readWeight(options, "depthwise", [d, null], 1);
  const mixing = options.has("pointwise");
  const flat = mixing ? readWeight(options, "pointwise", [null, d], 2) : deep;
  const width = flat.lengths[0] as number;
  if (!mixing && options.has("pointwiseBias")) {
    options.fail("pointwiseBias", "absent without pointwise");
  }
  const bias = readVector(options, "bias", d);
  const kernel = deep.lengths[1] as number;
  const padding = options.read("padding");
  const activation = Activation.none;
  const depthwise: Stage = {
    weight: deep.weight,
    bias,
    sizes: { inputs: d, outputs: d, groups: d, kernel, padding, activation },
  };
  const pointwise: Stage = {
    weight: flat.weight,
    bias: readVector(options, "pointwiseBias", width),
    sizes: {
      inputs: d,
      outputs: width,
      groups: 1,
      kernel: 1,
      padding: zero,
      activation,
    },
  };
  return { width, depthwise, pointwise: mixing ? pointwise : undefined };
}

/** {@link Convolution} of one instance. */
export const convolution = (runtime: Runtime): Convolution => ({
  convolutional(x, input) {
    const options = CONVOLUTIONAL.open(input, { x });
    const { call } = options;
    const tokens = options.tensor("x", TOKENS);
    const sizes = batched(tokens.shape);
    const { batch, length, width: d } = sizes;
    const { width, depthwise, pointwise } = readStages(options, d);
    const residual = readResidual(options, d, width);
    const shape = [...tokens.shape.slice(0, -1), width];
    return produce(
      runtime,
      options,
      shape,
      embeddingConvolutional,
      (frame, out) => {
        const x = frame.input(tokens).pointer;
        const rest = residual ? x : 0;
        if (!pointwise) {
          const places = { out, x, residual: rest } as const;
          return argumentsOf(runtime, frame, places, sizes, depthwise);
        }
        const middle = frame.float32(batch * length * d).pointer;
        const first = { out: middle, x, residual: 0 } as const;
        runtime.run(
          call,
          embeddingConvolutional,
          argumentsOf(runtime, frame, first, sizes, depthwise),
        );
        const second = { out, x: middle, residual: rest } as const;
        return argumentsOf(runtime, frame, second, sizes, pointwise);
      },
    );
  },

  convolutionalGrouped(x, input) {
    const options = CONVOLUTIONAL_GROUPED.open(input, { x });
    const { call } = options;
    const tokens = options.tensor("x", TOKENS);
    const sizes = batched(tokens.shape);
    const d = sizes.width;
    const groups = options.read("groups");
    const weight = options.read("weight");
    const [outputs = 0, inner = 0, kernel = 0] = weight.shape;
    if (d % groups !== 0 || outputs % groups !== 0 || inner !== d / groups) {
      throw new RangeError(
        `${call}: weight must have shape [O, D/groups, K] with D = ${d}, groups = ${groups} and both D and O divisible by groups, got ${showShape(weight.shape)}`,
      );
    }
    const stage: Stage = {
      weight,
      gain: options.has("gain")
        ? readGain(options, "weight", weight)
        : undefined,
      bias: readVector(options, "bias", outputs),
      sizes: {
        inputs: d,
        outputs,
        groups,
        kernel,
        padding: options.read("padding"),
        activation: options.read("activation"),
      },
    };
    const residual = readResidual(options, d, outputs);
    const shape = [...tokens.shape.slice(0, -1), outputs];
    return produce(
      runtime,
      options,
      shape,
      embeddingConvolutional,
      (frame, out) => {
        const x = frame.input(tokens).pointer;
        const places = { out, x, residual: residual ? x : 0 } as const;
        return argumentsOf(runtime, frame, places, sizes, stage);
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
    return produce(
      runtime,
      options,
      shape,
      embeddingWeightNorm,
      (frame, out) => ({
        out,
        v: frame.input(direction).pointer,
        gain: frame.input(scale).pointer,
        rows: o * i,
        taps,
      }),
    );
  },

  convolutional2d(x, input) {
    const options = CONVOLUTIONAL_2D.open(input, { x });
    const { call } = options;
    const tokens = options.tensor("x", TOKENS);
    const { batch, length, width: channels } = batched(tokens.shape);
    const [height, width] = options.read("shape");
    const prefix = options.read("prefix");
    if (prefix + height * width !== length) {
      throw new RangeError(
        `${call}: x must have ${prefix + height * width} tokens for prefix ${prefix} and shape [${height}, ${width}], got ${length}`,
      );
    }
    const kernels = [channels, null, null];
    const deep = readWeight(options, "depthwise", kernels, 1);
    const [, kernelHeight = 0, kernelWidth = 0] = deep.lengths;
    const bias = readVector(options, "bias", channels);
    const stride = options.read("stride");
    const residual = options.boolean("residual", stride === 1);
    if (residual && stride > 1) {
      options.fail("residual", "false with a stride above 1");
    }
    const padding = options.read("padding");
    const outTokens =
      prefix + Math.ceil(height / stride) * Math.ceil(width / stride);
    const shape = [...tokens.shape.slice(0, -2), outTokens, channels];
    return produce(
      runtime,
      options,
      shape,
      embeddingConvolutional2d,
      (frame, out) => ({
        out,
        x: frame.input(tokens).pointer,
        weight: frame.input(deep.weight).pointer,
        bias: addressOf(frame, bias),
        outTokens,
        batch,
        height,
        width,
        channels,
        kernelHeight,
        kernelWidth,
        stride,
        prefix,
        residual,
        padding,
      }),
    );
  },
});

export const convolutional: Convolution["convolutional"] =
  /* @__PURE__ */ named(convolution, "convolutional");
export const convolutional2d: Convolution["convolutional2d"] =
  /* @__PURE__ */ named(convolution, "convolutional2d");
export const convolutionalGrouped: Convolution["convolutionalGrouped"] =
  /* @__PURE__ */ named(convolution, "convolutionalGrouped");
export const weightNorm: Convolution["weightNorm"] = /* @__PURE__ */ named(
  convolution,
  "weightNorm",
);
