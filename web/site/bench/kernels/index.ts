// The kernels of the benchmark, in the order of its table. To add one, write a
// file like the others here that exports a list of cases, and name it below.
import type { Case } from "../types.ts";
import attention from "./attention.ts";
import bias from "./bias.ts";
import rotary from "./rotary.ts";
import sinusoidal from "./sinusoidal.ts";

const [long, short] = [true, false].map((slow) =>
  attention.filter(({ group }) => (group === "long") === slow),
) as [Case[], Case[]];

export const cases: readonly Case[] = [
  ...short,
  ...bias,
  ...rotary,
  ...sinusoidal,
  ...long,
];
