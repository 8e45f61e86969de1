import { Attending } from "../attend.js";
import type { AttentionOptions } from "../attention.js";
import { Options } from "../options.js";
import { preparePosition } from "../position.js";
import type { Runtime } from "../runtime.js";
import type { Tensor } from "../tensor.js";

/** Attention with an axis for the heads, under the name of another call. */
export function attend(
  runtime: Runtime,
  call: string,
  input: Pick<
    AttentionOptions,
    "q" | "k" | "v" | "causal" | "mask" | "position" | "returnWeights"
  >,
): { output: Tensor; weights?: Tensor } {
  const options = new Options(call, input);
  return runtime.frame(call, (frame) => {
    const attending = new Attending(runtime, frame, options);
    const position = preparePosition(
      runtime,
      frame,
      call,
      input.position,
      attending.sequence,
    );
    return attending.attend(position, {
      weights: input.returnWeights === true,
    });
  });
}
