/**
 * Every encoding of the library with its source, what it costs and who uses it:
 * data for comparison tables, in English and Chinese. Needs no WebAssembly.
 *
 * ```ts
 * import { catalog } from "posenc/catalog";
 * catalog.filter((entry) => entry.enters === "bias").map((entry) => entry.name.en);
 * ```
 *
 * @module posenc/catalog
 */

import { embedding } from "./catalog/embedding.js";
import { features } from "./catalog/features.js";
import { rotary } from "./catalog/rotary.js";
import { bias, relative } from "./catalog/scores.js";
import type { CatalogEntry } from "./catalog/types.js";

export type * from "./catalog/types.js";
export type { Finding, FindingCode, FindingLevel } from "./config/findings.js";
export { findingText } from "./config/zh.js";

/** All encodings, in the order in which a position can enter a Transformer. */
export const catalog: readonly CatalogEntry[] = Object.freeze([
  ...embedding,
  ...features,
  ...rotary,
  ...bias,
  ...relative,
]);
