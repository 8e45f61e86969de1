import * as pe from "posenc";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "questions/fastest": () =>
    pe.analysisWavelengths({ dModel: 512 })[0] as number,
};
