import { named } from "../default-instance.js";
import { rotaryMscale } from "../generated/border/rotary.js";
import { MAX_WIDTH } from "../options.js";
import type { Runtime } from "../runtime.js";
import { integer, type OptionsOf, real, table } from "../schema.js";
import type { Rotary } from "./types.js";

export const ATTENTION_SCALE = table("rotary.attentionScale", {
  /** s, how many times longer the context is than in training. */
  factor: real({ above: 0, max: 1e12 }),
  /** k in 0.1·k·ln s + 1. */
  mscale: real({ default: 1 }),
  /** Width of a query's head. */
  headDim: integer({ min: 1, max: MAX_WIDTH }),
});
/** Options of {@link Rotary.attentionScale}. */
export type AttentionScaleOptions = OptionsOf<typeof ATTENTION_SCALE>;

/** {@link Rotary.attentionScale} of one instance. */
export const attentionScale = (
  runtime: Runtime,
): Pick<Rotary, "attentionScale"> => ({
  attentionScale(input) {
    const options = ATTENTION_SCALE.open(input);
    const factor = options.read("factor");
    const k = options.read("mscale");
    const headDim = options.read("headDim");
    const mscale = runtime.number(rotaryMscale, { factor, mscale: k });
    return { mscale, softmaxScale: (mscale * mscale) / Math.sqrt(headDim) };
  },
});

export const rotaryAttentionScale: Rotary["attentionScale"] =
  /* @__PURE__ */ named(attentionScale, "attentionScale");
