import type { Runtime } from "../runtime.js";
import { type PairAnalysis, pairAnalysis } from "./pairs.js";
import { type SpectrumAnalysis, spectrumAnalysis } from "./spectrum.js";

export type * from "./pairs.js";
export type * from "./spectrum.js";

/** What can be measured of any table of rows. */
export interface TableAnalysis extends PairAnalysis, SpectrumAnalysis {}

/** {@link TableAnalysis} of one instance. */
export const tableAnalysis = (runtime: Runtime): TableAnalysis => ({
  ...pairAnalysis(runtime),
  ...spectrumAnalysis(runtime),
});
