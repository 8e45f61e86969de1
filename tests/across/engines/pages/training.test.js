// posenc-training in a page and in its threads: the same bytes as everywhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { useEngine } from "../engine.js";
import { PACKAGE } from "../page-of-results.js";
import { expectedRuns } from "../training.js";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
const page = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Runs</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script></head></html>`;
const source = (name) =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

const engine = useEngine({
  folder: PACKAGE,
  files: {
    "results.js": source("results.js"),
    "runs.js": source("training.js"),
    "runs.html": page("in-page.js"),
    "in-page.js": `import { load } from "./training.js";
import { trained } from "./runs.js";
globalThis.found = trained(await load());
`,
    "threads.html": page("in-threads.js"),
    "in-threads.js": `import { connect } from "./training-worker.js";
import { trainedInThreads } from "./runs.js";
globalThis.found = await trainedInThreads(await connect({ workers: 2 }));
`,
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
