/**
 * Every positional encoding of Transformers, exact and fast.
 *
 * ```ts
 * import { load } from "posenc";
 * const pe = await load();
 * pe.embedding.sinusoidal({ seqLen: 50, dModel: 128 }); // { data, shape: [50, 128] }
 * ```
 *
 * @module posenc
 */
import { createApi, type Posenc } from "./api.js";
import { deflatedBase64 } from "./generated/wasm-inline.js";
import { startFrom } from "./load.js";

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

/**
 * The module, which the build has deflated and written as base64. Unpacked when
 * it is asked for: an engine that is refused before may lack what this needs.
 */
const inlined: PromiseLike<Response> = {
  // biome-ignore lint/suspicious/noThenProperty: awaited, and nothing before
  then(resolve, reject) {
    const unpacked = async (): Promise<Response> => {
      const bytes = decoded(deflatedBase64);
      const inflate = new DecompressionStream("deflate");
      return new Response(new Blob([bytes]).stream().pipeThrough(inflate));
    };
    return unpacked().then(resolve, reject);
  },
};

let loading: Promise<Posenc> | undefined;

/**
 * Starts the library. The WebAssembly module is inside this file: nothing is
 * fetched, and every bundler and engine (Chrome 91, Firefox 113, Safari 16.4,
 * Node 18 or newer) loads it unconfigured. Calls share one instance.
 *
 * @throws Error with the reason when the engine has no WebAssembly SIMD or a
 * Content-Security-Policy forbids WebAssembly; a later call tries again.
 */
export function load(): Promise<Posenc> {
  loading ??= startFrom({ response: inlined })
    .then(createApi)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
