// Numbers of the companions, all by the library's public functions.
import * as pe from "posenc";
import { decimals } from "../../../widgets/words/text.ts";
import type { Values } from "../../page.ts";

/** The inner product of two rows of width 512 at a distance, at distance 0 it is 1. */
const similar = (distance: number) => (): string => {
  const { values } = pe.analysisDecay({ dModel: 512, maxOffset: 1000 });
  const share = (values[distance] as number) / (values[0] as number);
  return decimals(share, 3);
};

/** How many of 512 dimensions change by less than 0.1 within so many positions. */
const idle = (seqLen: number) => (): number => {
  const { range } = pe.analysisRangePerDimension(
    pe.sinusoidal({ seqLen, dModel: 512 }),
  );
  return range.filter((it) => it < 0.1).length;
};

export const ofDocument0: Values = {
  slowestTurn: () =>
    Math.round(pe.analysisWavelengths({ dModel: 512 }).at(-1) as number),
  at1: similar(1),
  at10: similar(10),
  at100: similar(100),
  at1000: similar(1000),
  idle50: idle(50),
  idle5000: idle(5000),
};

export const ofDocument3: Values = {
  lastDivisor: () => decimals(10000 ** (510 / 512), 3),
  lastTurn: () =>
    decimals(pe.analysisWavelengths({ dModel: 512 }).at(-1) as number, 1),
};
