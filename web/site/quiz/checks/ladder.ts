import * as pe from "posenc";
import type { Check } from "./index.ts";

/** Binary digits that differ between a position and the next. */
const flips =
  (pos: number, bits: number): Check =>
  () => {
    const { data } = pe.binary({ positions: [pos, pos + 1], bits });
    const [a, b] = [data.subarray(0, bits), data.subarray(bits)];
    return a.filter((bit, k) => bit !== b[k]).length;
  };

export const checks: Readonly<Record<string, Check>> = {
  "ladder/flips-63": flips(63, 7),
};
