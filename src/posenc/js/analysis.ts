import {
  type PermutationAnalysis,
  permutationAnalysis,
} from "./analysis/permutation.js";
import { type RotaryAnalysis, rotaryAnalysis } from "./analysis/rotary.js";
import {
  type SinusoidalAnalysis,
  sinusoidalAnalysis,
} from "./analysis/sinusoidal.js";
import { type TableAnalysis, tableAnalysis } from "./analysis/table.js";
import { type TermAnalysis, termAnalysis } from "./analysis/terms.js";
import type { Runtime } from "./runtime.js";

export type { SinusoidalForm } from "./analysis/form.js";
export type * from "./analysis/permutation.js";
export type * from "./analysis/rotary.js";
export type * from "./analysis/sinusoidal.js";
export type * from "./analysis/table.js";
export type * from "./analysis/terms.js";

/** What can be measured of an encoding. */
export interface Analysis
  extends SinusoidalAnalysis,
    TableAnalysis,
    PermutationAnalysis,
    RotaryAnalysis,
    TermAnalysis {}

/** {@link Posenc.analysis} of one instance. */
export function analysis(runtime: Runtime): Analysis {
  return Object.freeze<Analysis>({
    ...sinusoidalAnalysis(runtime),
    ...tableAnalysis(runtime),
    ...permutationAnalysis(runtime),
    ...rotaryAnalysis(runtime),
    ...termAnalysis,
  });
}
