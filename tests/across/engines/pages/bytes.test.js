// The package in a page: whether it computes the same bytes as everywhere.
import assert from "node:assert/strict";
import { useEngine } from "../engine.js";
import { expected } from "../expected.js";
import { PACKAGE, pageOfResults } from "../page-of-results.js";

const engine = useEngine({ folder: PACKAGE, files: pageOfResults() });

engine.test("results have the bytes that all engines agree on", async (t) => {
  const page = await engine.visit(t, "results.html");
  const found = await page.until(() => globalThis.found);
  assert.deepEqual(found, expected());
  await page.isClean();
});

engine.test("so they have in a worker", async (t) => {
  const page = await engine.visit(t, "worker.html");
  const found = await page.until(() => globalThis.found);
  assert.deepEqual(found, expected());
  await page.isClean();
});
