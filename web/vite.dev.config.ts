// The server of npm run dev. It imports no page, so that a change of one does
// not start it anew: site/dev/ loads them through Vite.
import { defineConfig } from "vite";
import { mathFont } from "./site/bundle/math-font.ts";
import { developing } from "./site/dev/server.ts";
import { here, sharedConfig } from "./vite.shared.ts";

/** The library's sources, and the module by the names that they know. */
const SOURCES = {
  index: "../src/posenc/js/index.ts",
  catalog: "../src/posenc/js/catalog.ts",
  training: "../src/training/js/index.ts",
  wasm: "../src/posenc/js/generated/posenc.wasm",
};

export default defineConfig({
  ...sharedConfig(SOURCES),
  appType: "custom",
  cacheDir: here("../build/vite"),
  // The library is beside this folder.
  server: { fs: { allow: [here("..")] } },
  plugins: [mathFont(), developing()],
});
