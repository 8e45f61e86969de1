import * as pe from "posenc";
import type { Check } from "./index.ts";

/** Different vectors that equal tokens become. */
const distinctAfter =
  (layers: number): Check =>
  () => {
    const width = 8;
    const depthwise = pe.learned({
      maxLen: width,
      dModel: 3,
      std: 0.3,
      seed: 2,
    });
    const one = pe.learned({ maxLen: 1, dModel: width, std: 0.5 });
    let rows = pe.embeddingLookup(one, Array<number>(100).fill(0));
    for (let layer = 0; layer < layers; layer += 1) {
      rows = pe.convolutional(rows, { depthwise, residual: true });
    }
    return pe.analysisCollisions({ rows }).distinct;
  };

export const checks: Readonly<Record<string, Check>> = {
  "designs/log-float16": () =>
    pe.analysisCollisions({
      rows: pe.logarithmic({ seqLen: 5000, dModel: 1 }),
      format: "float16",
    }).distinct,
  "designs/conv-distinct": distinctAfter(3),
  "designs/first-fixed-wave": () =>
    pe.analysisWavelengths({ dModel: 512 })[64] as number,
};
