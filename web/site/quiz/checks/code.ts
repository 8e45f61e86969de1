import { received } from "../../../widgets/figures/05-code/broadcast-rules.ts";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "code/foreign-rows": () => {
    const given = { batch: 4, seqLen: 20, dModel: 512, maxLen: 5000 };
    const rows = received({
      ...given,
      ...{ order: "batch-first", table: "time-first", column: true },
    });
    return rows?.filter((row, k) => row !== k % given.seqLen).length ?? 0;
  },
};
