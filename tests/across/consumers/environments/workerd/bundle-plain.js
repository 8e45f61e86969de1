// A bundler that knows nothing of the condition "workerd".
import { build } from "esbuild";

await build({
  entryPoints: ["plain.js"],
  bundle: true,
  format: "esm",
  outfile: "plain/plain.js",
});
