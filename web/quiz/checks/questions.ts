import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "questions/fastest": (pe) =>
    pe.analysis.wavelengths({ dModel: 512 })[0] as number,
};
