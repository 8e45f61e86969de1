// How esbuild makes packages of src/.
import { version } from "./package-json.mjs";
import { inRoot } from "./paths.mjs";

/** @type {import("esbuild").BuildOptions} */
export const BUNDLE = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  // Spread literals are flattened: an object made in parts costs a call twice.
  minifySyntax: true,
  external: ["node:*", "@resvg/resvg-js", "*.wasm", "*.wasm?module"],
  define: { __POSENC_VERSION__: JSON.stringify(version) },
  logLevel: "silent",
};

/** Where dist/ has what several of its modules share. */
export const PARTS = "parts";

/** Entry points for esbuild: name in dist/ → source. */
export const entryPoints = (entries) =>
  Object.fromEntries(entries.map(([name, file]) => [name, inRoot(file)]));
