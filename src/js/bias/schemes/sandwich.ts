import { type OptionsOf, part, pick } from "../../schema.js";
import { CLOSING } from "../grid.js";
import { SANDWICH, sandwich } from "../sandwich.js";
import { byOffset } from "./by-offset.js";

const SANDWICH_FIELDS = pick(SANDWICH.fields, [
  "dim",
  "base",
  "convention",
  "causal",
  "future",
]);
export const SANDWICH_SCHEME = part(SANDWICH_FIELDS, CLOSING);
/** Sandwich (Chi et al. 2023): see {@link Bias.sandwich}. */
export type SandwichScheme = OptionsOf<typeof SANDWICH_SCHEME>;

/** Sandwich as attention takes it. */
export const sandwichScheme = byOffset(
  SANDWICH_SCHEME,
  SANDWICH.call,
  (runtime) => sandwich(runtime).sandwich,
);
