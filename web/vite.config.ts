import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Posenc } from "posenc";
import { defineConfig, type UserConfig } from "vite";
import { kitGroup, partGroups } from "./site/build/chunks.ts";
import { siteAddress } from "./site/build/meta.ts";
import { libraryParts } from "./site/build/parts.ts";
import { sitePages } from "./site/build/plugin.ts";
import type { Site } from "./site/build/write.ts";
import { site } from "./tutorial/site.ts";

const here = (path: string): string =>
  fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8"));
// The pages are written in this process, where `define` does not reach.
const defines = {
  __POSENC_VERSION__: version,
  __POSENC_INTEGRITY__: integrity(here("../dist/widgets/auto.js")),
  __POSENC_SITE__: "here",
};
Object.assign(globalThis, defines);

/** Subresource integrity of a published file; "" before it is built. */
function integrity(file: string): string {
  if (!existsSync(file)) return "";
  const hash = createHash("sha384").update(readFileSync(file));
  return `sha384-${hash.digest("base64")}`;
}

async function loadPackage(): Promise<Posenc> {
  // Built before the site; by address, so that the config does not bundle it.
  const { load } = await import(
    new URL("../dist/index.js", import.meta.url).href
  );
  return load();
}

/** How a site is built from what it says, for an address if that is known. */
export const configFor = (
  content: Site,
  address?: string | undefined,
): UserConfig => ({
  root: here("."),
  // Relative addresses: the site works from any folder of any host.
  base: "./",
  define: Object.fromEntries(
    Object.entries(defines).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  ),
  resolve: {
    alias: [
      { find: /^d3-interpolate$/, replacement: here("plots/interpolate.ts") },
      // The package as its users get it.
      { find: /^posenc$/, replacement: here("../dist/index.js") },
      { find: /^posenc\/catalog$/, replacement: here("../dist/catalog.js") },
      // From its sources, so that each part can be a file of its own.
      { find: /^posenc\/parts$/, replacement: here("../src/js/parts.ts") },
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
    rolldownOptions: {
      output: {
        // Names with a hash do not compress, and each page lists dozens.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
        codeSplitting: {
          // What these import is in groups of its own, or shared with others.
          includeDependenciesRecursively: false,
          groups: [kitGroup(here(".")), ...partGroups(here(".."))],
        },
      },
    },
  },
  plugins: [
    libraryParts(),
    sitePages(content, loadPackage, siteAddress(address)),
  ],
  worker: { plugins: () => [libraryParts()] },
});

export default defineConfig(configFor(site, process.env.POSENC_SITE_URL));
