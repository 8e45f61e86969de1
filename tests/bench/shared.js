/** Modules of web/ in this process: the oldest Node here reads no TypeScript. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** @param path below web/, such as "bench/index.ts" */
export async function importShared(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../web/${path}`, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "neutral",
    logLevel: "error",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}
