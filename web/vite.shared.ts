// What the build of the site and the server for developing it have in common.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { UserConfig } from "vite";

/** A path beside this file. */
export const here = (path: string): string =>
  fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
// The pages are written in this process, where `define` does not reach.
const defines = {
  __POSENC_VERSION__: version,
  __POSENC_INTEGRITY__: integrity(here("widgets/dist/auto.js")),
  __POSENC_SITE__: "here",
};
Object.assign(globalThis, defines);

/** Subresource integrity of a published file; "" before it is built. */
function integrity(file: string): string {
  if (!existsSync(file)) return "";
  const hash = createHash("sha384").update(readFileSync(file));
  return `sha384-${hash.digest("base64")}`;
}

/** Where the library is: the package, or its sources. */
export interface Library {
  readonly index: string;
  readonly catalog: string;
  readonly training: string;
  readonly wasm: string;
}

/** Settings of both, with the library where it is said to be. */
export const sharedConfig = (library: Library): UserConfig => ({
  root: here("."),
  publicDir: here("site/public"),
  define: Object.fromEntries(
    Object.entries(defines).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  ),
  resolve: {
    alias: [
      { find: /^d3-format$/, replacement: here("widgets/plots/no-format.ts") },
      {
        find: /^d3-interpolate$/,
        replacement: here("widgets/plots/interpolate.ts"),
      },
      { find: /^posenc$/, replacement: here(library.index) },
      { find: /^posenc\/catalog$/, replacement: here(library.catalog) },
      {
        find: /^posenc\/internal$/,
        replacement: here("../src/posenc/js/internal.ts"),
      },
      { find: /^posenc-training$/, replacement: here(library.training) },
      {
        find: /^posenc-training\/internal$/,
        replacement: here("../src/training/js/internal.ts"),
      },
      // Of the same sources, so that the module is there once.
      {
        find: /^virtual:posenc-training-pool$/,
        replacement: here("../src/training/js/worker/by-url.ts"),
      },
      // A file that runs by itself, as it is published.
      {
        find: /^virtual:posenc-training-thread/,
        replacement: here("../src/training/dist/thread.js"),
      },
      { find: /^posenc\/posenc\.wasm/, replacement: here(library.wasm) },
    ],
  },
});
