// posenc-training in a page and in its threads: the same bytes as everywhere.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inDist } from "../../../../tools/lib/paths.mjs";
import { useEngine } from "../engine.js";
import { expectedRuns } from "../training.js";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
const page = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Runs</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script></head></html>`;

/** A script of a page with all that it imports, as bundlers make it. */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0].text;
}

const engine = useEngine({
  // The thread's file is beside the script that starts it.
  folder: inDist("training"),
  files: {
    "runs.html": page("in-page.js"),
    "in-page.js": await bundled(`import { load } from "posenc-training";
import { trained } from "./training.js";
globalThis.found = trained(await load());
`),
    "threads.html": page("in-threads.js"),
    "in-threads.js":
      await bundled(`import { connect } from "posenc-training/worker";
import { trainedInThreads } from "./training.js";
globalThis.found = await trainedInThreads(await connect({ workers: 2 }));
`),
  },
});

engine.test("runs leave the bytes that all engines agree on", async (t) => {
  const page = await engine.visit(t, "runs.html");
  const found = await page.until(() => globalThis.found);
  assert.deepEqual(found, expectedRuns);
  await page.isClean();
});

engine.test("so they do in threads, under a strict policy", async (t) => {
  const page = await engine.visit(t, "threads.html");
  const found = await page.until(() => globalThis.found);
  assert.deepEqual(found, expectedRuns);
  await page.isClean();
});
