import { MAX_WIDTH, Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { readScaling } from "./scaling.js";
import type { ComputedFrequencies, RotaryFrequencyOptions } from "./types.js";

/** `rotary.frequencies`, also for other calls, whose names errors tell. */
export function frequenciesOf(
  runtime: Runtime,
  call: string,
  input: RotaryFrequencyOptions,
): ComputedFrequencies {
  const options = new Options(call, input, [
    "headDim",
    "rotaryDim",
    "base",
    "scaling",
    "seqLen",
  ]);
  const headDim = options.integer("headDim", { min: 2, max: MAX_WIDTH });
  const rotaryDim = options.integer("rotaryDim", {
    min: 2,
    max: headDim,
    default: headDim,
  });
  const pairs = Math.ceil(rotaryDim / 2);
  if (2 * pairs > headDim) options.fail("headDim", "an even integer");
  const base = options.number("base", { min: 1, max: 1e12, default: 1e4 });
  const seqLen = options.has("seqLen")
    ? options.integer("seqLen", { min: 1, max: 2 ** 53 })
    : 0;
  const dims = { headDim, rotaryDim, base, seqLen };
  const { fields, rescale } = readScaling(options, dims);
  return runtime.frame(call, (frame) => {
    const theta = frame.float64(2 * pairs);
    const factor = frame.float64(1);
    runtime.run(
      call,
      "rotary_frequencies",
      ...[theta.pointer, factor.pointer, rotaryDim],
      frame.inputFloat64([base, seqLen, ...fields]).pointer,
      ...[frame.inputFloat64(rescale).pointer, rescale.length],
    );
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
