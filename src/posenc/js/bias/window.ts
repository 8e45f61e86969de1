import { named } from "../default-instance.js";
import {
  biasLogCpb,
  biasLogCpbScratchSize,
  biasRelativeCoords,
  biasRelativePositionIndex,
} from "../generated/border/bias.js";
import { MAX_WIDTH, type Options } from "../options.js";
import { RESULT } from "../result.js";
import type { Runtime } from "../runtime.js";
import {
  type Field,
  group,
  type OptionsOf,
  optional,
  out,
  real,
  table,
  tensor,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import { finite, finiteOf } from "./grid.js";

/** Height and width of a window; 0 is allowed where there is a default. */
const sides = (
  min: 0 | 1,
): Field<
  readonly [height: number, width: number],
  readonly [height: number, width: number],
  false
> => {
  const limits = { length: 2, min, max: MAX_WIDTH };
  const read = (
    options: Options,
    name: string,
  ): readonly [height: number, width: number] => {
    const [height = 0, width = 0] = Array.from(options.integers(name, limits));
    if ((height === 0) !== (width === 0)) {
      options.fail(name, "two sides of at least 1, or [0, 0]");
    }
    return [height, width];
  };
  return { kind: "integers", limits, optional: false, read, need: read };
};

const WINDOW = {
  /** Height and width in tokens. */
  windowSize: sides(1),
};
export const RELATIVE_POSITION_INDEX = table(
  "bias.relativePositionIndex",
  WINDOW,
);
/** Options of {@link WindowBias.relativePositionIndex}. */
export type WindowOptions = OptionsOf<typeof RELATIVE_POSITION_INDEX>;

const WINDOWS = {
  ...WINDOW,
  /**
   * Height and width that the perceptron was trained with, whose scale the
   * coordinates keep.
   */
  pretrainedWindowSize: optional(sides(0), "`[0, 0]`, the window itself"),
};
export const RELATIVE_COORDS = table("bias.relativeCoords", {
  ...WINDOWS,
  ...RESULT,
});
/** Options of {@link WindowBias.relativeCoords}. */
export type RelativeCoordsOptions = OptionsOf<typeof RELATIVE_COORDS>;

export const WEIGHTS = {
  /** Shape `[W, 2]`: of the vertical and the horizontal coordinate. */
  hiddenWeight: tensor(),
  /** Shape `[W]`. */
  hiddenBias: finite(tensor({ rank: 1, as: "[W]" })),
  /** Shape `[H, W]`; this layer has no bias. */
  outputWeight: tensor(),
};
/** The perceptron of {@link WindowBias.logCpb}: 2 → W → H with one ReLU. */
export type LogCpbWeights = OptionsOf<typeof WEIGHTS>;

export const LOG_CPB_TABLE = {
  ...WINDOWS,
  /** The learned perceptron. */
  weights: group(WEIGHTS),
  /** Factor on the sigmoid. */
  scale: real({ default: 16 }),
};
/** A window's bias: see {@link WindowBias.logCpb}. */
export type LogCpbTable = OptionsOf<typeof LOG_CPB_TABLE>;

export const LOG_CPB = table("bias.logCpb", {
  ...LOG_CPB_TABLE,
  /** Write into this buffer in place of a new array. */
  out: out("shape `[H, N, N]`"),
});
/** Options of {@link WindowBias.logCpb}. */
export type LogCpbOptions = OptionsOf<typeof LOG_CPB>;

/** Biases in a window of two dimensions as {@link Posenc.bias} has them. */
export interface WindowBias {
  /**
   * Swin V2's log-spaced continuous position bias: 16·sigmoid of a perceptron
   * of {@link WindowBias.relativeCoords}, for all pairs of the N tokens of a window.
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

const ITSELF: readonly [height: number, width: number] = [0, 0];

/** {@link WindowBias} of one instance. */
export const windowBias = (runtime: Runtime): WindowBias => ({
  logCpb(input) {
    const options = LOG_CPB.open(input);
    const { call } = options;
    const [height, width] = options.read("windowSize");
    const pretrained = options.read("pretrainedWindowSize") ?? ITSELF;
    const scale = options.read("scale");
    const weights = options.read("weights");
    const hiddenBias = weights.read("hiddenBias");
    const hidden = hiddenBias.data.length;
    const first = finiteOf(weights, "hiddenWeight", [hidden, 2]);
    const second = finiteOf(weights, "outputWeight", [null, hidden]);
    const [heads = 0] = second.shape;
    const shape = [heads, height * width, height * width];
    return runtime.frame(call, (frame) => {
      const out = frame.output(shape, options.out());
      const sizes = { heads, hidden, height, width };
      const scratch = runtime.number(biasLogCpbScratchSize, sizes);
      const offsets = (2 * height - 1) * (2 * width - 1);
      runtime.run(call, biasLogCpb, {
        out: out.pointer,
        ...sizes,
        scale,
        pretrainedHeight: pretrained[0],
        pretrainedWidth: pretrained[1],
        hiddenWeight: frame.input(first).pointer,
        hiddenBias: frame.input(hiddenBias).pointer,
        outputWeight: frame.input(second).pointer,
        table: frame.float32(heads * offsets).pointer,
        scratch: frame.float64(scratch).pointer,
      });
      return frame.result(out, shape, options.out());
    });
  },

  relativeCoords(input) {
    const options = RELATIVE_COORDS.open(input);
    const [height, width] = options.read("windowSize");
    const pretrained = options.read("pretrainedWindowSize") ?? ITSELF;
    const shape = [2 * height - 1, 2 * width - 1, 2];
    return runtime.frame(options.call, (frame) => {
      const given = options.out();
      const out = frame.output(shape, given);
      runtime.run(options.call, biasRelativeCoords, {
        out: out.pointer,
        height,
        width,
        pretrainedHeight: pretrained[0],
        pretrainedWidth: pretrained[1],
      });
      return frame.result(out, shape, given);
    });
  },

  relativePositionIndex(input) {
    const options = RELATIVE_POSITION_INDEX.open(input);
    const [height, width] = options.read("windowSize");
    return runtime.frame(options.call, (frame) => {
      const out = frame.int32((height * width) ** 2);
      runtime.run(options.call, biasRelativePositionIndex, {
        out: out.pointer,
        height,
        width,
      });
      return out.take();
    });
  },
});

export const logCpb: WindowBias["logCpb"] = /* @__PURE__ */ named(
  windowBias,
  "logCpb",
);
export const relativeCoords: WindowBias["relativeCoords"] =
  /* @__PURE__ */ named(windowBias, "relativeCoords");
export const relativePositionIndex: WindowBias["relativePositionIndex"] =
  /* @__PURE__ */ named(windowBias, "relativePositionIndex");
