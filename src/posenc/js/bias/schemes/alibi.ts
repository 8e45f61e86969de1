import { type OptionsOf, part, pick } from "../../schema.js";
import { ALIBI, alibiCalls, SLOPES_OR_ORDER } from "../alibi.js";
import { byOffset } from "./by-offset.js";

const ALIBI_FIELDS = pick(ALIBI.fields, [
  "order",
  "maxBias",
  "slopes",
  "symmetric",
]);
export const ALIBI_SCHEME = part(ALIBI_FIELDS, SLOPES_OR_ORDER);
/**
 * Attention with linear biases (Press et al. 2022): −m·(p − k), see
 * {@link Bias.alibi}. That rises for keys after the query, which the paper's
 * causal order hides: where the call's `causal` is false, take `symmetric`.
 */
export type AlibiScheme = OptionsOf<typeof ALIBI_SCHEME>;

/** ALiBi as attention takes it. */
export const alibiScheme = byOffset(
  ALIBI_SCHEME,
  ALIBI.call,
  (runtime) => alibiCalls(runtime).alibi,
);
