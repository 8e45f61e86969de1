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
import { sharing } from "./shared.js";

export type * from "./types.js";

/** base64 → bytes, by the engine itself where it can: 0.3 ms, not 7. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  const engine = Uint8Array as Partial<{
    fromBase64(text: string): Uint8Array<ArrayBuffer>;
  }>;
  if (engine.fromBase64) return engine.fromBase64(text);
  const binary = atob(text);
  // A loop: Uint8Array.from walks the string by code points, 20 times slower.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** By the engine itself where it can: jsdom in Jest has nothing of this. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  if (!(globalThis.DecompressionStream && globalThis.Response)) {
    const { inflate } = await import("./inflate.js");
    return inflate(bytes);
  }
  // Written to it, not piped from a Blob, whose stream() other DOMs lack.
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  const written = [writer.write(bytes), writer.close()];
  const [inflated] = await Promise.all([
    new Response(readable).arrayBuffer(),
    ...written,
  ]);
  return inflated;
}

/** The module, which the build has deflated and written as base64. */
const shared = /* @__PURE__ */ sharing(async () =>
  WebAssembly.compile(await inflated(decoded(deflatedBase64))),
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
