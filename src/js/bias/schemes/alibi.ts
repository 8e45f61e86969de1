import { type OptionsOf, part, pick } from "../../schema.js";
import { ALIBI, alibi, SLOPES_OR_ORDER } from "../alibi.js";
import { CLOSING } from "../grid.js";
import { byOffset } from "./by-offset.js";

const ALIBI_FIELDS = pick(ALIBI.fields, [
  "order",
  "maxBias",
  "slopes",
  "symmetric",
  "causal",
  "future",
]);
export const ALIBI_SCHEME = part(ALIBI_FIELDS, SLOPES_OR_ORDER, CLOSING);
/** Attention with linear biases (Press et al. 2022): see {@link Bias.alibi}. */
export type AlibiScheme = OptionsOf<typeof ALIBI_SCHEME>;

/** ALiBi as attention takes it. */
export const alibiScheme = byOffset(
  ALIBI_SCHEME,
  ALIBI.call,
  (runtime) => alibi(runtime).alibi,
);
