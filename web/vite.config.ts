import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Posenc } from "posenc";
import { defineConfig } from "vite";
import { sitePages } from "./site/build/plugin.ts";
import { pages } from "./tutorial/pages.ts";

const here = (path: string): string =>
  fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
// The pages are written in this process, where `define` does not reach.
Object.assign(globalThis, { __POSENC_VERSION__: version });

async function loadPackage(): Promise<Posenc> {
  // Built before the site; by address, so that the config does not bundle it.
  const { load } = await import(
    new URL("../dist/index.js", import.meta.url).href
  );
  return load();
}

export default defineConfig({
  root: here("."),
  // Relative addresses: the site works from any folder of any host.
  base: "./",
  define: { __POSENC_VERSION__: JSON.stringify(version) },
  resolve: {
    // The package as its users get it.
    alias: [
      { find: /^posenc$/, replacement: here("../dist/index.js") },
      { find: /^posenc\/core$/, replacement: here("../dist/core.js") },
      { find: /^posenc\/(posenc\.wasm)/, replacement: here("../dist/$1") },
    ],
  },
  // While developing, the package is served from beside this folder.
  server: { fs: { allow: [here("..")] } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The code of the page is in the HTML already.
    modulePreload: { polyfill: false },
  },
  plugins: [sitePages(pages, loadPackage)],
});
