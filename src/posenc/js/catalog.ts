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

export { catalog } from "./catalog/entries.js";
export type * from "./catalog/types.js";
export type { Finding, FindingCode, FindingLevel } from "./config/findings.js";
export { findingText } from "./config/zh.js";
