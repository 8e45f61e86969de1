// Attention as one call, without what is prepared for a loop.

import { readOffset } from "./attention/form.js";
import { BENT, PROJECTED, SHARED } from "./attention/options.js";
import { AttentionPass } from "./attention/pass.js";
import { named } from "./default-instance.js";
import { LAYER, OF_LAYER, withLayer } from "./layer.js";
import type { Options } from "./options.js";
import {
  defaultScale,
  type PositionScheme,
  preparePosition,
  readsHiddenKeys,
} from "./position.js";
import { either } from "./rules.js";
import type { Runtime } from "./runtime.js";
import { flag, given, type OptionsOf, optional, out, table } from "./schema.js";
import type { Tensor } from "./tensor.js";

const { sinks, projections, ...BEFORE } = SHARED;

/** Options of calls that pass a whole attention on. */
export const WITH_POSITION = {
  ...BEFORE,
  /**
   * How positions enter: numbers for the scores. What is seen is up to `causal`,
   * `window` and `mask` alone.
   */
  position: optional(
    given<PositionScheme>("an object with a type"),
    '`{ type: "none" }`',
  ),
  /**
   * Attention sinks, one score per head that takes weight and gives no value
   * (gpt-oss).
   */
  sinks,
  ...BENT,
  /** Multi-head attention's own linear layers around it. */
  projections,
};

export const ATTENTION = table(
  "attention",
  {
    ...WITH_POSITION,
    /**
     * A layer of a plan of `config.fromHuggingFace`: its heads, scale, position,
     * window, soft cap and temperature. `position` is given beside it only where
     * the layer's needs tensors of the model, or tokens stand at positions of
     * their own: then it is of the same type and taken as it is.
     */
    layer: LAYER,
    /**
     * Answer the weights as well, computed in float64. That takes about six times
     * as long and Q·K numbers per head.
     */
    returnWeights: flag(false),
    /** Write the output into this in place of a new array. */
    out: out("the output's shape"),
  },
  PROJECTED,
  either("layer", OF_LAYER),
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

/** How many positions a call reaches to, from 0; undefined where that is open. */
function reachOf(options: Options): number | undefined {
  const axis =
    options.get("order") === "BHTD" || options.has("numHeads") ? 2 : 3;
  const tokens = (name: "q" | "k"): number | undefined => {
    const { shape } = options.tensor(name);
    return shape[shape.length - axis];
  };
  const [queries, keys] = [tokens("q"), tokens("k")];
  if (queries === undefined || keys === undefined) return undefined;
  return Math.max(keys, readOffset(options, queries, keys) + queries);
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
export function attend(runtime: Runtime, given: Options): AttentionResult {
  const options = withLayer(given, reachOf);
  const { call } = options;
  const weights = ATTENTION.fields.returnWeights.read(options, "returnWeights");
  return runtime.frame(call, (frame) => {
    const scheme = options.get("position");
    const attending = new AttentionPass(
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

/** {@link Posenc.attention} of one instance, without `prepare`. */
export const attentionCall =
  (runtime: Runtime) =>
  (options: AttentionOptions): AttentionResult =>
    attentionOf(runtime, ATTENTION.call, options);

const attending = (runtime: Runtime) => ({ attention: attentionCall(runtime) });
export const attention: (options: AttentionOptions) => AttentionResult =
  /* @__PURE__ */ named(attending, "attention");
