import * as pe from "posenc";
import type { Check } from "./index.ts";

/** How many different distances a grid of pairs has. */
const distances =
  (queryLen: number, keyLen: number, causal: boolean): Check =>
  () => {
    const offset = keyLen - queryLen;
    const all = pe.relativeDistances({ queryLen, keyLen, offset });
    return new Set(causal ? all.filter((d) => d >= 0) : all).size;
  };

export const checks: Readonly<Record<string, Check>> = {
  "relative/offsets-512": distances(512, 512, false),
  "relative/xl-rows": distances(512, 1024, true),
  "relative/t5-end": () => {
    const buckets = pe.t5Bucket(
      Int32Array.from({ length: 1024 }, (_, n) => -n),
    );
    return buckets.indexOf(buckets.at(-1) as number);
  },
};
