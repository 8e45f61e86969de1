import * as pe from "posenc";
import type { Check } from "./index.ts";

/** Wavelength of the last pair of a table as wide as that. */
const slowest =
  (dModel: number): Check =>
  () =>
    pe.analysisWavelengths({ dModel }).at(-1) as number;

export const checks: Readonly<Record<string, Check>> = {
  "sinusoids/turning-1024": () =>
    pe.analysisWavelengths({ dModel: 512 }).filter((wave) => wave <= 1024)
      .length,
  "sinusoids/slowest-64": slowest(64),
  "sinusoids/slowest-512": slowest(512),
};
