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
import { wasmBase64 } from "./generated/wasm-inline.js";
import { startFrom } from "./load.js";

export type * from "./types.js";

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

let loading: Promise<Posenc> | undefined;

/**
 * Starts the library. The WebAssembly module is inside this file: nothing is
 * fetched, and every bundler and engine loads it unconfigured. Calls share one
 * instance.
 *
 * @throws Error with the reason when the engine has no WebAssembly SIMD or a
 * Content-Security-Policy forbids WebAssembly; a later call tries again.
 */
export function load(): Promise<Posenc> {
  loading ??= startFrom({ bytes: decodeBase64(wasmBase64) })
    .then(createApi)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
