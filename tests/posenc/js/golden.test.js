import assert from "node:assert/strict";
import test from "node:test";
import { INEXPRESSIBLE } from "../../across/golden/inexpressible.js";
import { runGolden } from "../../across/golden/run.js";
import { pe } from "./helpers.js";

const results = await runGolden(pe);

for (const { file, name, reason, faults } of results) {
  if (reason) continue;
  test(`golden ${file} ${name} agrees with the reference`, () => {
    assert.deepEqual(faults, []);
  });
}

test("the list of golden cases that cannot be expressed is exact", () => {
  const left = results.filter(({ reason }) => reason).map(({ name }) => name);
  assert.deepEqual(left.sort(), Object.keys(INEXPRESSIBLE).sort());
  assert.equal(left.length, 0);
});
