import { analysis } from "../analysis.js";
import type { Posenc } from "../api.js";
import { temperatureCalls } from "../attention/temperature.js";
import { attentionCall } from "../attention-call.js";
import { biasCalls } from "../bias.js";
import { config } from "../config.js";
import { convert } from "../convert.js";
import { embedding } from "../embedding.js";
import { goldenCalls } from "../golden.js";
import { relative } from "../relative.js";
import { rotaryCalls } from "../rotary.js";
import type { Runtime } from "../runtime.js";
import { transformerLayers } from "../transformer/layers.js";
import type { Bound } from "./not-in-threads.js";

/** The rooms of the library, with what lives no longer than its call. */
type Calls = {
  readonly [Room in Exclude<
    keyof Posenc,
    "version" | "isFused" | "buffer"
  >]: Omit<Posenc[Room], Bound>;
};

/** A call of the library, whichever. */
export type Call = (...args: readonly unknown[]) => unknown;

const calls = (runtime: Runtime): Calls => ({
  embedding: embedding(runtime),
  analysis: analysis(runtime),
  relative: relative(runtime),
  transformer: transformerLayers(runtime),
  attention: Object.assign(attentionCall(runtime), temperatureCalls(runtime)),
  config,
  ...goldenCalls(runtime),
  convert,
  rotary: rotaryCalls(runtime),
  bias: biasCalls(runtime),
});

/** All that a thread computes, by path: "rotary.apply". */
export function callsByPath(runtime: Runtime): ReadonlyMap<string, Call> {
  const found = new Map<string, Call>();
  const walk = (object: object, path: string): void => {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === "function") found.set(path + name, value as Call);
      // A call may have calls of its own, which come behind it.
      walk(value, `${path}${name}.`);
    }
  };
  walk(calls(runtime), "");
  return found;
}
