import * as pe from "posenc";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "rotary/alibi-ninth-of-12": () =>
    pe.alibiSlopes({ numHeads: 12 })[8] as number,
};
