// "posenc" as the package's figures have it: with the module as text beside it, so
// that both are fetched along with the first figure that calls the library, and a
// strict policy has no other kind of request to allow.
import {
  inlineBytes,
  setDefaultInstance,
  startCompiled,
} from "posenc/internal";
import { deflatedBase64 } from "posenc/wasm-inline";
import { provide } from "./starter.ts";

export * from "posenc/calls";

const compile = async (): Promise<object> =>
  WebAssembly.compile(await inlineBytes(deflatedBase64));

let starting: Promise<void> | undefined;

provide(() => {
  starting ??= startCompiled(compile)
    .then(setDefaultInstance)
    .catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
  return starting;
});
