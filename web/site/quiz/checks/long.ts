import * as pe from "posenc";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "long/unseen-llama3": () =>
    pe.analysisCoverage({
      headDim: 128,
      base: 500_000,
      trainLen: 8192,
      testLen: 32_768,
    }).unseen,
  // The first position whose row is that of its successor.
  "long/bfloat16-twin": () => {
    const frequencies = pe.rotaryFrequencies({ headDim: 128 });
    const { cos, sin } = pe.rotaryTables({
      frequencies,
      seqLen: 1024,
      precision: "bfloat16",
    });
    const pairs = frequencies.inverseFrequency.length;
    const row = (p: number): string =>
      [cos, sin]
        .map(({ data }) => data.subarray(p * pairs, (p + 1) * pairs).join())
        .join();
    let p = 0;
    while (p < 1023 && row(p) !== row(p + 1)) p += 1;
    return p;
  },
  "long/attention-million": () => {
    const n = 1000;
    const x = { data: new Float32Array(n), shape: [n, 1, 1] };
    const { weights } = pe.attention({ q: x, k: x, v: x, returnWeights: true });
    // A thousand times as long: a million times as many.
    return 1e6 * (weights?.data.length ?? 0);
  },
};
