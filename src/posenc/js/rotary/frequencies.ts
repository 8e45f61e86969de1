import { named } from "../default-instance.js";
import { Arithmetic } from "../generated/border/enums/rotary.js";
import { rotaryFrequencies } from "../generated/border/rotary.js";
import { MAX_WIDTH, type Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import {
  BASE,
  choice,
  given,
  integer,
  type OptionsOf,
  optional,
  table,
} from "../schema.js";
import type { RotaryFrequencies } from "./inputs.js";
import { MAX_LENGTH, type RotaryScaling, readScaling } from "./scaling.js";
import type { Rotary } from "./types.js";

const HEAD_DIM = {
  text: "the width of a head",
  of: (options: Options) => options.get("headDim") as number,
};

export const ROTARY_FREQUENCIES = table("rotary.frequencies", {
  /** Width of a head. */
  headDim: integer({ min: 2, max: MAX_WIDTH }),
  /**
   * How many columns of a head turn. Where a model's config has
   * `partial_rotary_factor` r, it is ⌊headDim·r⌋, and the exponents count to it.
   * If that is odd, the last pair is whole and one column more turns, as in
   * Hugging Face's models.
   */
  rotaryDim: integer({ min: 2, max: HEAD_DIM, default: HEAD_DIM }),
  /** `rope_theta`. */
  base: BASE,
  /** Context extension. */
  scaling: optional(given<RotaryScaling>("an object with a type"), "none"),
  /**
   * Present length n, for the scalings that depend on it: `dynamic`,
   * `dynamicLinear`, `dynamicYarn`, `longrope`, `dynamicLongrope`.
   */
  seqLen: optional(integer({ min: 1, max: MAX_LENGTH })),
  /**
   * In what they are computed. `"float32"`: every step of Hugging Face's recipe
   * rounded to float32, for the scalings that it has (`linear`, `dynamic`,
   * `yarn`, `longrope`, `llama3`, `proportional`); PyTorch's own powers, which
   * depend on the processor, differ from it by one float32 unit in about one
   * number of 170. For tables of `precision: "float32"`.
   */
  precision: choice(Arithmetic, "exact"),
});
/** Options of {@link Rotary.frequencies}. */
export type RotaryFrequencyOptions = OptionsOf<typeof ROTARY_FREQUENCIES>;

/** Result of {@link Rotary.frequencies}. */
export interface ComputedFrequencies extends RotaryFrequencies {
  /** θ_i in radians per position: `[⌈rotaryDim / 2⌉]`. */
  readonly inverseFrequency: Float64Array;
  /** Multiplied into cos and sin alike; 1 without yarn or longrope. */
  readonly attentionFactor: number;
  /** What rounding to float64 left off each `inverseFrequency`. */
  readonly inverseFrequencyTail: Float64Array;
}

/** `rotary.frequencies`, also for other calls, whose names errors tell. */
export function frequenciesOf(
  runtime: Runtime,
  call: string,
  input: RotaryFrequencyOptions,
): ComputedFrequencies {
  const options = ROTARY_FREQUENCIES.open(input, {}, call);
  const headDim = options.read("headDim");
  const rotaryDim = options.read("rotaryDim");
  const pairs = Math.ceil(rotaryDim / 2);
  if (2 * pairs > headDim) options.fail("headDim", "an even integer");
  const base = options.read("base");
  const seqLen = options.read("seqLen") ?? 0;
  const precision = options.read("precision");
  const dims = { headDim, rotaryDim, base, seqLen, precision };
  const { fields, rescale } = readScaling(options, dims);
  return runtime.frame(call, (frame) => {
    const theta = frame.float64(2 * pairs);
    const factor = frame.float64(1);
    runtime.run(call, rotaryFrequencies, {
      theta: theta.pointer,
      attentionFactor: factor.pointer,
      rotaryDim,
      fields: frame.inputFloat64(fields).pointer,
      rescale: frame.inputFloat64(rescale).pointer,
      rescaleCount: rescale.length,
    });
    const both = theta.take();
    const half = (part: number): Float64Array =>
      Float64Array.from(
        { length: pairs },
        (_, i) => both[2 * i + part] as number,
      );
    return {
      inverseFrequency: half(0),
      attentionFactor: factor.take()[0] as number,
      inverseFrequencyTail: half(1),
    };
  });
}

/** {@link Rotary.frequencies} of one instance. */
export const frequencies = (runtime: Runtime): Pick<Rotary, "frequencies"> => ({
  frequencies: (input) =>
    frequenciesOf(runtime, ROTARY_FREQUENCIES.call, input),
});

const frequenciesCall: Rotary["frequencies"] = /* @__PURE__ */ named(
  frequencies,
  "frequencies",
);

export { frequenciesCall as rotaryFrequencies };
