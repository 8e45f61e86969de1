import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { apart } from "../../tools/lib/steps.mjs";
import { settled } from "../../tools/test/settled.mjs";

/** A cache, and a run that ends with `counts` and is counted. */
function trial(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-settled-"));
  const name = "settled-in-a-test";
  t.after(() => {
    rmSync(folder, { recursive: true });
    rmSync(inRoot("build", `${name}.json`), { force: true });
  });
  const shelf = { what: "What passed is", kept: 2, folder };
  const state = { runs: 0 };
  const counted = (counts) => async () => {
    state.runs += 1;
    return counts;
  };
  const run = (counts, values = [1]) => {
    // Files of the repository: here, the one that is read.
    const inputs = ["package.json"];
    return apart(() =>
      settled(shelf, { name, inputs, values }, counted(counts)),
    );
  };
  return { state, run };
}

test("what passed is not run again with the same bytes, and a line says so", async (t) => {
  const { state, run } = trial(t);
  const first = await run({ passed: 22, failed: 0 });
  assert.deepEqual(first, { result: { passed: 22, failed: 0 }, text: "" });
  const second = await run({ passed: 1, failed: 21 });
  assert.deepEqual(second.result, { passed: 22, failed: 0 });
  assert.match(second.text, /What passed is taken from the cache, made on/);
  assert.equal(state.runs, 1);
  const other = await run({ passed: 21, failed: 0 }, [2]);
  assert.deepEqual(other.result, { passed: 21, failed: 0 });
  assert.equal(state.runs, 2);
});

test("what failed, or ran nothing, is run again", async (t) => {
  const { state, run } = trial(t);
  for (const counts of [
    { passed: 21, failed: 1 },
    { passed: 0, failed: 0 },
    { passed: 22, failed: 0 },
  ]) {
    assert.deepEqual((await run(counts)).result, counts);
  }
  assert.equal(state.runs, 3);
});
