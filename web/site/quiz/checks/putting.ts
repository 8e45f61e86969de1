import * as pe from "posenc";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  // Of root mean squares, which are norms but for a common factor.
  "putting/ratio-512": () => {
    const form = { dModel: 512 } as const;
    const words = pe.learned({ maxLen: 256, std: 0.02, ...form });
    const rows = pe.sinusoidal({ seqLen: 256, ...form });
    const size = ({ data }: { data: Float32Array }) =>
      Math.sqrt(data.reduce((sum, value) => sum + value * value, 0));
    return size(rows) / size(words);
  },
};
