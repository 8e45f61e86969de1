import { init } from "posenc";
import { defineConfig, type UserConfig } from "vite";
import { kitGroup, libraryGroups } from "./site/bundle/chunks.ts";
import { Libraries } from "./site/bundle/libraries.ts";
import { mathFont } from "./site/bundle/math-font.ts";
import { sitePages } from "./site/bundle/plugin.ts";
import { siteAddress } from "./site/pages/meta.ts";
import type { Site } from "./site/pages/write.ts";
import { site } from "./site/tutorial/site.ts";
import { here, sharedConfig } from "./vite.shared.ts";

/** The library's sources, whose modules the build can put into files. */
const PACKAGE = {
  index: "../src/posenc/js/index.ts",
  catalog: "../src/posenc/js/catalog.ts",
  training: "../src/training/js/index.ts",
  wasm: "../src/posenc/dist/posenc.wasm",
};

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
          groups: [kitGroup(here(".")), ...libraryGroups(here(".."))],
        },
      },
    },
  },
  plugins: [
    mathFont(libraries),
    libraries.plugin(),
    sitePages(content, init, libraries, siteAddress(address)),
  ],
  worker: { plugins: () => [libraries.plugin()] },
});

export default defineConfig(configFor(site, process.env.POSENC_SITE_URL));
