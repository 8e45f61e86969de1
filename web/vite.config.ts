import type { Posenc } from "posenc";
import { defineConfig, type UserConfig } from "vite";
import { kitGroup, partGroups } from "./site/bundle/chunks.ts";
import { Libraries } from "./site/bundle/libraries.ts";
import { libraryParts } from "./site/bundle/library-parts.ts";
import { mathFont } from "./site/bundle/math-font.ts";
import { sitePages } from "./site/bundle/plugin.ts";
import { siteAddress } from "./site/pages/meta.ts";
import type { Site } from "./site/pages/write.ts";
import { site } from "./tutorial/site.ts";
import { here, sharedConfig } from "./vite.shared.ts";

/** The package as its users get it. */
const PACKAGE = {
  index: "../dist/index.js",
  catalog: "../dist/catalog.js",
  training: "../src/js/training.ts",
  wasm: "../dist/posenc.wasm",
};

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
  libraries = new Libraries(here("..")),
): UserConfig => ({
  ...sharedConfig(PACKAGE),
  // Relative addresses: the site works from any folder of any host.
  base: "./",
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
    mathFont(libraries),
    libraryParts(),
    libraries.plugin(),
    sitePages(content, loadPackage, libraries, siteAddress(address)),
  ],
  worker: { plugins: () => [libraryParts(), libraries.plugin()] },
});

export default defineConfig(configFor(site, process.env.POSENC_SITE_URL));
