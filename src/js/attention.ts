import { Attending } from "./attention/attending.js";
import { PROJECTED, SHARED } from "./attention/options.js";
import type { Options } from "./options.js";
import {
  defaultScale,
  type PositionScheme,
  preparePosition,
  readsHiddenKeys,
} from "./position.js";
import { preparing } from "./prepared/attention.js";
import type {
  AttentionPrepareOptions,
  PreparedAttention,
} from "./prepared/options.js";
import type { Runtime } from "./runtime.js";
import { flag, given, type OptionsOf, optional, out, table } from "./schema.js";
import type { Tensor } from "./tensor.js";

export type {
  BooleanMask,
  LinearLayer,
  Projections,
} from "./attention/options.js";
export type {
  AttentionPrepareOptions,
  KeysAndValues,
  PreparedAttention,
} from "./prepared/options.js";

const { sinks, projections, ...BEFORE } = SHARED;

/** Options of calls that pass a whole attention on. */
export const WITH_POSITION = {
  ...BEFORE,
  /** How positions enter. */
  position: optional(
    given<PositionScheme>("an object with a type"),
    '`{ type: "none" }`',
  ),
  /**
   * Attention sinks, one score per head that takes weight and gives no value
   * (gpt-oss).
   */
  sinks,
  /** Multi-head attention's own linear layers around it. */
  projections,
};

export const ATTENTION = table(
  "attention",
  {
    ...WITH_POSITION,
    /**
     * Answer the weights as well, computed in float64. That takes about six times
     * as long and Q·K numbers per head.
     */
    returnWeights: flag(false),
    /** Write the output into this in place of a new array. */
    out: out("the output's shape"),
  },
  PROJECTED,
);
/** Options of {@link Posenc.attention}. */
export type AttentionOptions = OptionsOf<typeof ATTENTION>;

/** What {@link Posenc.attention} answers. */
export interface AttentionResult {
  /** In the form of `q`, with the width of the values: `[B, Q, H, E]` …. */
  readonly output: Tensor;
  /** With `returnWeights`: `[B, H, Q, K]`, or `[H, Q, K]` without a batch. */
  readonly weights?: Tensor;
}

/**
 * `attention`, also for other calls, whose names errors tell.
 *
 * @internal
 */
export const attentionOf = (
  runtime: Runtime,
  call: string,
  input: AttentionOptions,
): AttentionResult => attend(runtime, ATTENTION.open(input, {}, call));

/**
 * The same for options that another call has read.
 *
 * @internal
 */
export function attend(runtime: Runtime, options: Options): AttentionResult {
  const { call } = options;
  const weights = ATTENTION.fields.returnWeights.read(options, "returnWeights");
  return runtime.frame(call, (frame) => {
    const scheme = options.get("position");
    const attending = new Attending(
      runtime,
      frame,
      options,
      (width) => defaultScale(scheme, width),
      readsHiddenKeys(scheme),
    );
    const position = preparePosition(
      runtime,
      frame,
      call,
      scheme,
      attending.sequence,
    );
    return attending.attend(position, { weights });
  });
}

/** Attention, and what is prepared for a loop over tokens. */
export interface Attention {
  /**
   * Scaled dot-product attention with any position scheme,
   * softmax(scale·q·kᵀ + position + mask)·v, in one fused pass: memory grows
   * with T·D, never with T², unless weights are asked for.
   *
   * A query that sees nothing gets zeros. All inputs but the mask must be
   * finite, and q·k too must fit float32: numbers of 1e19 and more in both
   * overflow, and the output can be NaN.
   *
   * Takes B·H·Q·K·(D + E) products, half of them when `causal`; 8 heads of 8192
   * positions and width 64 take seconds. The call returns when it is done.
   *
   * Sources: Vaswani et al. 2017, section 3.2; Dao et al. 2022 for the pass.
   *
   * @throws RangeError for shapes that do not fit or a value out of range
   * @throws TypeError for a wrong kind or an unknown option
   */
  (options: AttentionOptions): AttentionResult;

  /**
   * A cache of keys and values in the module, for decoding a token at a time:
   * it holds options and tables, so that a step is one call of the module.
   *
   * Sources: Shazeer 2019 for the cache; Xiao et al. 2024 for `shift` with
   * tokens that stay.
   */
  prepare(options: AttentionPrepareOptions): PreparedAttention;
}

/** {@link Posenc.attention} of one instance, without `prepare`. */
export const attentionCall =
  (runtime: Runtime) =>
  (options: AttentionOptions): AttentionResult =>
    attentionOf(runtime, ATTENTION.call, options);

/** {@link Posenc.attention} of one instance. */
export const attention = (runtime: Runtime): Attention =>
  Object.freeze(
    Object.assign(attentionCall(runtime), { prepare: preparing(runtime) }),
  );
