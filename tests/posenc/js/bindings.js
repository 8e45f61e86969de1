// The published module, called past src/posenc/js, by the names of src/posenc/wasm.
import { readFile } from "node:fs/promises";
import { readBorder, shortNames } from "../../../tools/lib/border.mjs";

const SHORT = shortNames(readBorder().exports);

/** What the package calls the export `name`. */
export function shortName(name) {
  const short = SHORT.get(name);
  if (short === undefined) throw new Error(`nothing exports ${name}`);
  return short;
}

/** An instance of its own: memory, its manager and the bindings. */
export async function startBindings() {
  const { instance } = await WebAssembly.instantiate(
    await readFile(new URL(import.meta.resolve("posenc/posenc.wasm"))),
  );
  const { exports } = /** @type {any} */ (instance);
  exports._initialize();
  const named = [...SHORT].map(([name, short]) => [name, exports[short]]);
  return { ...exports, ...Object.fromEntries(named) };
}
