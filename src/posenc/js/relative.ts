import { lookup, shifts } from "./relative/lookup.js";
import { terms } from "./relative/terms.js";
import type { Relative } from "./relative/types.js";
import type { Runtime } from "./runtime.js";

/** {@link Posenc.relative} of one instance. */
export const relative = (runtime: Runtime): Relative =>
  Object.freeze<Relative>({
    ...terms(runtime),
    ...lookup(runtime),
    ...shifts(runtime),
  });

export type {
  DistancesOptions,
  LogBucketOptions,
  ShawIndicesOptions,
  ShawValuesOptions,
  ShiftOptions,
} from "./relative/lookup.js";
export type {
  CopeScheme,
  DebertaScheme,
  ShawScheme,
  TransformerXLScheme,
  TupeRelative,
  TupeScheme,
} from "./relative/options.js";
export type { RelativeOptions } from "./relative/terms.js";
export type { Relative, RelativeResult } from "./relative/types.js";
