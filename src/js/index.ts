/**
 * Positional encodings of Transformers, exact and fast.
 *
 * ```ts
 * import { load } from "posenc";
 * const pe = await load();
 * pe.embedding.sinusoidal({ seqLen: 50, dModel: 128 }); // { data, shape: [50, 128] }
 * ```
 *
 * @module posenc
 */
import type { Posenc } from "./api.js";
import { deflatedBase64 } from "./generated/wasm-inline.js";
import { inlineBytes } from "./inline.js";
import { sharing } from "./shared.js";

export type * from "./types.js";

const shared = /* @__PURE__ */ sharing(async () =>
  WebAssembly.compile(await inlineBytes(deflatedBase64)),
);

/**
 * Starts the library. The WebAssembly module is inside this file: nothing is
 * fetched, and every bundler and engine (Chrome 91, Firefox 89, Safari 16.4,
 * Node 20 or newer) loads it unconfigured. Calls share one instance. Node,
 * Cloudflare Workers and edge runtimes get entries of their own by the
 * conditions of the package's `exports`.
 *
 * @throws Error with the reason when the engine has no WebAssembly SIMD or a
 * Content-Security-Policy forbids WebAssembly; a later call tries again.
 */
export function load(): Promise<Posenc> {
  return shared();
}
