// The module in slices, as figures have it, each inlined with what calls it.
import { inlineBytes } from "./inline.js";
import { startInstance } from "./load.js";
import type { Runtime } from "./runtime.js";

/** A module whose base runs, and which more can be added to. */
export interface Sliced {
  readonly runtime: Runtime;
  /** Adds a slice: from then on its functions can be called. */
  add(slice: string): Promise<void>;
}

/**
 * Starts the base, which has the memory and what several slices call.
 *
 * @param base - as text, as the slices are
 */
export async function startSliced(base: string): Promise<Sliced> {
  let imports: WebAssembly.Imports = {};
  const runtime = await startInstance(async () => {
    const bytes = await inlineBytes(base);
    const { instance } = await WebAssembly.instantiate(bytes);
    imports = { "": instance.exports as WebAssembly.ModuleImports };
    return instance;
  });
  return {
    runtime,
    async add(slice) {
      await WebAssembly.instantiate(await inlineBytes(slice), imports);
    },
  };
}
