import {
  type TemperatureOptions,
  temperatureCalls,
} from "./attention/temperature.js";
import {
  type AttentionOptions,
  type AttentionResult,
  attentionCall,
} from "./attention-call.js";
import { preparing } from "./prepared/attention.js";
import type {
  AttentionPrepareOptions,
  PreparedAttention,
} from "./prepared/options.js";
import type { Runtime } from "./runtime.js";

export type {
  BooleanMask,
  LinearLayer,
  Projections,
} from "./attention/options.js";
export type {
  AttentionTemperature,
  TemperatureOptions,
} from "./attention/temperature.js";
export type {
  AttentionOptions,
  AttentionResult,
} from "./attention-call.js";
export type { PlannedLayer } from "./layer.js";
export type {
  AttentionPrepareOptions,
  KeysAndValues,
  PreparedAttention,
} from "./prepared/options.js";

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

  /**
   * Attention temperature by itself: the factor on a query at each position, in
   * float64, within 3 units in the last place.
   *
   * Sources: Llama 4 and Ministral 3 as Hugging Face's transformers have them
   * (modeling_llama4.py at 63210d0e, modeling_ministral3.py at 430bd51d); Qwen 1
   * (modeling_qwen.py) for `"log"`; Nakanishi 2025, "Scalable-Softmax Is
   * Superior for Attention", for the idea.
   *
   * @throws RangeError for a position below 0 or a value out of range
   */
  temperature(options: TemperatureOptions): Float64Array;
}

/** {@link Posenc.attention} of one instance. */
export const attention = (runtime: Runtime): Attention =>
  Object.freeze(
    Object.assign(attentionCall(runtime), {
      prepare: preparing(runtime),
      ...temperatureCalls(runtime),
    }),
  );
