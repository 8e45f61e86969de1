// TypeScript's compiler. An import would look for names through its 9 MB first,
// which takes twice as long as to run them.
import { createRequire } from "node:module";

/** @type {typeof import("typescript")} */
export const ts = createRequire(import.meta.url)("typescript");
