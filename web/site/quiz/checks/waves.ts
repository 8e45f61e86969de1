import * as pe from "posenc";
import type { Check } from "./index.ts";

/** Share of the full inner product that is left at a distance. */
const share =
  (dModel: number, k: number): Check =>
  () => {
    const { values } = pe.analysisDecay({ dModel, maxOffset: k });
    return (values[k] as number) / (values[0] as number);
  };

export const checks: Readonly<Record<string, Check>> = {
  "waves/decay-100": share(512, 100),
  "waves/distinct-bf16": () =>
    pe.analysisCollisions({ dModel: 2, seqLen: 5000, format: "bfloat16" })
      .distinct,
};
