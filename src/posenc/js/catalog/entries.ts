import { embedding } from "./embedding.js";
import { features } from "./features.js";
import { rotary } from "./rotary.js";
import { bias, relative } from "./scores.js";
import type { CatalogEntry } from "./types.js";

/** All encodings, in the order in which a position can enter a Transformer. */
export const catalog: readonly CatalogEntry[] = Object.freeze([
  ...embedding,
  ...features,
  ...rotary,
  ...bias,
  ...relative,
]);
