import { build } from "esbuild";

await build({
  entryPoints: ["main.js"],
  bundle: true,
  format: "esm",
  outdir: "dist",
  loader: { ".wasm": "file" },
  publicPath: "dist",
});
