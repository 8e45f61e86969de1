// "posenc" as the package's figures have it: with the module as text beside it, so
// that both are fetched along with the first figure that calls the library, and a
// strict policy has no other kind of request to allow.
import { deflatedBase64 } from "../../src/js/generated/wasm-inline.js";
import { inlineBytes } from "../../src/js/inline.ts";
import { startCompiled } from "../../src/js/load.ts";
import { setRunning } from "../../src/js/running.ts";
import { provide } from "./starter.ts";

export * from "../../src/js/calls.ts";

const compile = async (): Promise<object> =>
  WebAssembly.compile(await inlineBytes(deflatedBase64));

let starting: Promise<void> | undefined;

provide(() => {
  starting ??= startCompiled(compile)
    .then(setRunning)
    .catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
  return starting;
});
