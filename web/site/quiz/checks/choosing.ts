import type { Check } from "./index.ts";

export const checks: Readonly<Record<string, Check>> = {
  // A row of numbers for each position.
  "choosing/table-millions": () => (131_072 * 4096) / 1e6,
};
