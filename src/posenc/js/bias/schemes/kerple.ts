import { type OptionsOf, part, pick } from "../../schema.js";
import { KERNELS, KERPLE, kerpleCalls } from "../kerple.js";
import { byOffset } from "./by-offset.js";

const KERPLE_FIELDS = pick(KERPLE.fields, ["kind", "a", "p", "eps"]);
export const KERPLE_SCHEME = part(KERPLE_FIELDS, KERNELS);
/** KERPLE (Chi et al. 2022): see {@link Bias.kerple}. */
export type KerpleScheme = OptionsOf<typeof KERPLE_SCHEME>;

/** KERPLE as attention takes it. */
export const kerpleScheme = byOffset(
  KERPLE_SCHEME,
  KERPLE.call,
  (runtime) => kerpleCalls(runtime).kerple,
);
