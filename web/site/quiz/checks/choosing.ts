import { catalog } from "posenc/catalog";
import { learnedNumbers } from "../../../widgets/figures/12-choosing/learned-numbers.ts";
import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  "choosing/table-millions"() {
    const formula = catalog.find(({ id }) => id === "learned")?.parameters;
    return learnedNumbers(formula ?? "", { L: 131_072, D: 4096 }) / 1e6;
  },
};
