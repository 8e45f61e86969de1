import { build } from "esbuild";

await build({
  entryPoints: {
    main: "main.js",
    // Which esbuild does not find by itself: connect({ url }).
    "worker-thread": "../node_modules/posenc/dist/worker-thread.js",
  },
  bundle: true,
  format: "esm",
  outdir: "dist",
  loader: { ".wasm": "file" },
  publicPath: "dist",
});
