/**
 * Positional encodings of Transformers, exact and fast.
 *
 * ```ts
 * import { init, sinusoidal } from "posenc";
 * await init();
 * sinusoidal({ seqLen: 50, dModel: 128 }); // { data, shape: [50, 128] }
 * ```
 *
 * Every call is an export of its own, and bundlers leave out what you don't
 * import. Encodings go by their own names (`sinusoidal`, `alibi`, `t5`, `shaw`);
 * all other calls by their path in {@link Posenc}, in camel case: `rotary.apply`
 * is `rotaryApply`.
 *
 * @module posenc
 */
import type { Posenc } from "./api.js";
import { inlineBytes } from "./inline.js";
import { once, orFused } from "./own.js";
import type { InitOptions } from "./source.js";
import { initFrom, loadFrom } from "./start.js";

export * from "./calls.js";
export type { InitOptions, WasmResponse, WasmSource } from "./source.js";
export type * from "./types.js";

const own = /* @__PURE__ */ orFused(
  /* @__PURE__ */ once(async () => {
    const { deflatedBase64 } = await import("./generated/wasm-inline.js");
    return WebAssembly.compile(await inlineBytes(deflatedBase64));
  }),
  () => import("./fused.js"),
);

const initHere = /* @__PURE__ */ initFrom(own);
const loadHere = /* @__PURE__ */ loadFrom(own);

/**
 * Starts the library for the exported calls. Later calls return the same
 * promise, unless the start failed.
 *
 * Without a source, the WebAssembly module comes out of the package itself, as
 * text in a script that only this fetches: every bundler and engine (Chrome 91,
 * Firefox 89, Safari 16.4, Node 20.19 or newer) loads it unconfigured. Node,
 * Cloudflare Workers and edge runtimes have entries of their own, by the
 * conditions of the package's `exports`. Where you serve files, `posenc.wasm`
 * itself is smaller, and is compiled while it arrives:
 *
 * ```ts
 * import url from "posenc/posenc.wasm?url"; // Vite; see also WasmSource
 * await init({ url });
 * ```
 *
 * @param options - exactly one of `url`, `bytes`, `module`, `response`, `fused`
 * @throws TypeError when options are given that aren't exactly one of these
 * @throws Error with the reason when the module cannot be fetched, the engine has
 * no WebAssembly SIMD or a Content-Security-Policy forbids WebAssembly
 */
export function init(options?: InitOptions): Promise<void> {
  return initHere(options);
}

/**
 * Starts an instance of its own, with memory of its own, and returns all calls
 * as one object: `(await load()).embedding.sinusoidal(…)`. A bundler keeps all of
 * the library for it.
 *
 * @param options - as for {@link init}
 * @throws as {@link init} does
 */
export function load(options?: InitOptions): Promise<Posenc> {
  return loadHere(options);
}
