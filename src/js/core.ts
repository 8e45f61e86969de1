/**
 * The library without the inlined WebAssembly: give it `posenc/posenc.wasm`.
 *
 * ```ts
 * import { init } from "posenc/core";
 * const pe = await init({ url: new URL("posenc.wasm", import.meta.url) });
 * ```
 *
 * @module posenc/core
 */
import { createApi, type Posenc } from "./api.js";
import { startChecked, type WasmSource } from "./source.js";

export type { WasmResponse, WasmSource } from "./source.js";
export type * from "./types.js";

/**
 * Starts an instance of the library of its own.
 *
 * @param source - exactly one of `url`, `bytes`, `module`, `response`
 * @throws TypeError when not exactly one source is given
 * @throws Error with the reason when the module cannot be fetched or started
 */
export async function init(source: WasmSource): Promise<Posenc> {
  return createApi(await startChecked("init", source));
}
