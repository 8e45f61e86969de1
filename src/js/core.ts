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
import { describe } from "./errors.js";
import { startFrom, type WasmSource } from "./load.js";
import { Options } from "./options.js";

export type { WasmSource } from "./load.js";
export type * from "./types.js";

const SOURCES = ["url", "bytes", "module", "response"] as const;

/**
 * Starts an instance of the library of its own.
 *
 * @param source - exactly one of `url`, `bytes`, `module`, `response`
 * @throws TypeError when not exactly one source is given
 * @throws Error with the reason when the module cannot be fetched or started
 */
export async function init(source: WasmSource): Promise<Posenc> {
  const options = new Options("init", source, SOURCES);
  const given = SOURCES.filter((name) => options.has(name));
  if (given.length !== 1) {
    throw new TypeError(
      `init: exactly one of ${SOURCES.join(", ")} is required, got ${given.length ? given.join(" and ") : describe(source)}`,
    );
  }
  return createApi(await startFrom(source));
}
