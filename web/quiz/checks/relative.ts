import type { Check } from "./index.ts";

/** How many different distances a grid of pairs has. */
const distances =
  (queryLen: number, keyLen: number, causal: boolean): Check =>
  (pe) => {
    const offset = keyLen - queryLen;
    const all = pe.relative.distances({ queryLen, keyLen, offset });
    return new Set(causal ? all.filter((d) => d >= 0) : all).size;
  };

export const checks: Readonly<Record<string, Check>> = {
  "relative/offsets-512": distances(512, 512, false),
  "relative/xl-rows": distances(512, 1024, true),
  "relative/t5-end": (pe) => {
    const buckets = pe.bias.t5Bucket(
      Int32Array.from({ length: 1024 }, (_, n) => -n),
    );
    return buckets.indexOf(buckets.at(-1) as number);
  },
};
