import { type OptionsOf, part, pick } from "../../schema.js";
import { SANDWICH, sandwichCalls } from "../sandwich.js";
import { byOffset } from "./by-offset.js";

const SANDWICH_FIELDS = pick(SANDWICH.fields, ["dim", "base", "convention"]);
export const SANDWICH_SCHEME = part(SANDWICH_FIELDS);
/** Sandwich (Chi et al. 2023): see {@link Bias.sandwich}. */
export type SandwichScheme = OptionsOf<typeof SANDWICH_SCHEME>;

/** Sandwich as attention takes it. */
export const sandwichScheme = byOffset(
  SANDWICH_SCHEME,
  SANDWICH.call,
  (runtime) => sandwichCalls(runtime).sandwich,
);
