import * as pe from "posenc";
import type { Check } from "./index.ts";

/** Different outputs of a counting head over so many positions. */
const counted =
  (seqLen: number): Check =>
  () => {
    const zeros = { data: new Float32Array(seqLen), shape: [seqLen, 1] };
    const v = { data: new Float32Array(seqLen), shape: [seqLen, 1] };
    v.data[0] = 1;
    const { output } = pe.attention({
      q: zeros,
      k: zeros,
      v,
      numHeads: 1,
      causal: true,
    });
    return pe.analysisCollisions({ rows: output, format: "bfloat16" }).distinct;
  };

export const checks: Readonly<Record<string, Check>> = {
  "order/counted-bf16": counted(1024),
};
