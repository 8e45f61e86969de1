import { inlineBytes } from "../inline.js";

/** Compiles the module that is inside the package, in a file of its own. */
export async function compileInline(): Promise<object> {
  const { deflatedBase64 } = await import("../generated/wasm-inline.js");
  return WebAssembly.compile(await inlineBytes(deflatedBase64));
}
